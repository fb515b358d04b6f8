"""The trackers whose exports are read, in the order in which they look at a file, and the names of such files.

No two of them claim one file: each is proved by keys, a root or a header that no other export has. An export may have
any name, so a name says only that a look is worth it: files of other kinds are many.
"""

import re
from typing import TYPE_CHECKING

from compiler.languages.knowledge.trackers.github.format import GITHUB
from compiler.languages.knowledge.trackers.jira.format import JIRA
from compiler.languages.knowledge.trackers.linear.format import LINEAR
from compiler.languages.knowledge.trackers.tracker import Tracker

if TYPE_CHECKING:
    from compiler.languages.knowledge.trackers.records import IssueFile

TRACKERS: tuple[Tracker, ...] = (GITHUB, JIRA, LINEAR)
NAMES = tuple(tracker.name for tracker in TRACKERS)
SUFFIXES = tuple(dict.fromkeys(suffix for tracker in TRACKERS for suffix in tracker.suffixes))

# XML is read anyway, for results of tests. Of JSON and CSV a source may have thousands of files.
_ALWAYS = (".xml",)
_HINT = re.compile(
    r"issue|ticket|jira|linear|git-?hub|tracker|task|todo|backlog|kanban|sprint|milestone|roadmap|user-?stor(?:y|ies)"
    # Words that stand in many names count as whole words: `work`, not `network` and `workspace`.
    r"|(?<![a-z])(?:gh|boards?|projects?|works?|stor(?:y|ies)|epics?|bugs|plans?|items?|exports?|exported|dumps?|search"
    r"|query|results?)(?![a-z])",
    re.IGNORECASE,
)
# Data and inputs of tests have such words too: `encoding_issue.csv`, `linear_model.json`.
_CERTAIN = re.compile(
    r"tasks\.json$|(?:^|[-_. ])(?:issues|jira)(?=[-_. ])|(?:^|[-_. ])linear[-_. ](?:issues|export)", re.IGNORECASE
)
# Files that are something else by their names: a baseline is what a checker of code accepts, Frieze's own among them.
_OTHERS = re.compile(
    r"(?:package(?:-lock)?|composer|tsconfig[^/]*|[^/]*baseline|[^/]*\.schema|[^/]*\.config)\.json$", re.IGNORECASE
)


def claims(path: str) -> bool:
    """Whether a file may be an export: XML; JSON or CSV at the root, or with a word of its path that hints at one."""
    lower = path.lower()
    if not lower.endswith(SUFFIXES):
        return False
    if lower.endswith(_ALWAYS):
        return True
    return ("/" not in path or _HINT.search(path) is not None) and _OTHERS.match(path.rpartition("/")[2]) is None


def may_be_export(path: str) -> bool:
    """Whether a file has the suffix of an export, whatever its name."""
    return path.lower().endswith(SUFFIXES)


def is_certain(path: str) -> bool:
    """Whether the name of a file says that it holds issues, so that it is missed if it cannot be read."""
    return may_be_export(path) and _CERTAIN.search(path.rpartition("/")[2]) is not None


def read_export(path: str, text: str) -> "tuple[Tracker, IssueFile] | None":
    """The tracker that a file was exported from, and what it states; None for any other file."""
    lower = path.lower()
    for tracker in TRACKERS:
        if lower.endswith(tracker.suffixes) and (found := tracker.parse(path, text)):
            return tracker, found
    return None
