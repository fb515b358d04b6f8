"""Parses a file: a page, a map, or code that cites."""

from compiler.languages.requirements.formats.listed.citing_code import read_citations
from compiler.languages.requirements.formats.listed.format import ASCIIDOC, MAPS, NAME, TEXTS
from compiler.languages.requirements.formats.records import ItemsFile, Tag
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

        found = read_map(path, text.replace("\t", " ") if lower.endswith(".json") else text)
        comments = "\n".join(line if line.startswith("#") else "" for line in text.split("\n"))
        tags = read_citations(path, comments)
        return found._replace(tags=(*found.tags, *tags)) if found else _citing(path, tags)
    if is_foreign(path):
        from compiler.languages.requirements.formats.listed.pages import read_sheet

        return read_sheet(path, text) or ItemsFile(NAME, path, is_candidate=True)
    cited = read_citations(path, text)
    if lower.endswith(TEXTS):
        from compiler.languages.requirements.formats.listed.pages import read_lines

        if found := read_lines(path, text):
            return found._replace(tags=cited)
    return _citing(path, cited)


def _citing(path: str, tags: tuple[Tag, ...]) -> ItemsFile | None:
    """A file that cites; None if it cites nothing."""
    return ItemsFile(NAME, path, tags=tags) if tags else None
