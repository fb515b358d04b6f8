"""The verdicts of a source, with what they stand on: `get_health`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from compiler.model.verdicts import DRIFTED, NAMES, VERDICTS
from compiler.store.snapshot import Snapshot, memoized
from compiler.workspace.git.logged import TIME
from compiler.workspace.interface import RevisionError, Workspace
from queries.errors.query_error import QueryError
from queries.lookup.paths import path_below_root
from queries.revisions.object_history import HISTORY, READ, read_so_far, reading_errors
from queries.revisions.opening import revisions_of
from queries.tools.not_understood import ALL
from queries.tools.paging import CURSOR, LIMIT, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, mapping, objects, string
from queries.tools.tool import tool
from queries.verdicts.drifting import Drift, drifts
from queries.verdicts.removed import Removals

MAX_EVIDENCE = 10  # pieces that are shown of each verdict
BROKEN = "broken_ground"
_TO_PATH, _NOT_THERE = " leads to f:", ", which does not exist"  # around the path of a piece of evidence
NOT_DRIFTED = "In the commits that were read, nothing that is cited changed in meaning after the line that cites it."

# The relation `verdict` is made of the same rows. Computing them twice takes twice as long.
_EVIDENCE = """
SELECT e.ref, o.kind, o.id, o.title, e.verdict, o.file, o.start_line, e.since, e.what, e.evidence, e.file, e.line
FROM verdict_evidence AS e JOIN object_row AS o ON o.ref = e.ref ORDER BY e.ref, e.verdict, e.number
"""


class _Row(NamedTuple):
    """A row of the relation `verdict`, with the title of the object and the first pieces of evidence."""

    ref: str
    kind: str
    id: str
    title: str
    verdict: str
    file: str
    line: int
    since: str | None
    why: str
    evidence: list[dict[str, Any]]


_OF_OBJECT = _Row._fields[: _Row._fields.index("since")]


class _Piece(NamedTuple):
    """A piece of evidence."""

    since: str | None
    what: str
    ref: str | None
    file: str
    line: int

    @property
    def shown(self) -> dict[str, Any]:
        """The piece as an answer shows it."""
        return {"what": self.what, **({"ref": self.ref} if self.ref else {}), "source": f"{self.file}:{self.line}"}


@tool(
    title="Health",
    pack="core",
    parameters=(
        Parameter("kind", "string", "Only objects of this kind, such as decision, requirement, task or document."),
        Parameter(
            "verdict",
            "string",
            "Only this verdict; drifted is read from the history, if asked for, and when what is broken went.",
            choices=(*NAMES, DRIFTED.name),
        ),
        Parameter("path", "string", "Only objects in this file, or below this folder.", aliases=("file",)),
        replace(
            HISTORY, description="With drifted or broken_ground: the most commits to read, along the first parents."
        ),
        LIMIT,
        CURSOR,
    ),
    result={
        "verdicts": objects(
            "By verdict, the strongest first, then by file and line.",
            ref=string("The ref of the object."),
            kind=string("Its kind."),
            id=string("Its id."),
            title=string("Its title."),
            verdict=string("; ".join(f"{one.name}: {one.meaning}" for one in (*VERDICTS, DRIFTED)) + "."),
            since=string("The day that the source or a commit states for it; absent when none does."),
            why=string("The first piece of evidence, and how many more there are."),
            source=string("The place of the object: path:line."),
            evidence=objects(
                f"What the verdict stands on, at most {MAX_EVIDENCE} pieces.",
                what=string("What it says."),
                ref=string("The object that says it; absent when the object itself does."),
                source=string("Where it says so: path:line."),
            ),
        ),
        "by_verdict": mapping(
            "How many the filter kept of each verdict.", **{name: integer(name) for name in (*NAMES, DRIFTED.name)}
        ),
        **{
            name: schema | {"description": f"With drifted or broken_ground: {schema['description']}"}
            for name, schema in READ.items()
        },
    },
    may_run_long=True,
    needs_workspace=True,
    looks_like=ALL,
)
def get_health(
    workspace: Workspace,
    *,
    kind: str | None,
    verdict: str | None,
    path: str | None,
    history: int,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Whether decisions, requirements, tasks and pages still hold: contested, standing on what is gone, done but
    untested, built though proposed, replaced, in force. With the lines that show it.

    Each verdict is a rule over what the source states, and no guess: where a status is missing, is a default or is not
    understood, there is none. So an object without a verdict is neither sound nor unsound. The strongest come first.
    The rules stand in docs/verdicts.md. 50 per page. `drifted` is computed only when it is asked for by `verdict`: it
    reads the history of the repository, at most `history` commits and for about 20 seconds, and says where it stopped.
    `verdict=broken_ground` reads it too, if there is one: which commit removed a path, and where its file is now.
    """
    snapshot = workspace.snapshot
    path = path_below_root(snapshot, path, "path") if path else None
    every, read = _verdicts(snapshot), dict[str, Any]()
    if verdict == DRIFTED.name:
        every, read = _drifted(workspace, history)
    elif verdict == BROKEN:
        every, read = _broken(workspace, every, history)
    below = None if path is None else f"{path.rstrip('/')}/"
    kept = [
        row
        for row in every
        if kind in (None, row.kind)
        and verdict in (None, row.verdict)
        and (below is None or row.file == path or row.file.startswith(below))
    ]
    answer: dict[str, Any] = {"verdicts": kept, "by_verdict": _counts(kept), **read}
    if not kept:
        answer["hint"] = _nothing(every) if verdict != DRIFTED.name or every else NOT_DRIFTED

    def shown(row: _Row) -> dict[str, Any]:
        return {
            **{name: getattr(row, name) for name in ("ref", "kind", "id", "title", "verdict")},
            **({"since": row.since} if row.since else {}),
            "why": row.why,
            "source": f"{row.file}:{row.line}",
            "evidence": row.evidence,
        }

    return page(answer, "verdicts", limit=limit, cursor=cursor, rows={"verdicts": shown})


