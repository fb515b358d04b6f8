"""Finds requirements by a search query, and the assertions that match by themselves."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from compiler.languages.requirements.facts import Assertion
from compiler.store.snapshot import Snapshot
from queries.patterns import find_pattern
from queries.requirements.nodes import nodes_of, summary
from queries.search import Found, find, parse

MAX_ASSERTIONS_SHOWN = 50  # matching assertions per requirement


class Match(NamedTuple):
    """A requirement that was found, its score, and the ids of its assertions that match."""

    id: str
    score: float
    assertions: tuple[str, ...] = ()


def matches(
    snapshot: Snapshot, query: str, field: str, regex: bool, include_assertions: bool, scope: Collection[str] | None
) -> list[Match]:
    """The requirements of a scope (None for all) that a query finds, in the ranking of `search`.

    With `include_assertions`, each match names the assertions whose text matches. Requirements found by an assertion
    only come last. Raises QueryError for an invalid regular expression.
    """
    ids = snapshot.memoize("queries.requirements.rows", _requirement_rows)
    rows = None if scope is None else {row for row, one in ids.items() if one in scope}
    found = {
        ids[hit.row]: hit.score
        for hit in _hits(snapshot, query, field, regex, "requirement", rows)
        if rows is None or hit.row in rows
    }
    if not include_assertions:
        return [Match(one, score) for one, score in found.items()]
    # The body of a requirement includes its assertions; only a search of its own tells which of them match.
    assertions: dict[str, list[str]] = {}
    owners = snapshot.memoize("queries.requirements.assertion_rows", _assertion_rows)
    rows = None if scope is None else {row for row, (owner, _) in owners.items() if owner in scope}
    for hit in _hits(snapshot, query, "body", regex, "assertion", rows):
        if rows is None or hit.row in rows:
            owner, assertion = owners[hit.row]
            assertions.setdefault(owner, []).append(assertion)
    return [
        Match(one, found.get(one, 0.0), tuple(assertions.get(one, ()))) for one in dict.fromkeys([*found, *assertions])
    ]


def _hits(
    snapshot: Snapshot, query: str, field: str, regex: bool, kind: str, rows: Collection[int] | None
) -> list[Found]:
    """The hits of a kind. A pattern is tried on these rows only; words are looked up in all rows, which is as fast."""
    if regex:
        return find_pattern(snapshot, query, field, {kind}, rows)
    return find(snapshot, parse(query), field, {kind})


def _requirement_rows(snapshot: Snapshot) -> Mapping[int, str]:
    """The ids of the requirements by row number of the search index."""
    return dict(snapshot.rows("SELECT rowid, id FROM object_row WHERE kind = 'requirement'"))


def _assertion_rows(snapshot: Snapshot) -> Mapping[int, tuple[str, str]]:
    """The requirement and the id of each assertion by row number of the search index."""
    joined = "object_row JOIN fact_assertion ON fact_assertion.rowid = fact_row WHERE kind = 'assertion'"
    found = snapshot.rows(f"SELECT object_row.rowid, requirement, assertion FROM {joined}")
    return {row: (requirement, assertion) for row, requirement, assertion in found}


def match_row(snapshot: Snapshot, match: Match) -> dict[str, Any]:
    """A match as an item of a list."""
    row = {**summary(nodes_of(snapshot)[match.id]), "score": round(match.score, 4)}
    if not match.assertions:
        return row
    facts = [snapshot.facts(Assertion, assertion=one)[0] for one in match.assertions[:MAX_ASSERTIONS_SHOWN]]
    in_order = sorted(facts, key=lambda one: one.ordinal)
    return {**row, "matched_assertions": [{"id": one.id, "label": one.label, "text": one.text} for one in in_order]}
