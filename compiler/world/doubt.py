"""Doubt: the findings that a lost line or import could explain are not reported, so that one mistake gives one finding.

The reach of a code says how far away the lost declaration may have been.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from compiler.diagnostics import Diagnostic
from compiler.world.compilation import Compilation
from compiler.world.records import Unit


class Reach(Enum):
    """Where what a finding misses may have been declared."""

    FILE = "the file itself"
    VISIBLE = "the file or one that it imports"
    WORLD = "any file of the world"


REACH = {
    "URD301": Reach.VISIBLE,
    "URD306": Reach.FILE,
    "URD307": Reach.VISIBLE,
    "URD308": Reach.WORLD,
    "URD309": Reach.FILE,
    "URD311": Reach.FILE,
    "URD312": Reach.VISIBLE,
    "URD314": Reach.FILE,
    "URD404": Reach.WORLD,
    "URD405": Reach.WORLD,
    "URD415": Reach.WORLD,
    "URD428": Reach.FILE,
    "URD430": Reach.WORLD,
    "URD433": Reach.FILE,
    "URD434": Reach.FILE,
    "URD601": Reach.WORLD,
    "URD602": Reach.WORLD,
    "URD603": Reach.WORLD,
    "URD604": Reach.WORLD,
    "URD605": Reach.WORLD,
}


def beyond_doubt(
    diagnostics: Iterable[Diagnostic], world: Compilation, units: Mapping[str, Unit]
) -> Iterator[Diagnostic]:
    """The findings that hold whatever stood in the lines and files that could not be read."""
    broken = {path for path in world.files if not units[path].complete}
    if not broken and not world.failed:
        yield from diagnostics
        return
    blurred = {
        path for path in world.files if path in broken | world.failed or not broken.isdisjoint(world.visible[path])
    }
    doubtful = {Reach.FILE: broken, Reach.VISIBLE: blurred, Reach.WORLD: set(world.files)}
    for one in diagnostics:
        reach = REACH.get(one.code)
        if reach is None or one.span.file not in doubtful[reach]:
            yield one
