"""The operations on sections of dialogue."""

import re

from compiler.languages.world.facts import Choice, Section
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, LOCATION, SECTION, WORLD, content_text
from queries.operations.worlds.lines import part_end, region_end, with_blanks, without_spare_blank
from queries.operations.worlds.objects import location_of, rule_lines, section_of, world_of, worlds_with
from queries.operations.worlds.promises import (
    check_change,
    check_findings,
    check_removal,
    is_lost_jump,
    refs_in,
    unread,
)
from queries.operations.worlds.texts import check_texts, text_lines
from queries.tools.parameters import Parameter, echoed

_LABEL = re.compile(r"[ \t]*(?:== |#{1,3} )")


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        LOCATION,
        text_argument("name", "Its name, which no section of the file has.", most=500),
        Parameter("text", "string", "Its first lines: prose, `@id: speech`, `@id does something`.", max_length=10_000),
        WORLD,
    ),
)
def world_add_section(draft: Draft, *, location: str, name: str, text: str | None, world: str | None) -> Steps:
    """Adds a section of dialogue at the end of a location."""
    place = location_of(draft, world_of(draft, world), location)
    new = section_name("name", name)
    file = place.span.file
    if draft.snapshot.count(Section, file=file, name=new):
        raise QueryError("invalid_argument", "A section of this file has this name already", name=echoed(name))
    said = text_lines("text", text)
    lines = draft.lines(file)
    number = region_end(lines, place.span.start_line) + 1
    draft.insert(file, number, with_blanks(lines, number, [f"== {new}", *(["", *said] if said else [])]))
    overlay = yield
    worlds = worlds_with(draft, file)
    check_findings(draft, overlay, worlds)
    found = overlay.snapshot.facts(Section, world=place.world, file=file, name=new)
    if len(found) != 1 or found[0].location != place.slug:
        raise unread(name=echoed(name))
    check_texts(overlay, found[0].ref, said)
    refs = refs_in(worlds, "section", found[0].section)
    check_change(draft, overlay, worlds, added={"section": 1, "line": len(said)}, about=refs)


def section_name(name: str, text: str) -> str:
    """Return the name of a new section. Raises QueryError for one that no jump could name."""
    found = content_text(name, text)
    if re.search(r"[:/]|\.exhausted$", found) or found == "end":
        problem = f"'{name}' has no ':' and no '/', does not end with '.exhausted', and is not 'end'"
        raise QueryError("invalid_argument", problem, **{name: echoed(text)})
    return found


@operation(applies_to=APPLIES_TO, parameters=(SECTION, CONFIRM, WORLD))
def world_remove_section(draft: Draft, *, section: str, confirm: bool, world: str | None) -> Steps:
    """Deletes a section with its text and choices. Rules stay. `now_dangling` tells of the jumps to it."""
    check_confirmed(confirm)
    one = section_of(draft, world_of(draft, world), section)
    span = one.span
    lines = draft.lines(span.file)
    end = _section_end(lines, span.start_line)
    last = part_end(lines, span.start_line, end, rule_lines(draft, span.file))
    draft.replace(span.file, *without_spare_blank(lines, span.start_line, last), ())
    overlay = yield
    worlds = worlds_with(draft, span.file)
    if overlay.snapshot.object(one.ref):
        raise QueryError("unavailable", "The section stands there twice: edit it as text", section=one.section)
    parts = refs_in(worlds, "section", one.section)
    for each in draft.snapshot.facts(Choice, section=one.section):
        parts |= refs_in(worlds, "choice", each.choice)
    check_removal(draft, overlay, worlds, parts.__contains__, is_left_out=is_lost_jump)


def _section_end(lines: list[str], number: int) -> int:
    """Return the last line of a section: before the next label or heading."""
    last = number
    for at in range(number + 1, region_end(lines, number) + 1):
        if _LABEL.match(lines[at - 1]):
            break
        if lines[at - 1].strip():
            last = at
    return last
