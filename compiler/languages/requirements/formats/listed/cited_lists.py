"""Lists and ranges of ids, as code and matrices cite them: `REQ-1, REQ-2`, `REQ-001, 002`, `REQ-001..REQ-005`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.ids import WRITTEN, is_id, kind_of, plain_id
from compiler.text.numbers import whole_number

RANGE = ".."  # between the ends of a range that is cited as a whole
_SIGN = r"(?:[,;&+/]|\.{2,3}|[–—]|-{1,2}|(?:and|to|through)\b)"
_QUOTES = r"[\"'`\]]{0,2}"
_OPENED = r"[ \t]{0,4}[\"'`\[@]{0,2}"
_ASIDE = r"\([^()\n]{1,80}\)"  # what is said of an id: `REQ-1 (login); REQ-2`
_NEXT = (
    rf"{_QUOTES}(?:[ \t]{{0,4}}(?:{_ASIDE}[ \t]?)?{_SIGN}{_OPENED}(?:{WRITTEN}|\d{{1,6}}(?![\w.-]))"
    rf"|[ \t]{{1,8}}[\"'`\[@]{{0,2}}{WRITTEN})"
)
LIST = rf"(?P<list>{WRITTEN}(?:{_NEXT}){{0,30}})"
_TOKEN = re.compile(rf"{_ASIDE}|{WRITTEN}|\d{{1,6}}")
_BETWEEN = re.compile(r"[ \t\"'`\]\[@]*(?:\.{2,3}|[–—]|-{1,2}|to|through)[ \t\"'`\]\[@]*")
_RANGE_WORD = re.compile(r"(.*\d)-(\D.*\d)")
_RANGE_TEXT = re.compile(
    rf"(?<![\w./-])({WRITTEN})[ \t]{{0,4}}(?:\.{{2,3}}|[–—]|-{{1,2}}|to\b|through\b)[ \t]{{0,4}}({WRITTEN})(?![\w/])"
)
_NUMBER = re.compile(r"(?<!\d)(\d++)[A-Za-z]?$")


class CitedId(NamedTuple):
    """An id, or a range of ids, in a list, and its offsets there. It is spelt in full, or follows from what stands
    beside it: nobody misses what only follows."""

    id: str
    start: int
    end: int
    is_spelt: bool = True


def cited_ids(written: str) -> Iterator[CitedId]:
    """Give the ids in a list that `LIST` has matched, and its ranges as `REQ-001..REQ-005`."""
    written = plain_id(written)
    previous, at = "", 0
    for token in _TOKEN.finditer(written):
        word, is_range = token[0], _BETWEEN.fullmatch(written, at, token.start()) is not None
        at = token.end()
        if word.startswith("("):
            continue
        joined = _RANGE_WORD.fullmatch(word)  # `REQ-001-REQ-005`
        if joined and _is_range(joined[1], joined[2]):
            yield CitedId(joined[1], token.start(), token.start() + len(joined[1]))
            previous, word, is_range = joined[1], joined[2], True
        found = word if is_id(word) else _continued(previous, word)
        if found:
            yield CitedId(found, at - len(word), at, is_spelt=found == word)
            if is_range and _is_range(previous, found):
                yield CitedId(f"{previous}{RANGE}{found}", at - len(word), at, is_spelt=False)
        previous = found


def ranges_in(written: str) -> Iterator[CitedId]:
    """Give the ranges in any text, and the second end of each."""
    for found in _RANGE_TEXT.finditer(plain_id(written)):
        if _is_range(found[1], found[2]):
            yield CitedId(f"{found[1]}{RANGE}{found[2]}", *found.span(), is_spelt=False)
            yield CitedId(found[2], *found.span(2))


def is_between(key: str, cited_range: str) -> bool:
    """Return whether an id lies between the ends of a range."""
    first, _, last = cited_range.partition(RANGE)
    return kind_of(key) == kind_of(first) and _number(first) < _number(key) < _number(last)


def _is_range(first: str, last: str) -> bool:
    return is_id(first) and is_id(last) and kind_of(first) == kind_of(last) and _number(first) < _number(last)


def _number(key: str) -> int:
    found = _NUMBER.search(key)
    return (whole_number(found[1]) if found else None) or 0


def _continued(previous: str, digits: str) -> str:
    """The id of a number alone behind an id, "" if it is none: `REQ-002` behind `REQ-001`, but not `REQ-7`."""
    found = _NUMBER.search(previous) if digits.isdigit() else None
    if not found or (len(digits) != len(found[1]) and "0" in (digits[0], found[1][0])):
        return ""
    return previous[: found.start(1)] + digits
