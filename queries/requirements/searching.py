"""Search in a part of the hierarchy (`scoped_search`), and for the most specific matches (`discover_requirements`)."""

from collections.abc import Collection
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.errors.near import Candidate, candidates, nearest, nearest_of
from queries.lookup.by_name import searched
from queries.requirements.matching import Match, match_row, matches
from queries.requirements.nodes import (
    SUMMARY,
    ancestors,
    descendants,
    named_requirement,
    nodes_of,
    project_of,
)
from queries.requirements.pruning import EDGE_KINDS, PRUNED, STATS, chosen_edge_kinds, prune, pruned_row
from queries.search.words import FIELDS
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, SEARCHED, integer, number, objects, string, strings
from queries.tools.tool import tool

QUERY = Parameter(
    "query",
    "string",
    'An id or a part of an id, a title, or words. "…" is a phrase that must occur; -word must not occur.',
    required=True,
    brief='Id, title or words; "phrase", -word.',
    aliases=("q", "text"),
)
DIRECTION = Parameter(
    "direction",
    "string",
    "Whether to search the scope with everything below it, or with everything above it.",
    default="descendants",
    choices=("descendants", "ancestors"),
    synonyms={"down": "descendants", "below": "descendants", "up": "ancestors", "above": "ancestors"},
)
HOW = (
    Parameter("field", "string", "Search only this field.", default="all", choices=FIELDS),
    Parameter(
        "regex", "boolean", "Whether the query is a regular expression (RE2 syntax, in any case).", default=False
    ),
    Parameter(
        "include_assertions",
        "boolean",
        "Also search each assertion by itself, and name those that match.",
        default=False,
    ),
)
SCOPE_ID = Parameter(
    "scope_id",
    "string",
    "The requirement to search around: its id or ref.",
    required=True,
    max_length=500,
    brief="Search around this requirement.",
    aliases=("scope", "root_id", "id", "ref"),
)
RESULTS = objects(
    "Best first.",
    **SUMMARY,
    score=number("Higher is better: 2 or more if the name matches, below 1 for words."),
    matched_assertions=objects(
        "The assertions that match by themselves.", id=string("Its id."), label=string("Its label.")
    ),
)


@tool(
    title="Search in a part",
    pack="requirements",
    parameters=(QUERY, SCOPE_ID, DIRECTION, *HOW, limit_of(50), CURSOR),
    result={
        "scope_id": string("The requirement searched around."),
        "direction": string("descendants or ancestors."),
        "scope_size": integer("How many requirements were searched."),
        "results": RESULTS,
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def scoped_search(
    snapshot: Snapshot,
    *,
    query: str,
    scope_id: str,
    direction: str,
    field: str,
    regex: bool,
    include_assertions: bool,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Searches one requirement and all below (or above) it. Use it when you know the area.

    A word that nothing there has finds the words that begin with it. With include_assertions, the assertions that match
    are named. 50 per page.
    """
    scope = scope_of(snapshot, scope_id, direction)
    found = matches(snapshot, query, field, regex, include_assertions, set(scope))
    answer = {"scope_id": scope[0], "direction": direction, "scope_size": len(scope), "results": found}
    if not found:
        answer |= _nothing_found(snapshot, query, scope)
    rows = {"results": lambda match: match_row(snapshot, match)}
    return page(answer, "results", limit=limit, cursor=cursor, rows=rows)


def scope_of(snapshot: Snapshot, scope_id: str, direction: str) -> list[str]:
    """The ids of a scope: the requirement that was named, then its descendants or ancestors."""
    start = named_requirement(snapshot, scope_id, "scope_id").id
    reached = descendants if direction == "descendants" else ancestors
    return [start, *reached(nodes_of(snapshot), start)]


def _nothing_found(snapshot: Snapshot, query: str, scope: Collection[str]) -> dict[str, Any]:
    nodes = nodes_of(snapshot)
    if len(scope) == len(nodes):
        near = nearest_of(query, snapshot.memoize("queries.requirements.names", _names_of))
    else:
        near = nearest(query, [name for id_ in scope for name in (id_, nodes[id_].title)])
    hint = "Nothing in this part fits. Try fewer or other words, a wider scope, or search."
    empty = {"searched": searched(snapshot, ["requirement"]), "hint": hint}
    return empty | ({"did_you_mean": near} if near else {})


def _names_of(snapshot: Snapshot) -> list[Candidate]:
    """The ids and titles of all requirements, ready for `nearest_of`."""
    return candidates(name for node in nodes_of(snapshot).values() for name in (node.id, node.title))


@tool(
    title="Most specific matches",
    pack="requirements",
    parameters=(
        QUERY,
        Parameter(
            "scope_id",
            "string",
            "The requirement to search around; without it, all are searched.",
            max_length=500,
            brief="Search around this requirement.",
            aliases=("scope", "root_id", "id", "ref"),
        ),
        DIRECTION,
        *HOW,
        limit_of(50),
        EDGE_KINDS,
        CURSOR,
    ),
    result={
        "scope_id": string("The requirement searched around; absent if all were searched."),
        "direction": string("descendants or ancestors."),
        "scope_size": integer("How many requirements were searched."),
        "results": RESULTS,
        "pruned": PRUNED,
        "stats": STATS,
        "warnings": strings("Cycles among the matches, which are all kept."),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def discover_requirements(
    snapshot: Snapshot,
    *,
    query: str,
    scope_id: str | None,
    direction: str,
    field: str,
    regex: bool,
    include_assertions: bool,
    limit: int,
    edge_kinds: str,
    cursor: Cursor,
) -> dict[str, Any]:
    """Finds the most specific requirements for words. Use it first when given a task.

    Searches like scoped_search, and drops each match that is an ancestor of another match. The dropped matches are
    listed with those that supersede them. All matches are pruned together, then divided into pages of 50.
    """
    project_of(snapshot)
    kinds = chosen_edge_kinds(edge_kinds)
    scope = list(nodes_of(snapshot)) if scope_id is None else scope_of(snapshot, scope_id, direction)
    # All matches are pruned before paging, so that the contents do not depend on the length of a page.
    found = matches(snapshot, query, field, regex, include_assertions, set(scope))
    kept = prune(nodes_of(snapshot), [match.id for match in found], kinds)
    minimal = set(kept.minimal)
    answer: dict[str, Any] = {} if scope_id is None else {"scope_id": scope[0], "direction": direction}
    answer |= {
        "scope_size": len(scope),
        "results": [match for match in found if match.id in minimal],
        "pruned": list(kept.superseded),
        "stats": {
            "candidate_count": len(found),
            "minimal_count": len(minimal),
            "pruned_count": len(kept.superseded),
        },
    }
    if kept.warnings:
        answer["warnings"] = kept.warnings
    if not found:
        answer |= _nothing_found(snapshot, query, scope)
    by_id: dict[str, Match] = {match.id: match for match in found}
    rows = {
        "results": lambda match: match_row(snapshot, match),
        "pruned": lambda name: {**match_row(snapshot, by_id[name]), **pruned_row(kept, name)},
    }
    return page(answer, "results", "pruned", limit=limit, cursor=cursor, rows=rows)
