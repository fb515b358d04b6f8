"""The query language that the searches share. Every text is a query: nothing in it is a syntax error.

    tide table       words
    "high water"     a phrase
    -storm           not this word; -"high water": not this phrase
    title:harbour    in one field, in searches that have fields
    tide OR ebb      operators (AND, OR, NOT), in searches that have them

`tokenize` splits a query into words and phrases. What they mean is up to each search: whether all words must occur or
any, what a field is, and which words are too common to count. Every term is quoted for the full-text index
(`match_term`), so that nothing in it is syntax there.
"""

import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize

from queries.errors.query_error import ECHO, QueryError

MAX_TERMS = 64  # of one query; searches drop further terms
# How often a word may stand in the phrases of a query: the index reads all its places once for each, in one step that
# nothing ends.
MAX_REPEATED = 32

# English words that say nothing about what is sought. A query of nothing else keeps them.
_COMMON = """
    a about after all also am an and any are as at be because been before being but by can could did do does doing
    for from had has have having he her here hers him his how i if in into is it its just me more most my no nor not
    of on once only or other our out over own she should so some such than that the their them then there these they
    this those through to too under up us very was we were what when where which while who whom whose why will with
    would you your
"""
STOP_WORDS = frozenset(_COMMON.split())
OPERATORS = ("AND", "OR", "NOT")


class QuerySyntax(NamedTuple):
    """The options in which the searches differ.

    `fields` is a regular expression for the names of fields; "" for a search without fields. With `is_strict`, for
    questions in plain words, a hyphen excludes only at the start of a word or phrase, and a phrase needs both quotes.
    """

    fields: str = ""
    has_operators: bool = False
    is_strict: bool = False


class Token(NamedTuple):
    """A word or phrase of a query. `written` is the whole token as written, `operator` the operator before it or ""."""

    text: str
    written: str
    field: str = ""
    is_phrase: bool = False
    is_excluded: bool = False
    operator: str = ""

    @property
    def has_letters(self) -> bool:
        """Whether the text has a letter or digit, so that the index has it."""
        return any(map(str.isalnum, self.text))


_WORD = re.compile(r"\w+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def tokenize(query: str, syntax: QuerySyntax) -> Iterator[Token]:
    """Yield the words and phrases of a query in order. Two hyphens exclude nothing: `--force` is a word. Raises
    QueryError for phrases that repeat a word too often."""
    operator = ""
    repeated = Counter[str]()
    for match in _pattern(syntax).finditer(without_controls(query)):
        word, phrase, field = match["word"], match["phrase"], match["field"] or ""
        if syntax.has_operators and not field and word in OPERATORS:
            operator = word
            continue
        is_phrase = phrase is not None
        _count_words(phrase if is_phrase else word, repeated)
        yield Token(phrase if is_phrase else word, match[0], field, is_phrase, bool(match["not"]), operator)
        operator = ""


def _count_words(text: str, repeated: Counter[str]) -> None:
    """Count the words of a phrase. A word with punctuation in it is a phrase to the index, and accents are nothing."""
    words = _WORD.findall("".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign)))
    repeated.update(words if len(words) > 1 else ())
    word = next((word for word in words if repeated[word] > MAX_REPEATED), "")
    if word:
        problem = f"The phrases of the query repeat '{word[:ECHO]}' more than {MAX_REPEATED} times"
        raise QueryError("too_large", problem, hint="Quote a shorter part of the text.")


@cache
def _pattern(syntax: QuerySyntax) -> re.Pattern[str]:
    exclusion, end = (r'(?<!\S)-(?=["\w])', '"') if syntax.is_strict else ("-(?!-)", '"?')
    field = f"(?:(?P<field>{syntax.fields}):)?" if syntax.fields else "(?P<field>)"
    return re.compile(rf'(?P<not>(?:{exclusion})?){field}(?:"(?P<phrase>[^"]*){end}|(?P<word>[^\s"]+))')


def without_controls(query: str) -> str:
    """Return a query with blanks in place of control characters, line breaks included."""
    return _CONTROL.sub(" ", query)


def is_stop_word(word: str) -> bool:
    """Whether a word, without the punctuation around it, is too common to count."""
    return word.strip(string.punctuation).casefold() in STOP_WORDS


def match_term(text: str, column: str = "", *, is_prefix: bool = False) -> str:
    """Return a term for a MATCH expression: quoted, in one or more columns ("" for all), with a star if a prefix."""
    quoted = '"' + text.replace('"', '""') + '"' + ("*" if is_prefix else "")
    return f"{{{column}}} : {quoted}" if column else quoted
