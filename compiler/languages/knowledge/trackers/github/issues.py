"""Issues as `gh issue list --json` prints them, and as the REST interface answers."""

import re
from collections.abc import Iterator, Mapping

from compiler.languages.knowledge.trackers.github.body import links_of_body
from compiler.languages.knowledge.trackers.records import Issue, IssueLink, Json, Place
from compiler.languages.knowledge.trackers.status_words import Meaning, meaning_of
from compiler.languages.knowledge.trackers.values import (
    first_text,
    joined,
    names_in,
    number_of,
    object_of,
    objects_of,
    text_of,
)

ADDRESS = re.compile(r"https?://[^/\s]+/(?:repos/)?([\w.-]{1,100}/[\w.-]{1,100})/issues/(\d{1,9})(?![\w/])")
_REPOSITORY = re.compile(r"(?:https?://[^/\s]+/(?:repos/)?)?([\w.-]{1,100}/[\w.-]{1,100})/?")
_STATES = ("open", "closed")
_BLOCKED = re.compile(r"(?:status[ ]?[:/][ ]?)?blocked", re.IGNORECASE)
_PRIORITY = re.compile(r"(?:priority|prio)[ ]{0,3}[:/ -][ ]{0,3}([\w ]{1,20})|(p[0-4])", re.IGNORECASE)
_PULL_REQUEST = ("headRefName", "baseRefName", "isDraft", "mergeable", "pull_request", "mergeStateStatus")
_READ = frozenset(
    {"number", "title", "body", "state", "stateReason", "state_reason", "url", "html_url", "labels", "assignees"}
    | {"author", "user", "createdAt", "created_at", "updatedAt", "updated_at", "closedAt", "closed_at", "closed"}
    | {"parent", "subIssues", "blockedBy", "blocking", "milestone", "comments", "reactionGroups", "reactions"}
    | {"projectItems", "id", "node_id", "repository", "repository_url"}
)


def shape(value: Json) -> frozenset[str]:
    """The keys of an issue, none of any other value. A milestone has a number and a title too."""
    if not isinstance(value, dict) or number_of(value.get("number")) is None or not text_of(value.get("title")):
        return frozenset()
    is_issue = (
        first_text(value, "state").lower() in _STATES
        or ADDRESS.fullmatch(first_text(value, "url", "html_url"))
        or any("login" in person for person in (object_of(value.get("author")), *objects_of(value.get("assignees"))))
        or any({"name", "color"} <= label.keys() for label in objects_of(value.get("labels")))
        or text_of(value.get("stateReason")).upper() in ("COMPLETED", "NOT_PLANNED", "REOPENED", "DUPLICATE")
    )
    is_of_linear = "identifier" in value  # whose issues have numbers and labels in colours too
    is_milestone = "dueOn" in value or "due_on" in value or "open_issues" in value
    return frozenset(value) if is_issue and not (is_milestone or is_of_linear) else frozenset()


def is_pull_request(value: Mapping[str, Json]) -> bool:
    """Whether an element is a pull request, which is no task."""
    address = first_text(value, "url", "html_url")
    return "/pull/" in address or any(value.get(key) is not None for key in _PULL_REQUEST)


def wrong_with(value: Json) -> str:
    """Why a value is no issue; "" if it is one."""
    if not isinstance(value, dict):
        return "it is no JSON object"
    if number_of(value.get("number")) is None:
        return "it has no number"
    return "" if text_of(value.get("title")) else "it has no title"


def repository_of(value: Mapping[str, Json]) -> str:
    """The repository of an issue, `lamp/pier`; "" if the export does not say it."""
    if found := ADDRESS.fullmatch(first_text(value, "url", "html_url")):
        return found[1]
    named = value.get("repository")
    name = first_text(named, "nameWithOwner", "full_name") if isinstance(named, dict) else text_of(named)
    found = _REPOSITORY.fullmatch(name or text_of(value.get("repository_url")))
    return found[1] if found else ""


