"""Parses a file for ReqIF: a document, or code that cites ids."""

from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.reqif.citations import read_citations
from compiler.languages.requirements.formats.reqif.elements import is_document
from compiler.languages.requirements.formats.reqif.format import DOCUMENT
from compiler.languages.requirements.formats.reqif.items import NAME, items_of
from compiler.languages.requirements.formats.reqif.reading import read_document

_XML = ".xml"


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the objects of a document, or the ids that code cites; None if there are none."""
    lower = path.lower()
    if lower.endswith(DOCUMENT) or (lower.endswith(_XML) and is_document(text)):
        text = text.replace("\r\n", "\n")
        found = items_of(path, read_document(text), text)
        return found if found.items or lower.endswith(DOCUMENT) else None
    tags = read_citations(path, text)
    return ItemsFile(NAME, path, (), tags) if tags else None
