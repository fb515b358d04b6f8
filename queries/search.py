"""Search over the text of all objects: names first, then words by rank. No query can fail to parse.

A query is words, `"phrases"`, `-exclusions` and `field:` scopes, in any spelling. Every term is quoted before the
full-text index sees it, so that nothing in it is syntax.
"""

import re
import string
from collections.abc import Collection, Sequence
from typing import NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.excerpts import excerpt, excerpt_sql
from queries.name_indexes import names_of
from queries.name_matching import Tiers, by_name

FIELDS = ("all", "id", "title", "body")
MOST_TERMS = 64  # of one query; further ones are dropped
WEIGHTS = "10.0, 5.0, 1.0, 0.3"  # of id, title, body and context in the rank
SNIPPET_TOKENS = 24
SNIPPET = 300  # characters
AROUND = f"{excerpt_sql(2, 'body', SNIPPET_TOKENS)}, substr(context, 1, {SNIPPET})"
LISTED = "(SELECT value FROM json_each(?))"  # numbers as one value, a JSON list

# English words that say nothing about what is sought. A query of nothing else keeps them.
_COMMON = """
    a about after all also am an and any are as at be because been before being but by can could did do does doing
    for from had has have having he her here hers him his how i if in into is it its just me more most my no nor not
    of on once only or other our out over own she should so some such than that the their them then there these they
    this those through to too under up us very was we were what when where which while who whom whose why will with
    would you your
"""
STOP_WORDS = frozenset(_COMMON.split())


class Term(NamedTuple):
    """A word or phrase of a query, and the field it is sought in ("" for any)."""

    text: str
    field: str
    is_phrase: bool


class Wanted(NamedTuple):
    """A query understood: what it names, what should, must and must not occur."""

    name: str
    words: tuple[Term, ...]
    phrases: tuple[Term, ...]
    excluded: tuple[Term, ...]


class Found(NamedTuple):
    """A hit: the row of the object, how well it fits (higher is better), and the regular expression's place in the
    body."""

    row: int
    score: float
    start: int = -1


