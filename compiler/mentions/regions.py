"""Where in a file an id is a citation.

Not in fenced code of markdown: that is an example, except in Mermaid, which is compiled. In code, only in comments and
docstrings. In JSON, escapes are no part of a word. Every other file is text throughout.
"""

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

from compiler.text.comment_styles import CommentStyle, comment_style
from compiler.text.markdown import SUFFIXES

_JSON = (".json", ".jsonl", ".loro")
_PLAIN = (".yaml", ".yml", ".toml", ".feature", ".robot")  # with comments, but of unquoted text
_FENCE = re.compile(
    r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$", re.MULTILINE
)
_ESCAPE = re.compile(r'\\[nrtbf"]')
_DOC_QUOTES = ('"""', "'''")
_UNFINISHED = ("(", ",", "=", "[", "{", "+", "\\")  # ends of lines after which a string is a value
_BLOCKS = {"/*": "*/", "[[": "]]"}


class Regions(NamedTuple):
    """The kind of a file, and its regions.

    `text` is what `readable` gives. `edges` are offsets at which regions begin and end, in turn: of
    fences in markdown, which do not cite, and of comments of several lines in code, which do.
    """

    text: str
    is_markdown: bool = False
    is_json: bool = False
    style: CommentStyle | None = None
    edges: tuple[int, ...] = ()

    @property
    def is_code(self) -> bool:
        """Whether the file is code."""
        return self.style is not None

    def cites_in_line(self, start: int, end: int) -> Literal["everywhere", "nowhere", "in places"]:
        """Return where in a line a citation may be written: what is known without a look at the place."""
        at = bisect_right(self.edges, start) if self.edges else 0
        if self.style is None:
            return "nowhere" if at % 2 else "everywhere"
        if at != (bisect_right(self.edges, end) if self.edges else 0):
            return "in places"
        line = self.text[start:end]
        if at % 2 or line.lstrip().startswith(self.style.openers):
            return "everywhere"
        return "in places" if any(one in line for one in self.style.openers) else "nowhere"

    def cites(self, offset: int) -> bool:
        """Whether what is written at an offset is a citation."""
        inside = bisect_right(self.edges, offset) % 2 == 1
        return (inside or self._in_line_comment(offset)) if self.style else not inside

    def _in_line_comment(self, offset: int) -> bool:
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        places = (before.find(one) for one in (self.style.openers if self.style else ()))
        return any(at >= 0 and not _is_quoted(before, at) for at in places)


def _is_quoted(line: str, offset: int) -> bool:
    """Whether a place of a line of code is in a string."""
    before = line[:offset].replace('\\"', "").replace("\\'", "")
    return before.count('"') % 2 == 1 or (before.count("'") % 2 == 1 and '"' not in before)


def code_style(path: str) -> CommentStyle | None:
    """Return how comments are written in a file of code; None for other files."""
    return None if path.lower().endswith((*SUFFIXES, *_JSON, *_PLAIN)) else comment_style(path)


def readable(path: str, text: str) -> str:
    """Return the text of a file with blanks in place of the escapes of JSON, which are no part of a word."""
    return _ESCAPE.sub("  ", text) if path.lower().endswith(_JSON) and "\\" in text else text


def regions_of(path: str, text: str, style: CommentStyle | None) -> Regions:
    """Return the regions of a file by its `readable` text; `style` is its `code_style`."""
    lower = path.lower()
    if lower.endswith(SUFFIXES):
        fences = tuple(_fences(text)) if "```" in text or "~~~" in text else ()
        return Regions(text, is_markdown=not lower.endswith(".urd.md"), edges=fences)
    if lower.endswith(_JSON):
        return Regions(text, is_json=True)
    return Regions(text, style=style, edges=tuple(_comments(text, style)) if style else ())


def _fences(text: str) -> list[int]:
    """The offsets at which fenced code begins and ends that is no diagram. A fence that does not end reaches to the end
    of the text."""
    edges: list[int] = []
    mark, is_diagram = "", False
    for found in _FENCE.finditer(text):
        if not mark:
            mark, is_diagram = found["mark"], found["info"].strip().strip("{}").lower().startswith("mermaid")
            edges += () if is_diagram else (found.end(),)
        elif found["mark"].startswith(mark) and not found["info"].strip():
            edges += () if is_diagram else (found.start(),)
            mark = ""
    return edges


def _comments(text: str, style: CommentStyle) -> list[int]:
    """The offsets at which comments of several lines begin and end in code. Docstrings are such: text in triple quotes
    that begins a line."""
    edges: list[int] = []
    for quote in style.quotes:
        if quote in _BLOCKS:
            edges += _blocks(text, quote, _BLOCKS[quote])
        elif quote in _DOC_QUOTES:
            edges += _docstrings(text, quote)
    return sorted(edges)


def _blocks(text: str, opener: str, closer: str) -> list[int]:
    edges: list[int] = []
    start = text.find(opener)
    while start >= 0:
        end = text.find(closer, start + len(opener))
        end = len(text) if end < 0 else end
        edges += (start, end)
        start = text.find(opener, end)
    return edges


def _docstrings(text: str, quote: str) -> list[int]:
    edges: list[int] = []
    offset = 0
    for at, piece in enumerate(text.split(quote)):
        if at % 2 and _is_docstring(text, offset - len(quote)):
            edges += (offset, offset + len(piece))
        offset += len(piece) + len(quote)
    return edges


def _is_docstring(text: str, opener: int) -> bool:
    """Whether quotes open a docstring: they begin a line, and no expression goes on there."""
    start = text.rfind("\n", 0, opener) + 1
    return not text[start:opener].strip() and not text[max(start - 500, 0) : start].rstrip().endswith(_UNFINISHED)
