"""What the words of a workflow mean, where an export has only the word."""

import re
from typing import NamedTuple

DONE = frozenset(
    {"done", "complete", "completed", "closed", "resolved", "finished", "released", "shipped", "merged", "duplicate"}
    | {"cancelled", "canceled", "won't do", "wont do", "won’t do", "won't fix", "wontfix", "not doing", "not planned"}
)
_TODO = frozenset(
    {"", "to do", "todo", "open", "new", "backlog", "ready", "planned", "pending", "reopened", "next", "up next"}
    | {"no status", "not started", "unstarted", "selected for development", "ready for development", "to-do"}
)
_IN_PROGRESS = re.compile(r"\b(?:progress|doing|review|testing|started|active|qa|development|verif\w*|staging)\b")
_BLOCKED = re.compile(r"\b(?:blocked|on hold|waiting|impeded|stuck)\b")
_TRIAGE = re.compile(r"\btriage\b")


class Meaning(NamedTuple):
    """The state that a word means, and whether the word is known. An unknown one is to do."""

    state: str
    is_known: bool = True


def meaning_of(word: str) -> Meaning:
    """What a status means by its word alone."""
    plain = " ".join(word.casefold().replace("_", " ").split())
    if plain in DONE:
        return Meaning("done")
    if plain in _TODO:
        return Meaning("todo")
    if _BLOCKED.search(plain):
        return Meaning("blocked")
    if _TRIAGE.search(plain):
        return Meaning("draft")
    if _IN_PROGRESS.search(plain):
        return Meaning("in_progress")
    return Meaning("todo", is_known=False)
