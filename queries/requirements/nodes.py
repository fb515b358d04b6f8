"""What the tools share: finding the requirement that a call names, and walking the hierarchy.

A `Node` is a requirement with what such walks need. All nodes are read at once and kept with the snapshot.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.languages.requirements.facts import Assertion, RequirementCoverage, RequirementProject
from compiler.model.facts import Fact
from compiler.store.snapshot import ObjectRow, Snapshot, memoized
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.examples import example_files
from queries.tools.paging import limit_of
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped
from queries.tools.schemas import IS_EXAMPLE, Schema, number, string

KINDS = ("requirement", "assertion", "remainder", "code", "test", "result", "journey", "step")
TRACE_KINDS = ("implements", "refines")  # the links from a requirement to its parents

REQ_ID = Parameter(
    "id",
    "string",
    "A requirement: its id, such as REQ-p00060, or its ref.",
    required=True,
    max_length=500,
    brief="Such as REQ-p00060.",
    aliases=("req_id", "requirement", "requirement_id", "ref"),
    passed_as="req_id",
)
LIMIT = limit_of(500, maximum=5_000)

SUMMARY: dict[str, Schema] = {
    "id": string("Its id."),
    "title": string("Its title."),
    "level": string("The key of a configured level, or the level as written."),
    "status": string("The status as written."),
    "source": string("Where it stands: path:line."),
    "is_example": IS_EXAMPLE,
}
COVERAGE_PCT: Schema = number("Covered assertions in percent, to one decimal; 0 without assertions.")


class Node(NamedTuple):
    """A requirement in the hierarchy. `parents` and `children` are those of the fact."""

    id: str
    title: str
    level: str
    status: str
    role: str
    source: str
    parents: tuple[dict[str, Any], ...]
    children: tuple[str, ...]
    parent_ids: tuple[str, ...]  # along all `TRACE_KINDS`, each once
    is_example: bool


Nodes = Mapping[str, Node]


@memoized
def nodes_of(snapshot: Snapshot) -> Nodes:
    """All requirements by id, in the order of the source."""
    columns = "requirement, name, level, status, role, file, start_line, parents, children"
    nodes = {}
    examples = example_files(snapshot, "requirement")
    for id_, name, level, status, role, file, line, parents, children in snapshot.rows(
        f"SELECT {columns} FROM fact_requirement ORDER BY rowid"
    ):
        above, below = tuple(orjson.loads(parents)), tuple(orjson.loads(children))
        parent_ids = tuple(dict.fromkeys(parent["id"] for parent in above if parent["kind"] in TRACE_KINDS))
        nodes[id_] = Node(id_, name, level, status, role, f"{file}:{line}", above, below, parent_ids, file in examples)
    return nodes


def project_of(snapshot: Snapshot) -> RequirementProject:
    """The fact on the project as a whole. Raises QueryError `unavailable` if the source has no requirements."""
    found = snapshot.memoize("queries.requirements.project", _projects_of)
    if not found:
        raise QueryError(
            "unavailable",
            "No requirements in this source",
            hint="A requirement is a markdown heading such as '## REQ-p00001: Title', or an item of a format in "
            "docs/formats.md; get_snapshot_info tells what was compiled.",
        )
    return found[0]


def _projects_of(snapshot: Snapshot) -> list[RequirementProject]:
    return snapshot.facts(RequirementProject)


def named_requirement(snapshot: Snapshot, name: str, argument: str = "req_id") -> Node:
    """The requirement with an id or ref. Raises QueryError `not_found`, or `wrong_kind` for another kind of object.

    `argument` is the argument that holds the name, for the error.
    """
    nodes = nodes_of(snapshot)
    native_id = native(name)
    if native_id in nodes:
        return nodes[native_id]
    project_of(snapshot)  # raises if there are no requirements at all
    other = known_object(snapshot, name)
    if other is not None:
        raise _not_a_requirement(snapshot, other, name, argument)
    raise QueryError(
        "not_found",
        f"Requirement '{echoed(name)}' not found",
        **{argument: echoed(name)},
        did_you_mean=nearest(native_id, nodes),
        hint="search finds requirements by a part of their id, by title or by words.",
    )


def known_object(snapshot: Snapshot, name: str) -> ObjectRow | None:
    """The object with a ref or native id, if its kind is one of `KINDS`."""
    by_ref = snapshot.object(unescaped(name))
    found = [by_ref] if by_ref else snapshot.objects(id=native(name))
    return next((row for row in found if row.kind in KINDS), None)


def native(name: str) -> str:
    """The native id of a name, which is a native id or a ref (`r:REQ-p00060`)."""
    return unescaped(name).removeprefix("r:")


def _not_a_requirement(snapshot: Snapshot, other: ObjectRow, name: str, argument: str) -> QueryError:
    fact = snapshot.fact_of(other.ref)
    owner = fact.requirement if isinstance(fact, Assertion) else None
    hint = f"It is an assertion of {owner}: ask about that." if owner else "object_get tells about any object."
    message = f"'{echoed(name)}' is not a requirement but of kind {other.kind}"
    return QueryError("wrong_kind", message, **{argument: echoed(name)}, kind=other.kind, requirement=owner, hint=hint)


def summary(node: Node) -> dict[str, Any]:
    """A requirement as an item of a list."""
    return {
        "id": node.id,
        "title": node.title,
        "level": node.level,
        "status": node.status,
        "source": node.source,
        **({"is_example": True} if node.is_example else {}),
    }


def location(fact: Fact) -> str:
    """Where a fact is stated: `path:line`."""
    return str(fact.span)


def coverage_of(snapshot: Snapshot, requirement: str) -> RequirementCoverage:
    """The coverage of a requirement."""
    return snapshot.facts(RequirementCoverage, requirement=requirement)[0]


def is_covered(assertion: Assertion, covered: RequirementCoverage) -> bool:
    """Whether a test covers an assertion. Of two with one label only the first counts."""
    is_first = len(assertion.id) == len(assertion.requirement) + 1 + len(assertion.label)
    return is_first and assertion.label in covered.tested


def percent(part: int, whole: int) -> float:
    """A share in percent, to one decimal; 0 of nothing."""
    return round(100.0 * part / whole, 1) if whole else 0.0


def parent_ids(node: Node, kinds: Iterable[str] = TRACE_KINDS) -> list[str]:
    """The parents along links of these kinds, each once, as declared."""
    chosen = set(kinds)
    if chosen.issuperset(TRACE_KINDS):
        return list(node.parent_ids)
    return list(dict.fromkeys(parent["id"] for parent in node.parents if parent["kind"] in chosen))


def ancestors(nodes: Nodes, start: str, kinds: Iterable[str] = TRACE_KINDS) -> list[str]:
    """All ancestors, depth first along the parents as declared. In a cycle a requirement is not its own ancestor."""
    chosen = tuple(kinds)
    found: dict[str, None] = {start: None}
    waiting = parent_ids(nodes[start], chosen)[::-1]  # a stack with the first parent on top
    while waiting:
        one = waiting.pop()
        if one not in found and one in nodes:
            found[one] = None
            waiting += parent_ids(nodes[one], chosen)[::-1]
    return list(found)[1:]


def descendants(nodes: Nodes, start: str) -> list[str]:
    """All descendants, nearest first."""
    found: dict[str, None] = {start: None}
    level = [start]
    while level:
        below = [child for name in level for child in nodes[name].children if child in nodes]
        level = [child for child in dict.fromkeys(below) if child not in found]
        found |= dict.fromkeys(level)
    return list(found)[1:]


def listed(text: str) -> list[str]:
    """The words of a comma-separated argument, in lower case."""
    return [word for part in text.split(",") if (word := part.strip().casefold())]
