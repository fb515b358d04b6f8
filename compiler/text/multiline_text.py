"""Text of code that may span lines: block comments, docstrings and other long strings.

What looks like a comment inside of such a string is none, and neither is a quote inside of a comment.
"""

import re
from collections.abc import Iterator
from functools import cache

from compiler.text.comment_styles import CommentStyle

_CLOSING = {"/*": r"\*/", "[[": r"\]\]"}
_DOC_QUOTES = ('"""', "'''")
_UNFINISHED = ("(", ",", "=", "[", "{", "+", "\\")  # ends of lines after which a string is a value


def multiline_text(text: str, style: CommentStyle) -> Iterator[tuple[int, int]]:
    """Give the offsets at which strings and comments that may span lines begin and end, their quotes included."""
    if any(quote in text for quote in style.quotes):
        for match in _strings(style).finditer(text):
            if match.lastgroup == "long":
                yield match.span("long")


def is_comment(text: str, start: int) -> bool:
    """Return whether what begins there is a comment or a docstring: text in triple quotes that begins a line where no
    expression goes on."""
    if text.startswith("/*", start):
        return True
    first = text.rfind("\n", 0, start) + 1
    return (
        text.startswith(_DOC_QUOTES, start)
        and text[first:start].strip().lower() in ("", "r")
        and not text[max(first - 500, 0) : first].rstrip().endswith(_UNFINISHED)
    )


@cache
def _strings(style: CommentStyle) -> "re.Pattern[str]":
    # A backtick behind a slash is one in a regular expression, not the begin of a text.
    long = "|".join(
        (r"(?<![/\\])" if quote == "`" else "")
        + rf"{re.escape(quote)}(?:[^\\]|\\.)*?(?:{_CLOSING.get(quote, re.escape(quote))}|\Z)"
        for quote in style.quotes
    )
    comment = rf"(?:{'|'.join(map(re.escape, style.openers))})[^\n]*"
    short = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
    # A character class is matched much faster than alternatives.
    others = "".join(sorted({one[0] for one in (*style.openers, *style.quotes)} | set("\"'")))
    skipped = f"[^{re.escape(others)}]*+"
    return re.compile(rf"{skipped}(?:(?P<comment>{comment})|(?P<long>{long})|(?P<short>{short})|.|\Z)", re.DOTALL)
