"""What a text query asks for. Every text is a query: what is no syntax is taken as words.

    auth token            both words            "login flow"       the phrase
    auth OR token         either                pay*               words that begin so
    -legacy, NOT legacy   not this word         title:auth         in the title only (also id, body, tags, owner, url)
    {title tags}: auth    in one of these       NEAR(a b, 5)       both words, wherever they stand
    type:task status:done tag:api priority:high assignee:ana       only such entities; a repeated tag asks for both
    created:>2025-01-01 updated:<=2025-06                           by day; also created:2025-03

Every word is quoted before the full-text index sees it, so that nothing in it is syntax there.
"""

import re
import string
from typing import NamedTuple

from queries.search import STOP_WORDS

SHORTEST = 3  # letters of a beginning that is tried when no whole word fits
MOST_TERMS = 64  # of one query; further ones are dropped

# What a scope stands for in the index: some are columns of it, others properties of entities that one of these holds.
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
    """A word or phrase, and the column it is sought in ("" for any)."""

    text: str
    column: str = ""
    is_phrase: bool = False
    is_prefix: bool = False


class Filter(NamedTuple):
    """A condition on a field. `operator` is "=", or for dates also "<", "<=", ">" and ">="."""

    field: str
    operator: str
    value: str


class Wanted(NamedTuple):
    """A query understood: `groups` must all occur, each by one of its terms; `excluded` must not."""

    groups: tuple[tuple[Term, ...], ...]
    excluded: tuple[Term, ...]
    filters: tuple[Filter, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.groups or self.excluded or self.filters)


_TOKEN = re.compile(
    r'(?P<not>(?:-(?!-))?)(?:(?P<field>[A-Za-z_]+(?:\+[A-Za-z_]+)*):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))'
)
_COMPARED = re.compile(r"(<=|>=|<|>|)(\d{4}(?:-\d{2}(?:-\d{2})?)?)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SCOPE = re.compile(rf"\b({'|'.join((*COLUMNS, *EXACT_FILTERS))}):\s+(?=\S)", re.IGNORECASE)
_SCOPES = re.compile(r"\{[ \t]*(\w+(?:[ \t]+\w+)*)[ \t]*\}[ \t]*:[ \t]*(?=\S)")
_NEAR = re.compile(r"\bNEAR[ \t]*\(([^()]*?)(?:,[ \t]*\d+[ \t]*)?\)")
_BREAKS = re.compile(r"[(){}]")  # grouping is not told apart: every term stands for itself


def understood(query: str) -> Wanted:
    """What a query asks for. Of a query of nothing but common words these are kept."""
    groups: list[list[Term]] = []
    excluded: list[Term] = []
    filters: list[Filter] = []
    negated = joined = False
    for match in _TOKEN.finditer(_plain(query)):
        if match["word"] in ("AND", "OR", "NOT") and not match["field"]:
            negated, joined = match["word"] == "NOT", match["word"] == "OR"
            continue
        if (asked := _filter(match)) is not None:
            filters.append(asked)
        elif (term := _term(match)) is not None:
            if match["not"] or negated:
                excluded.append(term)
            elif joined and groups:
                groups[-1].append(term)
            else:
                groups.append([term])
        negated = joined = False
    return Wanted(_once(_telling(groups)), tuple(excluded[:MOST_TERMS]), tuple(filters))


def _plain(query: str) -> str:
    """A query with every scope close to its word and without brackets: `{title tags}: x` as `title+tags:x`."""
    text = _NEAR.sub(r" \1 ", _CONTROL.sub(" ", query))
    text = _SCOPES.sub(lambda found: f" {'+'.join(found[1].split())}:", text)
    return _SCOPE.sub(r"\1:", _BREAKS.sub(" ", text))


def _filter(match: re.Match[str]) -> Filter | None:
    """The filter that a token states; a date that is none, or an excluded filter, is left to be words."""
    field, value = (match["field"] or "").lower(), match["phrase"] or match["word"] or ""
    if not value or match["not"]:
        return None
    if field in EXACT_FILTERS:
        return Filter(field, "=", value)
    if field in DATE_FILTERS and (compared := _COMPARED.fullmatch(value)):
        return Filter(field, compared[1] or "=", compared[2])
    return None


def _term(match: re.Match[str]) -> Term | None:
    """The term that a token states; None when no letter or digit is in it."""
    field = match["field"] or ""
    text = match["phrase"] if match["phrase"] is not None else match["word"]
    columns = [COLUMNS.get(one, "") for one in field.lower().split("+")]
    column = " ".join(dict.fromkeys(columns)) if all(columns) else ""
    if field and not column:  # a colon that is no scope: `http://…`, `Re:zero`
        text = f"{field}:{text}"
    if not any(map(str.isalnum, text)):
        return None
    is_phrase = match["phrase"] is not None
    return Term(text, column, is_phrase, not is_phrase and text.endswith("*"))


def _telling(groups: list[list[Term]]) -> list[list[Term]]:
    """The groups without common words, or all when there are no others."""
    return [group for group in groups if not all(map(_is_common, group))] or groups


def _once(groups: list[list[Term]]) -> tuple[tuple[Term, ...], ...]:
    """The groups, each once, as many as are looked for: marking what is found takes the square of the times it is."""
    first: dict[tuple[Term, ...], tuple[Term, ...]] = {}
    for group in groups:
        first.setdefault(tuple(one._replace(text=one.text.casefold()) for one in group), tuple(group))
    return tuple(first.values())[:MOST_TERMS]


def _is_common(term: Term) -> bool:
    return not term.is_phrase and term.text.strip(string.punctuation).casefold() in STOP_WORDS


def expression(wanted: Wanted, every: bool = True) -> str:
    """The words in the language of the index: all groups must occur, or with `every` false any of them; "" for none."""
    groups = [f"({' OR '.join(map(quoted, group))})" for group in wanted.groups]
    return (" AND " if every else " OR ").join(groups)


def begun(wanted: Wanted) -> Wanted:
    """The same with every word as a beginning, where it is long enough to tell something."""
    groups = tuple(
        tuple(one if _is_short(one) else one._replace(is_prefix=True) for one in group) for group in wanted.groups
    )
    return wanted._replace(groups=groups)


def _is_short(term: Term) -> bool:
    return term.is_phrase or len(term.text) < SHORTEST


def excluding(wanted: Wanted) -> str:
    """What must not occur, in the language of the index."""
    return " OR ".join(map(quoted, wanted.excluded))


def quoted(term: Term) -> str:
    """A term as the index takes it: quoted, with its column and the star of a prefix."""
    text = '"' + term.text.rstrip("*").replace('"', '""') + '"' + ("*" if term.is_prefix else "")
    return f"{{{term.column}}} : {text}" if term.column else text
