"""Entities come and go: a new decision, task or note is written as the ones beside it are."""

from typing import Any

from compiler.languages.knowledge.facts import TYPES, Entity, Task
from queries.knowledge.entity_lookup import ID
from queries.operations.arguments import invalid, line_argument, optional, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import take_out
from queries.operations.knowledge.entities import LISTS, Place, entity_of, place_for
from queries.operations.knowledge.new_decisions import NewDecision, write_decision
from queries.operations.knowledge.new_tasks import PRIORITIES, NewTask, write_task
from queries.operations.knowledge.owners import OWNED, Wanted, check_owner, creating_command, refuse_owned
from queries.operations.knowledge.statuses import DECISION_STATUSES
from queries.operations.knowledge.tasks import check_day
from queries.operations.operation import Given, operation
from queries.tools.parameters import Parameter

MAX_TITLE, MAX_CONTENT = 500, 102_400
APPLIES_TO = (
    "Decisions by adr-tools, MADR, log4brains and Backlog.md, lists of boxes, tasks of Backlog.md, notes in markdown."
)
PROPERTIES = {
    "decision": ("status", "context", "consequences", "date"),
    "task": ("status", "priority", "due_date", "assignee"),
    "note": ("note_type",),
}
_NOT_IN_NAMES = frozenset('/\\:*?"<>|#^[]')


@operation(
    APPLIES_TO,
    Parameter("type", "string", "Its type.", required=True, choices=TYPES),
    line_argument("title", "Its title, one line.", most=MAX_TITLE),
    optional("content", "Its text.", most=MAX_CONTENT),
    Parameter("tags", "strings", "Its tags.", max_items=50, max_length=100),
    Parameter(
        "properties",
        "object",
        "Of a decision: status, context, consequences, date. Of a task: status, priority, due_date, assignee. Of a "
        "note: note_type.",
    ),
    optional(
        "file",
        "Where it goes, if there are several places: a list, the folder of a backlog, of decisions or of notes, or "
        "the file to make.",
        most=1_000,
    ),
)
def entity_create(draft: Draft, given: Given) -> None:
    """Makes a decision, a task or a note: a file beside its like, with the next number and their template, or a line of
    a list, with the next id. No time is written, since none is known."""
    if given.type not in PROPERTIES:
        programs = {"component": "a milestone of Backlog.md (backlog milestone add) or an entity of Medulla"}
        program = programs.get(given.type, "an entity of Medulla")
        problem = f"No format that is edited as text has a {given.type}: it is {program}"
        raise unavailable(problem, command=creating_command("medulla", given.type, given.title, ""))
    stated = given.properties or {}
    check_properties(given.type, stated)
    place = place_for(draft, given.type, given.file)
    if place.form in OWNED:
        command = creating_command(place.form, given.type, given.title, str(stated.get("priority") or ""))
        refuse_owned(place.form, command, file=place.path, verb="create")
    _write(draft, given.type, place, (given.title, given.content or "", given.tags or [], stated))


def check_properties(kind: str, properties: dict[str, Any]) -> None:
    """Raise QueryError for a property that a type does not have, and for a value that is none."""
    known = PROPERTIES[kind]
    if unknown := [property_ for property_ in properties if property_ not in known]:
        raise invalid(f"A {kind} has no such property", field=unknown[0], allowed=[*known])
    for name, value in properties.items():
        texts = value if name == "consequences" and isinstance(value, list) else [value]
        if not all(isinstance(text_, str) and text_.strip() for text_ in texts):
            raise invalid("A property is a text that is not empty", field=name)
        if name not in ("context", "consequences") and len(str(value).splitlines()) > 1:
            raise invalid("This property is one line", field=name)
    if (priority := properties.get("priority")) and priority not in PRIORITIES:
        raise invalid("There is no such priority", priority=priority, allowed=[*PRIORITIES])
    for name in ("due_date", "date"):
        if name in properties:
            check_day(name, properties[name])


def _write(draft: Draft, kind: str, place: Place, said: tuple[str, str, list[str], dict[str, Any]]) -> None:
    if kind == "task":
        write_task(draft, place, NewTask(*said))
    elif kind == "decision":
        decision = NewDecision(*said)
        if decision.status not in (*DECISION_STATUSES[:3], "rejected"):
            raise invalid("A new decision has none of this status", status=decision.status)
        write_decision(draft, place, decision)
    else:
        _write_note(draft, place, *said)


def _write_note(
    draft: Draft, place: Place, title: str, content: str, tags: list[str], properties: dict[str, Any]
) -> None:
    is_name = not _NOT_IN_NAMES & {*title} and not title.startswith(".") and len(title.encode()) < 200
    if not place.new_file and not is_name:
        bad = "".join(sorted(_NOT_IN_NAMES & {*title}))
        raise invalid("This title is no name of a file: name the 'file' to make", title=title, signs=bad)
    path = place.new_file or f"{place.path}/{title}.md".lstrip("/")
    kind = properties.get("note_type")
    keys = [
        *([f"type: {front_matter.scalar(kind)}"] if kind else []),
        *([f"tags: {front_matter.listed(tags)}"] if tags else []),
    ]
    lines = ["---", *keys, "---", ""] if keys else []
    lines += [f"# {title}", ""]
    draft.create(path, "\n".join([*lines, content]).rstrip("\n") + "\n")


@operation(APPLIES_TO, ID)
def entity_delete(draft: Draft, given: Given) -> None:
    """Deletes an entity: its file with the tasks in it, or its lines in a list. What names it stays as it is, and
    stands in `now_dangling`."""
    entity = entity_of(draft, given.id, Entity)
    check_owner(entity, Wanted("delete"))
    if isinstance(entity, Task) and entity.format in LISTS:
        parts = [task.entity for task in draft.snapshot.facts(Task, parent=entity.entity, file=entity.span.file)]
        if parts:
            raise unavailable("This task has parts: delete them first", id=entity.entity, parts=parts)
        take_out(draft, entity.span.file, entity.span.start_line, entity.span.end_line)
    else:
        draft.delete(entity.span.file)
