"""The relations around an entity: `memory_graph_query`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import orjson

from compiler.languages.memory.facts import MemoryEntity, MemoryRelation
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.memory.branch_scope import BRANCH, OWN_ONLY, BranchScope
from queries.memory.git_branches import read_branch
from queries.memory.rows import RELATION, relation_row, without_empty
from queries.memory.time_ranges import format_time, parse_time
from queries.tools.argument_names import DIRECTIONS
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped
from queries.tools.schemas import DID_YOU_MEAN, integer, mapping, objects, string
from queries.tools.tool import tool

MAX_HOPS = 20


class Edge(NamedTuple):
    """A relation as an edge of the graph. `row` makes its row in an answer."""

    source: str
    target: str
    relation: str
    row: Callable[[], dict[str, Any]]


@tool(
    title="Relations of an entity",
    pack="memory",
    parameters=(
        Parameter(
            "entity",
            "string",
            "The name of an entity, or its ref.",
            required=True,
            brief="Name or ref.",
            aliases=("entity_id", "id", "ref"),
        ),
        Parameter(
            "relation_type",
            "string",
            "Only relations of this kind, at every hop: depends_on, fixes, ….",
            aliases=("kind", "type"),
        ),
        Parameter(
            "depth",
            "integer",
            "1: the relations of the entity; 2: also those of its neighbours; and so on.",
            default=1,
            minimum=0,
            maximum=MAX_HOPS,
            aliases=("max_depth", "max_hops"),
        ),
        Parameter(
            "direction",
            "string",
            "out: where relations run from it; in: where they run to it; both.",
            default="both",
            choices=("both", "out", "in"),
            synonyms=DIRECTIONS,
        ),
        BRANCH,
        OWN_ONLY,
        Parameter("as_of", "string", "What was known and true at this time; a date is the end of that day."),
        limit_of(50),
        CURSOR,
    ),
    result={
        "relations": objects(
            "By distance, then in the order of the source.",
            hop=integer("Its distance from the entity."),
            **RELATION,
        ),
        "entity": string("The entity, as the memory writes it."),
        "branch": string("The branch that was read."),
        "as_of": string("The time that was asked about, in UTC."),
        "searched": mapping(
            "In an answer without rows: what was searched.",
            relations=integer("Relations that hold on the branch."),
            relations_in_memory=integer("All relations, on all branches, ended ones included."),
        ),
        "did_you_mean": DID_YOU_MEAN,
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_graph_query(
    workspace: Workspace,
    *,
    entity: str,
    relation_type: str | None,
    depth: int,
    direction: str,
    branch: str | None,
    own_only: bool,
    as_of: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Relations around an entity, hop by hop: what it uses, what depends on it, what fixes it.

    Each relation comes once. memory_search finds facts about an entity. Without as_of: the relations that have no end.
    With as_of: the relations that were recorded and true at that time. Breadth first, in both directions unless
    direction is given. 50 a page.
    """
    snapshot, scope = read_branch(workspace, branch, own_only)
    name = _entity_named(snapshot, entity)
    at = parse_time(as_of, "as_of").last if as_of else None
    edges = _live_edges(snapshot, scope) if at is None else _edges_known_at(snapshot, scope, at)
    chosen = [edge for edge in edges if relation_type in (None, edge.relation)]
    found = _walk(chosen, name, depth, direction)
    answer: dict[str, Any] = {"relations": found, "entity": name, "branch": scope.name}
    answer |= {"as_of": format_time(at)} if at is not None else {}
    if not found:
        answer |= _empty_answer(snapshot, edges, name, relation_type, scope, depth)
    rows = {"relations": lambda hop_and_edge: {"hop": hop_and_edge[0], **hop_and_edge[1].row()}}
    return page(answer, "relations", limit=limit, cursor=cursor, rows=rows)


def _entity_named(snapshot: Snapshot, name: str) -> str:
    """Return the entity with a name, alias or ref. Exact names come before names in another case.

    An entity that only past relations name is found by its exact name. Raises QueryError.
    """
    known = snapshot.memoize("queries.memory.entities", _entities_of)
    for spelling in dict.fromkeys((name, name.strip(), unescaped(name.strip()).removeprefix("m:entity/"))):
        found = known.get(spelling) or known.get(spelling.casefold(), [])
        if len(found) == 1:
            return found[0]
        if found:
            message = f"{len(found)} entities have this name"
            raise QueryError(
                "ambiguous", message, entity=echoed(name), candidates=found, hint="Ask with the exact name."
            )
    past = snapshot.memoize("queries.memory.past_entities", _past_entities)
    for spelling in (name, name.strip()):
        if spelling in past:
            return spelling
    names = {member for members in known.values() for member in members} | past
    hint = "Entities are what relations and notes name; memory_search finds facts by words."
    raise QueryError("not_found", "Entity not found", entity=echoed(name), did_you_mean=nearest(name, names), hint=hint)


