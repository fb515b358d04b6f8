"""The items that a cursor goes through, for each type of query.

A query returns one function per item, which makes the item when it is needed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from compiler.languages.requirements.facts import Reference
from compiler.store.snapshot import Snapshot
from queries.requirements.coverage import GAPS_OF, gap_row, gaps, labels_by_test, test_row, tests_of
from queries.requirements.hierarchy import ANY_NODE, neighbourhood
from queries.requirements.keywords import words_of
from queries.requirements.matching import Match, match_row, matches
from queries.requirements.nodes import (
    KINDS,
    REQ_ID,
    coverage_of,
    listed,
    named_requirement,
    nodes_of,
    project_of,
    summary,
)
from queries.requirements.rendering import Member, node_row
from queries.requirements.searching import DIRECTION, HOW, QUERY, SCOPE_ID, scope_of
from queries.requirements.subtree import DEPTH, INCLUDE_KINDS, ROOT_ID, collect
from queries.tools.parameters import Parameter
from queries.tools.tool import Tool

Item = Callable[[], dict[str, Any]]


def items_of(snapshot: Snapshot, query: str, params: Mapping[str, Any], batch_size: int) -> Sequence[Item]:
    """The items of a query. Raises QueryError if its params are wrong or name something that does not exist."""
    definition = QUERIES[query]
    checked = definition.keyword_arguments(params)
    limit = checked.pop("limit", None)
    items: Sequence[Item] = definition.run(snapshot, batch_size, **checked)["items"]
    return items[:limit]


def _subtree(snapshot: Snapshot, batch_size: int, *, root_id: str, depth: int, include_kinds: str) -> dict[str, Any]:
    """Everything below a node, breadth first, with assertions as separate items or in their requirement."""
    members = collect(snapshot, root_id, depth, include_kinds)
    inside: dict[int, list[Member]] = {}
    for member in members:
        if member.kind == "assertion" and member.parent >= 0:
            inside.setdefault(member.parent, []).append(member)
    items: list[Item] = []
    for at, member in enumerate(members):
        if member.kind == "assertion" and member.parent >= 0:
            continue  # added with its requirement
        assertions = inside.get(at, [])
        if batch_size < 0:
            items += [partial(node_row, snapshot, each) for each in (member, *assertions)]
        else:
            items.append(partial(_with_assertions, snapshot, member, assertions, batch_size > 0))
    return {"items": items}


def _with_assertions(snapshot: Snapshot, member: Member, assertions: Iterable[Member], preview: bool) -> dict[str, Any]:
    """A node; a requirement with its assertions, and with its children if there is a preview."""
    row = node_row(snapshot, member)
    if member.kind != "requirement":
        return row
    row["assertions"] = [node_row(snapshot, each) for each in assertions]
    if preview:
        nodes = nodes_of(snapshot)
        row["children"] = [summary(nodes[child]) for child in nodes[member.id].children if child in nodes]
    return row


def _search(snapshot: Snapshot, _: int, *, query: str, field: str, regex: bool) -> dict[str, Any]:
    """The requirements that a query finds, best first."""
    project_of(snapshot)
    return _match_items(snapshot, matches(snapshot, query, field, regex, False, None))


def _scoped_search(
    snapshot: Snapshot,
    _: int,
    *,
    query: str,
    scope_id: str,
    direction: str,
    field: str,
    regex: bool,
    include_assertions: bool,
) -> dict[str, Any]:
    """The requirements that a query finds in a part of the hierarchy."""
    scope = set(scope_of(snapshot, scope_id, direction))
    return _match_items(snapshot, matches(snapshot, query, field, regex, include_assertions, scope))


def _match_items(snapshot: Snapshot, found: Iterable[Match]) -> dict[str, Any]:
    return {"items": [partial(match_row, snapshot, match) for match in found]}


def _hierarchy(snapshot: Snapshot, batch_size: int, *, req_id: str) -> dict[str, Any]:
    """The ancestors, children and siblings of a node; `section` says which an item is."""
    del batch_size  # items have no parts
    _, parts = neighbourhood(snapshot, req_id)
    rows = [{**row, "section": section} for section, found in parts.items() for row in found]
    return {"items": [partial(dict, row) for row in rows]}


def _query_nodes(
    snapshot: Snapshot, _: int, *, kind: str, keywords: str, match_all: bool, level: str | None, status: str | None
) -> dict[str, Any]:
    """The nodes of a kind with keywords in title or text; level and status apply to requirements only."""
    project_of(snapshot)
    phrases = [words for keyword in listed(keywords) if (words := words_of(keyword))]
    quantifier = all if match_all else any
    joined = "object_row JOIN search_index AS search ON search.rowid = object_row.rowid"
    found = []
    sql = f"SELECT object_row.id, object_row.title, body FROM {joined} WHERE kind = ? ORDER BY object_row.rowid"
    for native, title, body in snapshot.rows(sql, (kind,)):
        text = f"{title} {body}".casefold()
        # A quick check of first words comes first, since splitting a text into words is slow.
        if not phrases or (
            quantifier(phrase.split()[0] in text for phrase in phrases)
            and quantifier(_has_words(text, phrase) for phrase in phrases)
        ):
            found.append(native)
    if kind == "requirement":
        found = [name for name in found if _has_level_and_status(snapshot, name, level, status)]
    return {"items": [partial(node_row, snapshot, Member(name, kind, 0, -1)) for name in found]}


def _has_words(text: str, words: str) -> bool:
    return f" {words} " in f" {words_of(text)} "


def _has_level_and_status(snapshot: Snapshot, requirement: str, level: str | None, status: str | None) -> bool:
    node = nodes_of(snapshot)[requirement]
    pairs = ((level, node.level), (status, node.status))
    return all(expected is None or expected.casefold() == actual.casefold() for expected, actual in pairs)


def _test_coverage(snapshot: Snapshot, _: int, *, req_id: str) -> dict[str, Any]:
    """The tests of a requirement with their results."""
    node = named_requirement(snapshot, req_id)
    labels = labels_by_test(snapshot.facts(Reference, requirement=node.id, source_kind="test"))
    tests = tests_of(snapshot, coverage_of(snapshot, node.id))
    return {"items": [partial(test_row, snapshot, test, labels.get(test.id, [])) for test in tests]}


def _uncovered_assertions(snapshot: Snapshot, _: int, *, req_id: str | None) -> dict[str, Any]:
    """The assertions that no test covers, of one requirement or of all."""
    return {"items": [partial(gap_row, snapshot, gap) for gap in gaps(snapshot, req_id)]}


def _query(run: Callable[..., dict[str, Any]], *parameters: Parameter) -> Tool:
    """A type of query. Its params are declared and checked like the arguments of a tool."""
    return Tool(run, name=run.__name__.strip("_"), title="", pack="", parameters=parameters, result={})


MAX_ITEMS = Parameter("limit", "integer", "The largest number of items; without it, all.", minimum=1, maximum=100_000)

QUERIES: Mapping[str, Tool] = {
    "subtree": _query(_subtree, ROOT_ID, DEPTH, INCLUDE_KINDS),
    "search": _query(_search, QUERY, *HOW[:2], MAX_ITEMS),
    "hierarchy": _query(_hierarchy, ANY_NODE),
    "query_nodes": _query(
        _query_nodes,
        Parameter("kind", "string", "The kind of node.", default="requirement", choices=KINDS),
        Parameter("keywords", "string", "Words, separated by commas.", default=""),
        Parameter("match_all", "boolean", "All keywords must occur, not just one of them.", default=True),
        Parameter("level", "string", "Only requirements of this level."),
        Parameter("status", "string", "Only requirements of this status."),
        MAX_ITEMS,
    ),
    "test_coverage": _query(_test_coverage, REQ_ID),
    "uncovered_assertions": _query(_uncovered_assertions, GAPS_OF),
    "scoped_search": _query(_scoped_search, QUERY, SCOPE_ID, DIRECTION, *HOW, MAX_ITEMS),
}
