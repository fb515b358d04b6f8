"""Leaves out the doubts that a parser accounted for, by their places, and folds the others into rows."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from math import inf
from typing import NamedTuple

from compiler.unread.catcher import NO_STRUCTURE, WAITING, Catcher
from compiler.unread.catchers import (
    BY_NAME,
    DATE_IN_NUMBERS,
    DATE_OF_TWO_READINGS,
    DATED_LINE,
    STATUS_LINE,
    UNREAD_DATE,
    UNSTATED_STATUS,
)
from compiler.unread.doubts import Doubt, quoted

MAX_ROWS = 24  # of one file
DATE_LINES = 40  # of a decision, in which its date is looked for
STATUS_LINES = 60  # and its status


_FENCED = re.compile(r"^[ \t]*(`{3}|~{3})(?:(?!^[ \t]*\1).*\n)*", re.MULTILINE)  # what code prints states nothing


class ReadDecision(NamedTuple):
    """A decision that was read. `has_status_by_template`: the template of its format has a status, as those of ADRs
    do, and those of proposals need not. `has_day_order`: other dates tell whether its day or its month comes first."""

    line: int
    end_line: int
    is_stated: bool
    is_dated: bool
    has_status_by_template: bool = True
    has_day_order: bool = False


class Read(NamedTuple):
    """What parsers found in a file: objects as kind, first and last line; links as kind and line; the places of links,
    mentions and diagnostics as line, column, and the column behind them (0 on another line); lines with mentions and
    with diagnostics; decisions as first line, last line, whether a status is stated, and a date. `is_finished`: it
    holds tasks, and none of them is open."""

    objects: Sequence[tuple[str, int, int]] = ()
    links: Sequence[tuple[str, int]] = ()
    places: Sequence[tuple[int, int, int]] = ()
    mentions: Collection[int] = ()
    diagnostics: Sequence[int] = ()
    decisions: Sequence[ReadDecision] = ()
    is_finished: bool = False


class Row(NamedTuple):
    """A row of `unread`."""

    looks_like: str
    line: int
    end_line: int
    text: str
    reason: str


def rows_of_file(
    doubts: Sequence[Doubt], read: Read, text: str, schemes: Collection[str], pages: Collection[str]
) -> list[Row]:
    """Return what of a file looks like something and was not read, by line. `schemes` are the first words of the ids
    that the project uses, `pages` the names of its files (`names_of_pages`)."""
    known = _Known(read)
    left = [doubt for doubt in doubts if (not BY_NAME[doubt.catcher].needs_scheme or doubt.scheme in schemes)]
    left = [doubt for doubt in left if not doubt.page or doubt.page in pages]
    left = [doubt for doubt in left if not known.accounts_for(doubt, BY_NAME[doubt.catcher])]
    rows = [_folded(name, list(same)) for name, same in groupby(left, key=lambda doubt: doubt.catcher)]
    return sorted([*rows, *_of_decisions(read, text)], key=lambda row: (row.line, row.looks_like))[:MAX_ROWS]


class _Known:
    """The places of what was read, for looking up."""

    def __init__(self, read: Read) -> None:
        self._objects = read.objects
        self._links: dict[int, set[str]] = {}
        for kind, line in read.links:
            self._links.setdefault(line, set()).add(kind)
        self._mentions = read.mentions
        self._columns: dict[int, list[tuple[int, float]]] = {}
        for line, start, end in read.places:
            self._columns.setdefault(line, []).append((start, end or inf))
        self._is_finished = read.is_finished
        self._diagnostics = sorted(set(read.diagnostics))
        self._covered: dict[tuple[frozenset[str], bool], list[tuple[int, float]]] = {}

    def accounts_for(self, doubt: Doubt, catcher: Catcher) -> bool:
        """Whether something that was read, or a diagnostic, stands where a doubt is."""
        if doubt.end and (columns := self._columns.get(doubt.line)):
            return any(start < doubt.end and doubt.start < end for start, end in columns)
        if catcher.by_mention and doubt.line in self._mentions:
            return True
        if catcher.links is WAITING and self._is_finished:
            return True  # what is done waits for nothing, so that no link shows that the place was read
        return (
            self._has_diagnostic(doubt, catcher) or self._has_link(doubt, catcher) or self._has_object(doubt, catcher)
        )

    def _has_diagnostic(self, doubt: Doubt, catcher: Catcher) -> bool:
        """Whether a diagnostic stands in the lines of a doubt; of a doubt about a whole file, one about the whole."""
        if catcher.pattern is None:
            return self._diagnostics[:1] == [doubt.line]
        at = bisect_left(self._diagnostics, doubt.line)
        return at < len(self._diagnostics) and self._diagnostics[at] <= doubt.end_line

    def _has_link(self, doubt: Doubt, catcher: Catcher) -> bool:
        found = (self._links.get(line) for line in range(doubt.line, doubt.line + catcher.below + 1))
        return any(kinds and (catcher.links is NO_STRUCTURE or not catcher.links.isdisjoint(kinds)) for kinds in found)

    def _has_object(self, doubt: Doubt, catcher: Catcher) -> bool:
        near = catcher.near if catcher.starts else 0
        places = self._places(catcher)
        at = bisect_right(places, (doubt.end_line + near, inf)) - 1
        return at >= 0 and places[at][1] >= doubt.line - near

    def _places(self, catcher: Catcher) -> list[tuple[int, float]]:
        """Return the lines of the objects that account for a catcher's doubts, by first line, and the last line that
        any object so far reaches; where only the start of an object counts, the line that it starts at."""
        key = catcher.objects, catcher.starts
        if key not in self._covered:
            own = sorted((line, end_line) for kind, line, end_line in self._objects if kind in catcher.objects)
            starts = [line for line, _ in own]
            reached = starts if catcher.starts else accumulate((end_line for _, end_line in own), max)
            self._covered[key] = list(zip(starts, reached, strict=True))
        return self._covered[key]


def _folded(name: str, doubts: Sequence[Doubt]) -> Row:
    """Return one row for the doubts of one cause."""
    catcher, first = BY_NAME[name], doubts[0]
    more = f" (and {len(doubts) - 1:,} more)" if len(doubts) > 1 else ""
    end = max(doubt.end_line for doubt in doubts)
    return Row(catcher.looks_like, first.line, end, f"{first.text}{more}", catcher.reason)


def _of_decisions(read: Read, text: str) -> Iterator[Row]:
    """Give the doubts of the decisions that were read: of their status, and of their date."""
    lines = text.split("\n") if read.decisions else []
    unstated = [
        decision
        for decision in read.decisions
        if not decision.is_stated and (decision.has_status_by_template or _may_state(decision, lines))
    ]
    yield from _decision_rows("status", unstated, text, UNSTATED_STATUS)
    has_order = any(decision.has_day_order for decision in read.decisions)
    in_numbers = DATE_IN_NUMBERS.search(text) if read.decisions and not has_order else None
    if in_numbers:
        line = text.count("\n", 0, in_numbers.start()) + 1
        yield Row("date", line, line, quoted(lines[line - 1]), DATE_OF_TWO_READINGS)
    undated = [decision for decision in read.decisions if not decision.is_dated]
    if undated and DATED_LINE.search("\n".join(lines[:DATE_LINES])):
        yield from _decision_rows("date", undated, text, UNREAD_DATE)


def _may_state(decision: ReadDecision, lines: Sequence[str]) -> bool:
    """Whether a line of a decision may give its status."""
    own = lines[decision.line - 1 : min(decision.end_line, decision.line - 1 + STATUS_LINES)]
    return STATUS_LINE.search(_FENCED.sub("", "\n".join(own))) is not None


def _decision_rows(looks_like: str, decisions: Sequence[ReadDecision], text: str, reason: str) -> Iterable[Row]:
    if not decisions:
        return
    line, end = decisions[0].line, decisions[-1].end_line
    lines = text.split("\n")
    shown = quoted(lines[line - 1]) if line <= len(lines) else ""
    more = f" (and {len(decisions) - 1:,} more)" if len(decisions) > 1 else ""
    yield Row(looks_like, line, end, f"{shown}{more}", reason)
