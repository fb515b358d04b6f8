"""Finds requirements by a search query, and the assertions that match by themselves."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from compiler.languages.requirements.facts import Assertion
from compiler.store.snapshot import Snapshot
from queries.requirements.keywords import words_of
from queries.requirements.nodes import nodes_of, summary
from queries.search.patterns import find_pattern
from queries.search.words import Found, find, parse

BEGINNING = 0.05  # the score of what has only the beginning of a word
MIN_BEGINNING = 3  # letters
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

    A word of the query that nothing in the scope has is taken for the beginning of words; such matches come last.
    With `include_assertions`, each match names the assertions whose text matches. Requirements found by an assertion
    only come last. Raises QueryError for an invalid regular expression.
    """
    ids = snapshot.memoize("queries.requirements.rows", _requirement_rows)
    rows = None if scope is None else {row for row, name in ids.items() if name in scope}
    found = {
        ids[hit.row]: hit.score
        for hit in _hits(snapshot, query, field, regex, "requirement", rows)
        if rows is None or hit.row in rows
    }
    if not regex:
        for beginning in _with_beginnings(snapshot, query, field, "requirement", scope or nodes_of(snapshot), found):
            found[beginning] = BEGINNING
    if not include_assertions:
        return [Match(name, score) for name, score in found.items()]
    # The body of a requirement includes its assertions; only a search of its own tells which of them match.
    assertions: dict[str, list[str]] = {}
    owners = snapshot.memoize("queries.requirements.assertion_rows", _assertion_rows)
    rows = None if scope is None else {row for row, (owner, _) in owners.items() if owner in scope}
    for hit in _hits(snapshot, query, "body", regex, "assertion", rows):
        if rows is None or hit.row in rows:
            owner, assertion = owners[hit.row]
            assertions.setdefault(owner, []).append(assertion)
    if not regex:
        known = {name: owner for owner, name in owners.values() if scope is None or owner in scope}
        named = {member for members in assertions.values() for member in members}
        for beginning in _with_beginnings(snapshot, query, "body", "assertion", known, named):
            assertions.setdefault(known[beginning], []).append(beginning)
    return [
        Match(name, found.get(name, 0.0), tuple(assertions.get(name, ())))
        for name in dict.fromkeys([*found, *assertions])
    ]


def _hits(
    snapshot: Snapshot, query: str, field: str, regex: bool, kind: str, rows: Collection[int] | None
) -> list[Found]:
    """The hits of a kind. A pattern is tried on these rows only; words are looked up in all rows, which is as fast."""
    if regex:
        return find_pattern(snapshot, query, field, {kind}, rows)
    return find(snapshot, parse(query), field, {kind})


def _with_beginnings(
    snapshot: Snapshot, query: str, field: str, kind: str, scope: Collection[str], found: Collection[str]
) -> Iterator[str]:
    """The further objects of a scope in which a word begins with a word of the query that nothing there has whole."""
    parsed = parse(query)
    if parsed.phrases or parsed.excluded or field == "id":
        return
    texts = snapshot.memoize(f"queries.requirements.words_of_{kind}s", partial(_texts_of, kind=kind))
    for term in parsed.words:
        word = words_of(term.text)
        if term.field or len(word) < MIN_BEGINNING or _is_found_whole(snapshot, word, field, kind, scope):
            continue
        for name in scope:
            title, body = texts.get(name, ("", ""))
            if name not in found and f" {word}" in {"title": title, "body": body}.get(field, f"{title}{body}"):
                yield name


def _is_found_whole(snapshot: Snapshot, word: str, field: str, kind: str, scope: Collection[str]) -> bool:
    """Whether an object of a scope has a word, perhaps inflected."""
    rows = find(snapshot, parse(word), field, {kind})
    ids = snapshot.memoize(f"queries.requirements.{kind}_ids", partial(_ids_of, kind=kind))
    return any(ids.get(row.row) in scope for row in rows)


def _texts_of(snapshot: Snapshot, kind: str) -> dict[str, tuple[str, str]]:
    """The words of title and body of all objects of a kind by id, a blank before each word."""
    joined = "object_row JOIN search_index AS search ON search.rowid = object_row.rowid"
    found = snapshot.rows(f"SELECT object_row.id, object_row.title, body FROM {joined} WHERE kind = ?", (kind,))
    return {name: (f" {words_of(title)}", f" {words_of(body)}") for name, title, body in found}


def _ids_of(snapshot: Snapshot, kind: str) -> dict[int, str]:
    return dict(snapshot.rows("SELECT rowid, id FROM object_row WHERE kind = ?", (kind,)))


def _requirement_rows(snapshot: Snapshot) -> Mapping[int, str]:
    """The ids of the requirements by row number of the search index."""
    return _ids_of(snapshot, "requirement")


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
    facts = [snapshot.facts(Assertion, assertion=assertion)[0] for assertion in match.assertions[:MAX_ASSERTIONS_SHOWN]]
    in_order = sorted(facts, key=lambda assertion: assertion.ordinal)
    return {**row, "matched_assertions": [{"id": fact.id, "label": fact.label, "text": fact.text} for fact in in_order]}
