"""Parses a file for ReqIF: a document."""

from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.reqif.elements import is_document
from compiler.languages.requirements.formats.reqif.format import DOCUMENT
from compiler.languages.requirements.formats.reqif.items import items_of
from compiler.languages.requirements.formats.reqif.reading import read_document


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the objects of a document; None if there are none in a file that need not be one."""
    is_named = path.lower().endswith(DOCUMENT)
    if not is_named and not is_document(text):
        return None
    text = text.replace("\r\n", "\n")
    found = items_of(path, read_document(text), text)
    return found if found.items or is_named else None
