"""Numbers of requirements and criteria, and the words that stand before them, in the languages that people write in."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# How `requirement` begins; what follows may be an ending.
WORD = (
    r"(?:requirements?|reqs?|requisitos?|requerimientos?|exigences?|anforderung(?:en)?|requisiti|wymagani[ae]|krav(?:en)?"
    r"|vereisten?|eisen|gereksinim(?:ler)?|kebutuhan|persyaratan|yêu cầu|требовани[ея]|вимог[аи]|要件|要求|需求"
    r"|요구\s?사항|المتطلبات|المتطلب|متطلبات|متطلب)"
)
_NUMBER = re.compile(r"(?<![\w.])(\d{1,4})(?:\.(\d{1,4}[a-z]?))?(?![\w]|\.\d)")
_RANGE = re.compile(r"(?<![\w.])(\d{1,4})\.(\d{1,4})[ \t]*(?:-|–|—|to)[ \t]*(?:\1\.)?(\d{1,4})(?![\w]|\.\d)")
_LONGEST = 100  # criteria of one range


class Numbered(NamedTuple):
    """A citation by number: `requirement` 6 and `label` 2 of `6.2`, "" of `6`, at the characters `start` to `end`."""

    requirement: str
    label: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.requirement}.{self.label}" if self.label else self.requirement


def numbers_in(text: str, offset: int = 0) -> Iterator[Numbered]:
    """Give the numbers that a list names, ranges by each of their numbers. `offset` is added to the places."""
    at = 0
    while found := _NUMBER.search(text, at):
        whole = _RANGE.match(text, found.start())
        if whole and 0 < int(whole[3]) - int(whole[2]) < _LONGEST:
            for number in range(int(whole[2]), int(whole[3]) + 1):
                yield Numbered(whole[1], str(number), offset + whole.start(), offset + whole.end())
            at = whole.end()
            continue
        yield Numbered(found[1].lstrip("0") or "0", found[2] or "", offset + found.start(), offset + found.end())
        at = found.end()
