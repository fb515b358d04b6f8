"""The entries of a git tree (a folder of a commit), which of them no checkout could have, and where it is damaged."""

import re
from collections.abc import Mapping
from typing import NamedTuple

FOLDER, LINK, SUBMODULE = 0o040000, 0o120000, 0o160000
KIND = 0o170000  # the bits of a mode that tell them apart
MAX_TREE_BYTES = 16 * 1024 * 1024
MAX_NAME_BYTES = 1024  # of a file or folder: no file system has longer ones

_HEAD = re.compile(rb"([0-7]{1,7}) ([^\0]*)\0")
_CONTROL = ".git"

Entries = Mapping[str, tuple[int, str]]  # the mode and id of each entry, by name


class TreeEntries(NamedTuple):
    """The entries of a tree. `false_names` are those that no folder can have: they are written to lead elsewhere.
    `second_names` are those that an entry before has too. `is_cut` says whether bytes follow that are no entry."""

    entries: Entries
    false_names: tuple[str, ...] = ()
    second_names: tuple[str, ...] = ()
    is_cut: bool = False

    @property
    def last_name(self) -> str:
        """The name of the last sound entry, "" if there is none."""
        return list(self.entries)[-1] if self.entries else ""


def parse_tree(content: bytes, id_size: int) -> TreeEntries:
    """Return the entries of a tree, as far as it is sound. Of several with one name the first counts."""
    entries: dict[str, tuple[int, str]] = {}
    false_names: list[str] = []
    second_names: list[str] = []
    at = 0
    while (head := _HEAD.match(content, at)) and head.end() + id_size <= len(content):
        at = head.end() + id_size
        name = head[2].decode(errors="surrogateescape")
        if len(head[2]) > MAX_NAME_BYTES or _is_false(name):
            false_names.append(name)
        elif name in entries:
            second_names.append(name)
        else:
            entries[name] = (int(head[1], 8), content[head.end() : at].hex())
    return TreeEntries(entries, tuple(false_names), tuple(second_names), at < len(content))


def _is_false(name: str) -> bool:
    return name in ("", ".", "..") or "/" in name or name.lower() == _CONTROL
