"""What follows a renaming: where names stand in the lines of a world, and in the texts that mention its objects."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.world.facts import World
from compiler.model.facts import Object
from compiler.store.snapshot import Snapshot
from queries.operations.draft import Draft
from queries.operations.worlds.promises import new_errors

Rewrite = Callable[[str], str]


class Renaming(NamedTuple):
    """An object with another id: its refs in the worlds that it belongs to, old and new, and its native ids."""

    refs: Mapping[str, str]
    old_id: str
    new_id: str


def renaming_of(worlds: Iterable[World], category: str, old_id: str, new_id: str) -> Renaming:
    """Return the renaming of an object in several worlds."""
    prefixes = [f"w:{one.world}/{category}/" for one in worlds]
    return Renaming({prefix + old_id: prefix + new_id for prefix in prefixes}, old_id, new_id)


def parts_renamed(objects: Iterable[Object], worlds: list[World], category: str, old: str, new: str) -> list[Renaming]:
    """Return the renamings of the parts of a renamed object: of those whose ids begin with its own."""
    ids = {one.id for one in objects if one.id.startswith(old)}
    return [renaming_of(worlds, category, one, new + one.removeprefix(old)) for one in sorted(ids)]


def ref_mapping(renamings: Iterable[Renaming]) -> Callable[[str], str]:
    """Return what maps refs to those after the renamings."""
    refs = {old: new for one in renamings for old, new in one.refs.items()}
    return lambda ref: refs.get(ref, ref)


def rewrite(draft: Draft, file: str, number: int, how: Rewrite) -> None:
    """Draft a line as it is rewritten, if that changes it."""
    line = draft.line(file, number)
    if (new := how(line)) != line:
        draft.set_line(file, number, new)


def follow_mentions(draft: Draft, renamings: Iterable[Renaming], before: Snapshot | None = None) -> None:
    """Draft the new names of objects in the texts of all languages that cite them. They are looked for in `before`,
    whose lines are those of the draft, if the objects have new names by now."""
    for one in renamings:
        for old, new in one.refs.items():
            for link in (before or draft.snapshot).links(target=old):
                if link.source.startswith("w:") and link.kind != "mentions":
                    continue  # the world's own
                for number in range(link.span.start_line, link.span.end_line + 1):
                    rewrite(draft, link.span.file, number, lambda line: _mention(line, one, old, new))  # noqa: B023


def _mention(line: str, one: Renaming, old: str, new: str) -> str:
    return bounded(one.old_id).sub(lambda _: one.new_id, bounded(old).sub(lambda _: new, line))


def bounded(name: str) -> "re.Pattern[str]":
    """Return the pattern of a name that is no part of a longer one."""
    return re.compile(rf"(?<![\w@/:-]){re.escape(name)}(?![\w/-])")


def still_cited(before: Draft, after: Draft, worlds: list[World], codes: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Give the lines that a finding of the codes says to cite a name that is gone: in what the language checks but
    declares nothing with."""
    wanted = set(codes)
    for one in new_errors(before, after, worlds):
        if one.code in wanted:
            yield from ((one.span.file, number) for number in range(one.span.start_line, one.span.end_line + 1))
