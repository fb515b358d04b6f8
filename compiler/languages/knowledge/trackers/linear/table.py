"""Reads the CSV of Linear."""

import re
from collections.abc import Iterator, Mapping

from compiler.languages.knowledge.trackers.csv_records import records, table_of
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


def read_table(text: str) -> IssueFile | None:
    """The issues of a file; None if its header is not Linear's."""
    table = table_of(text)
    if not set(table.header) >= _NEEDED or len(_OWN & set(table.header)) < LEAST_OWN:
        return None
    places = Places(text)
    issues: list[Issue] = []
    unread: list[Unread] = []
    for record in records(text, table, "id", ID.pattern):
        place = places.place(record.start, record.end)
        cells = dict(zip(table.header, map(_cell, record.cells), strict=False))
        reason = record.reason or _wrong_with(cells)
        if reason:
            unread.append(Unread(place, reason))
        else:
            issues.append(_issue(cells)._replace(place=place))
    return IssueFile(REASON, tuple(issues), tuple(unread)) if issues or unread else None


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
