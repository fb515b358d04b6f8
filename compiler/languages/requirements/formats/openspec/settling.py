"""Makes the ids of several folders `openspec` in one source different: those of a folder that is not at the root of the
source begin with it."""

from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Item, ItemsFile
from compiler.languages.requirements.formats.roots import with_root


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with ids that hold in the whole source."""
    return with_root(files, _root)


def _root(item: Item) -> str:
    return dict(item.details)["root"]
