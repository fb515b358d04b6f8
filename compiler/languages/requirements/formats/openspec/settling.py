"""Decides what depends on other files: changes without a proposal, and ids of several folders `openspec` in one source,
which begin with the folder where it is not at the root."""

from collections.abc import Sequence

from compiler.languages.requirements.formats.openspec.changes import read_change
from compiler.languages.requirements.formats.openspec.places import locate
from compiler.languages.requirements.formats.records import Item, ItemsFile
from compiler.languages.requirements.formats.roots import with_root


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with ids that hold in the whole source; the first file of a change without a proposal states
    it."""
    known = {_change(file.items[0]) for file in files if file.items and file.items[0].level == "change"}
    settled = []
    for file in files:
        place = locate(file.path)
        if place and place.change and (file.items or file.tags) and (place.root, place.change) not in known:
            known.add((place.root, place.change))
            file = file._replace(items=(read_change((), place), *file.items))
        settled.append(file)
    return with_root(settled)


def _change(item: Item) -> tuple[str, str]:
    said = dict(item.details)
    return said["root"], said["change"]
