"""The verdicts of a source, with what they stand on: `get_health`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from compiler.model.verdicts import NAMES, VERDICTS
from compiler.store.snapshot import Snapshot, memoized
from queries.lookup.paths import path_below_root
from queries.tools.not_understood import ALL
from queries.tools.paging import CURSOR, LIMIT, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, mapping, objects, string
from queries.tools.tool import tool

MAX_EVIDENCE = 10  # pieces that are shown of each verdict

_VERDICTS = "SELECT v.ref, v.kind, v.id, o.title, v.verdict, v.since, v.why, v.file, v.line FROM verdict AS v"
_VERDICTS += " JOIN object_row AS o ON o.ref = v.ref"
_EVIDENCE = "SELECT ref, verdict, what, evidence, file, line, number FROM verdict_evidence WHERE number <= ?"
_EVIDENCE += " ORDER BY ref, verdict, number"


class _Row(NamedTuple):
    """A row of the relation `verdict`, with the title of the object."""

    ref: str
    kind: str
    id: str
    title: str
    verdict: str
    since: str | None
    why: str
    file: str
    line: int


@tool(
    title="Health",
    pack="core",
    parameters=(
        Parameter("kind", "string", "Only objects of this kind, such as decision, requirement, task or document."),
        Parameter("verdict", "string", "Only this verdict.", choices=NAMES),
        Parameter("path", "string", "Only objects in this file, or below this folder.", aliases=("file",)),
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
            verdict=string("; ".join(f"{one.name}: {one.meaning}" for one in VERDICTS) + "."),
            since=string("The day that the source states for it; absent when it states none."),
            why=string("The first piece of evidence, and how many more there are."),
            source=string("The place of the object: path:line."),
            evidence=objects(
                f"What the verdict stands on, at most {MAX_EVIDENCE} pieces.",
                what=string("What it says."),
                ref=string("The object that says it; absent when the object itself does."),
                source=string("Where it says so: path:line."),
            ),
        ),
        "by_verdict": mapping("How many the filter kept of each verdict.", **{name: integer(name) for name in NAMES}),
    },
    looks_like=ALL,
)
def get_health(
    snapshot: Snapshot,
    *,
    kind: str | None,
    verdict: str | None,
    path: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Whether decisions, requirements, tasks and pages still hold: contested, standing on what is gone, done but
    untested, built though proposed, replaced, in force. With the lines that show it.

    Each verdict is a rule over what the source states, and no guess: where a status is missing, is a default or is not
    understood, there is none. So an object without a verdict is neither sound nor unsound. The strongest come first.
    The rules stand in docs/verdicts.md. 50 per page.
    """
    path = path_below_root(snapshot, path, "path") if path else None
    every = _verdicts(snapshot)
    below = None if path is None else f"{path.rstrip('/')}/"
    kept = [
        row
        for row in every
        if kind in (None, row.kind)
        and verdict in (None, row.verdict)
        and (below is None or row.file == path or row.file.startswith(below))
    ]
    answer: dict[str, Any] = {"verdicts": kept, "by_verdict": _counts(kept)}
    if not kept:
        answer["hint"] = _nothing(every)
    evidence = _evidence(snapshot)

    def shown(row: _Row) -> dict[str, Any]:
        return {
            **{name: getattr(row, name) for name in ("ref", "kind", "id", "title", "verdict")},
            **({"since": row.since} if row.since else {}),
            "why": row.why,
            "source": f"{row.file}:{row.line}",
            "evidence": evidence.get((row.ref, row.verdict), []),
        }

    return page(answer, "verdicts", limit=limit, cursor=cursor, rows={"verdicts": shown})


@memoized
def _verdicts(snapshot: Snapshot) -> Sequence[_Row]:
    """Every verdict, the strongest first."""
    rows = [_Row(*row) for row in snapshot.rows(_VERDICTS)]
    return sorted(rows, key=lambda row: (NAMES.index(row.verdict), row.file, row.line, row.ref))


@memoized
def _evidence(snapshot: Snapshot) -> Mapping[tuple[str, str], list[dict[str, Any]]]:
    """The first pieces of evidence, by the ref of the object and the verdict."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for ref, verdict, what, evidence, file, line, _ in snapshot.rows(_EVIDENCE, (MAX_EVIDENCE,)):
        shown = {"what": what, **({"ref": evidence} if evidence else {}), "source": f"{file}:{line}"}
        found.setdefault((ref, verdict), []).append(shown)
    return found


def _counts(rows: Sequence[_Row]) -> dict[str, int]:
    counted = Counter(row.verdict for row in rows)
    return {name: counted[name] for name in NAMES if counted[name]}


def _nothing(every: Sequence[_Row]) -> str:
    if not every:
        return "No rule applies: no status is stated that a rule could hold against something."
    by_verdict = ", ".join(f"{count} {name}" for name, count in _counts(every).items())
    by_kind = ", ".join(f"{count} {name}" for name, count in sorted(Counter(row.kind for row in every).items()))
    return f"None fits the filter. The whole source has {by_verdict}; by kind {by_kind}."
