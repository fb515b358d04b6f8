"""The operations on locations and exits."""

import re
from collections.abc import Sequence

from compiler.languages.world.facts import Condition, Exit, Line, Location, Section, World
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, one_line, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import (
    APPLIES_TO,
    DIRECTION,
    LOCATION,
    WORLD,
    check_world_file,
    content_text,
)
from queries.operations.worlds.lines import (
    STEP,
    is_blank,
    location_end,
    margin_of,
    part_end,
    with_blanks,
    without_spare_blank,
)
from queries.operations.worlds.objects import exit_of, location_of, rule_lines, world_of, worlds_with
from queries.operations.worlds.presence import behind_presences
from queries.operations.worlds.promises import (
    check_change,
    check_findings,
    check_removal,
    is_lost_jump,
    refs_in,
    unread,
)
from queries.operations.worlds.texts import check_statements, check_texts, condition_text, text_lines
from queries.tools.parameters import Parameter, echoed

_DESTINATION = re.compile(r"(?P<head>[ \t]*+-> [^:]*+: )(?P<written>(?:[^ \t\n]++|[ \t]++(?!$))*+)(?P<rest>[ \t]*+)$")


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("name", "Its heading, such as The Walled Garden.", most=500),
        Parameter("description", "string", "Its description: lines of prose.", max_length=10_000),
        Parameter("after", "string", "The location behind which it goes; the last one by default.", max_length=500),
        Parameter("file", "string", "The file at whose end it goes, in place of `after`.", max_length=1_000),
        WORLD,
    ),
)
def world_add_location(
    draft: Draft, *, name: str, description: str | None, after: str | None, file: str | None, world: str | None
) -> Steps:
    """Adds a location with its description. A finding tells if no exit leads to it."""
    chosen = world_of(draft, world)
    heading = content_text("name", name)
    path, number = _place_of_location(draft, chosen, after, file)
    prose = text_lines("description", description)
    lines = [f"# {heading}", *(["", *prose] if prose else [])]
    new = with_blanks(draft.lines(path), number, lines)
    draft.insert(path, number, new)
    at = number + new.index(lines[0])
    overlay = yield
    worlds = worlds_with(draft, path)
    check_findings(draft, overlay, worlds)
    found = _at(overlay.snapshot.facts(Location, file=path), at)
    if found is None or found.name != heading:
        raise unread(name=echoed(name))
    check_texts(overlay, found.ref, prose)
    refs = refs_in(worlds, "location", found.slug)
    check_change(draft, overlay, worlds, added={"location": 1, "line": len(prose)}, about=refs)


def _place_of_location(draft: Draft, world: World, after: str | None, file: str | None) -> tuple[str, int]:
    if after and file:
        raise QueryError("invalid_argument", "Give either 'after' or 'file'")
    if file:
        check_world_file(draft, world.files, file)
        return file, len(draft.lines(file)) + 1
    places = sorted(draft.snapshot.facts(Location, world=world.world), key=lambda one: one.ordinal)
    if after:
        span = location_of(draft, world, after).span
    elif places:
        span = places[-1].span
    else:
        return world.files[-1], len(draft.lines(world.files[-1])) + 1
    return span.file, location_end(draft.lines(span.file), span.start_line) + 1


def _at(found: Sequence[Location], number: int) -> Location | None:
    return next((one for one in found if one.span.start_line == number), None)


@operation(applies_to=APPLIES_TO, parameters=(LOCATION, CONFIRM, WORLD))
def world_remove_location(draft: Draft, *, location: str, confirm: bool, world: str | None) -> Steps:
    """Deletes a location with its exits, sections and choices. Rules stay. `now_dangling` tells of the exits that lead
    to it."""
    check_confirmed(confirm)
    place = location_of(draft, world_of(draft, world), location)
    span = place.span
    lines = draft.lines(span.file)
    last = part_end(lines, span.start_line, location_end(lines, span.start_line), rule_lines(draft, span.file))
    draft.replace(span.file, *without_spare_blank(lines, span.start_line, last), ())
    overlay = yield
    worlds = worlds_with(draft, span.file)
    parts = tuple(_parts_of_location(draft, worlds, place))
    if overlay.snapshot.object(place.ref):
        raise QueryError("unavailable", "The location stands there twice: edit it as text", location=place.slug)
    check_removal(
        draft,
        overlay,
        worlds,
        lambda one: one in parts or one.startswith(tuple(f"{p}/" for p in parts)),
        is_left_out=is_lost_jump,
    )


