"""A repository opened for reading: its objects, refs and settings, of which nothing leads elsewhere.

Variables such as `GIT_DIR` are not asked, no hook or other program runs, and nothing is written.
"""

import os
from collections.abc import Mapping

from compiler.disk.git_config import MAX_CONFIG_BYTES, GitConfig
from compiler.disk.git_place import (
    DistrustError,
    GitPlace,
    bare_place,
    check_owner,
    configured_worktree,
    git_place_above,
)
from compiler.workspace.git.objects.bounds import ReadBudget
from compiler.workspace.git.objects.store import ObjectStore
from compiler.workspace.git.refs import Refs

_MAX_SHALLOW_BYTES = 16 * 1024 * 1024
_ID_SIZES = {"sha1": 20, "sha256": 32}
_HARMLESS = ("noop", "noop-v1", "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig")


class OpenedRepo:
    """The repository at a place. `top` is the root of its working tree, `shallow` the commits whose parents a shallow
    clone does not have."""

    def __init__(self, place: GitPlace) -> None:
        """Open the repository. Raises DistrustError, and ValueError for malformed settings."""
        check_owner(place)
        settings = GitConfig(place.read("config", MAX_CONFIG_BYTES) or b"")
        id_size = _id_size(settings.section("extensions"))
        _refuse_alternates(place)
        self.top = _worktree(place)
        self.budget = ReadBudget()
        self.refs = Refs(place)
        self.shallow = _ids(place.read("shallow", _MAX_SHALLOW_BYTES) or b"", id_size)
        self.objects = ObjectStore(os.path.realpath(f"{place.shared}/objects"), id_size, self.budget)

    @classmethod
    def containing(cls, path: str) -> "OpenedRepo | None":
        """Open the repository that contains the real path of a source, which need not exist; None if there is none. A
        bare one is opened only by its own path. Raises DistrustError and ValueError."""
        place = git_place_above(path) or bare_place(path)
        return cls(place) if place else None


def _worktree(place: GitPlace) -> str:
    """The root of the working tree, which the settings may move. Raises DistrustError if it is somewhere else."""
    named = None if place.is_linked_worktree else configured_worktree(place)
    if named is None:
        return place.top
    moved = os.path.realpath(os.path.join(place.records, named))  # noqa: PTH118
    if place.top == moved or place.top.startswith(moved.rstrip(os.sep) + os.sep):
        return moved
    raise DistrustError("its working tree is another folder (core.worktree), so that nothing here is of its revisions")


def _refuse_alternates(place: GitPlace) -> None:
    content = place.read("objects/info/alternates", MAX_CONFIG_BYTES) or b""
    inside = os.path.realpath(f"{place.shared}/objects")
    for line in content.split(b"\n"):
        if line.strip() and not line.startswith(b"#"):
            led = os.path.realpath(os.path.join(inside, os.fsdecode(line)))  # noqa: PTH118
            if led != inside:
                raise DistrustError(
                    "its objects are in another repository (objects/info/alternates). `git repack -a -d`, and then "
                    "removing that file, copies them here"
                )


def _id_size(extensions: Mapping[str, str]) -> int:
    """The size of an id. Raises DistrustError if git would need to know more than Frieze does to read a repository."""
    size = 20
    for name, value in extensions.items():
        stated = value.lower()
        if name == "objectformat" and stated in _ID_SIZES:
            size = _ID_SIZES[stated]
        elif (name, stated) == ("refstorage", "reftable"):
            raise DistrustError(
                "its refs are in a reftable, which Frieze does not read. `git refs migrate --ref-format=files` "
                "writes them as files"
            )
        elif name not in _HARMLESS and (name, stated) != ("refstorage", "files"):
            raise DistrustError("it needs an extension of git that Frieze does not know (extensions in its config)")
    return size


def _ids(content: bytes, id_size: int) -> frozenset[str]:
    """The ids in the lines of a file. Other lines are passed over."""
    lines = (line.strip() for line in content.split(b"\n"))
    return frozenset(line.decode() for line in lines if len(line) == 2 * id_size and line.isalnum())
