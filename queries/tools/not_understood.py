"""`not_understood`: how much in a source looks like what a tool lists and was not read as such.

A tool declares which kinds of `unread` it lists (`looks_like`). An argument that names a kind of objects narrows them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from compiler.store.snapshot import Snapshot, memoized
from queries.tools.schemas import Schema, integer, mapping, strings

MAX_PLACES = 3
MAX_PLACE = 160  # characters of a place

DECISIONS = ("decision", "status", "date")
TASKS = ("task", "dependency")
REQUIREMENTS = ("requirement",)
COVERAGE = ("coverage", "requirement")
DIAGRAMS = ("diagram",)
LINKS = ("link", "citation")
INSTRUCTIONS = ("instruction",)
BY_KIND: Mapping[str, Sequence[str]] = {
    "decision": DECISIONS,
    "task": TASKS,
    "requirement": REQUIREMENTS,
    "assertion": REQUIREMENTS,
    "diagram": DIAGRAMS,
    "instruction": INSTRUCTIONS,
    "code": ("coverage",),
    "test": ("coverage",),
}
ALL = tuple(dict.fromkeys(kind for kinds in BY_KIND.values() for kind in kinds))

NOT_UNDERSTOOD: Schema = mapping(
    "Places that look like what is listed here and were not read as such: see the relation unread. Absent without any.",
    count=integer("How many rows of unread."),
    first=strings("The first three, as path:line and what it looks like."),
)

MIN_NAME = 3  # letters of a name that is looked for
MAX_LOOKED_AT = 2_000  # rows

Row = tuple[str, str, int]


def not_understood(
    snapshot: Snapshot, looks_like: Collection[str], arguments: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the value of the field for a tool that lists `looks_like`; None if nothing stands in its scope."""
    named = [value for name in ("type", "kind") if isinstance(value := arguments.get(name), str)]
    wanted = [
        kind for kind in looks_like if not named or any(kind in BY_KIND.get(kind_named, ()) for kind_named in named)
    ]
    found = [row for row in unread_rows(snapshot) if row[0] in wanted]
    if not found:
        return None
    return {"count": len(found), "first": [place(row) for row in found[:MAX_PLACES]]}


def not_understood_as(snapshot: Snapshot, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the value of the field for a question about an object that does not exist: the places that were not
    understood and that have its name in their text, or in the name of their file. None without any."""
    names = [_bare(value) for value in arguments.values() if isinstance(value, str)]
    named = [re.compile(rf"(?<![\w]){re.escape(name)}(?!\w)") for name in names if len(name) >= MIN_NAME]
    if not named:
        return None
    rows = snapshot.rows(
        "SELECT looks_like, file, start_line, end_line, text FROM fact_unread ORDER BY rowid LIMIT ?", (MAX_LOOKED_AT,)
    )
    snapshot.charge(len(rows))
    found: list[Row] = []
    for looks_like, path, line, end_line, text in rows:
        shown = f"{path.rpartition('/')[2]} {text}".casefold()
        if any(pattern.search(shown) for pattern in named):
            found.append((looks_like, path, line))
        elif end_line > line:  # a row may fold several places
            lines = (snapshot.text(path) or "").casefold().split("\n")[line - 1 : end_line]
            at = next((at for at, text in enumerate(lines, line) if any(each.search(text) for each in named)), 0)
            found += [(looks_like, path, at)] if at else []
    # What looks like the object itself says more than a citation in the same line.
    places = {row[1:]: row for row in sorted(found, key=lambda row: row[0] != "citation")}
    kept = [row for row in found if places[row[1:]] == row]
    return {"count": len(kept), "first": [place(row) for row in kept[:MAX_PLACES]]} if kept else None


def _bare(written: str) -> str:
    """Return the id in a name: `adr-9` of `k:decision/ADR-9`."""
    return written[:MAX_PLACE].rstrip("/").rpartition("/")[2].rpartition("#")[2].casefold().strip()


def place(row: Row) -> str:
    """Return a row of `unread` as a place: `rfcs/001.md:1 decision`."""
    looks_like, path, line = row
    return f"{path if len(path) <= MAX_PLACE else path[: MAX_PLACE - 1] + '…'}:{line} {looks_like}"


def with_not_understood(answer: dict[str, Any], found: dict[str, Any] | None) -> dict[str, Any]:
    """Return an answer with the field: first when the answer lists nothing, else last."""
    if found is None:
        return answer
    if any(isinstance(value, list | dict) and value for value in answer.values()):
        return {**answer, "not_understood": found}
    version = {name: answer[name] for name in ("schema_version",) if name in answer}
    return {**version, "not_understood": found, **answer}


@memoized
def unread_rows(snapshot: Snapshot) -> Sequence[Row]:
    """Return what every row of `unread` looks like, its file and its line, in the order of files."""
    return snapshot.rows("SELECT looks_like, file, start_line FROM fact_unread ORDER BY rowid")


def unread_counts(snapshot: Snapshot) -> dict[str, int]:
    """Return how many rows of `unread` there are of each kind, the most first."""
    counts: dict[str, int] = {}
    for looks_like, _, _ in unread_rows(snapshot):
        counts[looks_like] = counts.get(looks_like, 0) + 1
    return dict(sorted(counts.items(), key=lambda counted: (-counted[1], counted[0])))
