"""Assertions by the words in them: `find_assertions_by_keywords`."""

import re
from typing import Any

from compiler.requirements.facts import Assertion
from compiler.snapshot import Snapshot
from queries.errors import QueryError
from queries.naming import searched
from queries.paging import CURSOR, Cursor, limit_of, page
from queries.parameters import Parameter
from queries.requirements.coverage import ASSERTION, assertion_row
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
    needed = len(wanted) if match_all else 1
    found = []
    # A text is its words with single spaces between them, so that looking for whole words is looking for a part.
    for row, text in snapshot.once("queries.requirements.assertion_words", _assertion_words):
        matched = [one for one in wanted if f" {one} " in text]
        if len(matched) >= needed:
            found.append((row, matched))
    answer: dict[str, Any] = {"keywords": wanted, "assertions": found}
    if not found:
        hint = "No assertion has these words. Try match_all false, or search, which also finds inflected words."
        answer |= {"searched": searched(snapshot, ["assertion"]), "hint": hint}
    rows = {"assertions": lambda one: _row(snapshot, *one)}
    return page(answer, "assertions", limit=limit, cursor=cursor, rows=rows)


def words_of(text: str) -> str:
    """The words of a text in small letters, single spaces between them."""
    return " ".join(_WORD.findall(text.casefold()))


def _assertion_words(snapshot: Snapshot) -> list[tuple[str, str]]:
    """The id and the words of each assertion, in order; a space at both ends."""
    rows = snapshot.rows("SELECT assertion, text FROM assertion ORDER BY rowid")
    return [(one, f" {words_of(text)} ") for one, text in rows]


def _row(snapshot: Snapshot, assertion: str, matched: list[str]) -> dict[str, Any]:
    return {**assertion_row(snapshot, snapshot.facts(Assertion, assertion=assertion)[0]), "matched": matched}
