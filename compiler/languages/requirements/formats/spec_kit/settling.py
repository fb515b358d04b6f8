"""Decides what depends on other files: the documents of each feature, and ids of several projects in one source."""

from collections import defaultdict
from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Item, ItemsFile
from compiler.languages.requirements.formats.roots import with_root
from compiler.languages.requirements.formats.spec_kit.spec import FEATURE


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files that state or cite; each feature names its further documents."""
    documents: dict[str, list[str]] = defaultdict(list)
    for file in files:
        if file.is_candidate:
            before, _, after = file.path.rpartition("specs/")
            feature, _, name = after.partition("/")
            documents[f"{before}specs/{feature}"].append(name)
    known = [
        file._replace(items=tuple(_with_documents(item, documents) for item in file.items))
        for file in files
        if not file.is_candidate
    ]
    return with_root(known)


def _with_documents(item: Item, documents: dict[str, list[str]]) -> Item:
    found = documents.get(dict(item.details)["folder"], ())
    if item.level != FEATURE or not found:
        return item
    return item._replace(fields=(*item.fields, ("documents", ", ".join(sorted(found)))))
