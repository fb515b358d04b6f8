"""Suppress findings that a lost line or import may have caused, so that one mistake gives one finding.

`CASCADES` says for each such code where the missing declaration may have been, and in which part of a file.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, Flag, auto

from compiler.languages.world.linking.world_files import WorldFiles
from compiler.languages.world.records import Unit
from compiler.model.diagnostics import Diagnostic


class Scope(Enum):
    """The files that may hold the declaration that a finding misses."""

    FILE = "the file itself"
    VISIBLE = "the file and those that it imports"
    WORLD = "all files of the world"


class FilePart(Flag):
    """A part of a file: types and entities are declared in the frontmatter, all else in the content."""

    FRONTMATTER = auto()
    CONTENT = auto()
    ANY = FRONTMATTER | CONTENT


CASCADES = {
    "URD301": (Scope.VISIBLE, FilePart.ANY),
    "URD306": (Scope.FILE, FilePart.CONTENT),
    "URD307": (Scope.VISIBLE, FilePart.FRONTMATTER),
    "URD308": (Scope.WORLD, FilePart.FRONTMATTER),
    "URD309": (Scope.FILE, FilePart.CONTENT),
    "URD311": (Scope.FILE, FilePart.CONTENT),
    "URD312": (Scope.VISIBLE, FilePart.CONTENT),
    "URD314": (Scope.FILE, FilePart.CONTENT),
    "URD404": (Scope.WORLD, FilePart.CONTENT),
    "URD405": (Scope.WORLD, FilePart.CONTENT),
    "URD415": (Scope.WORLD, FilePart.FRONTMATTER),
    "URD428": (Scope.FILE, FilePart.CONTENT),
    "URD430": (Scope.WORLD, FilePart.CONTENT),
    "URD433": (Scope.FILE, FilePart.CONTENT),
    "URD434": (Scope.FILE, FilePart.CONTENT),
    "URD601": (Scope.WORLD, FilePart.ANY),
    "URD602": (Scope.WORLD, FilePart.ANY),
    "URD603": (Scope.WORLD, FilePart.ANY),
    "URD604": (Scope.WORLD, FilePart.ANY),
    "URD605": (Scope.WORLD, FilePart.ANY),
}


def suppress_cascades(
    diagnostics: Iterable[Diagnostic], world: WorldFiles, units: Mapping[str, Unit]
) -> Iterator[Diagnostic]:
    """Yield the findings that hold whatever the unreadable lines and files contain."""
    if not world.failed and all(units[path].complete for path in world.files):
        yield from diagnostics
        return
    affected = {key: _affected_files(*key, world, units) for key in set(CASCADES.values())}
    for finding in diagnostics:
        if finding.code not in CASCADES or finding.span.file not in affected[CASCADES[finding.code]]:
            yield finding


def _affected_files(scope: Scope, part: FilePart, world: WorldFiles, units: Mapping[str, Unit]) -> set[str]:
    """The files whose findings a loss may have caused. A file that cannot be imported may have declared anything."""
    broken = {path for path in world.files if _lost_parts(units[path]) & part}
    if scope is Scope.FILE:
        return broken
    if scope is Scope.WORLD:
        return set(world.files) if broken or world.failed else set()
    return {path for path in world.files if path in broken | world.failed or not broken.isdisjoint(world.visible[path])}


def _lost_parts(unit: Unit) -> FilePart:
    """The parts of a file that have an unreadable line."""
    frontmatter = FilePart(0) if unit.frontmatter_complete else FilePart.FRONTMATTER
    content = FilePart(0) if unit.content_complete else FilePart.CONTENT
    return frontmatter | content
