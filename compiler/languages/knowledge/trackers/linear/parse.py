"""Reads the CSV of Linear. A row that is no issue costs itself: the next one is found by what a row begins with."""

import csv
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from compiler.languages.knowledge.trackers.dates import iso_day, iso_time
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Issue, IssueFile, IssueLink, Json, Place, Unread
from compiler.languages.knowledge.trackers.status_words import Meaning, meaning_of

REASON = "its header has the columns of Linear"
_NEEDED = frozenset({"id", "title", "status"})
_OWN = frozenset(
    {"team", "cycle number", "cycle name", "triaged", "canceled", "parent issue", "project milestone", "initiatives"}
    | {"estimate", "project id", "sla status", "blocked by", "archived", "due date", "completed", "started"}
)
LEAST_OWN = 3  # columns of Linear's beside those that any list of tasks has
MAX_TRIES = 500  # at rows that are not right, in one file
ID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}-\d{1,9}")
_NAMES = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}-\d{1,9}(?![\w-])")
_NATIVE = {
    "team": "team",
    "project": "project",
    "estimate": "estimate",
    "cycle name": "cycle",
    "project milestone": "milestone",
    "started": "started",
    "completed": "completed",
    "canceled": "canceled",
    "initiatives": "initiatives",
    "duplicate of": "duplicate_of",
}
_NOWHERE = Place(1, 1, 1, 1)
_FORMULA = ("'=", "'+", "'-", "'@")  # Linear writes ' before what a spreadsheet would compute


class _Row(NamedTuple):
    """The cells of one record between two offsets. `reason` says why they are none."""

    cells: list[str]
    start: int
    end: int
    reason: str = ""


def parse(path: str, text: str) -> IssueFile | None:  # noqa: ARG001
    """The issues of a file; None if its header is not Linear's."""
    header_end = text.find("\n") + 1 or len(text)
    head = text[:header_end].rstrip("\n")
    delimiter = max(",;\t", key=head.count)
    header = [one.strip().casefold() for one in next(csv.reader([head], delimiter=delimiter), [])]
    if not set(header) >= _NEEDED or len(_OWN & set(header)) < LEAST_OWN:
        return None
    places = Places(text)
    issues: list[Issue] = []
    unread: list[Unread] = []
    for row in _rows(text, header_end, header, delimiter):
        place = places.place(row.start, row.end)
        cells = dict(zip(header, map(_cell, row.cells), strict=False))
        reason = row.reason or _wrong_with(cells)
        if reason:
            unread.append(Unread(place, reason))
        else:
            issues.append(_issue(cells)._replace(place=place))
    return IssueFile(REASON, tuple(issues), tuple(unread)) if issues or unread else None


def _rows(text: str, at: int, header: list[str], delimiter: str) -> Iterator[_Row]:
    """The records from an offset on. One that is not right ends where a line begins that begins a right one."""
    begins = re.compile(rf'^"?{ID.pattern}"?{re.escape(delimiter)}', re.MULTILINE) if header[0] == "id" else None
    tries = MAX_TRIES
    while at < len(text):
        row = _row(text, at, len(header), delimiter)
        if row.reason and begins:
            end = text.find("\n", at) + 1 or len(text)
            while tries > 0 and (found := begins.search(text, end)):
                tries -= 1
                end = found.start()
                if not _row(text, end, len(header), delimiter).reason:
                    break
                end = text.find("\n", end) + 1 or len(text)
            else:
                end = len(text)
            row = row._replace(end=end)
        if row.cells or row.reason:
            yield row
        at = max(row.end, at + 1)


def _row(text: str, at: int, columns: int, delimiter: str) -> _Row:
    """The record that begins at an offset."""
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        start = at
        while start < len(text):
            end = text.find("\n", start) + 1 or len(text)
            taken += end - start
            yield text[start:end]
            start = end

    try:
        cells = next(csv.reader(lines(), delimiter=delimiter, strict=True), [])
    except csv.Error:
        return _Row([], at, at + taken, "a quote is not closed or stands within a cell, or a cell is over 128 KiB")
    if len(cells) > columns and any(cells[columns:]):
        return _Row(cells, at, at + taken, f"it has {len(cells)} cells, and the header {columns}")
    return _Row(cells, at, at + taken)


def _cell(written: str) -> str:
    plain = written.strip()
    return plain[1:] if plain.startswith(_FORMULA) else plain


def _wrong_with(cells: Mapping[str, str]) -> str:
    if not ID.fullmatch(cells.get("id", "")):
        return "it has no id such as ENG-12"
    return "" if cells.get("title") else "it has no title"


def _issue(cells: Mapping[str, str]) -> Issue:
    identifier = cells["id"]
    state = _state(cells)
    times = {
        name: iso_time(cells.get(name, "")) for name in ("started", "triaged", "completed", "canceled", "archived")
    }
    return Issue(
        id=identifier,
        name=identifier,
        number=int(identifier.rpartition("-")[2]),
        title=cells["title"],
        place=_NOWHERE,
        state=state.state,
        word=cells.get("status", ""),
        is_known=state.is_known,
        priority=cells.get("priority", ""),
        due=iso_day(cells.get("due date", "")),
        created=iso_time(cells.get("created", "")),
        updated=iso_time(cells.get("updated", "")),
        times=tuple(filter(None, times.values())),
        assignee=cells.get("assignee", ""),
        author=cells.get("creator", ""),
        labels=tuple(one for part in cells.get("labels", "").split(",") if (one := part.strip())),
        content=cells.get("description", ""),
        native=_native(cells),
        links=tuple(_links(cells)),
    )


def _state(cells: Mapping[str, str]) -> Meaning:
    """The dates decide, since a team may name its statuses as it likes; then the word, then whether it was begun."""
    if cells.get("completed") or cells.get("canceled"):
        return Meaning("done")
    word = cells.get("status", "")
    found = meaning_of(word)
    if cells.get("archived") and found.state != "done":
        return Meaning("archived")
    if not found.is_known and cells.get("started"):
        return Meaning("in_progress")
    return found


def _native(cells: Mapping[str, str]) -> dict[str, Json]:
    found: dict[str, Json] = {ours: cells[name] for name, ours in _NATIVE.items() if cells.get(name)}
    if (estimate := cells.get("estimate", "")).isdecimal() and len(estimate) < 10:
        found["estimate"] = int(estimate)
    return found


def _links(cells: Mapping[str, str]) -> Iterator[IssueLink]:
    for column, relation, is_reversed in (
        ("blocked by", "blocks", True),
        ("blocks", "blocks", False),
        ("blocking", "blocks", False),
        ("parent issue", "belongs_to", False),
        ("related to", "references", False),
        ("duplicate of", "references", False),
    ):
        for target in _NAMES.findall(cells.get(column, "")):
            yield IssueLink(relation, is_reversed, column, target, is_quiet=relation != "blocks")
