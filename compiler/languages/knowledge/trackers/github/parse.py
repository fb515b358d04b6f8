"""Reads one file of GitHub's command line: a list of issues, a single issue, or the items of a board."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from compiler.languages.knowledge.trackers.github import board, issues
from compiler.languages.knowledge.trackers.json_elements import Element, Shape, elements, list_at
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Issue, IssueFile, Json, Place, Unread


class _Kind(NamedTuple):
    """One of the layouts: the key of its list ("" if the text is the list), how its elements are told and read."""

    key: str
    reason: str
    shape: Shape
    is_pull_request: Callable[[Mapping[str, Json]], bool]
    wrong_with: Callable[[Json], str]
    issue: Callable[[Mapping[str, Json], Place, str], Issue]


_ISSUES = _Kind(
    "",
    "it lists numbers and titles with an address, a state or people as GitHub has them",
    issues.shape,
    issues.is_pull_request,
    issues.wrong_with,
    issues.issue,
)
_BOARD = _Kind(
    "items",
    "its items have a content of type Issue, DraftIssue or PullRequest",
    board.shape,
    board.is_pull_request,
    board.wrong_with,
    board.item,
)


def parse(path: str, text: str) -> IssueFile | None:
    """The issues of a file; None if it is no export of GitHub."""
    if '"title"' not in text:
        return None
    if '"content"' in text and (at := list_at(text, _BOARD.key)) is not None:
        return _read(path, text, list(elements(text, at, _BOARD.shape)), _BOARD)
    if '"number"' not in text:
        return None
    at = list_at(text, "")
    if at is not None:
        return _read(path, text, list(elements(text, at, _ISSUES.shape)), _ISSUES)
    start = len(text) - len(text.lstrip())
    if text.startswith("{", start):
        single = next(elements(text, start, _ISSUES.shape), None)
        return _read(path, text, [single], _ISSUES) if single and not single.reason else None
    return None


def _read(path: str, text: str, found: list[Element], kind: _Kind) -> IssueFile | None:
    """The issues of the elements; None if none of them proves that GitHub wrote it."""
    if not any(kind.shape(element.value) for element in found):
        return None
    scope = _scope(path, (element.value for element in found))
    places = Places(text)
    read: list[Issue] = []
    unread: list[Unread] = []
    for element in found:
        place = places.place(element.start, element.end)
        if reason := element.reason or kind.wrong_with(element.value):
            unread.append(Unread(place, reason))
        elif not kind.is_pull_request(element.value):
            read.append(kind.issue(element.value, place, issues.repository_of(element.value) or scope))
    return IssueFile(kind.reason, tuple(read), tuple(unread))


def _scope(path: str, values: Iterable[Json]) -> str:
    """What stands before the number of an issue that does not say its repository: the one that all others name, else
    the name of the file."""
    contents = (value.get("content") if isinstance(value, dict) and "content" in value else value for value in values)
    found = {issues.repository_of(content) for content in contents if isinstance(content, dict)} - {""}
    return found.pop() if len(found) == 1 else path.rpartition("/")[2].rpartition(".")[0]
