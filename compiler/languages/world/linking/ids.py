"""Ids made of names, and the refs of a world."""

import re

from compiler.languages.world.claims import without_suffix
from compiler.text.free_names import FreeNames

_DROPPED = re.compile(r"[^A-Za-z0-9 -]+")
_DASHES = re.compile(r"[ -]+")


def slugify(name: str) -> str:
    """The id of a heading or label: `The Rusty_Anchor` is `the-rustyanchor`. "" without an ASCII letter or digit."""
    return _DASHES.sub("-", _DROPPED.sub("", name)).strip("-").lower()


def file_stem(path: str) -> str:
    """The prefix of the ids of a file's sections: `acts/one.urd.md` has `one`."""
    return without_suffix(path.rpartition("/")[2])


class Refs:
    """The refs of one world. A second claim on a ref gets `~2` at its end, a third `~3`.

    `taken` holds the refs in use. Several worlds may share it.
    """

    def __init__(self, world: str, taken: set[str]) -> None:
        self.world = world
        self._taken = taken
        self._free = FreeNames(taken)

    def of(self, category: str, native_id: str) -> str:
        """The ref of the first object with that id, whether or not it exists."""
        return f"w:{self.world}/{category}/{native_id}"

    def claim(self, category: str, native_id: str) -> str:
        """Return a ref that no other object has."""
        return self._claim(self.of(category, native_id))

    def claim_world(self) -> str:
        """Return the ref of the world itself."""
        return self._claim(f"w:{self.world}")

    def _claim(self, wanted: str) -> str:
        is_free = wanted not in self._taken
        ref = wanted if is_free else self._free.numbered(wanted, lambda number: f"{wanted}~{number}")
        self._taken.add(ref)
        return ref
