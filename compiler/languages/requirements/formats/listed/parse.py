"""Parses a file: a page, a map, or code that cites."""

from compiler.languages.requirements.formats.listed.format import ASCIIDOC, MAPS, NAME
from compiler.languages.requirements.formats.records import ItemsFile
from compiler.text.markdown import SUFFIXES
from compiler.text.requirement_files import is_foreign


def parse(path: str, text: str) -> ItemsFile | None:
    """Return what a file says of requirements; None if it says nothing of them."""
    lower = path.lower()
    if lower.endswith((*SUFFIXES, *ASCIIDOC)):
        from compiler.languages.requirements.formats.listed.pages import read_page

        return read_page(path, text)
    if lower.endswith(MAPS):
        from compiler.languages.requirements.formats.listed.maps import read_map

        return read_map(path, text)
    if is_foreign(path):
        return ItemsFile(NAME, path, is_candidate=True)
    from compiler.languages.requirements.formats.listed.citing_code import read_citations

    tags = read_citations(path, text)
    return ItemsFile(NAME, path, tags=tags) if tags else None
