"""Exports in JSON that end within their first record, so that nothing of them can be read as an issue.

Such a text has no record to be known by. What is left of the first one has to begin as an issue does: each of its keys
is one of those that the tracker writes, and at least one of them is of its own. Other JSON, `.vscode/tasks.json` for
example, has other keys, and ends where it should.
"""

import json
import re
from typing import NamedTuple

from compiler.languages.knowledge.trackers.json_elements import skip_blanks
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Place

REASON = "the file ends within it"
_DECODER = json.JSONDecoder()
_START = re.compile(r'\s*+\[?\s*+\{(?:\s*+"(?:data|issues|items|nodes|team|viewer|project)"\s*+:\s*+[\[{]\s*+\{?){0,6}')
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_SHARED = frozenset({"id", "title", "number", "description", "state", "url", "labels", "priority", "status", "key"})
# The keys of a record that no other list of things is likely to begin with.
_OWN = {
    "GitHub": frozenset(
        {"assignees", "author", "body", "closed", "closedAt", "closedByPullRequestsReferences", "comments", "createdAt"}
        | {"isPinned", "milestone", "projectCards", "projectItems", "reactionGroups", "stateReason", "updatedAt"}
        | {"parent", "subIssues", "blockedBy", "blocking", "content", "repository", "linked pull requests"}
        | {"repository_url", "labels_url", "comments_url", "events_url", "html_url", "node_id", "user", "assignee"}
    ),
    "Jira": frozenset({"expand", "self", "fields", "changelog", "renderedFields"}),
    "Linear": frozenset(
        {"identifier", "branchName", "priorityLabel", "estimate", "dueDate", "createdAt", "updatedAt", "completedAt"}
        | {"canceledAt", "archivedAt", "startedAt", "assignee", "creator", "team", "parent", "relations", "cycle"}
    ),
}


class CutExport(NamedTuple):
    """The tracker, by its title, and where the record stands that the file ends within."""

    tracker: str
    place: Place


def cut_export(text: str) -> CutExport | None:
    """The export that a text is the beginning of; None for any other text."""
    found = _START.match(text)
    if found is None:
        return None
    keys, is_cut = _keys(text, found.end())
    if not is_cut:
        return None
    tracker = next((kind for kind, own in _OWN.items() if keys & own and keys <= own | _SHARED), None)
    start = text.rfind("{", 0, found.end())
    return CutExport(tracker, Places(text).place(start, len(text.rstrip()))) if tracker else None


def is_cut(text: str) -> bool:
    """Whether a text is the beginning of JSON, and no more: not empty, not whole, and right up to its end."""
    if not text.lstrip().startswith(("[", "{")):
        return False
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return _is_at_end(text, error)
    except (RecursionError, ValueError):
        return False
    return False


def _keys(text: str, at: int) -> tuple[frozenset[str], bool]:
    """The keys of the object whose members begin at an offset, and whether the text ends within it."""
    keys: set[str] = set()
    while True:
        at = skip_blanks(text, at)
        if at >= len(text):
            return frozenset(keys), True
        if text[at] != '"':
            return frozenset(keys), False
        try:
            name, at = _DECODER.raw_decode(text, at)
        except ValueError:
            return frozenset(keys), "\n" not in text[at:].rstrip()
        colon = _COLON.match(text, at)
        if colon is None:
            return frozenset(keys), at >= len(text.rstrip())
        keys.add(name)
        try:
            at = _DECODER.raw_decode(text, colon.end())[1]
        except RecursionError:
            return frozenset(keys), False
        except json.JSONDecodeError as error:
            return frozenset(keys), _is_at_end(text, error)
        except ValueError:  # a number of too many digits
            return frozenset(keys), False


def _is_at_end(text: str, error: json.JSONDecodeError) -> bool:
    """Whether a value is wrong because the text ends within it."""
    return error.msg.startswith("Unterminated string") or error.pos >= len(text.rstrip())
