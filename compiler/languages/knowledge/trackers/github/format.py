"""The declaration of GitHub: issues and boards as its command line prints them."""

from compiler.languages.knowledge.trackers.tracker import Tracker
from compiler.model.language import imported

GITHUB = Tracker(
    name="github",
    title="GitHub",
    files="JSON of `gh issue list --json …`, `gh issue view --json …`, `gh project item-list --format json`",
    suffixes=(".json",),
    detection="an element has a number, a title, and an address, a state or people as GitHub writes them",
    parse=imported("compiler.languages.knowledge.trackers.github.parse:parse"),
    words={
        "issue": "task",
        "CLOSED": "done",
        "blockedBy": "blocks",
        "parent": "belongs_to",
        "milestone": "native.milestone",
    },
    sample="lock-keepers",
)