def _parts_of_location(draft: Draft, worlds: Sequence[World], place: Location) -> set[str]:
    """Return the refs of a location and its sections, and the beginnings of those of its exits and choices."""
    sections = draft.snapshot.facts(Section, world=place.world, location=place.slug)
    found = refs_in(worlds, "location", place.slug) | refs_in(worlds, "exit", place.slug)
    found |= refs_in(worlds, "entity", f"@{place.slug}")  # what a container that is gone is taken for
    for one in sections:
        found |= refs_in(worlds, "section", one.section) | refs_in(worlds, "choice", one.section)
    return found


# --- exits -----------------------------------------------------------------------------------------------------------


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        LOCATION,
        text_argument("direction", "The name of the exit, which the location has not.", most=500),
        text_argument("to", "The id or the heading of the location that it leads to.", most=500),
        Parameter("conditions", "strings", "Conditions, such as @gate.open == true.", max_items=20),
        Parameter("blocked", "string", "What is said while a condition does not hold.", max_length=2_000),
        WORLD,
    ),
)
def world_add_exit(
    draft: Draft,
    *,
    location: str,
    direction: str,
    to: str,
    conditions: list[str] | None,
    blocked: str | None,
    world: str | None,
) -> Steps:
    """Adds an exit behind the others of a location."""
    chosen = world_of(draft, world)
    place, target = location_of(draft, chosen, location), location_of(draft, chosen, to)
    name = direction_of("direction", direction)
    if draft.snapshot.count(Exit, world=chosen.world, from_location=place.slug, name=name):
        raise QueryError("invalid_argument", "The location has an exit of this name already", direction=echoed(name))
    tests = [condition_text(one) for one in conditions or ()]
    children = [f"? {one}" for one in tests] + ([f"! {content_text('blocked', blocked)}"] if blocked else [])
    file, number, margin = _place_of_exit(draft, place)
    lines = [f"{margin}-> {name}: {_destination(draft, target)}", *(f"{margin}{STEP}{one}" for one in children)]
    draft.insert(file, number, _spaced(draft, file, number, lines))
    overlay = yield
    worlds = worlds_with(draft, file)
    check_findings(draft, overlay, worlds)
    found = exit_of(overlay, place, name)
    if (found.to_location, found.blocked_message or "") != (target.slug, (blocked or "").strip()):
        raise unread(direction=echoed(direction))
    check_statements(overlay, found.ref, tests, ())
    added = {"exit": 1, "condition": len(tests), "line": int(bool(blocked))}
    refs = refs_in(worlds, "exit", found.id)
    check_change(draft, overlay, worlds, added=added, about=refs, links=refs_in(worlds, "location", place.slug))


def direction_of(name: str, text: str) -> str:
    """Return the name of a new exit. Raises QueryError for one that would be read as something else."""
    found = one_line(name, text)
    if re.search(r"[:/\t]|//", found) or found in ("exit", "end"):
        raise QueryError("invalid_argument", f"'{name}' has no ':' and no '/', and is not a word of the language")
    return found


def _destination(draft: Draft, target: Location) -> str:
    """Return how the other exits would write a location: by id where they do, else by its heading."""
    written = [one for one in draft.snapshot.facts(Exit, world=target.world) if one.to_location]
    ids = sum(one.destination == one.to_location for one in written)
    return target.slug if ids * 2 > len(written) else target.name


