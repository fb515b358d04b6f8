"""The words that decisions have for their status, and what the model calls them."""

from compiler.languages.knowledge.syntax.decisions.statements import is_partial

STATUS_PREPOSITIONS = ("in", "under")
_STATUSES = {
    **dict.fromkeys(
        ("accepted", "approved", "adopted", "decided", "agreed", "implemented", "implementation", "active", "done"),
        "accepted",
    ),
    **dict.fromkeys(
        (
            "proposed",
            "draft",
            "pending",
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
        ("rejected", "deprecated", "withdrawn", "retired", "obsolete", "declined", "cancelled"), "deprecated"
    ),
    **dict.fromkeys(("superseded", "superceded", "replaced"), "superseded"),
    **dict.fromkeys(STATUS_PREPOSITIONS, "proposed"),  # in review, under discussion
}
_ON_HOLD = ["on", "hold"]
_DEGREES = ("fully", "mostly", "partially", "partly")  # before the word: partially implemented


def status_of(word: str) -> str | None:
    """The status in the model for a word of a decision; None for an unknown word. What is superseded in part holds."""
    if is_partial(word.casefold()):
        return "accepted"
    words = word.strip().casefold().split(" ")
    if words[:2] == _ON_HOLD:
        return _STATUSES["on-hold"]
    return _STATUSES.get(words[1] if len(words) > 1 and words[0] in _DEGREES else words[0])
