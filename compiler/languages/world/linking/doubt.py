"""Doubt: the findings that a lost line or import could explain are not reported, so that one mistake gives one finding.

For each code: how far away the lost line may have been, and in which part of its file.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, Flag, auto

from compiler.languages.world.linking.compilation import Compilation
from compiler.languages.world.records import Unit
from compiler.model.diagnostics import Diagnostic


class Reach(Enum):
    """Where what a finding misses may have been declared."""

    FILE = "the file itself"
    VISIBLE = "the file or one that it imports"
    WORLD = "any file of the world"


class Loss(Flag):
    """What an unreadable line may have declared: types and entities in the frontmatter, all else in the content."""

    FRONTMATTER = auto()
    CONTENT = auto()
    ANY = FRONTMATTER | CONTENT


DOUBTFUL = {
    "URD301": (Reach.VISIBLE, Loss.ANY),
    "URD306": (Reach.FILE, Loss.CONTENT),
    "URD307": (Reach.VISIBLE, Loss.FRONTMATTER),
    "URD308": (Reach.WORLD, Loss.FRONTMATTER),
    "URD309": (Reach.FILE, Loss.CONTENT),
    "URD311": (Reach.FILE, Loss.CONTENT),
    "URD312": (Reach.VISIBLE, Loss.CONTENT),
    "URD314": (Reach.FILE, Loss.CONTENT),
    "URD404": (Reach.WORLD, Loss.CONTENT),
    "URD405": (Reach.WORLD, Loss.CONTENT),
    "URD415": (Reach.WORLD, Loss.FRONTMATTER),
    "URD428": (Reach.FILE, Loss.CONTENT),
    "URD430": (Reach.WORLD, Loss.CONTENT),
    "URD433": (Reach.FILE, Loss.CONTENT),
    "URD434": (Reach.FILE, Loss.CONTENT),
    "URD601": (Reach.WORLD, Loss.ANY),
    "URD602": (Reach.WORLD, Loss.ANY),
    "URD603": (Reach.WORLD, Loss.ANY),
    "URD604": (Reach.WORLD, Loss.ANY),
    "URD605": (Reach.WORLD, Loss.ANY),
}


def beyond_doubt(
    diagnostics: Iterable[Diagnostic], world: Compilation, units: Mapping[str, Unit]
) -> Iterator[Diagnostic]:
    """The findings that hold whatever stood in the lines and files that could not be read."""
    if not world.failed and not any(lost(units[path]) for path in world.files):
        yield from diagnostics
        return
    doubted = {(reach, loss): _doubted(reach, loss, world, units) for reach, loss in set(DOUBTFUL.values())}
    for one in diagnostics:
        if one.code not in DOUBTFUL or one.span.file not in doubted[DOUBTFUL[one.code]]:
            yield one


def lost(unit: Unit) -> Loss:
    """What lines of a file were lost."""
    return (Loss(0) if unit.frontmatter_complete else Loss.FRONTMATTER) | (
        Loss(0) if unit.content_complete else Loss.CONTENT
    )


def _doubted(reach: Reach, loss: Loss, world: Compilation, units: Mapping[str, Unit]) -> set[str]:
    """The files in which a finding may come of a loss. A file that could not be imported may have held anything."""
    broken = {path for path in world.files if lost(units[path]) & loss}
    if reach is Reach.FILE:
        return broken
    if reach is Reach.WORLD:
        return set(world.files) if broken or world.failed else set()
    return {path for path in world.files if path in broken | world.failed or not broken.isdisjoint(world.visible[path])}
