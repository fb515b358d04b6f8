"""The operation that gives a location another heading, and so another id."""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.world.facts import Exit, Location, World
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, LOCATION, WORLD, content_text
from queries.operations.worlds.lines import frontmatter_end, indent_of
from queries.operations.worlds.objects import location_of, world_of, worlds_with
from queries.operations.worlds.promises import check_findings, check_renaming, unread
from queries.operations.worlds.renaming import (
    Renaming,
    follow_mentions,
    parts_renamed,
    ref_mapping,
    renaming_of,
    rewrite,
    still_cited,
)
from queries.tools.parameters import echoed

UNRESOLVED = ("URD301", "URD312", "URD404")


@operation(
    applies_to=APPLIES_TO,
    parameters=(LOCATION, text_argument("new_name", "Its new heading, such as The Old Hall.", most=500), WORLD),
)
def world_rename_location(draft: Draft, *, location: str, new_name: str, world: str | None) -> Steps:
    """Gives a location another heading, and so another id. Exits that lead to it, conditions, effects and the start of
    the world follow, by heading or by id as they are written; also texts that cite it or its exits."""
    place = location_of(draft, world_of(draft, world), location)
    heading, span = content_text("new_name", new_name), place.span
    if heading == place.name:
        raise QueryError("invalid_argument", "The location has this heading", new_name=echoed(new_name))
    rewrite(draft, span.file, span.start_line, lambda line: line.replace(place.name, heading, 1))
    after = yield
    worlds = worlds_with(draft, span.file)
    found = after.snapshot.facts(Location, world=place.world, file=span.file, start_line=span.start_line)
    if len(found) != 1 or found[0].name != heading:
        check_findings(draft, after, worlds)
        raise unread(new_name=echoed(new_name))
    names = _Names(place, found[0])
    for one in worlds:
        _follow(draft, after, one, names)
    renamings = _renamings(draft, worlds, place, found[0].slug)
    follow_mentions(after, renamings, draft.snapshot)
    last = yield
    left = set(still_cited(draft, last, worlds, UNRESOLVED))
    if left:
        for file, number in sorted(left):
            rewrite(last, file, number, names.at_end)
        last = yield
    check_renaming(draft, last, worlds, ref=ref_mapping(renamings), titles=("location",))


def _renamings(draft: Draft, worlds: list[World], place: Location, slug: str) -> list[Renaming]:
    if slug == place.slug:
        return []
    exits = [one for each in worlds for one in draft.snapshot.facts(Exit, world=each.world, from_location=place.slug)]
    return [
        renaming_of(worlds, "location", place.slug, slug),
        *parts_renamed(exits, worlds, "exit", f"{place.slug}/", f"{slug}/"),
    ]


def _follow(before: Draft, draft: Draft, world: World, names: "_Names") -> None:
    """Draft the new name in the lines of a world that cite the location, by the lines of the snapshot before."""
    ref = f"w:{world.world}/location/{names.old.slug}"
    citing = {
        one.span for kind in ("tests", "moves_to", "exit") for one in before.snapshot.links(target=ref, kind=kind)
    }
    for span in citing:
        rewrite(draft, span.file, span.start_line, names.at_end)
    if world.start_location == names.old.slug:
        for file in world.files:
            for number in _starts(draft.lines(file)):
                rewrite(draft, file, number, names.start)


def _starts(lines: Sequence[str]) -> Iterator[int]:
    """Give the lines of the frontmatter that say where a world starts."""
    head: int | None = None
    for number in range(2, frontmatter_end(lines)):
        line = lines[number - 1]
        if not line.strip():
            continue
        if head is not None and indent_of(line) > head:
            if re.match(r"\s*start\s*:", line):
                yield number
            continue
        head = indent_of(line) if re.match(r"world\s*:", line) else None


class _Names:
    """How the old heading or id of a location becomes the new one."""

    def __init__(self, old: Location, new: Location) -> None:
        self.old, self.new = old, new
        self._start = re.compile(
            r"(?P<head>\s*start\s*:\s*)(?P<quote>[\"']?)(?P<written>.*?)(?P=quote)(?P<rest>\s*(?: #.*)?)$"
        )

    def at_end(self, line: str) -> str:
        """Rewrite what a line ends with: a destination or a container."""
        for mark in (": ", " in ", " -> "):
            head, sign, written = line.partition(mark)
            name = self._renamed(written.strip().removeprefix("@"))
            if sign and name is not None:
                end = len(written.rstrip())
                start = len(written) - len(written.lstrip())
                return f"{head}{sign}{written[:start]}{name}{written[end:]}"
        return line

    def start(self, line: str) -> str:
        """Rewrite where a world starts."""
        found = self._start.match(line)
        name = self._renamed(found["written"].strip()) if found else None
        if found is None or name is None:
            return line
        return f"{found['head']}{found['quote']}{name}{found['quote']}{found['rest']}"

    def _renamed(self, written: str) -> str | None:
        """Return the new name in the place of what is written, None if it is none of the location."""
        if written == self.old.slug:
            return self.new.slug
        return self.new.name if written == self.old.name or _letters(written) == _letters(self.old.slug) else None


def _letters(text: str) -> str:
    """Return what an id keeps of a name, for comparison."""
    return re.sub(r"[^a-z0-9]", "", text.lower())
