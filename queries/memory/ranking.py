"""Records found by words and ranked: the full-text index finds, filters choose, the rank orders, and only then is cut.

The rank is BM25 over a record's own text and, with less weight, the text around it: what is said in the same note, and
the messages before and after. The order is total: score, then time (newest first), then id.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from compiler.languages.memory.facts import MemoryFact, Message, Observation, Record
from compiler.store.snapshot import Snapshot
from queries.memory.word_query import WordQuery, match_expression, words_of

OWN, AROUND = "body", "body context"  # columns of the index
WEIGHTS = "0.0, 0.0, 1.0, 0.3"  # of id, title, body and context in the rank

# text: the words occur in the record itself; around: or in the text around it; exact: in the record, in this very form.
Reach = Literal["text", "around", "exact"]


class Candidate(NamedTuple):
    """What filters look at in a record. `row` is that of its fact, `id` its id; `traits` are the columns of its class
    that `TRAITS` names, in that order."""

    row: int
    id: str
    branch: str
    at: int | None
    at_last: int | None
    task: str | None
    agent: str | None
    traits: tuple[Any, ...]


class Hit(NamedTuple):
    """A record that was found: its row in the index, how well it fits, and what is known of it."""

    row: int
    score: float
    entry: Candidate


TRAITS: Mapping[type[Record], tuple[str, ...]] = {
    MemoryFact: ("is_active", "category"),
    Observation: ("observation_type",),
    Message: ("conversation", "place", "role"),
}
# Where the text of a record stands, for those who ask for its very words.
TEXTS: Mapping[type[Record], str] = {
    MemoryFact: "text",
    Observation: "summary",
    Message: "content",
}


def candidates(snapshot: Snapshot, record_class: type[Record]) -> Mapping[int, Candidate]:
    """All records of a class by their rows in the index."""
    return snapshot.memoize(f"queries.memory.entries.{record_class.kind}", lambda one: _entries(one, record_class))


def _entries(snapshot: Snapshot, record_class: type[Record]) -> dict[int, Candidate]:
    traits = "".join(f", fact.{name}" for name in TRAITS[record_class])
    sql = (
        f"SELECT object.rowid, fact.rowid, record_id, branch, at_us, at_last_us, task, agent{traits} "
        f'FROM object JOIN "{record_class.table}" AS fact ON fact.rowid = object.fact_row '
        "WHERE object.kind = ? ORDER BY object.rowid"
    )
    found = snapshot.rows(sql, (record_class.kind,))
    return {
        row: Candidate(at_row, id, branch, at, at_last, task, agent, tuple(traits_of_it))
        for row, at_row, id, branch, at, at_last, task, agent, *traits_of_it in found
    }


def find(
    snapshot: Snapshot, record_class: type[Record], wanted: WordQuery, keep: Callable[[Candidate], bool], reach: Reach
) -> list[Hit]:
    """The records of a class that a query finds and that pass a filter, best first; all that pass, newest first, when
    it looks for nothing."""
    known = candidates(snapshot, record_class)
    if wanted.is_empty:
        hits = [Hit(row, 0.0, entry) for row, entry in known.items() if keep(entry)]
    else:
        scores = _scores(snapshot, wanted, known, reach)
        hits = [Hit(row, score, entry) for row, score in scores if keep(entry := known[row])]
    if wanted.excluded:
        without = set(_rows(snapshot, match_expression(wanted.excluded, OWN), known))
        hits = [hit for hit in hits if hit.row not in without]
    if reach == "exact" and not wanted.is_empty:
        hits = _exact(snapshot, record_class, wanted, hits)
    return best_first(hits)


def exclusion_filter(snapshot: Snapshot, record_class: type[Record], wanted: WordQuery) -> Callable[[int], bool]:
    """Whether a record, by its row in the index, lacks a phrase that must occur, or has a word that must not."""
    known = candidates(snapshot, record_class)
    without = set(_rows(snapshot, match_expression(wanted.excluded, OWN), known)) if wanted.excluded else set[int]()
    if not wanted.phrases:
        return lambda row: row in without
    having = set(_rows(snapshot, match_expression(wanted.phrases, OWN, every=True), known))
    return lambda row: row in without or row not in having


def best_first(hits: Iterable[Hit]) -> list[Hit]:
    """Hits, best first."""
    return sorted(hits, key=_order)


def _order(hit: Hit) -> tuple[float, float, str]:
    return (-hit.score, -hit.entry.at if hit.entry.at is not None else float("inf"), hit.entry.id)


def _scores(
    snapshot: Snapshot, wanted: WordQuery, known: Mapping[int, Candidate], reach: Reach
) -> Iterable[tuple[int, float]]:
    """The rows that a query matches, with a score between 0 and 1."""
    any_of = match_expression(wanted.terms, AROUND)
    if wanted.phrases:
        any_of = f"({match_expression(wanted.phrases, OWN, every=True)}) AND ({any_of})"
    sql = f"SELECT rowid, -bm25(search, {WEIGHTS}) FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ?"
    ranked = snapshot.rows(sql, (any_of, *_ends(known)))
    found = [(row, rank / (1.0 + rank) if rank > 0.0 else 0.0) for row, rank in ranked if row in known]
    if reach != "text":
        return found
    own = set(_rows(snapshot, match_expression(wanted.terms, OWN), known))
    return [one for one in found if one[0] in own]


def _rows(snapshot: Snapshot, written: str, known: Mapping[int, Candidate]) -> Iterable[int]:
    sql = "SELECT rowid FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ?"
    return (row for (row,) in snapshot.rows(sql, (written, *_ends(known))))


def _ends(known: Mapping[int, Candidate]) -> tuple[int, int]:
    """The rows between which these records stand in the index."""
    return (min(known), max(known)) if known else (0, -1)


def _exact(snapshot: Snapshot, record_class: type[Record], wanted: WordQuery, hits: Sequence[Hit]) -> list[Hit]:
    """The hits whose own text has any of the words as they were written, and every phrase."""
    sql = f'SELECT {TEXTS[record_class]} FROM "{record_class.table}" WHERE rowid = ?'
    any_of, all_of = ([f" {' '.join(term.words)} " for term in terms] for terms in (wanted.words, wanted.phrases))
    found = []
    for hit in hits:
        text = f" {' '.join(words_of(snapshot.rows(sql, (hit.entry.row,))[0][0]))} "
        if all(phrase in text for phrase in all_of) and (not any_of or any(word in text for word in any_of)):
            found.append(hit)
    return found
