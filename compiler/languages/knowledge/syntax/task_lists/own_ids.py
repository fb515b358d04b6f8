"""The ids of a list whose scheme is its own: `t002`, `TASK-007`, `[FE-12]`. Those of spec-kit (`T002`) and of steps
(`1.2`) are known to the grammar of lines.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

MIN_TASKS = 2  # that begin with ids of one scheme: one alone may be any word with a number

_ID = r"([A-Za-z][A-Za-z0-9]{0,11}(?:[-_.][A-Za-z]{1,8}){0,2}[-_]?)(?<!\d)\d{1,5}(?:\.\d{1,3}){0,2}"
# An id at the head of a text, in whatever signs.
_HEAD = re.compile(rf"[*~`\[(]{{0,3}}(?P<id>{_ID})[*~`\])]{{0,3}}(?:[:.][*~`]{{0,2}})?(?:[ \t]+[-–—:])?(?:[ \t]+|$)")
# What counts steps, days or criteria, and does not name work.
_WORDS = frozenset(
    ("ac", "chapter", "day", "fr", "level", "nfr", "part", "phase", "section", "sprint", "step", "us", "v", "week")
)


class OwnIds(NamedTuple):
    """The schemes of a list: what stands before the number."""

    schemes: frozenset[str]

    def split(self, text: str) -> tuple[str, str]:
        """Return the id at the head of the text of a task and what follows; "" and the text if it has none."""
        found = _HEAD.match(text) if self.schemes else None
        return (found["id"], text[found.end() :]) if found and found[2] in self.schemes else ("", text)


def own_ids(texts: Sequence[str]) -> OwnIds:
    """The schemes of the tasks of a list with these texts: several begin with it, and no two with the same id. One
    without a dash is that of most: `ES6 modules` and `ES5 targets` are titles."""
    heads = [found for text in texts if (found := _HEAD.match(text))]
    counts = Counter(found[2] for found in heads)
    ids = Counter(found["id"] for found in heads)
    repeated = {found[2] for found in heads if ids[found["id"]] > 1}
    return OwnIds(
        frozenset(
            scheme
            for scheme, count in counts.items()
            if count >= MIN_TASKS
            and (scheme[-1] in "-_" or count * 2 >= len(texts))
            and scheme not in repeated
            and scheme.rstrip("-_").casefold() not in _WORDS
        )
    )
