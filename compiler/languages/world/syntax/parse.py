"""The parser of the world language: the text of one `.urd.md` file to a unit.

A file is a page of lines, on which every finding is reported; its two parts have a grammar each. A line that cannot be
read costs that line only, so every file has a unit.
"""

from compiler.languages.world import codes
from compiler.languages.world.records import Unit
from compiler.languages.world.syntax.content import parse_content
from compiler.languages.world.syntax.frontmatter import Frontmatter, parse_frontmatter
from compiler.languages.world.syntax.source_text import SourceText
from compiler.model.language import Parsed


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and what is wrong with it. `path` names the file in spans. Raises nothing."""
    page = SourceText(path, text)
    end = page.fence()
    if end is None:
        return _unclosed(page)
    if "\t" in text:
        page.replace_tabs(end)
    front = parse_frontmatter(page.frontmatter(end)) if end else Frontmatter()
    content = parse_content(page.content(end))
    unit = Unit(path, *front, content, page.frontmatter_complete, page.content_complete)
    return Parsed(unit, tuple(page.findings))


def _unclosed(page: SourceText) -> Parsed:
    """Where the frontmatter ends cannot be told, so nothing of the file is."""
    finding = codes.UNCLOSED_FRONTMATTER.at(page.line_span(1))
    return Parsed(Unit(page.path, *Frontmatter(), (), False, False), (finding,))
