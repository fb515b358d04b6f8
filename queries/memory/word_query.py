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

from queries.search import STOP_WORDS

MAX_TERMS = 64  # of one query; further ones are dropped

_PART = re.compile(r'(?P<not>(?<!\S)-(?=["\w]))?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+))')
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile("[\u0300-\u036f]")


class Term(NamedTuple):
    """What is looked for: its text as written, and its words: one, or those of a phrase or of `time-out`."""

    text: str
    words: tuple[str, ...]


class WordQuery(NamedTuple):
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


def parse_query(query: str) -> WordQuery:
    """What a query asks for. Of a query of nothing but common words these are kept."""
    words: list[Term] = []
    phrases: list[Term] = []
    excluded: list[Term] = []
    for match in _PART.finditer(_CONTROL.sub(" ", query)):
        text = match["phrase"] if match["phrase"] is not None else match["word"]
        if found := tuple(words_of(text)):
            term = Term(text, found)
            (excluded if match["not"] else words if match["phrase"] is None else phrases).append(term)
    telling = [term for term in words if not _is_common(term)]
    chosen = telling or ([] if phrases else words)
    return WordQuery(*(tuple(dict.fromkeys(terms))[:MAX_TERMS] for terms in (chosen, phrases, excluded)))


def _is_common(term: Term) -> bool:
    """Whether it says nothing: `the`, `don't`, `it's`."""
    first, *others = term.words
    return first in STOP_WORDS and all(word in STOP_WORDS or word in ("s", "t", "re", "ve", "ll") for word in others)


def words_of(text: str) -> list[str]:
    """The words of a text in small letters and without accents, as the full-text index tells them apart."""
    if not text.isascii():
        text = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    return _WORD.findall(text.lower())


def match_expression(terms: Sequence[Term], columns: str, every: bool = False) -> str:
    """Terms in the language of the index, any of them or all; "" for none."""
    quoted = (" AND " if every else " OR ").join(f'"{term.text}"' for term in terms)
    return f"{{{columns}}} : ({quoted})" if quoted else ""