def _entities_of(snapshot: Snapshot) -> dict[str, list[str]]:
    """Map names and aliases, also in lower case, to entities. An exact name only stands for its own entity."""
    entities = snapshot.facts(MemoryEntity)
    known: dict[str, list[str]] = {}
    for entity in entities:
        for spelling in {entity.record_id.casefold(), *entity.aliases, *(alias.casefold() for alias in entity.aliases)}:
            known.setdefault(spelling, []).append(entity.record_id)
    return known | {entity.record_id: [entity.record_id] for entity in entities}


def _past_entities(snapshot: Snapshot) -> set[str]:
    """Return the names of entities in past versions of relations."""
    sql = "SELECT fields FROM fact_memory_version WHERE record_type = 'relation' AND op = 'put' AND NOT is_current"
    relations = (orjson.loads(fields) for (fields,) in snapshot.rows(sql))
    return {end for relation in relations for end in (relation["source"], relation["target"])}


def _live_edges(snapshot: Snapshot, scope: BranchScope) -> list[Edge]:
    """Return the relations that a branch sees and that have no `valid_to`."""
    found = snapshot.memoize("queries.memory.live", lambda snapshot: snapshot.facts(MemoryRelation, is_live=1))
    return [
        Edge(relation.source, relation.target, relation.relation, partial(relation_row, relation))
        for relation in found
        if scope.sees("relation", relation.record_id, relation.branch)
    ]


def _edges_known_at(snapshot: Snapshot, scope: BranchScope, at: int) -> list[Edge]:
    """Return the relations that were recorded at a time and, by that record, true then."""
    sql = (
        "SELECT ref, record_id, branch, fields, file || ':' || start_line FROM fact_memory_version WHERE "
        "record_type = 'relation' AND op = 'put' AND starts <= ? AND (ends IS NULL OR ends > ?) ORDER BY rowid"
    )
    then = scope.at(at)
    edges = []
    for ref, id, branch, fields_json, place in snapshot.rows(sql, (at, at)):
        fields = orjson.loads(fields_json)
        begins, ends = fields.get("valid_from_us"), fields.get("valid_to_us")
        if then.sees("relation", id, branch) and (begins is None or begins <= at) and (ends is None or ends > at):
            row = {name: fields.get(name) for name in RELATION} | {
                "id": id,
                "branch": branch,
                "ref": ref,
                "place": place,
            }
            edges.append(Edge(fields["source"], fields["target"], fields["relation"], partial(without_empty, row)))
    return edges


def _walk(edges: Sequence[Edge], start: str, depth: int, direction: str) -> list[tuple[int, Edge]]:
    """Return the relations within `depth` hops of an entity, each once with its distance, breadth first."""
    at_end: dict[str, list[int]] = {}
    for number, edge in enumerate(edges):
        ends = {"out": {edge.source}, "in": {edge.target}}.get(direction, {edge.source, edge.target})
        for end in ends:
            at_end.setdefault(end, []).append(number)
    found: dict[int, int] = {}
    reached, level = {start}, [start]
    for hop in range(1, depth + 1):
        touched = sorted({number for name in level for number in at_end.get(name, ()) if number not in found})
        found |= dict.fromkeys(touched, hop)
        ends_of = [end for number in touched for end in (edges[number].source, edges[number].target)]
        level = [end for end in dict.fromkeys(ends_of) if end not in reached]
        reached.update(level)
        if not level:
            break
    return [(hop, edges[number]) for number, hop in found.items()]


def _empty_answer(
    snapshot: Snapshot, edges: Sequence[Edge], name: str, relation_type: str | None, scope: BranchScope, depth: int
) -> dict[str, Any]:
    """Return what was searched, and a hint: the kinds of relation that there are, or the ones with a near name."""
    kinds = sorted({edge.relation for edge in edges})
    near = nearest(relation_type, kinds) if relation_type and relation_type not in kinds else []
    own = sorted({edge.relation for edge in edges if name in (edge.source, edge.target)})
    if not depth:
        hint = "A depth of 0 has no relations: 1 are those of the entity."
    elif relation_type and relation_type not in kinds:
        hint = f"No relation is of this kind; there are {', '.join(kinds[:20]) or 'none'}."
    elif own:
        there = ", ".join(own[:20])
        hint = f"{name} has relations on {scope.name}, but none of this kind and direction. There are {there}."
    else:
        hint = f"No relation on {scope.name} has {name} at an end. Other branches, or as_of, may have some."
    searched = {"relations": len(edges), "relations_in_memory": snapshot.count(MemoryRelation)}
    return {"searched": searched, "hint": hint} | ({"did_you_mean": near} if near else {})
