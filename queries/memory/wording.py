"""What a question in plain words looks for. Every text is a query.

    why do tokens expire?     any of the words but the common ones, in any of their forms
    "per-user lock"           must occur so
    -legacy                   must not occur

Every word is quoted before the full-text index sees it, so that nothing in it is syntax there.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from queries.query_language import MAX_TERMS, STOP_WORDS, QuerySyntax, tokenize

SYNTAX = QuerySyntax(is_strict=True)  # questions in plain words

_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile("[\u0300-\u036f]")


class Term(NamedTuple):
    """What is looked for: its text as written, and its words: one, or those of a phrase or of `time-out`."""

    text: str
    words: tuple[str, ...]


class Wanted(NamedTuple):
    """A query understood: any of `words` is enough, all `phrases` must occur, none of `excluded` may."""

    words: tuple[Term, ...]
    phrases: tuple[Term, ...]
    excluded: tuple[Term, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is no word to look for."""
        return not (self.words or self.phrases)

    @property
    def terms(self) -> tuple[Term, ...]:
        """All that may be found."""
        return (*self.words, *self.phrases)


def understood(query: str) -> Wanted:
    """What a query asks for. Of a query of nothing but common words these are kept."""
    words: list[Term] = []
    phrases: list[Term] = []
    excluded: list[Term] = []
    for token in tokenize(query, SYNTAX):
        if found := tuple(words_of(token.text)):
            terms = excluded if token.is_excluded else phrases if token.is_phrase else words
            terms.append(Term(token.text, found))
    telling = [term for term in words if not _is_common(term)]
    chosen = telling or ([] if phrases else words)
    return Wanted(*(tuple(dict.fromkeys(terms))[:MAX_TERMS] for terms in (chosen, phrases, excluded)))


def _is_common(term: Term) -> bool:
    """Whether it says nothing: `the`, `don't`, `it's`."""
    first, *others = term.words
    return first in STOP_WORDS and all(word in STOP_WORDS or word in ("s", "t", "re", "ve", "ll") for word in others)


def words_of(text: str) -> list[str]:
    """The words of a text in small letters and without accents, as the full-text index tells them apart."""
    if not text.isascii():
        text = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    return _WORD.findall(text.lower())


def expression(terms: Sequence[Term], columns: str, every: bool = False) -> str:
    """Terms in the language of the index, any of them or all; "" for none."""
    quoted = (" AND " if every else " OR ").join(f'"{term.text}"' for term in terms)
    return f"{{{columns}}} : ({quoted})" if quoted else ""
