"""Days as the headers and the names of proposals write them."""

import re
from collections.abc import Iterable

from compiler.text.timestamps import parse_timestamp

_DAY_IN_NAME = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?=[-_ .])")
_YEAR_FIRST = re.compile(r"(\d{4})[ /](?:(\d{1,2})|([A-Z][a-z]{2})[a-z]*)[ /](\d{1,2})")  # 2013 October 11
_NAMED_DAY = re.compile(r"(\d{1,2})-([A-Za-z]{3})[a-z]*-(\d{4})")
_MONTH_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
_DAY = re.compile(r"(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])")
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013", "-"))  # a word processor writes them
_NOTED = re.compile(r"(\d{4}-\d{2}-\d{2})[ \t]*[(\[,;]")  # a note stands behind: `2024-02-03 (updated 2024-05-01)`


def day_of(written: str) -> str:
    """A date as ISO writes it, or the text as it is if no day can be read from it."""
    if found := _NAMED_DAY.match(written):
        return f"{found[3]}-{_MONTHS.get(found[2].capitalize(), 0):02}-{int(found[1]):02}"
    if found := _YEAR_FIRST.fullmatch(written):
        return f"{found[1]}-{int(found[2] or _MONTHS.get(found[3], 0)):02}-{int(found[4]):02}"
    day = written.translate(_HYPHENS).strip("()[]")
    if parse_timestamp(day):
        return day
    if noted := _NOTED.match(day):
        return noted[1]
    days = _DAY.findall(day)  # `(fill in today's date: 2020-04-01)`, as the template asks
    return days[0] if len(days) == 1 else day


def latest(days: Iterable[tuple[str, str]]) -> str:
    """The word of the latest day among pairs of both, of equal days the last one; "" where none is a day."""
    known = [(day, at, word) for at, (word, day) in enumerate(days) if parse_timestamp(day)]
    return max(known, default=("", 0, ""))[2]


def day_in_name(path: str) -> str:
    """The day that the name of a page begins with: `20180501-heads.md`, `2020-04-06-kafka.md`; "" without one."""
    found = _DAY_IN_NAME.match(path.rpartition("/")[2])
    day = f"{found[1]}-{found[2]}-{found[3]}" if found else ""
    return day if parse_timestamp(day) else ""
