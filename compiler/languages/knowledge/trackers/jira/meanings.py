"""What Jira's words mean: the category of a status, the resolution, and the phrases of links."""

import re
from typing import NamedTuple

from compiler.languages.knowledge.trackers.records import IssueLink
from compiler.languages.knowledge.trackers.status_words import Meaning, meaning_of

KEY = re.compile(r"[A-Z][A-Z0-9_]{0,30}-\d{1,9}")
UNRESOLVED = ("", "unresolved")
# Phrases of links, read from the issue that has the link: that issue first, the other one behind.
_HOLDS = frozenset(
    {"blocks", "is depended on by", "is required by", "is a dependency for", "is a prerequisite of", "gates"}
    | {"has to be done before", "has to be finished before", "must be done before", "precedes", "is a dependency of"}
)
_WAITS = frozenset(
    {"is blocked by", "depends on", "requires", "is dependent on", "is gated by", "follows", "has a prerequisite of"}
    | {"has to be done after", "has to be finished after", "must be done after", "has dependency on", "depends upon"}
)
_PARTS = {"is child of": False, "is part of": False, "is parent of": True, "contains": True, "is epic of": True}


class Status(NamedTuple):
    """A status with its category: new, indeterminate, done, or "" where the export has none."""

    word: str
    category: str
    resolution: str = ""

    @property
    def meaning(self) -> Meaning:
        """What the status means. Its category decides; without one, what is resolved is done, and else its word
        decides. What says that it is blocked, or waits for triage, is so unless it is done."""
        by_word = meaning_of(self.word)
        if self.category == "done":
            return Meaning("done")
        if not self.category:
            is_resolved = self.resolution.casefold() not in UNRESOLVED
            return Meaning("done") if is_resolved else by_word
        if by_word.state in ("blocked", "draft"):
            return by_word
        return Meaning("in_progress" if self.category == "indeterminate" else "todo")

    @property
    def of_target(self) -> str:
        """What a link says of the issue that it names: "open", "done", "" without a status."""
        if not self.word and not self.category:
            return ""
        return "done" if self.meaning.state == "done" else "open"


def link(phrase: str, target: str, state: str) -> IssueLink:
    """The link of a phrase, such as `is blocked by`, to another issue."""
    word = " ".join(phrase.casefold().split())
    if word in _HOLDS or word in _WAITS:
        return IssueLink("blocks", word in _WAITS, phrase, target, state, is_quiet=state == "done")
    if word in _PARTS:
        return IssueLink("belongs_to", _PARTS[word], phrase, target, is_quiet=True)
    return IssueLink("references", False, phrase, target, is_quiet=True)


def number_in(key: str) -> int | None:
    """The number of a key: 12 of `PIER-12`."""
    found = KEY.fullmatch(key)
    return int(key.rpartition("-")[2]) if found else None