@memoized
def _verdicts(snapshot: Snapshot) -> Sequence[_Row]:
    """Every verdict, the strongest first."""
    rows = []
    for named, evidence in groupby(snapshot.rows(_EVIDENCE), key=lambda row: row[: len(_OF_OBJECT)]):
        pieces = [_Piece(*row[len(_OF_OBJECT) :]) for row in evidence]
        since = min((piece.since for piece in pieces if piece.since), default=None)
        more = f" (and {len(pieces) - 1} more)" if len(pieces) > 1 else ""
        shown = [piece.shown for piece in pieces[:MAX_EVIDENCE]]
        rows.append(_Row._make((*named, since, pieces[0].what + more, shown)))
    return sorted(rows, key=lambda row: (NAMES.index(row.verdict), row.file, row.line, row.ref))


def _drifted(workspace: Workspace, history: int) -> tuple[Sequence[_Row], dict[str, Any]]:
    """Return what has drifted, by file and line, and what of the history was read. Raises QueryError."""
    with reading_errors():
        reading = revisions_of(workspace).history(history)
        found, is_cut = drifts(workspace, reading)
    by_ref: dict[str, list[Drift]] = {}
    for drift in found:
        by_ref.setdefault(drift.citation.holder.ref, []).append(drift)
    rows = []
    for some in by_ref.values():
        holder, first = some[0].citation.holder, some[0]
        pieces = [
            _Piece(None, verdict.what, verdict.citation.ref or None, verdict.citation.file, verdict.citation.line).shown
            for verdict in some
        ]
        more = f" (and {len(some) - 1} more)" if len(some) > 1 else ""
        named = (holder.ref, holder.kind, holder.id, holder.title, DRIFTED.name, holder.file, holder.start_line)
        since = max(verdict.changed.at[:10] for verdict in some) or None
        rows.append(_Row(*named, since, first.what + more, pieces[:MAX_EVIDENCE]))
    return rows, read_so_far(reading, len(reading.log.commits), TIME if is_cut else reading.log.end)


def _broken(workspace: Workspace, every: Sequence[_Row], history: int) -> tuple[Sequence[_Row], dict[str, Any]]:
    """Return the verdicts, those of broken ground with the commits that removed paths, and what of the history was
    read: nothing where there is none. Raises QueryError."""
    try:
        reading = revisions_of(workspace).history(history)
        removals = Removals(reading)
        rows = [_with_removals(row, removals) if row.verdict == BROKEN else row for row in every]
    except (RevisionError, QueryError):  # all that is known without a history
        return every, {}
    return rows, read_so_far(reading, len(reading.log.commits), reading.log.end)


def _with_removals(row: _Row, removals: Removals) -> _Row:
    """Return a verdict of broken ground that says when what it stands on went."""
    pieces, days = [], []
    for piece in row.evidence:
        path = piece["what"].partition(_TO_PATH)[2].removesuffix(_NOT_THERE)
        commit = removals.commit(path) if path else None
        if commit:
            place = removals.place(path)
            days.append(commit.at[:10])
            told = f": it went in {commit.shown}" + (f", now {place}" if place else "")
            piece = {**piece, "what": piece["what"] + told}
        pieces.append(piece)
    why = row.why.replace(row.evidence[0]["what"], pieces[0]["what"])
    return row._replace(evidence=pieces, why=why, since=min(days, default=None))


def _counts(rows: Sequence[_Row]) -> dict[str, int]:
    counted = Counter(row.verdict for row in rows)
    return {name: counted[name] for name in (*NAMES, DRIFTED.name) if counted[name]}


def _nothing(every: Sequence[_Row]) -> str:
    if not every:
        return "No rule applies: no status is stated that a rule could hold against something."
    by_verdict = ", ".join(f"{count} {name}" for name, count in _counts(every).items())
    by_kind = ", ".join(f"{count} {name}" for name, count in sorted(Counter(row.kind for row in every).items()))
    return f"None fits the filter. The whole source has {by_verdict}; by kind {by_kind}."
