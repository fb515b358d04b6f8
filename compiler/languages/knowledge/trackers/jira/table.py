"""Reads the CSV of Jira, in which a column stands once for each of its values: several are called `Labels`."""

import re
from collections.abc import Iterator, Mapping, Sequence

from compiler.languages.knowledge.trackers.csv_records import records, table_of
from compiler.languages.knowledge.trackers.dates import iso_day, iso_time
from compiler.languages.knowledge.trackers.jira.meanings import KEY, Status, link, number_in
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Issue, IssueFile, IssueLink, Json, Place, Unread

REASON = "its header has the columns of Jira"
LEAST_OWN = 2  # columns of Jira's beside the summary and the key
_OWN = frozenset(
    {"issue id", "issue type", "status", "project key", "project name", "project type", "reporter", "resolution"}
    | {"status category", "fix version/s", "fix versions", "affects version/s", "parent id", "parent summary", "sprint"}
)
_CATEGORIES = {"to do": "new", "new": "new", "in progress": "indeterminate", "indeterminate": "indeterminate"}
_LINK = re.compile(r"(inward|outward) issue link \((.{1,100})\)")
# The phrases of a type of links, inward and outward. A table has only the name of the type.
_PHRASES = {
    **dict.fromkeys(("blocks", "blocker", "blocked"), ("is blocked by", "blocks")),
    **dict.fromkeys(("depends", "dependent", "depends on"), ("is depended on by", "depends on")),
}
_CUSTOM = re.compile(r"custom field \((.{1,80})\)")
_EPIC = "custom field (epic link)"
_TIMES = ("resolved",)
_NATIVE = {
    "issue type": "issue_type",
    "status category": "status_category",
    "resolution": "resolution",
    "project key": "project",
    "sprint": "sprint",
    "original estimate": "original_estimate",
}
_LISTS = {
    **dict.fromkeys(("component/s", "components"), "components"),
    **dict.fromkeys(("fix version/s", "fix versions"), "fix_versions"),
}
_NOWHERE = Place(1, 1, 1, 1)

Cells = Mapping[str, Sequence[str]]  # the values of each column that has some


def read_table(text: str) -> IssueFile | None:
    """The issues of a file; None if its header is not Jira's."""
    table = table_of(text)
    names = set(table.header)
    if not names >= {"summary", "issue key"} or len(_OWN & names) < LEAST_OWN:
        return None
    places = Places(text)
    rows: list[tuple[Cells, Place]] = []
    unread: list[Unread] = []
    for record in records(text, table, "issue key", KEY.pattern):
        place = places.place(record.start, record.end)
        cells = _cells(table.header, record.cells)
        if reason := record.reason or _wrong_with(cells):
            unread.append(Unread(place, reason))
        else:
            rows.append((cells, place))
    keys = {number: _first(cells, "issue key") for cells, _ in rows if (number := _first(cells, "issue id"))}
    issues = tuple(_issue(cells, keys)._replace(place=place) for cells, place in rows)
    return IssueFile(REASON, issues, tuple(unread)) if issues or unread else None


def _cells(header: Sequence[str], cells: Sequence[str]) -> Cells:
    found: dict[str, list[str]] = {}
    for name, cell in zip(header, cells, strict=False):
        if plain := cell.strip():
            found.setdefault(name, []).append(plain)
    return found


def _first(cells: Cells, *names: str) -> str:
    """The first value of some columns, "" if none has any."""
    return next((cells[name][0] for name in names if name in cells), "")


def _wrong_with(cells: Cells) -> str:
    return "" if KEY.fullmatch(_first(cells, "issue key")) else "it has no key such as PROJ-12"


def _issue(cells: Cells, keys: Mapping[str, str]) -> Issue:
    """The issue of a row. `keys` are those of all rows by the numbers that Jira gives its issues."""
    key = _first(cells, "issue key")
    word = _first(cells, "status")
    category = _first(cells, "status category").casefold()
    status = Status(word, _CATEGORIES.get(category, category), _first(cells, "resolution"))
    meaning = status.meaning
    return Issue(
        id=key,
        name=key,
        number=number_in(key),
        title=_first(cells, "summary") or key,
        place=_NOWHERE,
        state=meaning.state,
        word=word,
        is_known=meaning.is_known,
        priority=_first(cells, "priority"),
        due=iso_day(_first(cells, "due date", "due")),
        created=iso_time(_first(cells, "created")),
        updated=iso_time(_first(cells, "updated")),
        times=tuple(iso_time(cells[name][0]) for name in _TIMES if name in cells),
        assignee=_first(cells, "assignee"),
        author=_first(cells, "reporter", "creator"),
        labels=tuple(dict.fromkeys(label for written in cells.get("labels", ()) for label in written.split())),
        content=_first(cells, "description"),
        native=_native(cells),
        links=tuple(_links(cells, keys)),
    )


def _native(cells: Cells) -> dict[str, Json]:
    """What Jira says beyond the model. Of custom fields those that hold no rank are kept."""
    found: dict[str, Json] = {ours: cells[name][0] for name, ours in _NATIVE.items() if name in cells}
    found |= {ours: list(cells[name]) for name, ours in _LISTS.items() if name in cells}
    custom = {one[1]: values[0] for name, values in cells.items() if (one := _CUSTOM.fullmatch(name)) and name != _EPIC}
    return found | {name: field for name, field in custom.items() if "|" not in field}


def _links(cells: Cells, keys: Mapping[str, str]) -> Iterator[IssueLink]:
    for name, values in cells.items():
        if found := _LINK.fullmatch(name):
            is_inward = found[1] == "inward"
            phrases = _PHRASES.get(found[2])
            phrase = phrases[0 if is_inward else 1] if phrases else found[2]
            yield from (link(phrase, value, "") for value in values if KEY.fullmatch(value))
    for name in ("parent key", "parent", "parent id", _EPIC):
        written = _first(cells, name)
        parent = written if KEY.fullmatch(written) else keys.get(written, "")
        if parent:
            yield IssueLink("belongs_to", False, "parent", parent, is_quiet=True)
            return
