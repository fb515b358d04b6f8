"""Assertions by the words in them: `find_assertions_by_keywords`."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.name_indexes import Texts, joined
from queries.naming import searched
from queries.paging import CURSOR, Cursor, Rows, limit_of, page
from queries.parameters import Parameter
from queries.requirements.coverage import ASSERTION, assertion_rows
from queries.requirements.selection import project_of
from queries.schemas import SEARCHED, objects, strings
from queries.tool import tool

_WORD = re.compile(r"\w+")


@tool(
    title="Assertions by keyword",
    pack="requirements",
    parameters=(
        Parameter("keywords", "strings", "Whole words, or phrases; case does not count.", required=True, max_items=50),
        Parameter("match_all", "boolean", "All of them must occur, not only one.", default=True),
        limit_of(100),
        CURSOR,
    ),
    result={
        "keywords": strings("What was looked for, in small letters."),
        "assertions": objects("In the order of the source.", **ASSERTION, matched=strings("The keywords in it.")),
        "searched": SEARCHED,
    },
)
def find_assertions_by_keywords(
    snapshot: Snapshot, *, keywords: list[str], match_all: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Finds assertions by words of their text, each with its requirement. Use it to find what a test or a piece of code
    should cite. Keywords are whole words (or phrases) and case does not count; with match_all false one of them is
    enough. search finds inflected words and ranks; this lists all. 100 a page."""
    project_of(snapshot)
    wanted = list(dict.fromkeys(words for one in keywords if (words := words_of(one))))
    if not wanted:
        told = "There is no word among the keywords"
        raise QueryError("invalid_argument", told, hint='{"keywords": ["audit", "session"]}')
    known = snapshot.memoize("queries.requirements.assertion_words", _assertion_words)
    # A text is its words with single spaces between them, so that looking for whole words is looking for a part.
    places = {one: set(known.texts.holding(f" {one} ")) for one in wanted}
    chosen = set.intersection(*places.values()) if match_all else set.union(*places.values())
    found = [(known.rows[place], [one for one in wanted if place in places[one]]) for place in sorted(chosen)]
    shown = Rows(len(found), lambda start, count: _rows(snapshot, found[start : start + count]))
    answer: dict[str, Any] = {"keywords": wanted, "assertions": shown}
    if not found:
        hint = "No assertion has these words. Try match_all false, or search, which also finds inflected words."
        answer |= {"searched": searched(snapshot, ["assertion"]), "hint": hint}
    return page(answer, "assertions", limit=limit, cursor=cursor)


def words_of(text: str) -> str:
    """The words of a text in small letters, single spaces between them."""
    return " ".join(_WORD.findall(text.casefold()))


class _Words(NamedTuple):
    """The words of all assertions, a space at both ends, in order; and the row that each is shown by."""

    texts: Texts
    rows: list[int]


def _assertion_words(snapshot: Snapshot) -> _Words:
    rows = snapshot.rows("SELECT rowid, assertion, text FROM assertion ORDER BY rowid")
    first: dict[str, int] = {}  # of several with one id the first is shown
    for row, one, _ in rows:
        first.setdefault(one, row)
    return _Words(joined([f" {words_of(text)} " for _, _, text in rows]), [first[one] for _, one, _ in rows])


def _rows(snapshot: Snapshot, found: Sequence[tuple[int, list[str]]]) -> list[dict[str, Any]]:
    """Assertions as lists show them, with the keywords that are in them."""
    rows = assertion_rows(snapshot, [row for row, _ in found])
    return [{**row, "matched": matched} for row, (_, matched) in zip(rows, found, strict=True)]
