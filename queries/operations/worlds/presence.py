"""The presence lists of locations: `[@warden, @lantern]`."""

from collections.abc import Collection

from compiler.languages.world.facts import Line, Location
from compiler.store.snapshot import LinkRow
from queries.operations.draft import Draft
from queries.operations.worlds.lines import with_blanks, without_spare_blank


def add_presence(draft: Draft, location: Location, entity: str) -> None:
    """Draft an entity into the last presence list of a location, or into one of its own behind the description."""
    file = location.span.file
    if lines := _lists(draft, location):
        number = max(lines)
        line = draft.line(file, number)
        at = line.rindex("]")
        draft.set_line(file, number, f"{line[:at].rstrip()}, @{entity}{line[at:]}")
        return
    number = behind_description(draft, location) + 1
    draft.insert(file, number, with_blanks(draft.lines(file), number, [f"[@{entity}]"]))


def behind_description(draft: Draft, location: Location) -> int:
    """Return the last line of the description of a location; that of its heading without one."""
    prose = len([one for one in location.description.split("\n\n") if one])
    lines = draft.snapshot.facts(Line, site=location.ref, line_kind="prose")
    numbers = sorted(one.span.start_line for one in lines if one.span.file == location.span.file)
    return numbers[min(prose, len(numbers)) - 1] if prose and numbers else location.span.start_line


def remove_presences(draft: Draft, refs: Collection[str], entity: str) -> None:
    """Draft an entity out of all presence lists. A list that is empty then goes."""
    places = {(link.span.file, link.span.start_line) for ref in refs for link in _presences(draft, ref)}
    for file, number in sorted(places):
        line = draft.line(file, number)
        if without := _without(line, entity):
            draft.set_line(file, number, without)
        else:
            draft.replace(file, *without_spare_blank(draft.lines(file), number, number), ())


def _presences(draft: Draft, ref: str) -> list[LinkRow]:
    return draft.snapshot.links(target=ref, kind="contains")


def _without(line: str, entity: str) -> str:
    """Return a presence list without an entity, "" if it is empty then."""
    start, end = line.index("["), line.rindex("]")
    kept = [one for one in line[start + 1 : end].split(",") if one.strip() and one.strip().removeprefix("@") != entity]
    if not kept:
        return ""
    kept[0] = f"@{kept[0].strip().removeprefix('@')}{kept[0][len(kept[0].rstrip()) :]}"  # the first makes it a list
    return f"{line[: start + 1]}{','.join(kept)}{line[end:]}"


def behind_presences(draft: Draft, location: Location) -> int:
    """Return the last line of the description and the presence lists of a location."""
    listed = _lists(draft, location)
    return max([behind_description(draft, location), *listed])


def _lists(draft: Draft, location: Location) -> list[int]:
    """Return the lines of the presence lists of a location in its file."""
    links = draft.snapshot.links(source=location.ref, kind="contains")
    file = location.span.file
    return [one.span.start_line for one in links if "/entity/" in one.target and one.span.file == file]
