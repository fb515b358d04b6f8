"""Relations between entities: `graph_relations`, `graph_path`, `graph_orphans`.

A relation runs as its name reads: the blocker blocks what waits for it, the newer decision supersedes the older.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from compiler.graphs.paths import shortest_path
from compiler.store.snapshot import Snapshot, memoized
from queries.knowledge.entities import ENTITY, LIMIT, TYPE, Heads, counts_by_type, entity_rows, heads_of, of_project
from queries.knowledge.entity_lookup import ID, named_entity
from queries.tools.argument_names import DIRECTIONS
from queries.tools.paging import CURSOR, Cursor, cut, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

RELATION = {
    "source_id": string("The id of its source."),
    "source_type": string("The type of its source."),
    "relation_type": string("implements, blocks, supersedes, references, belongs_to or documents."),
    "target_id": string("The id of its target."),
    "target_type": string("The type of its target."),
    "native_type": string("The word of the source for it."),
    "created_at": string("When it was made, if the source says so."),
    "derived": boolean("True when the source only implies it, by a superseded_by field for example."),
    "dangling": boolean("True when one end does not exist."),
    "title": string("The title of the other end."),
    "source": string("The line that states it: path:line."),
}


class Edge(NamedTuple):
    """A relation with its ends as refs. `position` orders relations, oldest first."""

    position: int
    source: str
    target: str
    dangling: bool


Neighbours = Mapping[str, Mapping[str, int]]  # ref -> ref of the other end -> position of the first relation


@memoized
def edges_of(snapshot: Snapshot) -> Sequence[Edge]:
    """All relations, oldest first."""
    sql = "SELECT position, source, target, is_dangling FROM fact_knowledge_relation ORDER BY position"
    return [Edge(position, source, target, bool(dangling)) for position, source, target, dangling in snapshot.rows(sql)]


def _neighbours_of(snapshot: Snapshot) -> Neighbours:
    """The neighbours of each entity in either direction, over relations whose ends both exist."""
    found: dict[str, dict[str, int]] = {}
    for edge in edges_of(snapshot):
        if not edge.dangling and edge.source != edge.target:
            found.setdefault(edge.source, {}).setdefault(edge.target, edge.position)
            found.setdefault(edge.target, {}).setdefault(edge.source, edge.position)
    return found


_COLUMNS = (
    "position, source, source_id, source_type, relation_type, target, target_id, target_type, native_type, "
    "created_at, is_derived, is_dangling, file || ':' || start_line"
)


def relation_rows(snapshot: Snapshot, positions: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The relations at these positions as answers show them, by position."""
    marks = ", ".join("?" * len(positions))
    sql = f"SELECT {_COLUMNS} FROM fact_knowledge_relation WHERE position IN ({marks})"
    return {row[0]: _relation(row) for row in snapshot.rows(sql, positions)}


def _relation(row: tuple[Any, ...]) -> dict[str, Any]:
    _, _, source, source_type, kind, _, target, target_type, native, created, derived, dangling, place = row
    ends = {"source_id": source, "source_type": source_type, "relation_type": kind}
    ends |= {"target_id": target, "target_type": target_type}
    details = {
        **({"native_type": native} if native and native != kind else {}),
        **({"created_at": created} if created else {}),
        **({"derived": True} if derived else {}),
        **({"dangling": True} if dangling else {}),
    }
    return {**ends, **details, "source": place}


def relation_counts(snapshot: Snapshot, ref: str) -> dict[str, dict[str, int]]:
    """The number of relations of each type from and to an entity: `{"outgoing": {"blocks": 2}, "incoming": {}}`."""
    counts = {}
    for way, end in (("outgoing", "source"), ("incoming", "target")):
        sql = f"SELECT relation_type, count(*) FROM fact_knowledge_relation WHERE {end} = ? GROUP BY 1 ORDER BY 1"
        counts[way] = dict(snapshot.rows(sql, (ref,)))
    return counts


