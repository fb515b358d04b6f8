"""The words that formats of proposals have for a status, and what the model calls them."""

import re

from compiler.languages.knowledge.syntax.decisions.statuses import STATUS_PREPOSITIONS, is_between, status_of

_BY_MEANING: dict[str, dict[str, tuple[str, ...]]] = {
    "kep": {"proposed": ("provisional",), "accepted": ("implementable",)},
    "pep": {
        "proposed": ("new", "draft review", "community review", "formal assessment", "final review"),
        "accepted": ("provisional", "final"),
        "deprecated": ("unrecommended",),
    },
    "eip": {
        "proposed": ("idea", "last call", "stagnant"),
        "accepted": ("final", "living"),
        "deprecated": ("moved", "inactive"),
    },
    "sep": {
        "proposed": ("awaiting input", "awaiting decision", "fcp", "final comment period", "in-review", "dormant"),
        "accepted": ("final",),
        "deprecated": ("closed", "abandoned"),
    },
    "rfc": {
        "proposed": (
            *("exploring", "predraft", "prediscussion", "ideation", "discussion", "planned", "placeholder"),
            *("in-review", "under-review", "demonstrated", "stalled", "planning", "discovery"),
        ),
        "accepted": (
            *(
                "publish",
                "published",
                "committed",
                "frozen",
                "final",
                "ready-for-release",
                "released",
                "delivered",
                "shipped",
            ),
            *("recommended", "merged", "landed", "stable", "implementing"),
        ),
        "deprecated": ("abandoned", "closed", "discontinued", "not-planned"),
    },
    "otep": {},
}
_STATUSES = {form: {word: status for status, words in by.items() for word in words} for form, by in _BY_MEANING.items()}
FORMATS = tuple(_STATUSES)
_BY_ANY = {word: status for own in _STATUSES.values() for word, status in own.items()}
# What words of one format mean in the others, too; "provisional" means two things.
_IN_ANY = {
    word: status
    for word, status in _BY_ANY.items()
    if all(own.get(word, status) == status for own in _STATUSES.values())
} | {"activated": "accepted", "enacted": "accepted"}
# `Closed / Delivered`, `Closed (accepted)`, `Closed as rejected`: how it was closed counts.
_CLOSED = re.compile(r"closed(?:[ \t]*[/(\[:,;–—-][ \t]*|[ \t]+)(?:as[ \t]+)?([a-z]+)")


def status_in(form: str, word: str) -> str | None:
    """Return what the model calls a status of a format, None for an unknown word."""
    own = _STATUSES.get(form, {})
    written = word.strip().casefold()
    if (closed := _CLOSED.match(written)) and (status_of(closed[1]) or closed[1] in _IN_ANY):
        return status_of(closed[1]) or _IN_ANY[closed[1]]
    if is_between(written):
        return None
    sentence = written.partition(". ")[0].rstrip(".,;")
    bare = written.partition("(")[0].strip()  # `Final Comment Period (FCP)`
    first, _, second = sentence.partition(" ")
    first = second if second == "draft" else first  # a final draft
    first = sentence if first in STATUS_PREPOSITIONS else first  # what it is in counts
    return (
        own.get(written)
        or own.get(bare)
        or (_IN_ANY.get(bare) if " " in bare else None)
        or own.get(first)
        or status_of(sentence)
        or status_of(first)
        or _IN_ANY.get(written)
        or _IN_ANY.get(first)
    )
