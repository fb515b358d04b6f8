"""The operations on journeys, under the names of the requirements' own server."""

import re

from compiler.languages.requirements.facts import Journey, Remainder
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, invalid, not_found, one_line, optional, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Given, operation
from queries.operations.requirements.sections import add_section, delete_section, write_section
from queries.operations.requirements.texts import MAX_SCANNED, behind_rule, end_line, set_header_title
from queries.tools.parameters import Parameter, echoed

APPLIES_TO = "Journeys in markdown."
JOURNEY = text_argument("node_id", "The id of a journey, such as JNY-Tea-01.", most=500)
FIELDS = {"actor": "Actor", "goal": "Goal", "context": "Context"}
ACTIONS = ("add", "update", "rename", "delete")
_ID = re.compile(r"JNY-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*-\d+")


@operation(
    APPLIES_TO,
    text_argument("journey_id", "Its id, which nothing has.", most=500),
    text_argument("title", "Its title.", most=500),
    Parameter(
        "file_id",
        "string",
        "The file to append it to, which is there.",
        required=True,
        max_length=1_000,
        aliases=("file",),
    ),
)
def mutate_add_journey(draft: Draft, given: Given) -> None:
    """Adds a journey at the end of a file: its header and its End marker."""
    if draft.snapshot.facts(Journey, journey=given.journey_id):
        raise invalid("A journey has this id already", journey_id=given.journey_id)
    if not _ID.fullmatch(given.journey_id):
        raise invalid("An id of a journey is like JNY-Tea-01", journey_id=given.journey_id)
    name = one_line("title", given.title)
    lines = draft.lines(given.file_id)
    spacing = [""] if lines and lines[-1].strip() else []
    draft.insert(given.file_id, len(lines) + 1, [*spacing, f"# {given.journey_id}: {name}", "", f"*End* *{name}*"])


@operation(APPLIES_TO, JOURNEY, CONFIRM)
def mutate_delete_journey(draft: Draft, given: Given) -> None:
    """Deletes a journey, from its header to its End marker, and the rule behind it."""
    check_confirmed(given.confirm)
    span = journey_of(draft, given.node_id).span
    draft.replace(span.file, span.start_line, behind_rule(draft.lines(span.file), span.end_line), ())


@operation(
    APPLIES_TO,
    JOURNEY,
    Parameter("field_name", "string", "Which field.", required=True, choices=("title", *FIELDS)),
    text_argument("value", "What it shall say.", most=1_000),
)
def mutate_update_journey_field(draft: Draft, given: Given) -> None:
    """Gives a journey another title, actor, goal or context. A field that is missing is added behind the header."""
    journey = journey_of(draft, given.node_id)
    new = one_line("value", given.value)
    if given.field_name == "title":
        set_header_title(draft, journey.span, journey.name, new)
    else:
        _set_field(draft, journey, FIELDS[given.field_name], new)


@operation(
    APPLIES_TO,
    JOURNEY,
    Parameter("action", "string", "What to do.", required=True, choices=ACTIONS),
    text_argument("name", "The heading of the section.", most=500),
    optional("new_name", "Its new heading, to rename it."),
    optional("content", "Its text, to add or update it.", most=10_000),
    CONFIRM,
)
def mutate_journey_section(draft: Draft, given: Given) -> None:
    """Adds, updates, renames or deletes a section of a journey."""
    journey = journey_of(draft, given.node_id)
    sections = draft.snapshot.facts(Remainder, owner=given.node_id)
    section = next((one for one in sections if one.heading == given.name.strip()), None)
    if (section is None) != (given.action == "add"):
        problem = "has a section of this heading already" if section else "has no section of this heading"
        raise QueryError(
            "invalid_argument" if section else "not_found", f"The journey {problem}", name=echoed(given.name)
        )
    _check_given(given.action, given.new_name, given.content)
    if section is None:
        add_section(draft, journey, given.name, given.content or "")
    elif given.action == "delete":
        check_confirmed(given.confirm)
        delete_section(draft, section)
    else:
        write_section(draft, section, heading=given.new_name if given.action == "rename" else None, text=given.content)


def _check_given(action: str, new_name: str | None, content: str | None) -> None:
    """Raise QueryError unless what an action needs is given, and nothing else."""
    needed = {"rename": "new_name", "add": "content", "update": "content"}.get(action)
    given = {"new_name": new_name, "content": content}
    if needed and given[needed] is None:
        raise invalid(f"To {action} a section, give '{needed}'")
    if surplus := [name for name, value in given.items() if value is not None and name != needed]:
        raise invalid(f"'{surplus[0]}' says nothing to {action} a section")


def _set_field(draft: Draft, journey: Journey, name: str, value: str) -> None:
    span = journey.span
    last = end_line(draft, span) or span.end_line + 1
    behind = span.start_line
    for number in range(span.start_line + 1, last):
        line = draft.line(span.file, number)
        if re.match(r"\s*#", line):
            break
        if found := re.match(rf"(\*\*{name}(?:\*\*[ \t]*:|:\*\*)[ \t]*)", line, re.IGNORECASE):
            draft.set_line(span.file, number, found[0] + value)
            return
        if re.match(r"\*\*(?:Actor|Goal|Context)\b", line, re.IGNORECASE):
            behind = number
    spacing = [""] if behind == span.start_line else []
    draft.insert(span.file, behind + 1, [*spacing, f"**{name}**: {value}"])


def journey_of(draft: Draft, native_id: str) -> Journey:
    """Return the journey of an id. Raises QueryError with near ids if there is none."""
    found = draft.snapshot.facts(Journey, journey=native_id)
    if found:
        return found[0]
    known = [row for (row,) in draft.snapshot.rows("SELECT journey FROM fact_journey LIMIT ?", (MAX_SCANNED,))]
    raise not_found("Journey not found", id=native_id, did_you_mean=nearest(native_id, known, 3))
