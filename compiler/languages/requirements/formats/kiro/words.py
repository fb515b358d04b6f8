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
# What else such a list may name, with the numbers behind it: `1.1; Design: Property 12, 3.4`.
_OTHER = rf"\b(?!{WORD})[^\W\d_][\w ]{{1,30}}[:：]|\b(?:Property|Properties|Design|Section)\b"
_TOKEN = re.compile(
    rf"(?P<other>{_OTHER})|(?P<word>{WORD})|(?P<aside>\([^()\n]{{0,200}}\))"
    rf"|(?<![\w.])(?P<prefix>(?!{WORD})(?-i:[A-Z]{{2,8}}-))?(?P<number>\d{{1,4}})(?:\.(?P<label>\d{{1,4}}[a-z]?))?(?![\w]|\.\d)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d{1,4})\.(\d{1,4})[ \t]*(?:-|–|—|to)[ \t]*(?:\1\.)?(\d{1,4})(?![\w]|\.\d)")
_CRITERIA = re.compile(r"[ \t]*\((?:acceptance[ \t]+)?criteri(?:a|on)[ \t]+([\d, \t]{1,60})\)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;.&*–—-]|\b(?:and|to)\b")
_LONGEST = 100  # criteria of one range


class Numbered(NamedTuple):
    """A citation by number: `requirement` 6 and `label` 2 of `6.2`, "" of `6`, at the characters `start` to `end`. The
    number of a requirement may begin with a word of the project's own: `TR-6`."""

    requirement: str
    label: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.requirement}.{self.label}" if self.label else self.requirement


def is_list(text: str) -> bool:
    """Return whether a text has nothing but what such a list names."""
    return _BETWEEN.sub("", _TOKEN.sub("", text)) == ""


def numbers_in(text: str, offset: int = 0) -> Iterator[Numbered]:
    """Give the numbers that a list names, ranges by each of their numbers. `offset` is added to the places."""
    at, is_other = 0, False
    while found := _TOKEN.search(text, at):
        at = found.end()
        is_other = bool(found["other"] or (is_other and not found["word"]))
        if not found["number"] or (is_other and not found["prefix"]):
            continue
        whole = None if found["prefix"] else _RANGE.match(text, found.start())
        criteria = _CRITERIA.match(text, at)
        labels = [found["label"] or ""]
        if whole and 0 < int(whole[3]) - int(whole[2]) < _LONGEST:
            labels = [str(number) for number in range(int(whole[2]), int(whole[3]) + 1)]
            at = whole.end()
        elif criteria:
            labels = re.findall(r"\d+", criteria[1])
        for label in labels:
            number = f"{found['prefix'] or ''}{found['number'].lstrip('0') or '0'}"
            yield Numbered(number, label, offset + found.start(), offset + at)
