"""The words that decisions have for their status, and what the model calls them."""

import re

from compiler.languages.knowledge.syntax.decisions.statements import is_kept, is_partial
from compiler.languages.knowledge.syntax.decisions.status_languages import IN_OTHER_LANGUAGES

STATUS_PREPOSITIONS = ("in", "under")
MODEL_ORDER = ("proposed", "accepted", "deprecated", "superseded")  # as a decision passes through them
_STATUSES = {
    **{word: status for status, words in IN_OTHER_LANGUAGES.items() for word in words},
    **dict.fromkeys(
        (
            "accepted",
            "approved",
            "adopted",
            "decided",
            "agreed",
            "implemented",
            "implementation",
            "active",
            "done",
            "resolved",
            "ratified",
            "confirmed",
            "final",
            "finalized",
            "finalised",
            "complete",
            "completed",
        ),
        "accepted",
    ),
    **dict.fromkeys(
        (
            "proposed",
            "draft",
            "drafted",
            "incomplete",
            "pending",
            "awaiting",
            "waiting",
            "open",
            "rfc",
            "wip",
            "review",
            "proposal",
            "discussion",
            "deferred",
            "postponed",
            "on-hold",
            "paused",
        ),
        "proposed",
    ),
    **dict.fromkeys(
        (
            *("rejected", "deprecated", "withdrawn", "retired", "obsolete", "declined", "cancelled"),
            *("abandoned", "deleted", "removed", "dropped", "discarded", "reverted"),
        ),
        "deprecated",
    ),
    **dict.fromkeys(("superseded", "superceded", "replaced", "obsoleted"), "superseded"),
    **dict.fromkeys(STATUS_PREPOSITIONS, "proposed"),  # in review, under discussion
}
_NOTE = re.compile(
    r"[（(【\[：:，,；;。!].*", re.DOTALL
)  # behind the word, with or without a blank: `已核准（2026-01-05）`
_IN_PROGRESS = ["in", "progress"]
_IN_WORK = ["work", "in", "progress"]
_TO_BE = ["to", "be"]  # reviewed, discussed
_ON_HOLD = ["on", "hold"]
_DEGREES = ("fully", "mostly", "partially", "partly")  # before the word: partially implemented


def status_of(word: str) -> str | None:
    """The status in the model for a word of a decision; None for an unknown word. What is superseded in part holds;
    where something of it stays, nobody can tell."""
    if is_partial(word.casefold()):
        return "accepted"
    if is_between(word) or is_kept(word.casefold()):
        return None
    words = (_NOTE.sub("", word) or word).strip().casefold().split(" ")
    if words[:2] == _IN_PROGRESS:
        return None  # to be written, to be decided or to be built
    if words[:3] == _IN_WORK or (words[:2] == _TO_BE and words[2:3] and words[2] not in _STATUSES):
        return _STATUSES["wip"]
    if words[:2] == _ON_HOLD:
        return _STATUSES["on-hold"]
    if words[1:2] == ["draft"]:
        return _STATUSES["draft"]  # a final draft, a working draft
    return _STATUSES.get(words[1] if len(words) > 1 and words[0] in _DEGREES else words[0])


def is_between(word: str) -> bool:
    """Whether a status names two that are not the same: `DRAFT / IMPLEMENTED`."""
    first, slash, second = word.casefold().partition("/")
    found = {_STATUSES.get(first.strip()), _STATUSES.get(second.strip())}
    return bool(slash) and len(found - {None}) > 1
