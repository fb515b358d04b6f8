"""Prunes a set of requirements to its most specific members.

A member is dropped if it is an ancestor of another member. Members of one cycle are ancestors of each other, so none of
them is more specific: they are kept, with a warning.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.lookup.by_name import check_kinds
from queries.requirements.nodes import (
    SUMMARY,
    TRACE_KINDS,
    Nodes,
    ancestors,
    listed,
    native,
    nodes_of,
    parent_ids,
    project_of,
    summary,
)
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import integer, mapping, objects, strings
from queries.tools.tool import tool

MAX_CYCLES_SHOWN = 10

EDGE_KINDS = Parameter(
    "edge_kinds",
    "string",
    "The kinds of link to parents to follow, separated by commas: implements, refines.",
    default="implements,refines",
    max_length=100,
)
PRUNED = objects(
    "The requirements that were dropped, in the order given.",
    **SUMMARY,
    superseded_by=strings("The ids of the more specific members, sorted."),
)
STATS = mapping(
    "How many requirements there are.",
    minimal_count=integer("How many were kept."),
    pruned_count=integer("How many were dropped."),
)


class Pruned(NamedTuple):
    """The members that are kept, by dropped member the more specific ones, and warnings on cycles."""

    minimal: list[str]
    superseded: dict[str, list[str]]
    warnings: list[str]


def prune(nodes: Nodes, members: Sequence[str], kinds: Sequence[str]) -> Pruned:
    """Prunes a set by the parents along links of these kinds. The members stay in order."""
    above = _above(nodes, members, kinds)
    below: dict[str, list[str]] = {}
    # Ancestors are looked up among the members: comparing all pairs would take quadratic time.
    for name, higher in above.items():
        for other in higher & above.keys():
            below.setdefault(other, []).append(name)
    superseded: dict[str, list[str]] = {}
    circular: set[frozenset[str]] = set()
    for name in above.keys() & below.keys():
        mutual = {other for other in below.get(name, ()) if other in above[name]}
        if mutual:
            circular.add(frozenset({name, *mutual}))
        more_specific = sorted(set(below.get(name, ())) - mutual, key=str.encode)
        if more_specific:
            superseded[name] = more_specific
    return Pruned(
        [name for name in above if name not in superseded],
        {name: superseded[name] for name in above if name in superseded},
        _warnings(circular),
    )


def _above(nodes: Nodes, members: Sequence[str], kinds: Sequence[str]) -> dict[str, set[str]]:
    """The ancestors of each member. Members with the same parents share a set, except a member in it (a cycle)."""
    by_parents: dict[tuple[str, ...], set[str]] = {}
    above: dict[str, set[str]] = {}
    for member in dict.fromkeys(members):
        parents = tuple(parent_ids(nodes[member], kinds))
        shared = by_parents.get(parents)
        if shared is None:
            shared = by_parents[parents] = {
                other for parent in parents if parent in nodes for other in (parent, *ancestors(nodes, parent, kinds))
            }
        above[member] = shared - {member} if member in shared else shared
    return above


def _warnings(circular: set[frozenset[str]]) -> list[str]:
    cycles = sorted(", ".join(sorted(cycle, key=str.encode)) for cycle in circular)
    warnings = [
        f"{cycle} are ancestors of each other: none is more specific, so none of them supersedes another."
        for cycle in cycles[:MAX_CYCLES_SHOWN]
    ]
    more = len(cycles) - MAX_CYCLES_SHOWN
    return [*warnings, f"… and {more} more cycles."] if more > 0 else warnings


def chosen_edge_kinds(text: str) -> list[str]:
    """The kinds of link in a comma-separated argument, all if it is empty. Raises QueryError for another kind."""
    chosen = listed(text)
    check_kinds(chosen, TRACE_KINDS, "edge")
    return chosen or list(TRACE_KINDS)


def pruned_row(kept: Pruned, requirement: str) -> dict[str, Any]:
    return {"superseded_by": kept.superseded[requirement]}


@tool(
    title="Most specific of a set",
    pack="requirements",
    parameters=(
        Parameter(
            "ids",
            "strings",
            "Ids or refs of requirements.",
            required=True,
            max_length=500,
            max_items=1_000,
            aliases=("req_ids", "requirements", "refs"),
            passed_as="req_ids",
        ),
        EDGE_KINDS,
        limit_of(500, 1_000),
        CURSOR,
    ),
    result={
        "minimal_set": objects("The most specific members, in the order given, each once.", **SUMMARY),
        "pruned": PRUNED,
        "not_found": strings("The names that are no requirement."),
        "did_you_mean": mapping("The nearest ids by name that was not found."),
        "stats": STATS,
        "warnings": strings("Cycles among the members, which are all kept."),
    },
)
def minimize_requirement_set(
    snapshot: Snapshot, *, req_ids: list[str], edge_kinds: str, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Drops from a list of requirements those that are ancestors of others. Use it before citing them in a ticket.

    Members are ancestors also through requirements that are not in the list. The answer says which members supersede
    each. Names that do not exist are listed and are no error.
    """
    project_of(snapshot)
    nodes = nodes_of(snapshot)
    kinds = chosen_edge_kinds(edge_kinds)
    known = [native(name) for name in req_ids if native(name) in nodes]
    unknown = list(dict.fromkeys(name for name in req_ids if native(name) not in nodes))
    kept = prune(nodes, known, kinds)
    answer: dict[str, Any] = {
        "minimal_set": kept.minimal,
        "pruned": list(kept.superseded),
        "not_found": unknown,
        **_near(nodes, unknown),
        "stats": {
            "input_count": len(req_ids),
            "minimal_count": len(kept.minimal),
            "pruned_count": len(kept.superseded),
        },
    }
    if kept.warnings:
        answer["warnings"] = kept.warnings
    rows = {
        "minimal_set": lambda name: summary(nodes[name]),
        "pruned": lambda name: {**summary(nodes[name]), **pruned_row(kept, name)},
        "not_found": echoed,
    }
    return page(answer, "minimal_set", "pruned", "not_found", limit=limit, cursor=cursor, rows=rows)


def _near(nodes: Nodes, unknown: Sequence[str]) -> dict[str, Any]:
    """The nearest ids for the first few names only, since each search looks at all ids."""
    near = {echoed(name): found for name in unknown[:5] if (found := nearest(native(name), nodes))}
    return {"did_you_mean": near} if near else {}