def issue(value: Mapping[str, Json], place: Place, scope: str) -> Issue:
    """The issue of an element that is right. `scope` stands before its number: its repository, else its file."""
    number = value["number"]
    labels = tuple(names_in(value.get("labels"), "name"))
    word, state = _state(value, labels)
    milestone = object_of(value.get("milestone"))
    body = text_of(value.get("body"))
    reason = first_text(value, "stateReason", "state_reason").lower()
    author = object_of(value.get("author")) or object_of(value.get("user"))
    return Issue(
        id=f"{scope}#{number}",
        name=f"#{number}",
        number=number,
        title=text_of(value["title"]),
        place=place,
        state=state.state,
        word=word,
        is_known=state.is_known,
        priority=_priority(labels),
        due=first_text(milestone, "dueOn", "due_on"),
        created=first_text(value, "createdAt", "created_at"),
        updated=first_text(value, "updatedAt", "updated_at"),
        times=tuple(filter(None, (first_text(value, "closedAt", "closed_at"),))),
        assignee=joined(names_in(value.get("assignees"), "login", "name")),
        author=first_text(author, "login", "name"),
        labels=labels,
        content=body,
        native=_native(value, milestone, reason),
        links=tuple(_links(value, scope, body)),
    )


def _state(value: Mapping[str, Json], labels: tuple[str, ...]) -> tuple[str, Meaning]:
    """The status as written, and what it means: a closed issue is done, whatever its board says; an open one is what
    its board says, and blocked if it has that label."""
    written = first_text(value, "state") or ("CLOSED" if value.get("closed") is True else "OPEN")
    if written.lower() == "closed":
        return written, Meaning("done")
    if any(_BLOCKED.fullmatch(label) for label in labels):
        return written, Meaning("blocked")
    columns = (object_of(project.get("status")) for project in objects_of(value.get("projectItems")))
    column = next((name for column in columns if (name := first_text(column, "name"))), "")
    found = meaning_of(column)
    return written, Meaning("todo") if found.state == "done" or not found.is_known else found


def _priority(labels: tuple[str, ...]) -> str:
    found = (_PRIORITY.fullmatch(label) for label in labels)
    return next((match[1] or match[2] for match in found if match), "")


def _native(value: Mapping[str, Json], milestone: Mapping[str, Json], reason: str) -> dict[str, Json]:
    columns = [
        {"project": first_text(project, "title"), "status": first_text(object_of(project.get("status")), "name")}
        for project in objects_of(value.get("projectItems"))
    ]
    own = {
        "state_reason": reason,
        "milestone": first_text(milestone, "title"),
        "url": first_text(value, "url", "html_url"),
        "project_items": columns,
        "parent": number_of(object_of(value.get("parent")).get("number")),
    }
    return own | {name: field for name, field in value.items() if name not in _READ}


def _links(value: Mapping[str, Json], scope: str, body: str) -> Iterator[IssueLink]:
    """What the fields say, then what the body says."""
    for key, is_reversed in (("blockedBy", True), ("blocking", False)):
        for blocker in objects_of(value.get(key)):
            if target := _target(blocker, scope):
                yield IssueLink("blocks", is_reversed, key, target, _state_of(blocker))
    if target := _target(object_of(value.get("parent")), scope):
        yield IssueLink("belongs_to", False, "parent", target, is_quiet=True)
    for subtask in objects_of(value.get("subIssues")):
        if target := _target(subtask, scope):
            yield IssueLink("belongs_to", True, "sub-issue", target, is_quiet=True)
    yield from links_of_body(body, scope)


def _target(value: Mapping[str, Json], scope: str) -> str:
    """The id of an issue that a field names; "" if it names none."""
    number = number_of(value.get("number"))
    return f"{repository_of(value) or scope}#{number}" if number else ""


def _state_of(value: Mapping[str, Json]) -> str:
    return {"open": "open", "closed": "done"}.get(first_text(value, "state").lower(), "")
