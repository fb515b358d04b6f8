"""The regions of a file in which an id is a citation. What is no such region is blanked, so that positions stay.

Markdown keeps all but fenced code: an id in a fence is an example, except in Mermaid, which is compiled. Code keeps its
comments and strings. JSON keeps all but its escapes. Every other file is text.
"""

import re
from bisect import bisect_right
from functools import cache
from typing import NamedTuple

from compiler.languages.requirements.comment_styles import CommentStyle, comment_style

_MARKDOWN = (".md", ".markdown", ".mdx", ".qmd")
_JSON = (".json", ".jsonl", ".loro")
_PLAIN = (".yaml", ".yml", ".toml", ".feature", ".robot")  # with comments, but of unquoted text
_FENCE = re.compile(
    r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$", re.MULTILINE
)
_ESCAPE = re.compile(r'\\[nrtbf"]')
_BLANK = re.compile(r"[^\n]")
_BLOCK_ENDS = {"/*": r"\*/", '"""': '"""', "'''": "'''", "`": "`", "[[": r"\]\]"}


class Regions(NamedTuple):
    """A text with blanks in place of what cannot cite. `is_json` and `is_code` say what the file is; `strings` are the
    offsets at which strings of code begin and end, in turn."""

    text: str
    is_markdown: bool = False
    is_json: bool = False
    is_code: bool = False
    strings: tuple[int, ...] = ()

    def in_string(self, offset: int) -> bool:
        """Whether an offset lies in a string of code."""
        return bisect_right(self.strings, offset) % 2 == 1


def regions_of(path: str, text: str) -> Regions:
    """Return the regions of a file that may cite."""
    lower = path.lower()
    if lower.endswith(_MARKDOWN):
        return Regions(_without_fences(text), is_markdown=not lower.endswith(".urd.md"))
    if lower.endswith(_JSON):
        return Regions(_ESCAPE.sub("  ", text), is_json=True)
    style = None if lower.endswith(_PLAIN) else comment_style(path)
    return _code(text, style) if style else Regions(text)


def _without_fences(text: str) -> str:
    """Blank fenced code that is no diagram. A fence that does not end reaches to the end of the text."""
    pieces: list[str] = []
    done = begin = 0
    mark = ""
    for found in _FENCE.finditer(text):
        if mark:
            if found["mark"].startswith(mark) and not found["info"].strip():
                pieces += (text[done:begin], _blanked(text[begin : found.start()]))
                done, mark = found.start(), ""
        elif not found["info"].strip().strip("{}").lower().startswith("mermaid"):
            begin, mark = found.end(), found["mark"]
    if mark:
        pieces += (text[done:begin], _blanked(text[begin:]))
        done = len(text)
    return "".join((*pieces, text[done:])) if pieces else text


def _code(text: str, style: CommentStyle) -> Regions:
    """Keep the comments and strings of code."""
    pieces: list[str] = []
    strings: list[int] = []
    done = 0
    for found in _comments_and_strings(style).finditer(text):
        pieces += (_blanked(text[done : found.start()]), found[0])
        done = found.end()
        if found["string"] is not None:
            strings += (found.start(), done)
    pieces.append(_blanked(text[done:]))
    return Regions("".join(pieces), is_code=True, strings=tuple(strings))


@cache
def _comments_and_strings(style: CommentStyle) -> re.Pattern[str]:
    blocks = [f"{re.escape(one)}[^\\0]*?(?:{_BLOCK_ENDS[one]}|\\Z)" for one in style.quotes]
    comments = "|".join([*blocks, *(f"{re.escape(one)}[^\\n]*" for one in style.openers)])
    return re.compile(rf"""(?:{comments})|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""")


def _blanked(text: str) -> str:
    return _BLANK.sub(" ", text)
