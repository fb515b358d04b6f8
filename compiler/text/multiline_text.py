"""Text of code that may span lines: block comments, docstrings and other long strings.

What looks like a comment inside of such a string is none, and neither is a quote inside of a comment.
"""

import re
from collections.abc import Iterator
from functools import cache

from compiler.text.comment_styles import CommentStyle

_CLOSING = {"/*": r"\*/", "[[": r"\]\]"}


def multiline_text(text: str, style: CommentStyle) -> Iterator[tuple[int, int]]:
    """Give the offsets at which strings and comments that may span lines begin and end, their quotes included."""
    if any(quote in text for quote in style.quotes):
        for one in _strings(style).finditer(text):
            if one.lastgroup == "long":
                yield one.span("long")


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
