"""The query syntax of `search_fulltext`. Every text is a query: unknown syntax counts as words.

    auth token            both words            "login flow"       the phrase
    auth OR token         either                pay*               words with this prefix
    -legacy, NOT legacy   not this word         title:auth         in the title only (also id, body, tags, owner, url)
    {title tags}: auth    in one of these       NEAR(a b, 5)       both words, at any distance
    type:task status:done tag:api priority:high assignee:ana       only such entities; a repeated tag requires both
    created:>2025-01-01 updated:<=2025-06                           by day; also created:2025-03

Every word is quoted for the full-text index, so that none is syntax there.
"""

import re
from typing import NamedTuple

from queries.search.query_language import (
    MAX_TERMS,
    QuerySyntax,
    Token,
    is_stop_word,
    match_term,
    tokenize,
    without_controls,
)

MIN_PREFIX = 3  # letters of a word that is also tried as a prefix

# The columns of the index for each scope. Some scopes are properties whose text a column includes.
COLUMNS = {
    "id": "id",
    "title": "title",
    **dict.fromkeys(("body", "content", "template", "url"), "body"),
    **dict.fromkeys(("tags", "owner", "note_type", "component_type", "link_type"), "context"),
    "context": "body context",
}
EXACT_FILTERS = ("type", "status", "tag", "priority", "assignee")
DATE_FILTERS = ("created", "updated")


class Term(NamedTuple):
    """A word or phrase, and the column to search ("" for all)."""

    text: str
    column: str = ""
    is_phrase: bool = False
    is_prefix: bool = False


class Filter(NamedTuple):
    """A condition on a field. `operator` is "=", for dates also "<", "<=", ">" and ">="."""

    field: str
    operator: str
    value: str


class SearchQuery(NamedTuple):
    """A parsed query. Of each group one term must occur; no term of `excluded` may."""

    groups: tuple[tuple[Term, ...], ...]
    excluded: tuple[Term, ...]
    filters: tuple[Filter, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.groups or self.excluded or self.filters)


SYNTAX = QuerySyntax(fields=r"[A-Za-z_]+(?:\+[A-Za-z_]+)*", has_operators=True)

_COMPARISON = re.compile(r"(<=|>=|<|>|)(\d{4}(?:-\d{2}(?:-\d{2})?)?)")
_SCOPE = re.compile(rf"\b({'|'.join((*COLUMNS, *EXACT_FILTERS))}):\s+(?=\S)", re.IGNORECASE)
_SCOPES = re.compile(r"\{[ \t]*(\w+(?:[ \t]+\w+)*)[ \t]*\}[ \t]*:[ \t]*(?=\S)")
_NEAR = re.compile(r"\bNEAR[ \t]*\(([^()]*?)(?:,[ \t]*\d+[ \t]*)?\)")
_BRACKETS = re.compile(r"[(){}]")  # dropped: there is no grouping


def parse_query(query: str) -> SearchQuery:
    """Parse a query. Stop words are dropped, unless there are no other words."""
    groups: list[list[Term]] = []
    excluded: list[Term] = []
    filters: list[Filter] = []
    for token in tokenize(_normalized(query), SYNTAX):
        if (condition := _filter(token)) is not None:
            filters.append(condition)
        elif (term := _term(token)) is not None:
            if token.is_excluded or token.operator == "NOT":
                excluded.append(term)
            elif token.operator == "OR" and groups:
                groups[-1].append(term)
            else:
                groups.append([term])
    return SearchQuery(_distinct(_without_stop_words(groups)), tuple(excluded[:MAX_TERMS]), tuple(filters))


def _normalized(query: str) -> str:
    """The query with each scope next to its word and without brackets: `{title tags}: x` becomes `title+tags:x`."""
    text = _NEAR.sub(r" \1 ", without_controls(query))
    text = _SCOPES.sub(lambda found: f" {'+'.join(found[1].split())}:", text)
    return _SCOPE.sub(r"\1:", _BRACKETS.sub(" ", text))


def _filter(token: Token) -> Filter | None:
    """The filter that a token states; None for an invalid date or an excluded filter, which then count as words."""
    field, value = token.field.lower(), token.text
    if not value or token.is_excluded:
        return None
    if field in EXACT_FILTERS:
        return Filter(field, "=", value)
    if field in DATE_FILTERS and (comparison := _COMPARISON.fullmatch(value)):
        return Filter(field, comparison[1] or "=", comparison[2])
    return None


def _term(token: Token) -> Term | None:
    """The term that a token states; None when it has no letter or digit."""
    text = token.text
    columns = [COLUMNS.get(field, "") for field in token.field.lower().split("+")]
    column = " ".join(dict.fromkeys(columns)) if all(columns) else ""
    if token.field and not column:  # the colon is part of a word: `http://…`, `Re:zero`
        text = f"{token.field}:{text}"
    if not any(map(str.isalnum, text)):
        return None
    return Term(text, column, token.is_phrase, not token.is_phrase and text.endswith("*"))


def _without_stop_words(groups: list[list[Term]]) -> list[list[Term]]:
    """The groups that are not only stop words, or all groups when there are no others."""
    return [group for group in groups if not all(map(_is_stop_word, group))] or groups


def _distinct(groups: list[list[Term]]) -> tuple[tuple[Term, ...], ...]:
    """The groups, each once, at most MAX_TERMS: highlighting takes quadratic time in the number of terms."""
    first: dict[tuple[Term, ...], tuple[Term, ...]] = {}
    for group in groups:
        first.setdefault(tuple(term._replace(text=term.text.casefold()) for term in group), tuple(group))
    return tuple(first.values())[:MAX_TERMS]


def _is_stop_word(term: Term) -> bool:
    return not term.is_phrase and is_stop_word(term.text)


def match_expression(query: SearchQuery, every: bool = True) -> str:
    """The groups as an expression of the index: all must occur, or any when not `every`. "" without groups."""
    groups = [f"({' OR '.join(map(quoted, group))})" for group in query.groups]
    return (" AND " if every else " OR ").join(groups)


def with_prefixes(query: SearchQuery) -> SearchQuery:
    """The query with every word as a prefix, if it is long enough."""
    groups = tuple(
        tuple(term if _is_short(term) else term._replace(is_prefix=True) for term in group) for group in query.groups
    )
    return query._replace(groups=groups)


def _is_short(term: Term) -> bool:
    return term.is_phrase or len(term.text) < MIN_PREFIX


def exclusion_expression(query: SearchQuery) -> str:
    """The excluded terms as an expression of the index."""
    return " OR ".join(map(quoted, query.excluded))


def quoted(term: Term) -> str:
    """A term as the index takes it: quoted, with its column and the star of a prefix."""
    return match_term(term.text.rstrip("*"), term.column, is_prefix=term.is_prefix)
