"""Search over the text of all objects: names first, then words by rank.

A query is words, `"phrases"`, `-exclusions` and `field:` scopes (`queries.search.query_language`). Any of the words may
occur, all phrases must, excluded terms must not.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.lookup.name_indexes import name_index
from queries.lookup.name_matching import Tiers, match_names
from queries.search.excerpts import excerpt, excerpt_sql
from queries.search.file_hits import file_ranges, files_of_hits
from queries.search.query_language import MAX_TERMS, QuerySyntax, is_stop_word, match_term, tokenize

FIELDS = ("all", "id", "title", "body")
SYNTAX = QuerySyntax(fields="id|title|body|context")
WEIGHTS = (10.0, 5.0, 1.0, 0.3)  # of id, title, body and context in the rank
# Of a section of a page: its id repeats the heading, and its context, the title of the page and the headings around,
# says what it is about as its text does.
SECTION_WEIGHTS = (1.0, 5.0, 1.0, 1.0)
SNIPPET_TOKENS = 24
SNIPPET = 300  # characters
AROUND = f"{excerpt_sql(2, 'body', SNIPPET_TOKENS)}, substr(context, 1, {SNIPPET})"
LAST = -1.0  # the score of a file that holds other hits, shown as 0
LISTED = "(SELECT value FROM json_each(?))"  # numbers as one value, a JSON list


class Term(NamedTuple):
    """A word or phrase of a query, and its field ("" for any)."""

    text: str
    field: str


class ParsedQuery(NamedTuple):
    """A parsed query. `name` is the query as the name of an object, in small letters."""

    name: str
    words: tuple[Term, ...]
    phrases: tuple[Term, ...]
    excluded: tuple[Term, ...]


class Found(NamedTuple):
    """A hit: the row of the object, its score (higher is better), and for a regular expression the offset of the match
    in the body, else -1."""

    row: int
    score: float
    start: int = -1


def parse(query: str) -> ParsedQuery:
    """Parse a query. Stop words are dropped, unless there are no other terms.

    Text without a letter or digit between words (`+`, `->`) is no word, but it belongs to the name.
    """
    words: list[Term] = []
    phrases: list[Term] = []
    excluded: list[Term] = []
    name: list[str] = []
    for token in tokenize(query, SYNTAX):
        if token.has_letters:
            terms = excluded if token.is_excluded else phrases if token.is_phrase else words
            terms.append(Term(token.text, token.field))
        if not token.is_phrase and not (token.has_letters and token.is_excluded):
            name.append(token.text if token.has_letters else token.written)
    whole = " ".join((*_trimmed(name), *(term.text for term in phrases)))
    significant = [word for word in words if not is_stop_word(word.text)]
    chosen = significant or ([] if phrases else words)
    return ParsedQuery(whole.casefold(), _distinct(chosen), _distinct(phrases), _distinct(excluded))


def _distinct(terms: list[Term]) -> tuple[Term, ...]:
    """Return the terms, each once, at most MAX_TERMS: highlighting takes quadratic time in the number of terms."""
    first: dict[tuple[str, str], Term] = {}
    for term in terms:
        first.setdefault((term.text.casefold(), term.field), term)
    return tuple(first.values())[:MAX_TERMS]


def _trimmed(texts: list[str]) -> list[str]:
    """Return the texts from the first to the last that has a letter or digit."""
    lettered = [at for at, text in enumerate(texts) if any(map(str.isalnum, text))]
    return texts[lettered[0] : lettered[-1] + 1] if lettered else []


def find(snapshot: Snapshot, query: ParsedQuery, field: str, kinds: Collection[str] | None) -> list[Found]:
    """Return all hits, best first; ties in the order of the objects.

    Objects whose id or title the query names come before those that only have its words, and files that hold other hits
    come last. A query of exclusions alone finds everything else.
    """
    names = name_index(snapshot)
    scores = _ranked(snapshot, match_expression(query, field), kinds)
    if query.excluded and not (query.words or query.phrases):
        scores = dict.fromkeys(names.rows, 0.0)
    for tier, rows in named_rows(snapshot, query, field, kinds).items():
        scores |= {row: tier + scores.get(row, 0.0) for row in rows}
    for row in _ranked(snapshot, any_term(query.excluded, "all"), kinds):
        scores.pop(row, None)
    if kinds:
        scores = {row: scores[row] for row in names.of_kinds(scores, kinds)}
    scores |= dict.fromkeys(last_files(snapshot, query, scores, kinds), LAST)
    # Two stable sorts are far quicker than one by pairs of score and row.
    ordered = sorted(scores)
    ordered.sort(key=scores.__getitem__, reverse=True)
    make = tuple.__new__  # there may be thousands
    return [make(Found, (row, scores[row], -1)) for row in ordered]


def last_files(
    snapshot: Snapshot, query: ParsedQuery, hits: Collection[int], kinds: Collection[str] | None
) -> list[int]:
    """Return the rows of the files that come last, since they hold other hits."""
    if not (query.words or query.phrases) or not file_ranges(snapshot, kinds):
        return []
    words = [term.text.casefold() for term in (*query.words, *query.phrases)]
    return files_of_hits(snapshot, hits, (query.name, *words))


def named_rows(snapshot: Snapshot, query: ParsedQuery, field: str, kinds: Collection[str] | None) -> Tiers:
    """Return the rows of these kinds that the query names: by the whole query or, if it has no phrases, by a word."""
    terms = (*query.words, *query.phrases)
    scopes = {term.field or field for term in terms}
    if len(scopes) != 1:  # there are no terms, or terms in different fields
        return {}
    words = [] if query.phrases else [term.text.casefold() for term in query.words]
    return match_names(snapshot, query.name, words, scopes.pop(), kinds)


def match_expression(query: ParsedQuery, field: str) -> str:
    """Return the MATCH expression of a query: phrases must occur, words may; "" for no terms."""
    terms = any_term((*query.phrases, *query.words), field)
    if not query.phrases:
        return terms
    all_of = " AND ".join(scoped_term(term, field) for term in query.phrases)
    return f"({all_of}) AND ({terms})"  # The second half changes nothing but the rank.


def any_term(terms: Sequence[Term], field: str) -> str:
    """Return the MATCH expression of any of the terms."""
    return " OR ".join(scoped_term(term, field) for term in terms)


def scoped_term(term: Term, field: str) -> str:
    """Return a term for a MATCH expression, in its own field, else in `field`."""
    return match_term(term.text, term.field or ("" if field == "all" else field))


def _ranked(snapshot: Snapshot, expression: str, kinds: Collection[str] | None) -> dict[int, float]:
    """Return the rows of these kinds that match, with a rank between 0 and 1; higher is better."""
    if not expression:
        return {}
    # Ranking takes long, so rows of other kinds are left out. Rows of one kind form few ranges.
    within = "search_index MATCH ? AND rowid BETWEEN ? AND ?"
    sql = f"SELECT rowid, -bm25(search_index, {weights(snapshot)}) FROM search_index WHERE {within}"
    found = [row for range_ in name_index(snapshot).ranges(kinds) for row in snapshot.rows(sql, (expression, *range_))]
    return {row: rank / (1.0 + rank) if rank > 0.0 else 0.0 for row, rank in found}


def weights(snapshot: Snapshot) -> str:
    """Return the weights of the columns in a rank, as SQL."""
    sections = name_index(snapshot).ranges(["document_section"])
    if not sections:
        return ", ".join(map(str, WEIGHTS))
    is_section = " OR ".join(f"rowid BETWEEN {first} AND {last}" for first, last in sections)
    pairs = zip(SECTION_WEIGHTS, WEIGHTS, strict=True)
    return ", ".join(
        str(column) if column == other else f"iif({is_section}, {column}, {other})" for column, other in pairs
    )


def snippets(snapshot: Snapshot, hits: Sequence[Found], expression: str) -> list[str]:
    """Return for each hit some words of its text around the match, or the beginning of the text; "" without text."""
    around: dict[int, Sequence[str]] = {}
    if expression and (matched := [hit.row for hit in hits if hit.start < 0]):
        # One pass over all matching rows is quicker than one query for each hit.
        within = f"search_index MATCH ? AND rowid BETWEEN ? AND ? AND +rowid IN {LISTED}"
        sql = f"SELECT rowid, {AROUND} FROM search_index WHERE {within}"
        values = (expression, min(matched), max(matched), orjson.dumps(matched).decode())
        around |= {
            row: (excerpt(body, SNIPPET_TOKENS, expression), context)
            for row, body, context in snapshot.rows(sql, values)
        }
    unmatched = [hit.row for hit in hits if hit.start < 0 and hit.row not in around]
    beginnings = f"substr(body, 1, {SNIPPET}), substr(context, 1, {SNIPPET})"
    sql = f"SELECT rowid, {beginnings} FROM search_index WHERE rowid IN {LISTED}"
    if unmatched:
        around |= {row: texts for row, *texts in snapshot.rows(sql, (orjson.dumps(unmatched).decode(),))}
    return [_line(*(around.get(hit.row) or _text_at(snapshot, hit))) for hit in hits]


def _text_at(snapshot: Snapshot, hit: Found) -> Sequence[str]:
    """Return the body of an object from a little before the match of a regular expression on, and its context."""
    sql = f"SELECT substr(body, ?, {SNIPPET}), substr(context, 1, {SNIPPET}) FROM search_index WHERE rowid = ?"
    return snapshot.rows(sql, (max(0, hit.start - SNIPPET // 4) + 1, hit.row))[0]


def _line(body: str, context: str) -> str:
    text = " ".join((body or context or "").split())
    return text if len(text) <= SNIPPET else f"{text[: SNIPPET - 1]}…"
