"""Reads issues as the interface of Linear answers them in GraphQL: a list of issues, by itself or in an object, with
lists as such or in `nodes`."""

from collections.abc import Iterator, Mapping

from compiler.languages.knowledge.trackers.json_elements import elements, lists_under
from compiler.languages.knowledge.trackers.linear.table import ID
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Issue, IssueFile, IssueLink, Json, Place, Unread
from compiler.languages.knowledge.trackers.status_words import Meaning, meaning_of
from compiler.languages.knowledge.trackers.values import first_text, names_in, number_of, object_of, objects_of, text_of

REASON = "it lists issues with an identifier, and a state, an address or a priority as Linear has them"
_LISTS = ("nodes", "issues", "data")
_TYPES = {
    "triage": "draft",
    "backlog": "todo",
    "unstarted": "todo",
    "started": "in_progress",
    **dict.fromkeys(("completed", "canceled", "duplicate"), "done"),
}
_ADDRESS = "https://linear.app/"
_TIMES = ("startedAt", "startedTriageAt", "triagedAt", "completedAt", "canceledAt", "archivedAt", "autoArchivedAt")
_NAMED = ("team", "project", "cycle", "projectMilestone")
_PLAIN = ("estimate", "url", "branchName", "startedAt", "completedAt", "canceledAt")


def read_answer(text: str) -> IssueFile | None:
    """The issues of a file; None if none of them proves that it is Linear's."""
    for at in lists_under(text, _LISTS):
        found = list(elements(text, at, shape))
        if not any(shape(element.value) for element in found):
            continue
        places = Places(text)
        issues: list[Issue] = []
        unread: list[Unread] = []
        for element in found:
            place = places.place(element.start, element.end)
            if reason := element.reason or _wrong_with(element.value):
                unread.append(Unread(place, reason))
            else:
                issues.append(_issue(element.value, place))
        return IssueFile(REASON, tuple(issues), tuple(unread))
    return None


def shape(value: Json) -> frozenset[str]:
    """The keys of an issue, none of any other value."""
    if _wrong_with(value):
        return frozenset()
    is_issue = (
        first_text(object_of(value.get("state")), "type") in _TYPES
        or text_of(value.get("url")).startswith(_ADDRESS)
        or "priorityLabel" in value
        or "branchName" in value
    )
    return frozenset(value) if is_issue else frozenset()


def _wrong_with(value: Json) -> str:
    """Why a value is no issue; "" if it is one."""
    if not isinstance(value, dict):
        return "it is no JSON object"
    if not ID.fullmatch(text_of(value.get("identifier"))):
        return "it has no identifier such as ENG-12"
    return "" if text_of(value.get("title")) else "it has no title"


def _issue(value: Mapping[str, Json], place: Place) -> Issue:
    identifier = text_of(value["identifier"])
    meaning = _state(value)
    return Issue(
        id=identifier,
        name=identifier,
        number=number_of(int(identifier.rpartition("-")[2])),
        title=text_of(value["title"]),
        place=place,
        state=meaning.state,
        word=_status(value),
        is_known=meaning.is_known,
        priority=_priority(value),
        due=first_text(value, "dueDate"),
        created=first_text(value, "createdAt"),
        updated=first_text(value, "updatedAt"),
        times=tuple(found for name in _TIMES if (found := text_of(value.get(name)))),
        assignee=_person(value.get("assignee")),
        author=_person(value.get("creator")),
        labels=tuple(names_in(value.get("labels"), "name")),
        content=text_of(value.get("description")),
        native=_native(value),
        links=tuple(_links(value)),
    )


def _status(value: Mapping[str, Json]) -> str:
    return first_text(object_of(value.get("state")), "name", "type") or first_text(value, "state", "status")


def _state(value: Mapping[str, Json]) -> Meaning:
    """The dates decide, then the type of the status, which a team cannot name, then its word. What says that it is
    blocked is so unless it is done."""
    if text_of(value.get("completedAt")) or text_of(value.get("canceledAt")):
        return Meaning("done")
    by_word = meaning_of(_status(value))
    by_type = _TYPES.get(first_text(object_of(value.get("state")), "type"), "")
    found = Meaning(by_type) if by_type and (by_type == "done" or by_word.state != "blocked") else by_word
    if text_of(value.get("archivedAt")) and found.state != "done":
        return Meaning("archived")
    if not found.is_known and text_of(value.get("startedAt")):
        return Meaning("in_progress")
    return found


def _priority(value: Mapping[str, Json]) -> str:
    """The word of a priority: the number alone, 0 to 4, says 0 where there is none."""
    words = ("No priority", "Urgent", "High", "Medium", "Low")
    number = value.get("priority")
    if label := first_text(value, "priorityLabel"):
        return label
    if isinstance(number, int | float) and not isinstance(number, bool) and number in range(len(words)):
        return words[int(number)]
    return text_of(number)


def _person(value: Json) -> str:
    return first_text(object_of(value), "displayName", "name", "email") or text_of(value)


def _native(value: Mapping[str, Json]) -> dict[str, Json]:
    """What Linear says beyond the model."""
    named = {name: _name(value.get(name)) for name in _NAMED}
    plain = {name: found for name in _PLAIN if isinstance(found := value.get(name), str | int | float)}
    state_type = first_text(object_of(value.get("state")), "type")
    return (
        {name: field for name, field in named.items() if field}
        | plain
        | ({"state_type": state_type} if state_type else {})
    )


def _name(value: Json) -> Json:
    one = object_of(value)
    return first_text(one, "name", "key") or number_of(one.get("number")) or text_of(value)


def _links(value: Mapping[str, Json]) -> Iterator[IssueLink]:
    """A relation `blocks` runs from the issue that has it, an inverse one to it."""
    for member, other, is_inverse in (("relations", "relatedIssue", False), ("inverseRelations", "issue", True)):
        for relation in objects_of(value.get(member)):
            named = object_of(relation.get(other))
            if not (target := _target(named)):
                continue
            kind = first_text(relation, "type")
            if kind == "blocks":
                yield IssueLink("blocks", is_inverse, kind, target, _state_of(named))
            else:
                yield IssueLink("references", False, kind or "related", target, is_quiet=True)
    if target := _target(object_of(value.get("parent"))):
        yield IssueLink("belongs_to", False, "parent", target, is_quiet=True)
    for child in objects_of(value.get("children")):
        if target := _target(child):
            yield IssueLink("belongs_to", True, "child", target, is_quiet=True)


def _target(value: Mapping[str, Json]) -> str:
    found = text_of(value.get("identifier"))
    return found if ID.fullmatch(found) else ""


def _state_of(value: Mapping[str, Json]) -> str:
    """What a relation says of the issue that it names: "open", "done", or "" if it says nothing."""
    if not _status(value):
        return ""
    return "done" if _state(value).state == "done" else "open"
