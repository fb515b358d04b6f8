"""Parses a file for ReqIF: a document, or code that cites ids.

Much code has a word that a citation has too, so what reads documents is imported only for a document.
"""

from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.reqif.citations import read_citations
from compiler.languages.requirements.formats.reqif.format import DOCUMENT, NAME

_XML = ".xml"


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the objects of a document, or the ids that code cites; None if there are none."""
    if path.lower().endswith((DOCUMENT, _XML)):
        return _document(path, text)
    tags = read_citations(path, text)
    return ItemsFile(NAME, path, (), tags) if tags else None


def _document(path: str, text: str) -> ItemsFile | None:
    """Return the objects of a document; None if there are none in a file that need not be one."""
    from compiler.languages.requirements.formats.reqif.elements import is_document
    from compiler.languages.requirements.formats.reqif.items import items_of
    from compiler.languages.requirements.formats.reqif.reading import read_document

    is_named = path.lower().endswith(DOCUMENT)
    if not is_named and not is_document(text):
        return None
    text = text.replace("\r\n", "\n")
    found = items_of(path, read_document(text), text)
    return found if found.items or is_named else None
