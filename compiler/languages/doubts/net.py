"""The net: parses one page into what a person who leafs through it would take for a thing. It knows no format.

Each catcher is a row of `CATCHERS`: it is given the page and yields what it caught. Whether a parser accounts for that is
asked later, by place (`relations.py`). Every pattern is linear, and at most `MAX_CAUGHT` things of one cause are kept.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from compiler.languages.doubts.decisions import dates, log_entries, record_pages, statuses
from compiler.languages.doubts.page import Page, page_of
from compiler.languages.doubts.records import Caught, Unit
from compiler.languages.doubts.tasks import boxes, dependencies
from compiler.model.language import Parsed

MAX_CAUGHT = 3  # of one cause in a file; the last one says how many more there are
MAX_TEXT = 200  # characters of a doubt's text


class Catcher(NamedTuple):
    """What a catcher looks for, and the words of which one stands in any page (or its path) in which it is."""

    looks_like: str
    words: re.Pattern[str]
    catch: Callable[[Page], Iterator[Caught]]


_ANY = re.compile("")
CATCHERS = (
    Catcher("decision", _ANY, record_pages),
    Catcher("decision", re.compile("decision|adr", re.IGNORECASE), log_entries),
    Catcher("status", _ANY, statuses),
    Catcher("date", _ANY, dates),
    Catcher("task", re.compile(r"\[[^\]\n]?\]"), boxes),
    Catcher("dependency", re.compile(r"\b(?:block|depend|requir|need|wait|after)", re.IGNORECASE), dependencies),
)


def parse(path: str, text: str) -> Parsed:
    """Return what the net caught in a page, None as unit if nothing."""
    page = page_of(path, text)
    caught = [
        one._replace(text=one.text.strip()[:MAX_TEXT])
        for catcher in CATCHERS
        if catcher.words.search(text)
        for one in folded(list(catcher.catch(page)))
    ]
    caught.sort(key=lambda one: (one.line, one.looks_like, one.reason))
    return Parsed(Unit(tuple(caught)) if caught else None, ())


def folded(caught: list[Caught]) -> list[Caught]:
    """The first of each cause; the last one kept says how many there are."""
    by_cause: dict[tuple[str, str], list[Caught]] = {}
    for one in caught:
        by_cause.setdefault((one.looks_like, one.reason), []).append(one)
    kept = []
    for members in by_cause.values():
        kept += members[:MAX_CAUGHT]
        if len(members) > MAX_CAUGHT:
            kept[-1] = kept[-1]._replace(reason=f"{kept[-1].reason} ({len(members)} such in this file)")
    return kept
