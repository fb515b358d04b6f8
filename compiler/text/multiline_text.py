"""Text of code that may span lines: block comments, docstrings and other long strings.

What looks like a comment inside of such a string is none, and neither is a quote inside of a comment.
"""

import re
from collections.abc import Iterator
from functools import cache

from compiler.text.comment_styles import CommentStyle

_CLOSING = {"/*": r"\*/", "[[": r"\]\]"}
_DOC_QUOTES = ('"""', "'''")
_QUOTES = "\"'"  # of strings of one line
_UNFINISHED = ("(", ",", "=", "[", "{", "+", "\\")  # ends of lines after which a string is a value


def multiline_text(text: str, style: CommentStyle) -> Iterator[tuple[int, int]]:
    """Give the offsets at which strings and comments that may span lines begin and end, their quotes included."""
    at = 0 if any(quote in text for quote in style.quotes) else len(text)
    unclosed = ""  # the quotes that no other one closes up to the end of the line, so that they begin no string
    while at < len(text):
        match = _strings(style, unclosed).match(text, at)
        assert match  # it matches any text
        at = match.end()
        if match.lastgroup == "long":
            yield match.span("long")
        last = text[at - 1]
        if match.lastgroup is None and last in _QUOTES:
            unclosed += last
        elif unclosed and (match.lastgroup == "long" or (last == "\n" and not _goes_on(text, at - 1))):
            unclosed = ""


def _goes_on(text: str, end: int) -> bool:
    """Whether a string goes on behind the end of a line: before it stands a backslash that no other one escapes."""
    line = text[max(text.rfind("\n", 0, end), 0) : end]
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


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
def _strings(style: CommentStyle, unclosed: str) -> "re.Pattern[str]":
    """What matches up to the end of the next string or comment. Where quotes are `unclosed`, to the end of a line at
    most, behind which they may begin a string again: to look for the end of a string at each of them would take the
    square of the length of a line."""
    # A backtick behind a slash is one in a regular expression, not the begin of a text.
    long = "|".join(
        (r"(?<![/\\])" if quote == "`" else "")
        + rf"{re.escape(quote)}(?:[^\\]|\\.)*?(?:{_CLOSING.get(quote, re.escape(quote))}|\Z)"
        for quote in style.quotes
    )
    comment = rf"(?:{'|'.join(map(re.escape, style.openers))})[^\n]*"
    short = "|".join(rf"{quote}(?:[^{quote}\\\n]|\\.)*+{quote}" for quote in _QUOTES if quote not in unclosed) or "(?!)"
    # A character class is matched much faster than alternatives.
    begins = {mark[0] for mark in (*style.openers, *style.quotes)} | set(_QUOTES).difference(unclosed)
    others = "".join(sorted(begins | ({"\n"} if unclosed else set())))
    skipped = f"[^{re.escape(others)}]*+"
    return re.compile(rf"{skipped}(?:(?P<comment>{comment})|(?P<long>{long})|(?P<short>{short})|.|\Z)", re.DOTALL)
