"""Items of a board as `gh project item-list --format json` prints them."""

from collections.abc import Mapping

from compiler.languages.knowledge.trackers.github.body import links_of_body
from compiler.languages.knowledge.trackers.github.issues import repository_of
from compiler.languages.knowledge.trackers.records import Issue, Json, Place
from compiler.languages.knowledge.trackers.status_words import meaning_of
from compiler.languages.knowledge.trackers.values import first_text, joined, names_in, number_of, object_of, text_of

_TYPES = ("Issue", "DraftIssue", "PullRequest")
_READ = frozenset(
    {"id", "content", "title", "status", "assignees", "labels", "priority", "repository", "milestone"}
    | {"due date", "target date", "due", "linked pull requests"}
)


def shape(value: Json) -> frozenset[str]:
    """The keys of an item, none of any other value."""
    is_item = isinstance(value, dict) and object_of(value.get("content")).get("type") in _TYPES
    return frozenset({"content", "id"} & value.keys()) if is_item else frozenset()


def is_pull_request(value: Mapping[str, Json]) -> bool:
    """Whether an item is a pull request, which is no task."""
    return object_of(value.get("content")).get("type") == "PullRequest"


def wrong_with(value: Json) -> str:
    """Why a value is no item; "" if it is one."""
    if not isinstance(value, dict):
        return "it is no JSON object"
    content = object_of(value.get("content"))
    if content.get("type") not in _TYPES:
        return "it has no content of a known type"
    if not (text_of(content.get("title")) or text_of(value.get("title"))):
        return "it has no title"
    if content.get("type") == "Issue" and number_of(content.get("number")) is None:
        return "it has no number"
    if content.get("type") == "DraftIssue" and not first_text(value, "id"):
        return "it has no id"
    return ""


def item(value: Mapping[str, Json], place: Place, scope: str) -> Issue:
    """The task of an item that is right: an issue, or a draft that has no number. `scope` is that of its issue."""
    content = object_of(value.get("content"))
    number = number_of(content.get("number"))
    repository = repository_of(content) or repository_of(value) or scope
    draft = first_text(content, "id") or first_text(value, "id")
    word = first_text(value, "status")
    meaning = meaning_of(word)
    milestone = object_of(value.get("milestone"))
    body = text_of(content.get("body"))
    return Issue(
        id=f"{repository}#{number}" if number else draft,
        name=f"#{number}" if number else draft,
        number=number,
        title=text_of(content.get("title")) or text_of(value.get("title")),
        place=place,
        state=meaning.state,
        word=word,
        is_known=meaning.is_known,
        priority=first_text(value, "priority"),
        due=first_text(value, "due date", "target date", "due") or first_text(milestone, "dueOn"),
        assignee=joined(names_in(value.get("assignees"), "login")),
        labels=tuple(names_in(value.get("labels"), "name")),
        content=body,
        native=_native(value, content, milestone),
        links=tuple(links_of_body(body, repository)),
    )


def _native(value: Mapping[str, Json], content: Mapping[str, Json], milestone: Mapping[str, Json]) -> dict[str, Json]:
    """What the board says beyond the model. `on_board` tells an item from the issue itself."""
    own = {
        "on_board": True,
        "milestone": first_text(milestone, "title"),
        "url": first_text(content, "url"),
        "content_type": first_text(content, "type"),
    }
    return own | {name: field for name, field in value.items() if name not in _READ}
