"""Which files are items of which document: an item lies in the folder of a document or below, and has its prefix or
ends with a number.

The level of an item is the prefix of its document. A normative item needs a link from each document whose parent is its
document.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.records import ItemsFile, Need, Place, Unread

ITEM_FORMATS = {"": ".yml", "yaml": ".yml", "markdown": ".md"}  # the suffix of items, by `itemformat` of the document


# Assertions of all items: a constant, and for each file. Documents with one parent give each of its items one.
NEEDS, NEEDS_PER_FILE = 5_000, 10


class Document(NamedTuple):
    """A document: its folder, and what its settings say."""

    folder: str
    prefix: str
    parent: str
    settings: tuple[tuple[str, str], ...]

    @property
    def suffix(self) -> str:
        """The suffix of its items; of a format that nobody knows that of files of YAML."""
        return ITEM_FORMATS.get(dict(self.settings).get("itemformat", "").strip(), ".yml")


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files that are items of a document, and the documents themselves."""
    documents = {document.folder: document for document in _documents(files)}
    needed: dict[str, list[str]] = {}
    for document in documents.values():
        if document.parent and document.prefix not in needed.setdefault(document.parent, []):
            needed[document.parent].append(document.prefix)
    found = [settled for file in files if (settled := _settled(file, documents, needed))]
    return list(_bounded(found, NEEDS + NEEDS_PER_FILE * len(files)))


def _bounded(files: Sequence[ItemsFile], left: int) -> Iterator[ItemsFile]:
    """The files, without the needs of items behind the first `left` needs."""
    for file in files:
        left -= sum(len(item.needs) for item in file.items)
        if left >= 0:
            yield file
            continue
        reason = "child documents and items make too many assertions; those of this item are left out"
        cut = tuple(item._replace(needs=()) for item in file.items)
        unread = (Unread(file.items[0].id, reason, Place(1, 1, 1), is_limit=True),) if file.items else ()
        yield file._replace(items=cut, unread=(*file.unread, *unread))


def _documents(files: Sequence[ItemsFile]) -> Iterator[Document]:
    skipped = {_folder(file) for file in files if "skip" in dict(file.settings)}
    for file in files:
        said = dict(file.settings)
        if (prefix := said.get("prefix")) and _folder(file) not in skipped:
            yield Document(_folder(file), prefix, said.get("parent", ""), file.settings)


def _folder(file: ItemsFile) -> str:
    return file.path.rpartition("/")[0]


def _settled(file: ItemsFile, documents: dict[str, Document], needed: dict[str, list[str]]) -> ItemsFile | None:
    folder = _folder(file)
    if file.settings:
        said = dict(file.settings).get("itemformat", "").strip()
        reason = "the formats of items are 'yaml' and 'markdown'"
        unread = () if said in ITEM_FORMATS else (Unread(f"itemformat: {said}", reason, Place(1, 1, 1)),)
        return file._replace(unread=unread)
    document = _above(folder, documents)
    if document is None or not file.path.lower().endswith(document.suffix):
        return None
    if not file.items:  # no YAML
        stem = file.path.rpartition("/")[2]
        return file if stem.lower().startswith(document.prefix.lower()) else None
    item = file.items[0]
    if item.id.lower() == document.prefix.lower():
        return None
    # An item with another prefix than its document is one for the program, if it ends with a number.
    if not item.id.lower().startswith(document.prefix.lower()) and not item.id[-1:].isdigit():
        reason = f"its prefix is not that of its document, '{document.prefix}'"
        return file._replace(items=(), unread=(Unread(item.id, reason, Place(1, 1, 1)),), is_candidate=False)
    labels = needed.get(document.prefix, []) if item.status == "active" else []
    settled = item._replace(
        level=document.prefix,
        needs=tuple(Need(label, Place(1, 1, 1)) for label in labels),
        details=(*item.details, ("parent", document.parent), ("counted", dict(document.settings).get("reviewed", ""))),
    )
    return file._replace(items=(settled,), is_candidate=False)


def _above(folder: str, documents: dict[str, Document]) -> Document | None:
    """The document of the nearest folder above."""
    while folder not in documents:
        if not folder:
            return None
        folder = folder.rpartition("/")[0]
    return documents[folder]