@tool(
    title="Relations of an entity",
    pack="knowledge",
    parameters=(
        ID,
        Parameter(
            "direction",
            "string",
            "out: relations of which it is the source; in: relations of which it is the target.",
            default="both",
            choices=("both", "out", "in"),
            synonyms=DIRECTIONS,
        ),
        limit_of(100, 1_000),
        CURSOR,
    ),
    result={
        "entity_id": string("The entity."),
        "outgoing": objects("Relations of which it is the source, oldest first.", **RELATION),
        "incoming": objects("Relations of which it is the target, oldest first.", **RELATION),
    },
)
def graph_relations(snapshot: Snapshot, *, id: str, direction: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """What an entity blocks, implements, supersedes or cites, and what does so to it, with lines.

    Use it to see a decision's successors or what a task touches. The blocker is the source of blocks, the newer
    decision the source of supersedes. Relations come oldest first, as far as the source says when they were made. 100
    per page.
    """
    head = named_entity(snapshot, id)
    ends = {"outgoing": "source" if direction != "in" else "", "incoming": "target" if direction != "out" else ""}
    answer: dict[str, Any] = {"entity_id": head.id}
    for way, end in ends.items():
        sql = f"SELECT {_COLUMNS} FROM fact_knowledge_relation WHERE {end} = ? ORDER BY position"
        answer[way] = snapshot.rows(sql, (head.ref,)) if end else []
    if not (answer["outgoing"] or answer["incoming"]):
        ways = {"both": "from or to", "out": "from", "in": "to"}[direction]
        answer["hint"] = f"No relation leads {ways} this {head.type}. The source states {len(edges_of(snapshot))}."
    heads = heads_of(snapshot)
    rows = {"outgoing": lambda row: _titled(heads, row, row[5]), "incoming": lambda row: _titled(heads, row, row[1])}
    return page(answer, "outgoing", "incoming", limit=limit, cursor=cursor, rows=rows)


def _titled(heads: Heads, row: tuple[Any, ...], other: str) -> dict[str, Any]:
    shown = _relation(row)
    place = shown.pop("source")
    return {**shown, **({"title": heads[other].title} if other in heads else {}), "source": place}


@tool(
    title="Path between entities",
    pack="knowledge",
    parameters=(
        Parameter(
            "from",
            "string",
            "Where the path begins: an id or ref.",
            required=True,
            max_length=500,
            brief="An id or ref.",
            aliases=("from_id", "from_ref"),
            passed_as="from_id",
        ),
        Parameter(
            "to",
            "string",
            "Where it ends: an id or ref.",
            required=True,
            max_length=500,
            aliases=("to_id", "to_ref"),
            passed_as="to_id",
        ),
        Parameter(
            "max_depth",
            "integer",
            "The most relations in the path.",
            default=10,
            minimum=0,
            maximum=1_000,
            aliases=("depth", "max_hops"),
        ),
    ),
    result={
        "path": strings("The ids along the path, both ends included; empty when there is no path."),
        "length": integer("The number of relations in the path; absent when there is no path."),
        "relations": objects("The relations along the path, in the direction in which they are stated.", **RELATION),
        "truncated": string(
            "depth, when a longer path than max_depth may exist; size, when not all relations fit the answer."
        ),
        "hint": string("Why there is no path, or what was left out."),
    },
)
def graph_path(snapshot: Snapshot, *, from_id: str, to_id: str, max_depth: int) -> dict[str, Any]:
    """Shortest path between two entities over relations. find_route also follows mentions.

    Relations of every type are followed, in either direction. The answer has the line of each. Of equal paths, the one
    over older relations is returned. No path is an empty list, not an error. find_route also follows mentions in texts.
    """
    start = named_entity(snapshot, from_id, "from_id")
    end = named_entity(snapshot, to_id, "to_id")
    neighbours = snapshot.memoize("queries.knowledge.neighbours", _neighbours_of)
    refs, is_cut = shortest_path(neighbours, start.ref, end.ref, max_depth)
    if not refs:
        hint = f"No path of at most {max_depth} relations leads from {start.id} to {end.id}."
        longer = " Try a larger max_depth." if is_cut else " They stand in separate parts of the graph."
        return {"path": [], **({"truncated": "depth"} if is_cut else {}), "hint": hint + longer}
    positions = [neighbours[near][far] for near, far in pairwise(refs)]
    heads, rows = heads_of(snapshot), relation_rows(snapshot, positions)
    path = [heads[ref].id for ref in refs]
    found = {"path": path, "length": len(positions), "relations": [rows[position] for position in positions]}
    shown = cut(found, "relations")
    del shown["total"]  # the length, already said
    return shown


@tool(
    title="Entities without relations",
    pack="knowledge",
    parameters=(
        TYPE,
        LIMIT,
        CURSOR,
    ),
    result={
        "orphans": objects("By type, then in the order of their source.", **ENTITY),
        "searched": mapping("How many entities of each type were searched."),
    },
)
def graph_orphans(snapshot: Snapshot, *, type: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Decisions, tasks and notes without any relation.

    Examples, such as templates, are left out. A relation to something that does not exist counts as a relation. 50 per
    page.
    """
    heads = heads_of(snapshot)
    chosen = [head for head in of_project(heads) if type is None or head.type == type]
    joined = snapshot.memoize("queries.knowledge.joined", _joined)
    found = [head.ref for head in chosen if head.ref not in joined]
    counts = {kind: count for kind, count in counts_by_type(chosen).items() if type in (None, kind)}
    return page({"orphans": entity_rows(snapshot, found), "searched": counts}, "orphans", limit=limit, cursor=cursor)


def _joined(snapshot: Snapshot) -> set[str]:
    """The refs of all ends of relations."""
    return {ref for edge in edges_of(snapshot) for ref in (edge.source, edge.target)}
