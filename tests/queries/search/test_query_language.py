"""The query language: words, phrases, exclusions, fields and operators; every text is a query."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queries.errors.query_error import QueryError
from queries.search.query_language import MAX_REPEATED, QuerySyntax, Token, is_stop_word, match_term, tokenize
from tests.queries.cases import each

PLAIN = QuerySyntax()
FIELDS = QuerySyntax(fields="id|title")
OPERATORS = QuerySyntax(fields="[a-z]+", has_operators=True)
STRICT = QuerySyntax(is_strict=True)


def shown(token: Token) -> str:
    """A token in one line: `OR -title:"a b"`."""
    text = f'"{token.text}"' if token.is_phrase else token.text
    field = f"{token.field}:" if token.field else ""
    return f"{token.operator} {'-' * token.is_excluded}{field}{text}".strip()


@each(
    "query, syntax, expected",
    [
        ('tide "high water" -storm', PLAIN, ["tide", '"high water"', "-storm"]),
        ('-"high water" "unfinished -a', PLAIN, ['-"high water"', '"unfinished -a"']),
        ("--force - a-b -+", PLAIN, ["--force", "-", "a-b", "-+"]),
        ("title:tide", PLAIN, ["title:tide"]),
        ('title:tide -id:"a b" body:x title:', FIELDS, ["title:tide", '-id:"a b"', "body:x", "title:"]),
        ("tide OR ebb NOT storm", PLAIN, ["tide", "OR", "ebb", "NOT", "storm"]),
        ("tide OR ebb NOT storm AND or", OPERATORS, ["tide", "OR ebb", "NOT storm", "AND or"]),
        ("AND NOT x OR", OPERATORS, ["NOT x"]),
        ('title:OR "OR"', OPERATORS, ["title:OR", '"OR"']),
        ('tide -storm "a b"-c -"d e"', STRICT, ["tide", "-storm", '"a b"', "-c", '-"d e"']),
        ('-+x "unfinished -a', STRICT, ["-+x", "unfinished", "-a"]),
        ("a\tb\nc\0d", PLAIN, ["a", "b", "c", "d"]),
        ("", PLAIN, []),
    ],
)
def test_tokenize(query: str, syntax: QuerySyntax, expected: list[str]) -> None:
    assert list(map(shown, tokenize(query, syntax))) == expected


def test_tokenize_strict_excludes_only_at_the_start_of_a_word() -> None:
    assert [token.is_excluded for token in tokenize('-a "b c"-d -+e', STRICT)] == [True, False, False, False]


@given(st.text(alphabet='ab"-: \tORNT+', max_size=30), st.sampled_from([PLAIN, FIELDS, STRICT]))
def test_tokenize_keeps_every_letter(query: str, syntax: QuerySyntax) -> None:
    tokens = "".join(token.field + token.text for token in tokenize(query, syntax))
    assert re.sub(r"\W", "", tokens) == re.sub(r"\W", "", query)


@each("word, expected", [("the", True), ("The,", True), ("tide", False), ("", False)])
def test_is_stop_word(word: str, expected: bool) -> None:
    assert is_stop_word(word) is expected


def test_match_term_quotes_everything() -> None:
    assert match_term('a" OR "b') == '"a"" OR ""b"'
    assert match_term("tide", "title body", is_prefix=True) == '{title body} : "tide"*'


def test_phrases_that_repeat_a_word_very_often_are_refused() -> None:
    """The index would read all places of the word for each."""
    few = MAX_REPEATED // 2
    for query in (f'"{"a " * few * 2}a"', f"{'a-' * few * 2}a", f'"{"a " * few}" title "{"Á b " * few}a"'):
        with pytest.raises(QueryError, match="repeat 'a' more than 32 times"):
            list(tokenize(query, QuerySyntax()))
    for query in ("a " * 400, f'"{"a " * few}"', "10.0.0.1 " * 8):
        assert list(tokenize(query, QuerySyntax()))
