"""Sections of pages among the best hits of a search, ordered by their best passage.

A rank by words prefers short texts: a table of forty settings loses to a note of ten words, though one of its rows is
the answer. So of the first hits the sections are compared by what a reader would look at: how many of the words stand
together in one passage, with the heading and the headings around it. Rare words count more. The rank by words counts
too, since it knows how often a word occurs in how long a text. The other hits keep their places, and so does the score
of each place.
"""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.lookup.name_indexes import name_index
from queries.search.excerpts import BEGINS, ENDS, marked_sql, with_marks
from queries.search.query_language import match_term
from queries.search.stems import stem
from queries.search.words import LISTED, Found, ParsedQuery
from queries.tools.paging import Rows

WINDOW = 120  # hits that are compared
MAX_WORDS = 12  # of a query
# What a word adds in the heading, in the best passage, in the headings around and the name of the page, and elsewhere
# in the text.
HEADING, PASSAGE, AROUND, ELSEWHERE = 1.25, 1.0, 0.8, 0.3
RANK = 0.2  # of the rank by words (BM25), in which a word adds up to 2.2 times its rarity

_COLUMNS = ("id", "title", "body", "context")  # of the index
_HIT = re.compile(f"{BEGINS}([^{BEGINS}{ENDS}]*){ENDS}")
_PASSAGES = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+|]|\d+[.)])[ \t])")


class _Word(NamedTuple):
    """The stem of a word of a query, and how rare the word is."""

    stem: str
    rarity: float


def by_passages(snapshot: Snapshot, query: ParsedQuery, found: Sequence[Found]) -> Sequence[Found]:
    """Return hits with the sections among the first ordered by their best passage, as a lazy sequence."""
    sections = name_index(snapshot).ranges(["document_section"])
    if len(query.words) < 2 or query.phrases or not sections:
        return found

    def fetch(start: int, count: int) -> list[Found]:
        if start >= WINDOW:
            return list(found[start : start + count])
        window = list(found[:WINDOW])
        places = [
            at for at, hit in enumerate(window) if 0 < hit.score < 1 and any(a <= hit.row <= b for a, b in sections)
        ]
        hits = [window[at] for at in places]
        scores = _scores(snapshot, query, [hit.row for hit in hits])
        ranked = sorted(hits, key=lambda hit: (-scores.get(hit.row, 0.0) - RANK * _bm25(hit), -hit.score, hit.row))
        for at, best in zip(places, ranked, strict=True):
            window[at] = Found(best.row, window[at].score)
        return [*window, *(found[WINDOW : start + count] if start + count > WINDOW else ())][start : start + count]

    return Rows(len(found), fetch)


def _bm25(hit: Found) -> float:
    """The rank that a score between 0 and 1 was made of."""
    return hit.score / (1.0 - hit.score)


def _scores(snapshot: Snapshot, query: ParsedQuery, rows: Sequence[int]) -> dict[int, float]:
    words = _words(snapshot, query)
    searched = dict.fromkeys(word.stem for word in words)
    if not rows or not searched:
        return {}
    columns = ", ".join(marked_sql(column, name) for column, name in enumerate(_COLUMNS))
    sql = (
        f"SELECT rowid, {columns} FROM search_index WHERE search_index MATCH ? AND rowid BETWEEN ? AND ? "
        f"AND +rowid IN {LISTED}"
    )
    expression = " OR ".join(match_term(word) for word in searched)
    values = (expression, min(rows), max(rows), orjson.dumps(rows).decode())
    found = snapshot.rows(sql, values)
    return {row: _score(words, *(with_marks(text or "", expression) for text in texts)) for row, *texts in found}


def _score(words: Sequence[_Word], name: str, heading: str, text: str, around: str) -> float:
    """How well a section answers: the sum over the words of the most that each adds, with the best passage."""
    in_heading, in_around = _stems(heading), _stems(name) | _stems(around)
    passages = [_stems(passage) for passage in _PASSAGES.split(text) if BEGINS in passage]
    anywhere = set().union(*passages)
    return max(
        sum(_added(word, in_heading, passage, in_around, anywhere) for word in words) for passage in (*passages, set())
    )


def _added(word: _Word, heading: set[str], passage: set[str], around: set[str], anywhere: set[str]) -> float:
    places = ((heading, HEADING), (passage, PASSAGE), (around, AROUND), (anywhere, ELSEWHERE))
    return word.rarity * max((factor for held, factor in places if word.stem in held), default=0)


def _stems(marked: str) -> set[str]:
    """The stems of the hits in a text."""
    return {stem(hit.casefold()) for hit in _HIT.findall(marked)}


def _words(snapshot: Snapshot, query: ParsedQuery) -> list[_Word]:
    everything = len(name_index(snapshot).rows)
    asked = [word.text.casefold() for word in query.words if word.text.isalnum()][:MAX_WORDS]
    return [_Word(stem(word), _rarity(snapshot, word, everything)) for word in asked]


def _rarity(snapshot: Snapshot, word: str, everything: int) -> float:
    sql = "SELECT count(*) FROM search_index WHERE search_index MATCH ?"
    matching = int(snapshot.rows(sql, (match_term(word),))[0][0])
    return max(math.log((everything - matching + 0.5) / (matching + 0.5)), 0.1)
