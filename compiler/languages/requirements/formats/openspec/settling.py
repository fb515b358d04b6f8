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
    known = {_change(one.items[0]) for one in files if one.items and one.items[0].level == "change"}
    settled = []
    for one in files:
        place = locate(one.path)
        if place and place.change and (one.items or one.tags) and (place.root, place.change) not in known:
            known.add((place.root, place.change))
            one = one._replace(items=(read_change((), place), *one.items))
        settled.append(one)
    return with_root(settled, _root)


def _change(item: Item) -> tuple[str, str]:
    said = dict(item.details)
    return said["root"], said["change"]


def _root(item: Item) -> str:
    return dict(item.details)["root"]
