"""Ids made of names: slugs and file stems."""

import re

from compiler.languages.world.claims import SUFFIX

_DROPPED = re.compile(r"[^A-Za-z0-9 -]+")
_DASHES = re.compile(r"[ -]+")


def slugify(name: str) -> str:
    """The id of a heading or label: `The Rusty_Anchor` is `the-rustyanchor`. "" without an ASCII letter or digit."""
    return _DASHES.sub("-", _DROPPED.sub("", name)).strip("-").lower()


def file_stem(path: str) -> str:
    """What a file gives to the ids of its sections: `acts/one.urd.md` is `one`."""
    return path.rpartition("/")[2].removesuffix(SUFFIX)
