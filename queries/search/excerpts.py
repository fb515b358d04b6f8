"""Excerpts: some words of a text around the hits of a full-text query.

SQLite's `snippet` compares every two hits of a text, which takes seconds for a long text with very many hits. In long
texts SQLite only marks the hits (`highlight`); the passage with the most different hits is chosen here, in one pass.
"""

import re
from bisect import bisect_right
from collections import Counter

LONG = 4_000  # characters, above which SQLite only marks hits
BEGINS, ENDS = "\x01", "\x02"  # around a hit
_HIT = re.compile(f"{BEGINS}([^{BEGINS}{ENDS}]*){ENDS}")
_WORD = re.compile(r"\S+")


def excerpt_sql(column: int, name: str, tokens: int) -> str:
    """Return the SQL for the excerpt of a column of `search_index`, given its number and name. Long texts come marked,
    to be passed to `excerpt`."""
    short = f"snippet(search_index, {column}, '', '', '…', {tokens})"
    marked = f"highlight(search_index, {column}, char({ord(BEGINS)}), char({ord(ENDS)}))"
    return f"CASE WHEN length({name}) <= {LONG} THEN {short} ELSE {marked} END"


def excerpt(text: str | None, tokens: int) -> str:
    """Return the excerpt to show for a value of `excerpt_sql`: of a marked text the `tokens` words with the most
    different hits; any other text as it is."""
    if text is None or len(text) <= LONG:
        return text or ""
    plain, hits = _unmarked(text)
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
