"""Word search of records: the full-text index finds, filters choose, then the hits are ranked. Paging comes last.

The score is BM25 over a record's own text and, with less weight, its context: the other facts of the same note, or the
messages before and after. The order is total: by score, then time (newest first), then id.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from compiler.languages.memory.facts import MemoryFact, Message, Observation, Record
from compiler.model.facts import sql_table
from compiler.store.snapshot import Snapshot
from queries.memory.word_query import WordQuery, match_expression, words_of

OWN_TEXT, WITH_CONTEXT = "body", "body context"  # columns of the full-text index
WEIGHTS = "0.0, 0.0, 1.0, 0.3"  # of id, title, body and context in the rank

# Where words must occur. text: in the record itself; around: in the record or its context; exact: in the record, in the
# same form.
Reach = Literal["text", "around", "exact"]


class Candidate(NamedTuple):
    """A record as filters see it. `row` is its row in the table of its class. `at` and `at_last` are microseconds.
    `traits` are the columns that `TRAITS` names for its class, in that order."""

    row: int
    id: str
    branch: str
    at: int | None
    at_last: int | None
    task: str | None
    agent: str | None
    traits: tuple[Any, ...]


class Hit(NamedTuple):
    """A record that was found: its row in the full-text index, its score, and its columns."""

    row: int
    score: float
    entry: Candidate


TRAITS: Mapping[type[Record], tuple[str, ...]] = {
    MemoryFact: ("is_active", "category"),
    Observation: ("observation_type",),
    Message: ("conversation", "place", "role"),
}
# The column with the text of a record.
TEXT_COLUMNS: Mapping[type[Record], str] = {
    MemoryFact: "text",
    Observation: "summary",
    Message: "content",
}


def candidates(snapshot: Snapshot, record_class: type[Record]) -> Mapping[int, Candidate]:
    """Return all records of a class by their rows in the full-text index."""
    return snapshot.memoize(
        f"queries.memory.entries.{record_class.kind}", lambda snapshot: _entries(snapshot, record_class)
    )


def _entries(snapshot: Snapshot, record_class: type[Record]) -> dict[int, Candidate]:
    traits = "".join(f", fact.{name}" for name in TRAITS[record_class])
    sql = (
        f"SELECT object_row.rowid, fact.rowid, record_id, branch, at_us, at_last_us, task, agent{traits} "
        f'FROM object_row JOIN "{sql_table(record_class.table)}" AS fact ON fact.rowid = object_row.fact_row '
        "WHERE object_row.kind = ? ORDER BY object_row.rowid"
    )
    rows = snapshot.rows(sql, (record_class.kind,))
    return {
        row: Candidate(fact_row, id, branch, at, at_last, task, agent, tuple(values))
        for row, fact_row, id, branch, at, at_last, task, agent, *values in rows
    }


def find(
    snapshot: Snapshot, record_class: type[Record], query: WordQuery, keep: Callable[[Candidate], bool], reach: Reach
) -> list[Hit]:
    """Return the records of a class that match a query and pass a filter, best first.

    An empty query matches all records; the newest come first.
    """
    known = candidates(snapshot, record_class)
    if query.is_empty:
        hits = [Hit(row, 0.0, entry) for row, entry in known.items() if keep(entry)]
    else:
        scores = _scores(snapshot, query, known, reach)
        hits = [Hit(row, score, entry) for row, score in scores if keep(entry := known[row])]
    if query.excluded:
        without = set(_rows(snapshot, match_expression(query.excluded, OWN_TEXT), known))
        hits = [hit for hit in hits if hit.row not in without]
    if reach == "exact" and not query.is_empty:
        hits = _exact(snapshot, record_class, query, hits)
    return best_first(hits)


def exclusion_filter(snapshot: Snapshot, record_class: type[Record], query: WordQuery) -> Callable[[int], bool]:
    """Return a function that tells, by the row in the full-text index, whether a record lacks a phrase of the query or
    has an excluded word."""
    known = candidates(snapshot, record_class)
    without = set(_rows(snapshot, match_expression(query.excluded, OWN_TEXT), known)) if query.excluded else set[int]()
    if not query.phrases:
        return lambda row: row in without
    with_phrases = set(_rows(snapshot, match_expression(query.phrases, OWN_TEXT, every=True), known))
    return lambda row: row in without or row not in with_phrases


def best_first(hits: Iterable[Hit]) -> list[Hit]:
    """Return hits, best first."""
    return sorted(hits, key=_order)


def _order(hit: Hit) -> tuple[float, float, str]:
    return (-hit.score, -hit.entry.at if hit.entry.at is not None else float("inf"), hit.entry.id)


def _scores(
    snapshot: Snapshot, query: WordQuery, known: Mapping[int, Candidate], reach: Reach
) -> Iterable[tuple[int, float]]:
    """Return the rows that match a query, with scores between 0 and 1."""
    any_of = match_expression(query.terms, WITH_CONTEXT)
    if query.phrases:
        any_of = f"({match_expression(query.phrases, OWN_TEXT, every=True)}) AND ({any_of})"
    within = "search_index MATCH ? AND rowid BETWEEN ? AND ?"
    sql = f"SELECT rowid, -bm25(search_index, {WEIGHTS}) FROM search_index WHERE {within}"
    ranked = snapshot.rows(sql, (any_of, *_row_range(known)))
    found = [(row, rank / (1.0 + rank) if rank > 0.0 else 0.0) for row, rank in ranked if row in known]
    if reach != "text":
        return found
    own = set(_rows(snapshot, match_expression(query.terms, OWN_TEXT), known))
    return [entry for entry in found if entry[0] in own]


def _rows(snapshot: Snapshot, expression: str, known: Mapping[int, Candidate]) -> Iterable[int]:
    sql = "SELECT rowid FROM search_index WHERE search_index MATCH ? AND rowid BETWEEN ? AND ?"
    return (row for (row,) in snapshot.rows(sql, (expression, *_row_range(known))))


def _row_range(known: Mapping[int, Candidate]) -> tuple[int, int]:
    """Return the first and the last row of these records in the full-text index."""
    return (min(known), max(known)) if known else (0, -1)


def _exact(snapshot: Snapshot, record_class: type[Record], query: WordQuery, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits whose own text has any of the words in the same form, and every phrase."""
    sql = f'SELECT {TEXT_COLUMNS[record_class]} FROM "{sql_table(record_class.table)}" WHERE rowid = ?'
    any_of, all_of = ([f" {' '.join(term.words)} " for term in terms] for terms in (query.words, query.phrases))
    found = []
    for hit in hits:
        text = f" {' '.join(words_of(snapshot.rows(sql, (hit.entry.row,))[0][0]))} "
        if all(phrase in text for phrase in all_of) and (not any_of or any(word in text for word in any_of)):
            found.append(hit)
    return found
