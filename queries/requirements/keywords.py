"""Finds requirements by words in their titles (`find_by_keywords`), and assertions by the words in them
(`find_assertions_by_keywords`)."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.by_name import searched
from queries.lookup.name_indexes import Texts, joined
from queries.requirements.coverage import ASSERTION, assertion_rows
from queries.requirements.nodes import SUMMARY, nodes_of, project_of, summary
from queries.tools.paging import CURSOR, Cursor, Rows, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import SEARCHED, objects, strings
from queries.tools.tool import tool

KEYWORDS = Parameter(
    "keywords", "strings", "Whole words or phrases, in any case.", required=True, max_items=50, aliases=("words",)
)
MATCH_ALL = Parameter("match_all", "boolean", "All keywords must occur, not just one of them.", default=True)

_WORD = re.compile(r"\w+")


@tool(
    title="Assertions by keyword",
    pack="requirements",
    parameters=(KEYWORDS, MATCH_ALL, limit_of(100), CURSOR),
    result={
        "keywords": strings("The keywords, in lower case."),
        "assertions": objects("In the order of the source.", **ASSERTION, matched=strings("The keywords in it.")),
        "searched": SEARCHED,
    },
)
def find_assertions_by_keywords(
    snapshot: Snapshot, *, keywords: list[str], match_all: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Every assertion with some words in its text. Use it to find what a test or code should cite.

    Keywords are whole words or phrases, in any case; with match_all false, one of them is enough. search also finds
    inflected words, and ranks its results; this tool lists all matches. 100 per page.
    """
    project_of(snapshot)
    phrases = _phrases(keywords)
    assertions = snapshot.memoize("queries.requirements.assertion_words", _assertion_words)
    found = [(assertions.rows[at], matched) for at, matched in _holding(assertions.texts, phrases, match_all)]
    shown = Rows(len(found), lambda start, count: _rows(snapshot, found[start : start + count]))
    answer: dict[str, Any] = {"keywords": phrases, "assertions": shown}
    if not found:
        hint = "No assertion has these words. Try match_all false, or search, which also finds inflected words."
        answer |= {"searched": searched(snapshot, ["assertion"]), "hint": hint}
    return page(answer, "assertions", limit=limit, cursor=cursor)


def _phrases(keywords: Sequence[str]) -> list[str]:
    """The keywords as phrases of words, each once. Raises QueryError if there is no word among them."""
    phrases = list(dict.fromkeys(words for keyword in keywords if (words := words_of(keyword))))
    if not phrases:
        message = "There is no word among the keywords"
        raise QueryError("invalid_argument", message, hint='{"keywords": ["audit", "session"]}')
    return phrases


def _holding(texts: Texts, phrases: Sequence[str], match_all: bool) -> list[tuple[int, list[str]]]:
    """The numbers of the texts that hold the phrases, or one of them, each with those that it holds."""
    # The texts have single spaces between words, so a whole phrase is a substring with a space at both ends.
    places = {phrase: set(texts.holding(f" {phrase} ")) for phrase in phrases}
    chosen = set.intersection(*places.values()) if match_all else set.union(*places.values())
    return [(at, [phrase for phrase in phrases if at in places[phrase]]) for at in sorted(chosen)]


def words_of(text: str) -> str:
    """The words of a text in lower case, with single spaces between them."""
    return " ".join(_WORD.findall(text.casefold()))


class _AssertionWords(NamedTuple):
    """The words of all assertions in order, with a space at both ends, and the number of the row to show for each."""

    texts: Texts
    rows: list[int]


def _assertion_words(snapshot: Snapshot) -> _AssertionWords:
    rows = snapshot.rows("SELECT rowid, assertion, text FROM fact_assertion ORDER BY rowid")
    first: dict[str, int] = {}  # by id, since of several with one id the first is shown
    for row, name, _ in rows:
        first.setdefault(name, row)
    return _AssertionWords(joined([f" {words_of(text)} " for _, _, text in rows]), [first[name] for _, name, _ in rows])


def _rows(snapshot: Snapshot, found: Sequence[tuple[int, list[str]]]) -> list[dict[str, Any]]:
    """Assertions as items of a list, each with the keywords in it."""
    rows = assertion_rows(snapshot, [row for row, _ in found])
    return [{**row, "matched": matched} for row, (_, matched) in zip(rows, found, strict=True)]


@tool(
    title="Requirements by keyword",
    pack="requirements",
    parameters=(KEYWORDS, MATCH_ALL, limit_of(100), CURSOR),
    result={
        "keywords": strings("The keywords, in lower case."),
        "results": objects("In the order of the source.", **SUMMARY, matched=strings("The keywords in its title.")),
        "searched": SEARCHED,
    },
)
def find_by_keywords(
    snapshot: Snapshot, *, keywords: list[str], match_all: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Every requirement with some words in its title. find_assertions_by_keywords looks in the assertions.

    Keywords are whole words or phrases, in any case; with match_all false, one of them is enough. search also finds
    inflected words and texts, and ranks its results; this tool lists all matches. 100 per page.
    """
    project_of(snapshot)
    phrases = _phrases(keywords)
    nodes = list(nodes_of(snapshot).values())
    chosen = _holding(snapshot.memoize("queries.requirements.title_words", _title_words), phrases, match_all)
    answer: dict[str, Any] = {"keywords": phrases, "results": [(nodes[at], matched) for at, matched in chosen]}
    if not chosen:
        hint = "No title has these words. Try match_all false, find_assertions_by_keywords, or search."
        answer |= {"searched": searched(snapshot, ["requirement"]), "hint": hint}
    rows = {"results": lambda match: {**summary(match[0]), "matched": match[1]}}
    return page(answer, "results", limit=limit, cursor=cursor, rows=rows)


def _title_words(snapshot: Snapshot) -> Texts:
    return joined(f" {words_of(node.title)} " for node in nodes_of(snapshot).values())