_TERM = re.compile(
    r'(?P<not>(?:-(?!-))?)(?:(?P<field>id|title|body|context):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))'
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def parse(query: str) -> Wanted:
    """What a query asks for. Every text is one. What stands between words and has no letter or digit (`+`, `->`) is no
    word of its own, but a title may have it. Two hyphens begin an option of a program: `--force` excludes nothing."""
    words: list[Term] = []
    spelt: list[str] = []
    phrases: list[Term] = []
    excluded: list[Term] = []
    for match in _TERM.finditer(_CONTROL.sub(" ", query)):
        text = match["phrase"] if match["phrase"] is not None else match["word"]
        term = Term(text, match["field"] or "", match["phrase"] is not None)
        has_letters = any(map(str.isalnum, text))
        if has_letters:
            (excluded if match["not"] else phrases if term.is_phrase else words).append(term)
        if not term.is_phrase and not (has_letters and match["not"]):
            spelt.append(text if has_letters else match[0])
    name = " ".join((*_trimmed(spelt), *(term.text for term in phrases)))
    telling = [one for one in words if one.text.strip(string.punctuation).casefold() not in STOP_WORDS]
    chosen = telling or ([] if phrases else words)
    return Wanted(name.casefold(), _once(chosen), _once(phrases), _once(excluded))


def _once(terms: list[Term]) -> tuple[Term, ...]:
    """The terms, each once, as many as are looked for. One that is said twice finds no more, and marking where it was
    found takes the square of the time."""
    first: dict[tuple[str, str], Term] = {}
    for one in terms:
        first.setdefault((one.text.casefold(), one.field), one)
    return tuple(first.values())[:MOST_TERMS]


def _trimmed(texts: list[str]) -> list[str]:
    """The texts from the first to the last that has a letter or digit."""
    telling = [at for at, text in enumerate(texts) if any(map(str.isalnum, text))]
    return texts[telling[0] : telling[-1] + 1] if telling else []


def find(snapshot: Snapshot, wanted: Wanted, field: str, kinds: Collection[str] | None) -> list[Found]:
    """All hits, best first; ties in the order of the objects.

    An object whose id or title the query names comes before those that only have its words. A query of exclusions
    alone finds everything else.
    """
    names = names_of(snapshot)
    scores = _ranked(snapshot, expression(wanted, field), kinds)
    if wanted.excluded and not (wanted.words or wanted.phrases):
        scores = dict.fromkeys(names.rows, 0.0)
    for tier, rows in named(snapshot, wanted, field, kinds).items():
        scores |= {row: tier + scores.get(row, 0.0) for row in rows}
    for row in _ranked(snapshot, any_of(wanted.excluded, "all"), kinds):
        scores.pop(row, None)
    # Twice, for the second sort leaves rows of one score as they are: far quicker than by pairs of score and row.
    ordered = sorted(names.of_kinds(scores, kinds) if kinds else scores)
    ordered.sort(key=scores.__getitem__, reverse=True)
    make = tuple.__new__  # there may be thousands
    return [make(Found, (row, scores[row], -1)) for row in ordered]


def named(snapshot: Snapshot, wanted: Wanted, field: str, kinds: Collection[str] | None) -> Tiers:
    """The rows of these kinds that the query names: as a whole, or, unless a phrase must occur, by one of its words."""
    terms = (*wanted.words, *wanted.phrases)
    scopes = {term.field or field for term in terms}
    if len(scopes) != 1:  # nothing is sought, or different things in different fields
        return {}
    words = [] if wanted.phrases else [term.text.casefold() for term in wanted.words]
    return by_name(snapshot, wanted.name, words, scopes.pop(), kinds)


def expression(wanted: Wanted, field: str) -> str:
    """The query in the language of the index: phrases must occur, words may; "" when nothing is sought."""
    terms = any_of((*wanted.phrases, *wanted.words), field)
    if not wanted.phrases:
        return terms
    all_of = " AND ".join(quoted(term, field) for term in wanted.phrases)
    return f"({all_of}) AND ({terms})"  # The second half changes nothing but the rank.


def any_of(terms: Sequence[Term], field: str) -> str:
    return " OR ".join(quoted(term, field) for term in terms)


def quoted(term: Term, field: str) -> str:
    column = term.field or ("" if field == "all" else field)
    text = '"' + term.text.replace('"', '""') + '"'
    return f"{{{column}}} : {text}" if column else text


def _ranked(snapshot: Snapshot, expression: str, kinds: Collection[str] | None) -> dict[int, float]:
    """The rows of these kinds that match, with a rank between 0 and 1, higher is better."""
    if not expression:
        return {}
    # Ranking is what takes long, so rows of other kinds are not ranked: those of a kind stand together.
    sql = f"SELECT rowid, -bm25(search, {WEIGHTS}) FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ?"
    found = [
        row for stretch in names_of(snapshot).stretches(kinds) for row in snapshot.rows(sql, (expression, *stretch))
    ]
    return {row: rank / (1.0 + rank) if rank > 0.0 else 0.0 for row, rank in found}


def snippets(snapshot: Snapshot, hits: Sequence[Found], expression: str) -> list[str]:
    """Of each object some words of its text around what was found, or its beginning; "" when it has no text."""
    around: dict[int, Sequence[str]] = {}
    if expression and (sought := [hit.row for hit in hits if hit.start < 0]):
        # One walk over all that matches is quicker than as many short ones as there are hits.
        sql = (
            f"SELECT rowid, {AROUND} FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ? AND +rowid IN {LISTED}"
        )
        values = (expression, min(sought), max(sought), orjson.dumps(sought).decode())
        around |= {row: (excerpt(body, SNIPPET_TOKENS), context) for row, body, context in snapshot.rows(sql, values)}
    begun = [hit.row for hit in hits if hit.start < 0 and hit.row not in around]
    sql = f"SELECT rowid, substr(body, 1, {SNIPPET}), substr(context, 1, {SNIPPET}) FROM search WHERE rowid IN {LISTED}"
    if begun:
        around |= {row: texts for row, *texts in snapshot.rows(sql, (orjson.dumps(begun).decode(),))}
    return [_line(*(around.get(hit.row) or _near(snapshot, hit))) for hit in hits]


def _near(snapshot: Snapshot, hit: Found) -> Sequence[str]:
    """The text of an object from a little before what was found, and of what is around it."""
    sql = f"SELECT substr(body, ?, {SNIPPET}), substr(context, 1, {SNIPPET}) FROM search WHERE rowid = ?"
    return snapshot.rows(sql, (max(0, hit.start - SNIPPET // 4) + 1, hit.row))[0]


def _line(body: str, context: str) -> str:
    text = " ".join((body or context or "").split())
    return text if len(text) <= SNIPPET else f"{text[: SNIPPET - 1]}…"
