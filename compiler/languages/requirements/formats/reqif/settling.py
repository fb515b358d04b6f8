"""What depends on other documents: ids that several folders state, and relations of objects of another document."""

import json
from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Place, Unread
from compiler.languages.requirements.formats.reqif.format import RELATION
from compiler.languages.requirements.formats.roots import within_projects


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with unique ids: the documents of a folder are one project."""
    return _joined(within_projects(files, _folder))


def _folder(path: str) -> str:
    folder = path.rpartition("/")[0]
    return f"{folder}/" if folder else ""


def _joined(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """The files with the relations that other documents state of their objects."""
    owners: dict[str, list[tuple[str, Item]]] = {}
    for file in files:
        for item in file.items:
            owners.setdefault(dict(item.details)["identifier"], []).append((file.path, item))
    added: dict[int, list[tuple[Cited, str]]] = {}
    found = []
    for file in files:
        unread = list(file.unread)
        for name, value in file.settings:
            if name != RELATION:
                continue
            source, type_, kind, target, line, column, end, identifier = json.loads(value)
            known = owners.get(source, [])
            near = [item for path, item in known if _folder(path) == _folder(file.path)] or [item for _, item in known]
            if near:
                added.setdefault(id(near[0]), []).append((Cited(kind, target, Place(near[0].first, 1, 1)), type_))
            else:
                reason = f"no object has the IDENTIFIER {source}, its SOURCE"
                unread.append(Unread(identifier, reason, Place(line, column, end)))
        found.append(file._replace(unread=tuple(unread)))
    return [file._replace(items=tuple(_with(item, added.get(id(item), ())) for item in file.items)) for file in found]


def _with(item: Item, added: Sequence[tuple[Cited, str]]) -> Item:
    """An item with more relations."""
    return item._replace(
        cites=(*item.cites, *(cited for cited, _ in added)),
        details=(*item.details, *(("relation", name) for _, name in added)),
    )
