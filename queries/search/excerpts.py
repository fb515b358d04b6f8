"""Excerpts: some words of a text around the hits of a full-text query.

SQLite's `snippet` compares every two hits of a text, which takes seconds for a long text with very many hits. In long
texts SQLite only marks the hits (`highlight`); the passage with the most different hits is chosen here, in one pass.
`highlight` copies its output at every hit: so of the longest texts the beginning is looked at, and marked here.
"""

import re
from bisect import bisect_right
from collections import Counter

from queries.search.stems import stem

LONG = 4_000  # characters, above which SQLite only marks hits
LONGEST = 100_000  # characters, above which it does not even do that
BEGINS, ENDS = "\x01", "\x02"  # around a hit
_HIT = re.compile(f"{BEGINS}([^{BEGINS}{ENDS}]*){ENDS}")
_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"[^\W_]+")


def excerpt_sql(column: int, name: str, tokens: int) -> str:
    """Return the SQL for the excerpt of a column of `search_index`, given its number and name. Long texts come marked,
    to be passed to `excerpt`."""
    short = f"snippet(search_index, {column}, '', '', '…', {tokens})"
    return f"CASE WHEN length({name}) <= {LONG} THEN {short} ELSE {marked_sql(column, name)} END"


def marked_sql(column: int, name: str) -> str:
    """Return the SQL for a column of `search_index` with its hits marked, given its number and name. Of the longest
    texts it is the beginning, without marks (`with_marks`)."""
    marked = f"highlight(search_index, {column}, char({ord(BEGINS)}), char({ord(ENDS)}))"
    return f"CASE WHEN length({name}) <= {LONGEST} THEN {marked} ELSE substr({name}, 1, {LONGEST}) END"


def with_marks(text: str, expression: str) -> str:
    """Return a value of `marked_sql` with its hits marked, those of the words of a MATCH expression."""
    if len(text) < LONGEST or BEGINS in text:
        return text
    sought = {stem(word.casefold()) for word in _TOKEN.findall(expression)}
    known: dict[str, bool] = {}

    def marked(found: re.Match[str]) -> str:
        word = found[0]
        if word not in known:
            known[word] = stem(word.casefold()) in sought
        return f"{BEGINS}{word}{ENDS}" if known[word] else word

    return _TOKEN.sub(marked, text)


def excerpt(text: str | None, tokens: int, expression: str = "") -> str:
    """Return the excerpt to show for a value of `excerpt_sql`: of a marked text the `tokens` words with the most
    different hits; any other text as it is. `expression` is what was searched."""
    if text is None or len(text) <= LONG:
        return text or ""
    plain, hits = _unmarked(with_marks(text, expression))
    words = [found.span() for found in _WORD.finditer(plain)]
    starts = [start for start, _ in words]
    places = [(max(bisect_right(starts, start) - 1, 0), text) for start, text in hits]
    first = _best(places, tokens) if places and words else 0
    shown = words[first : first + tokens]
    if not shown:
        return ""
    before, after = "…" if first else "", "…" if first + tokens < len(words) else ""
    return f"{before}{plain[shown[0][0] : shown[-1][1]]}{after}"


def _unmarked(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the text without marks, and its hits: offset and word in small letters."""
    parts: list[str] = []
    hits: list[tuple[int, str]] = []
    at = end = 0
    for found in _HIT.finditer(text):
        before = text[end : found.start()]
        at += len(before)
        hits.append((at, found[1].casefold()))
        parts += (before, found[1])
        at += len(found[1])
        end = found.end()
    return "".join([*parts, text[end:]]), hits


def _best(places: list[tuple[int, str]], tokens: int) -> int:
    """Return the number of the word at which to begin, so that the next `tokens` words have the most different hits.
    `places` are hits with the numbers of their words."""
    inside: Counter[str] = Counter()
    best = most = left = 0
    for word, hit in places:
        inside[hit] += 1
        while places[left][0] <= word - tokens:
            inside[places[left][1]] -= 1
            if not inside[places[left][1]]:
                del inside[places[left][1]]
            left += 1
        if len(inside) > most:
            best, most = places[left][0], len(inside)
    return best
