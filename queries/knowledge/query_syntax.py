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
import string
from typing import NamedTuple

from queries.search import STOP_WORDS

MIN_PREFIX = 3  # letters of a word that is also tried as a prefix
MAX_TERMS = 64  # of one query; further terms are dropped

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


_TOKEN = re.compile(
    r'(?P<not>(?:-(?!-))?)(?:(?P<field>[A-Za-z_]+(?:\+[A-Za-z_]+)*):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))'
)
_COMPARISON = re.compile(r"(<=|>=|<|>|)(\d{4}(?:-\d{2}(?:-\d{2})?)?)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SCOPE = re.compile(rf"\b({'|'.join((*COLUMNS, *EXACT_FILTERS))}):\s+(?=\S)", re.IGNORECASE)
_SCOPES = re.compile(r"\{[ \t]*(\w+(?:[ \t]+\w+)*)[ \t]*\}[ \t]*:[ \t]*(?=\S)")
_NEAR = re.compile(r"\bNEAR[ \t]*\(([^()]*?)(?:,[ \t]*\d+[ \t]*)?\)")
_BRACKETS = re.compile(r"[(){}]")  # dropped: there is no grouping


def parse_query(query: str) -> SearchQuery:
    """Parse a query. Stop words are dropped, unless there are no other words."""
    groups: list[list[Term]] = []
    excluded: list[Term] = []
    filters: list[Filter] = []
    negated = joined = False
    for match in _TOKEN.finditer(_normalized(query)):
        if match["word"] in ("AND", "OR", "NOT") and not match["field"]:
            negated, joined = match["word"] == "NOT", match["word"] == "OR"
            continue
        if (condition := _filter(match)) is not None:
            filters.append(condition)
        elif (term := _term(match)) is not None:
            if match["not"] or negated:
                excluded.append(term)
            elif joined and groups:
                groups[-1].append(term)
            else:
                groups.append([term])
        negated = joined = False
    return SearchQuery(_distinct(_without_stop_words(groups)), tuple(excluded[:MAX_TERMS]), tuple(filters))


def _normalized(query: str) -> str:
    """The query with each scope next to its word and without brackets: `{title tags}: x` becomes `title+tags:x`."""
    text = _NEAR.sub(r" \1 ", _CONTROL.sub(" ", query))
    text = _SCOPES.sub(lambda found: f" {'+'.join(found[1].split())}:", text)
    return _SCOPE.sub(r"\1:", _BRACKETS.sub(" ", text))


def _filter(match: re.Match[str]) -> Filter | None:
    """The filter that a token states; None for an invalid date or an excluded filter, which then count as words."""
    field, value = (match["field"] or "").lower(), match["phrase"] or match["word"] or ""
    if not value or match["not"]:
        return None
    if field in EXACT_FILTERS:
        return Filter(field, "=", value)
    if field in DATE_FILTERS and (comparison := _COMPARISON.fullmatch(value)):
        return Filter(field, comparison[1] or "=", comparison[2])
    return None


def _term(match: re.Match[str]) -> Term | None:
    """The term that a token states; None when it has no letter or digit."""
    field = match["field"] or ""
    text = match["phrase"] if match["phrase"] is not None else match["word"]
    columns = [COLUMNS.get(one, "") for one in field.lower().split("+")]
    column = " ".join(dict.fromkeys(columns)) if all(columns) else ""
    if field and not column:  # the colon is part of a word: `http://…`, `Re:zero`
        text = f"{field}:{text}"
    if not any(map(str.isalnum, text)):
        return None
    is_phrase = match["phrase"] is not None
    return Term(text, column, is_phrase, not is_phrase and text.endswith("*"))


def _without_stop_words(groups: list[list[Term]]) -> list[list[Term]]:
    """The groups that are not only stop words, or all groups when there are no others."""
    return [group for group in groups if not all(map(_is_stop_word, group))] or groups


def _distinct(groups: list[list[Term]]) -> tuple[tuple[Term, ...], ...]:
    """The groups, each once, at most MAX_TERMS: highlighting takes quadratic time in the number of terms."""
    first: dict[tuple[Term, ...], tuple[Term, ...]] = {}
    for group in groups:
        first.setdefault(tuple(one._replace(text=one.text.casefold()) for one in group), tuple(group))
    return tuple(first.values())[:MAX_TERMS]


def _is_stop_word(term: Term) -> bool:
    return not term.is_phrase and term.text.strip(string.punctuation).casefold() in STOP_WORDS


def match_expression(query: SearchQuery, every: bool = True) -> str:
    """The groups as an expression of the index: all must occur, or any when not `every`. "" without groups."""
    groups = [f"({' OR '.join(map(quoted, group))})" for group in query.groups]
    return (" AND " if every else " OR ").join(groups)


def with_prefixes(query: SearchQuery) -> SearchQuery:
    """The query with every word as a prefix, if it is long enough."""
    groups = tuple(
        tuple(one if _is_short(one) else one._replace(is_prefix=True) for one in group) for group in query.groups
    )
    return query._replace(groups=groups)


def _is_short(term: Term) -> bool:
    return term.is_phrase or len(term.text) < MIN_PREFIX


def exclusion_expression(query: SearchQuery) -> str:
    """The excluded terms as an expression of the index."""
    return " OR ".join(map(quoted, query.excluded))


def quoted(term: Term) -> str:
    """A term as the index takes it: quoted, with its column and the star of a prefix."""
    text = '"' + term.text.rstrip("*").replace('"', '""') + '"' + ("*" if term.is_prefix else "")
    return f"{{{term.column}}} : {text}" if term.column else text
