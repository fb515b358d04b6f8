"""Some words of a text around what a full-text query found in it.

SQLite's own `snippet` looks at every two hits of a text: for a long one that is full of a word it takes seconds. Of
long texts SQLite only marks the hits, and the stretch with the most different ones is chosen here, in one pass.
"""

import re
from bisect import bisect_right
from collections import Counter

LONG = 4_000  # characters
BEGINS, ENDS = "\x01", "\x02"  # around a hit
_HIT = re.compile(f"{BEGINS}([^{BEGINS}{ENDS}]*){ENDS}")
_WORD = re.compile(r"\S+")


def excerpt_sql(column: int, name: str, tokens: int) -> str:
    """What gives the excerpt of a column of `search`, by its number and name: as it is to be shown, or marked."""
    short = f"snippet(search, {column}, '', '', '…', {tokens})"
    marked = f"highlight(search, {column}, char({ord(BEGINS)}), char({ord(ENDS)}))"
    return f"CASE WHEN length({name}) <= {LONG} THEN {short} ELSE {marked} END"


def excerpt(text: str | None, tokens: int) -> str:
    """The excerpt as it is to be shown: of a long text as many words as there are tokens, from where they hold the most
    different hits."""
    if text is None or len(text) <= LONG:
        return text or ""
    plain, hits = _unmarked(text)
    words = [found.span() for found in _WORD.finditer(plain)]
    starts = [start for start, _ in words]
    places = [(max(bisect_right(starts, start) - 1, 0), said) for start, said in hits]
    first = _best(places, tokens) if places and words else 0
    shown = words[first : first + tokens]
    if not shown:
        return ""
    before, after = "…" if first else "", "…" if first + tokens < len(words) else ""
    return f"{before}{plain[shown[0][0] : shown[-1][1]]}{after}"


def _unmarked(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without the marks, and where its hits begin, with what they say."""
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
    """The number of the word where to begin, so that the most different hits follow within so many words."""
    inside: Counter[str] = Counter()
    best = most = left = 0
    for word, said in places:
        inside[said] += 1
        while places[left][0] <= word - tokens:
            inside[places[left][1]] -= 1
            if not inside[places[left][1]]:
                del inside[places[left][1]]
            left += 1
        if len(inside) > most:
            best, most = places[left][0], len(inside)
    return best
