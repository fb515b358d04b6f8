"""Days as the headers and the names of proposals write them."""

import re
from collections.abc import Iterable

from compiler.text.timestamps import parse_timestamp

_DAY = re.compile(r"(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])")
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013", "-"))  # a word processor writes them
_NOTE = re.compile(r"[(\[,;]")  # behind a day: `2024-02-03 (updated 2024-05-01)`, `11-Oct-2013, 12-Nov-2013`


def day_of(written: str) -> str:
    """A date as ISO writes it, or the text as it is if no day can be read from it."""
    day = written.translate(_HYPHENS).strip("()[]")
    if parse_timestamp(day):
        return day
    first = _NOTE.split(day, 1)[0].rstrip()
    if parse_timestamp(first):
        return first
    days = _DAY.findall(day)  # `(fill in today's date: 2020-04-01)`, as the template asks
    return days[0] if len(days) == 1 else day


def latest(days: Iterable[tuple[str, str]]) -> str:
    """The word of the latest day among pairs of both, of equal days the last one; "" where none is a day."""
    known = [(day, at, word) for at, (word, day) in enumerate(days) if parse_timestamp(day)]
    return max(known, default=("", 0, ""))[2]
