"""The parser of the world language: from the text of one `.urd.md` file to a unit.

Frontmatter and content have a grammar each. An unreadable line is reported and left out, so every file has a unit.
"""

from compiler.languages.world import codes
from compiler.languages.world.records import Unit
from compiler.languages.world.syntax.content import parse_content
from compiler.languages.world.syntax.frontmatter import Frontmatter, parse_frontmatter
from compiler.languages.world.syntax.source_text import SourceText
from compiler.model.language import Parsed


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and its findings. `path` names the file in spans. Raises nothing."""
    source = SourceText(path, text)
    end = source.frontmatter_end()
    if end is None:
        return _unclosed(source)
    if "\t" in text:
        source.replace_tabs(end)
    front = parse_frontmatter(source.frontmatter(end)) if end else Frontmatter()
    content = parse_content(source.content(end))
    unit = Unit(path, *front, content, source.frontmatter_complete, source.content_complete)
    return Parsed(unit, tuple(source.findings))


def _unclosed(source: SourceText) -> Parsed:
    """An empty unit: the end of the frontmatter is unknown, so nothing of the file is read."""
    finding = codes.UNCLOSED_FRONTMATTER.at(source.line_span(1))
    return Parsed(Unit(source.path, *Frontmatter(), (), False, False), (finding,))
