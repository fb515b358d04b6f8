"""Where in a file an id is a citation.

Not in fenced code of markdown: that is an example, except in Mermaid, which is compiled; nor in its HTML comments,
but for tags. In code, only in comments and docstrings. In JSON, escapes are no part of a word. Every other file is text
throughout.
"""

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

from compiler.text.comment_styles import CommentStyle, comment_style
from compiler.text.html_comments import with_blank_html_comments
from compiler.text.markdown import SUFFIXES, WORLD, lines_with_fences
from compiler.text.multiline_text import is_comment, multiline_text

_JSON = (".json", ".jsonl", ".loro")
_PLAIN = (".yaml", ".yml", ".toml", ".feature", ".robot")  # with comments, but of unquoted text
_FENCE = re.compile(
    r"^[ \t>]*+(?:[-*+][ \t]++|\d++[.)][ \t]++)?(?P<mark>`{3,}+|~{3,}+)[ \t]*+(?P<info>[^`\n]*+)$", re.MULTILINE
)
# A comment that is a tag: `<!-- dsn->req~lamp~1 -->`, `<!-- Implements: REQ-1, REQ-2 -->`. An id alone is a remark, but
# for one with a revision.
_ONE_ID = r"[A-Za-z][\w.~/-]{0,100}\d[\w~]{0,10}"
_TAG = re.compile(
    rf"<!--[ \t]*+(?:@?[A-Za-z]{{1,20}}+(?:-[A-Za-z]{{1,20}}+)?(?:[ \t]*(?:->|=>|:)|[ \t])[ \t]*+|(?=[\w.-]{{1,100}}~))"
    rf"(?P<ids>{_ONE_ID}(?:,[ \t]?{_ONE_ID}){{0,20}})[ \t]*-->"
)
_ESCAPE = re.compile(r'\\[nrtbf"]')
_LUA = "[["  # opens a string, and a comment behind `--`


class Regions(NamedTuple):
    """The kind of a file, and its regions.

    `text` is what `readable` gives. `edges` are offsets at which regions begin and end, in turn: of
    fences in markdown, which do not cite, and of comments of several lines in code, which do. `strings` are those of
    texts in code that may span lines; what looks like a comment in them cites nothing.
    """

    text: str
    is_markdown: bool = False
    is_json: bool = False
    style: CommentStyle | None = None
    edges: tuple[int, ...] = ()
    strings: tuple[int, ...] = ()

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
        if self.strings and (inner := bisect_right(self.strings, start)) != bisect_right(self.strings, end):
            return "in places"
        if self.strings and inner % 2:
            return "nowhere"
        line = self.text[start:end]
        if at % 2 or line.lstrip().startswith(self.style.openers):
            return "everywhere"
        return "in places" if any(opener in line for opener in self.style.openers) else "nowhere"

    def cites(self, offset: int) -> bool:
        """Whether what is written at an offset is a citation."""
        inside = bisect_right(self.edges, offset) % 2 == 1
        if self.style is None:
            return not inside
        return inside or (bisect_right(self.strings, offset) % 2 == 0 and self._in_line_comment(offset))

    def _in_line_comment(self, offset: int) -> bool:
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        places = (before.find(opener) for opener in (self.style.openers if self.style else ()))
        return any(at >= 0 and not _is_quoted(before, at) for at in places)


def _is_quoted(line: str, offset: int) -> bool:
    """Whether a place of a line of code is in a string."""
    before = line[:offset].replace('\\"', "").replace("\\'", "")
    return before.count('"') % 2 == 1 or (before.count("'") % 2 == 1 and '"' not in before)


def code_style(path: str) -> CommentStyle | None:
    """Return how comments are written in a file of code; None for other files."""
    return None if path.lower().endswith((*SUFFIXES, *_JSON, *_PLAIN)) else comment_style(path)


def readable(path: str, text: str) -> str:
    """Return the text of a file with blanks in place of the escapes of JSON, which are no part of a word, and of the
    HTML comments of markdown, which are no part of the page. Offsets stay."""
    lower = path.lower()
    if lower.endswith(_JSON):
        return _ESCAPE.sub("  ", text) if "\\" in text else text
    if not lower.endswith(SUFFIXES) or lower.endswith(WORLD):
        return text
    blank = with_blank_html_comments(text)
    return blank if blank is text else _with_tags(blank, text)


def _with_tags(blank: str, text: str) -> str:
    """The text without its HTML comments, but for those that are tags: one id or more, behind a word that says what
    they are to the page."""
    parts: list[str] = []
    done = 0
    for found in _TAG.finditer(text):
        parts += (blank[done : found.start("ids")], found["ids"])
        done = found.end("ids")
    return "".join([*parts, blank[done:]])


def regions_of(path: str, text: str, style: CommentStyle | None) -> Regions:
    """Return the regions of a file by its `readable` text; `style` is its `code_style`."""
    lower = path.lower()
    if lower.endswith(SUFFIXES):
        fences = tuple(_fences(text))
        return Regions(text, is_markdown=not lower.endswith(WORLD), edges=fences)
    if lower.endswith(_JSON):
        return Regions(text, is_json=True)
    return _code_regions(text, style) if style else Regions(text)


def _fences(text: str) -> list[int]:
    """The offsets at which fenced code begins and ends that is no diagram. A fence that does not end reaches to the end
    of the text."""
    edges: list[int] = []
    mark, is_diagram = "", False
    for start in lines_with_fences(text):
        if not (found := _FENCE.match(text, start)):
            continue
        if not mark:
            mark, is_diagram = found["mark"], found["info"].strip().strip("{}").lower().startswith("mermaid")
            edges += () if is_diagram else (found.end(),)
        elif found["mark"].startswith(mark) and not found["info"].strip():
            edges += () if is_diagram else (found.start(),)
            mark = ""
    return edges


def _code_regions(text: str, style: CommentStyle) -> Regions:
    """The regions of code. A docstring is text in triple quotes that begins a line; it cites as a comment does."""
    if _LUA in style.quotes:
        return Regions(text, style=style, edges=tuple(_lua_blocks(text)))
    comments: list[int] = []
    strings: list[int] = []
    for start, end in multiline_text(text, style):
        if not is_comment(text, start):
            strings += (start, end)
        elif text.startswith("/*", start):
            comments += (start, end)
        else:
            comments += (start + 3, max(end - 3, start + 3))
    return Regions(text, style=style, edges=tuple(comments), strings=tuple(strings))


def _lua_blocks(text: str) -> list[int]:
    edges: list[int] = []
    start = text.find(_LUA)
    while start >= 0:
        end = text.find("]]", start + len(_LUA))
        end = len(text) if end < 0 else end
        edges += (start, end)
        start = text.find(_LUA, end)
    return edges
