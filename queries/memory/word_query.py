"""Parses the query of a word search. Every text is a valid query.

    why do tokens expire?     any of the words is enough, in any of their forms; common words are ignored
    "per-user lock"           the phrase must occur
    -legacy                   the word must not occur

Every word is quoted in the expression for the full-text index, so that nothing in it is syntax there.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from queries.search.query_language import MAX_TERMS, STOP_WORDS, QuerySyntax, tokenize
from queries.tools.parameters import Parameter

QUERY = Parameter(
    "query",
    "string",
    'A question or words. Any of the words is enough, in any form. A "phrase" must occur, a -word must not. Empty: the '
    "newest.",
    required=True,
    max_length=4_000,
    brief='Any of the words; "phrase", -word.',
    aliases=("q", "text"),
)
SYNTAX = QuerySyntax(is_strict=True)  # questions in plain words

_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile("[\u0300-\u036f]")


class Term(NamedTuple):
    """A search term: its text as written, and its words (several for a phrase or for `time-out`)."""

    text: str
    words: tuple[str, ...]


class WordQuery(NamedTuple):
    """A parsed query: any of `words` is enough, all `phrases` must occur, none of `excluded` may occur."""

    words: tuple[Term, ...]
    phrases: tuple[Term, ...]
    excluded: tuple[Term, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not (self.words or self.phrases)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The words and the phrases."""
        return (*self.words, *self.phrases)


def parse_query(query: str) -> WordQuery:
    """Parse a query. Common words are dropped, unless the query has nothing else."""
    words: list[Term] = []
    phrases: list[Term] = []
    excluded: list[Term] = []
    for token in tokenize(query, SYNTAX):
        if term_words := tuple(words_of(token.text)):
            terms = excluded if token.is_excluded else phrases if token.is_phrase else words
            terms.append(Term(token.text, term_words))
    rare = [term for term in words if not _is_common(term)]
    chosen = rare or ([] if phrases else words)
    return WordQuery(*(tuple(dict.fromkeys(terms))[:MAX_TERMS] for terms in (chosen, phrases, excluded)))


def _is_common(term: Term) -> bool:
    """Return whether a term is a common word: `the`, `don't`, `it's`."""
    first, *others = term.words
    return first in STOP_WORDS and all(word in STOP_WORDS or word in ("s", "t", "re", "ve", "ll") for word in others)


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case and without accents, split as the full-text index does."""
    if not text.isascii():
        text = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    return _WORD.findall(text.lower())


def match_expression(terms: Sequence[Term], columns: str, every: bool = False) -> str:
    """Return the FTS5 expression for any of the terms in some columns (`every`: for all), "" for no terms."""
    quoted = (" AND " if every else " OR ").join(f'"{term.text}"' for term in terms)
    return f"{{{columns}}} : ({quoted})" if quoted else ""
