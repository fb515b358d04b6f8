"""Issues as the REST search of Jira answers, in version 2 (texts) and version 3 (documents)."""

import re
from collections.abc import Iterator, Mapping

from compiler.languages.knowledge.trackers.jira.meanings import KEY, Status, link, number_in
from compiler.languages.knowledge.trackers.records import Issue, IssueLink, Json, Place
from compiler.languages.knowledge.trackers.values import first_text, names_in, object_of, objects_of, text_of

MAX_DEPTH = 50  # of a document of version 3
_BLOCKS = ("paragraph", "heading", "listItem", "codeBlock", "blockquote", "tableRow", "hardBreak")
_PEOPLE = ("displayName", "name", "emailAddress", "accountId")
_CUSTOM = re.compile(r"customfield_\d{1,9}")
_READ = frozenset(
    {"summary", "description", "status", "priority", "labels", "assignee", "reporter", "creator", "created", "updated"}
    | {"resolutiondate", "resolution", "duedate", "issuelinks", "subtasks", "parent", "issuetype", "comment", "project"}
    | {"components", "fixVersions", "statusCategory", "statuscategorychangedate", "votes", "watches", "worklog"}
    | {"progress", "aggregateprogress", "attachment", "lastViewed"}
)


def shape(value: Json) -> frozenset[str]:
    """The keys of the fields of an issue, none of any other value."""
    if not isinstance(value, dict) or not KEY.fullmatch(text_of(value.get("key"))):
        return frozenset()
    fields = value.get("fields")
    return frozenset({f"fields.{field}" for field in fields} | {"key"}) if isinstance(fields, dict) else frozenset()


def wrong_with(value: Json) -> str:
    """Why a value is no issue; "" if it is one."""
    if not isinstance(value, dict):
        return "it is no JSON object"
    if not KEY.fullmatch(text_of(value.get("key"))):
        return "it has no key"
    return "" if isinstance(value.get("fields"), dict) else "it has no fields"


def issue(value: Mapping[str, Json], place: Place) -> Issue:
    """The issue of an element that is right."""
    fields = object_of(value["fields"])
    key = text_of(value["key"])
    status = _status(fields)
    meaning = status.meaning
    return Issue(
        id=key,
        name=key,
        number=number_in(key),
        title=text_of(fields.get("summary")) or key,
        place=place,
        state=meaning.state,
        word=status.word,
        is_known=meaning.is_known,
        priority=first_text(object_of(fields.get("priority")), "name"),
        due=first_text(fields, "duedate"),
        created=first_text(fields, "created"),
        updated=first_text(fields, "updated"),
        times=tuple(filter(None, (first_text(fields, "resolutiondate"),))),
        assignee=first_text(object_of(fields.get("assignee")), *_PEOPLE),
        author=first_text(object_of(fields.get("reporter")), *_PEOPLE),
        labels=tuple(names_in(fields.get("labels"), "name")),
        content=_text(fields.get("description")),
        native=_native(fields, status),
        links=tuple(_links(fields)),
    )


def _status(fields: Mapping[str, Json]) -> Status:
    status = object_of(fields.get("status"))
    category = object_of(status.get("statusCategory")) or object_of(fields.get("statusCategory"))
    resolution = first_text(object_of(fields.get("resolution")), "name")
    return Status(first_text(status, "name"), first_text(category, "key"), resolution)


def _native(fields: Mapping[str, Json], status: Status) -> dict[str, Json]:
    """What Jira says beyond the model. Of other fields those that hold a text or a number are kept."""
    parent = first_text(object_of(fields.get("parent")), "key")
    own: dict[str, Json] = {
        "issue_type": first_text(object_of(fields.get("issuetype")), "name"),
        "status_category": status.category,
        "resolution": status.resolution,
        "project": first_text(object_of(fields.get("project")), "key"),
        "components": list(names_in(fields.get("components"), "name")),
        "fix_versions": list(names_in(fields.get("fixVersions"), "name")),
        "parent": parent,
    }
    plain = {
        name: field for name, field in fields.items() if isinstance(field, str | int | float) and name not in _READ
    }
    return own | {name: field for name, field in plain.items() if not (_CUSTOM.fullmatch(name) and _is_rank(field))}


def _is_rank(value: Json) -> bool:
    """Whether a value is a rank of a board, such as `0|i0001z:`, which says nothing to people."""
    return isinstance(value, str) and "|" in value


def _links(fields: Mapping[str, Json]) -> Iterator[IssueLink]:
    for issue_link in objects_of(fields.get("issuelinks")):
        kind = object_of(issue_link.get("type"))
        for member, phrase in (("outwardIssue", "outward"), ("inwardIssue", "inward")):
            other = object_of(issue_link.get(member))
            if key := _key(other):
                yield link(first_text(kind, phrase, "name"), key, _status(object_of(other.get("fields"))).of_target)
    for subtask in objects_of(fields.get("subtasks")):
        if key := _key(subtask):
            yield IssueLink("belongs_to", True, "subtask", key, is_quiet=True)
    if key := _key(object_of(fields.get("parent"))):
        yield IssueLink("belongs_to", False, "parent", key, is_quiet=True)


def _key(value: Mapping[str, Json]) -> str:
    key = text_of(value.get("key"))
    return key if KEY.fullmatch(key) else ""


def _text(value: Json) -> str:
    """The text of a description: as it stands, or of the nodes of a document."""
    if isinstance(value, str):
        return value.strip()
    return "".join(_of_node(value, 0)).strip() if isinstance(value, dict) else ""


def _of_node(node: Json, depth: int) -> Iterator[str]:
    if not isinstance(node, dict) or depth > MAX_DEPTH:
        return
    yield node["text"] if isinstance(node.get("text"), str) else ""
    if address := first_text(object_of(node.get("attrs")), "url"):
        yield address
    for node_below in objects_of(node.get("content")):
        yield from _of_node(node_below, depth + 1)
    if node.get("type") in _BLOCKS:
        yield "\n"