def _place_of_exit(draft: Draft, place: Location) -> tuple[str, int, str]:
    """Return the file and line before which a new exit goes, and how it is indented."""
    file = place.span.file
    exits = draft.snapshot.facts(Exit, world=place.world, from_location=place.slug, file=file)
    if not exits:
        return file, behind_presences(draft, place) + 1, ""
    last = max(exits, key=lambda one: one.span.start_line)
    return file, _exit_end(draft, last) + 1, margin_of(draft.line(file, last.span.start_line))


def _exit_end(draft: Draft, one: Exit) -> int:
    """Return the last line of an exit: of its conditions and its message."""
    children = [*draft.snapshot.facts(Condition, site=one.ref), *draft.snapshot.facts(Line, site=one.ref)]
    return max([one.span.start_line, *(child.span.start_line for child in children)])


def _spaced(draft: Draft, file: str, number: int, lines: list[str]) -> list[str]:
    """Return the lines of an exit with the blank lines that set it apart from what is no exit."""
    there = draft.lines(file)
    is_behind_exit = not is_blank(there, number - 1) and re.match(r"\s*(?:-> |\? |! )", there[number - 2])
    before = [] if is_behind_exit or is_blank(there, number - 1) else [""]
    is_before_exit = not is_blank(there, number) and re.match(r"\s*-> ", there[number - 1])
    return [*before, *lines, *([] if is_before_exit or is_blank(there, number) else [""])]


@operation(applies_to=APPLIES_TO, parameters=(LOCATION, DIRECTION, CONFIRM, WORLD))
def world_remove_exit(draft: Draft, *, location: str, direction: str, confirm: bool, world: str | None) -> Steps:
    """Deletes an exit with its conditions and its message. `new_diagnostics` tells of jumps through it."""
    check_confirmed(confirm)
    place = location_of(draft, world_of(draft, world), location)
    one = exit_of(draft, place, direction)
    span = one.span
    lines = draft.lines(span.file)
    draft.replace(span.file, *without_spare_blank(lines, span.start_line, _exit_end(draft, one)), ())
    overlay = yield
    if overlay.snapshot.object(one.ref):
        raise QueryError("unavailable", "The location has this exit twice: edit it as text", direction=one.name)
    worlds = worlds_with(draft, span.file)
    refs = refs_in(worlds, "exit", one.id)
    locations = refs_in(worlds, "location", place.slug)
    check_removal(
        draft,
        overlay,
        worlds,
        lambda ref: ref in refs,
        is_left_out=lambda each: is_lost_jump(each) or (each.kind == "link exit" and each.about in locations),
    )


@operation(
    applies_to=APPLIES_TO,
    parameters=(LOCATION, DIRECTION, text_argument("to", "The location that it shall lead to.", most=500), WORLD),
)
def world_retarget_exit(draft: Draft, *, location: str, direction: str, to: str, world: str | None) -> Steps:
    """Lets an exit lead to another location. Its conditions stay."""
    chosen = world_of(draft, world)
    place, target = location_of(draft, chosen, location), location_of(draft, chosen, to)
    one = exit_of(draft, place, direction)
    if one.to_location == target.slug:
        raise QueryError("invalid_argument", "The exit leads to this location", to=target.slug)
    span = one.span
    found = _DESTINATION.match(draft.line(span.file, span.start_line))
    assert found is not None
    draft.set_line(span.file, span.start_line, found["head"] + _destination(draft, target) + found["rest"])
    overlay = yield
    worlds = worlds_with(draft, span.file)
    check_findings(draft, overlay, worlds)
    if exit_of(overlay, place, one.id).to_location != target.slug:
        raise unread(to=echoed(to))
    links = refs_in(worlds, "location", place.slug)
    # A jump through an exit without a destination is none before.
    jumps = {} if one.to_location else _jumps_through(overlay, one)
    check_change(draft, overlay, worlds, added=jumps, about=refs_in(worlds, "exit", one.id), links=links)


def _jumps_through(overlay: Draft, one: Exit) -> dict[str, int]:
    count = len(overlay.snapshot.links(target=one.ref, kind="jump"))
    return {"jump": count} if count else {}
