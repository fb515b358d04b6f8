"""The refs of a repository: names for commits, each in a file of its own or a line of `packed-refs` (gitglossary(7)).

A ref that cannot be read is a finding of its own. It hides no other.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from compiler.disk.folder_tree import FolderTree
from compiler.disk.git_place import DistrustError, GitPlace
from compiler.model.source import Problem

HEAD = "HEAD"
MAX_REFS = 100_000
_MAX_PACKED_BYTES = 64 * 1024 * 1024
_MAX_REF_BYTES = 8 * 1024
_MAX_DEPTH = 50  # folders below each other, in the name of a ref
_MAX_SYMBOLIC = 5  # refs that lead to each other: git's own bound
_SYMBOLIC = b"ref:"
_NAME = re.compile(r"refs/[^\x00-\x20\x7f~^:?*\[\\]+")
_ID = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class UnreadableRef(NamedTuple):
    """A ref, or a line of `packed-refs`, that cannot be read, and why."""

    name: str
    problem: str


class _Target(NamedTuple):
    """What a ref holds: an id, or the name of another ref."""

    id: str = ""
    ref: str = ""


class Refs:
    """The refs of a place. `unreadable` are those that cannot be read, as far as they were looked for."""

    def __init__(self, place: GitPlace) -> None:
        """Read `packed-refs`. Raises DistrustError if it, or HEAD, leads out of the records."""
        self._place = place
        self._tree = FolderTree(place.shared)
        self._head = place.read(HEAD, _MAX_REF_BYTES, own=True) or b""
        self._count = 0
        self.unreadable: list[UnreadableRef] = []
        self._packed = dict(self._packed_refs(place.read("packed-refs", _MAX_PACKED_BYTES) or b""))

    def head_ref(self) -> str | None:
        """Return the name of the ref that HEAD leads to at last, None if it is detached or leads to none."""
        names = self._names_from(_target(self._head))
        return names[-1] if names else None

    def head(self) -> str | None:
        """Return the id that HEAD leads to, None if it leads to none."""
        target = _target(self._head)
        return self._id_of(target) if target else None

    def below(self, folder: str) -> Iterator[tuple[str, str]]:
        """Give the refs in `refs/<folder>/`, by name: the rest of their names, and the ids that they lead to."""
        prefix = f"refs/{folder}/"
        names = {name for name in self._packed if name.startswith(prefix)} | set(self._loose_names(prefix[:-1]))
        for name in sorted(names):
            if (sha := self._read(name)) is not None:
                yield name.removeprefix(prefix), sha

    def _read(self, name: str) -> str | None:
        """The id that a ref leads to. None if it leads to none, which is noted."""
        if _NAME.fullmatch(name) is None or ".." in name:
            self._note(name, "its name is none that git allows")
            return None
        try:
            target = self._target(name)
        except DistrustError as error:
            self._note(name, str(error))
            return None
        if target is None:
            self._note(name, "it holds neither an id nor the name of a ref")
            return None
        sha = self._id_of(target)
        if sha is None and not name.endswith("/HEAD"):
            self._note(name, f"it leads to '{_shown(target.ref)}', which leads to no commit")
        return sha

    def _note(self, name: str, problem: str) -> None:
        self.unreadable.append(UnreadableRef(_shown(name), problem))

    def _id_of(self, target: _Target) -> str | None:
        """The id that a ref leads to by way of others."""
        for _ in range(_MAX_SYMBOLIC):
            if target.id:
                return target.id
            found = None
            with suppress(DistrustError):
                found = self._target(target.ref)
            if found is None:
                return None
            target = found
        return None

    def _names_from(self, target: _Target | None) -> list[str]:
        """The names of the refs that a symbolic ref leads to, one by way of the other."""
        names: list[str] = []
        while target is not None and target.ref and target.ref not in names and len(names) < _MAX_SYMBOLIC:
            names.append(target.ref)
            try:
                target = self._target(target.ref)
            except DistrustError:
                break
        return names

    def _target(self, name: str) -> _Target | None:
        """What a ref holds, None if there is none that can be read. Raises DistrustError if it leads out of the
        records."""
        if _NAME.fullmatch(name) is None or ".." in name:
            return None
        content = self._place.read(name, _MAX_REF_BYTES)
        if content is None:
            return _Target(id=self._packed[name]) if name in self._packed else None
        return _target(content)

    def _loose_names(self, folder: str) -> Iterator[str]:
        waiting = [folder]
        while waiting:
            above = waiting.pop()
            listed = self._tree.listing(above)
            if isinstance(listed, Problem):
                continue
            for entry in sorted(listed, reverse=True):
                path = f"{above}/{entry.name}"
                if entry.kind == "folder" and path.count("/") < _MAX_DEPTH:
                    waiting.append(path)
                elif entry.kind == "file" and not entry.name.endswith(".lock") and self._has_room():
                    yield path
                elif entry.kind in ("folder_link", "bad_name"):
                    self._note(path, "it is a link to a folder" if entry.kind == "folder_link" else _NOT_UTF8)

    def _packed_refs(self, content: bytes) -> Iterator[tuple[str, str]]:
        for number, line in enumerate(content.split(b"\n"), 1):
            if not line.strip() or line[:1] in b"#^":
                continue
            sha, _, name = line.rstrip(b"\r").partition(b" ")
            shown = f"packed-refs, line {number}"
            if _ID.fullmatch(sha) is None or not name.startswith(b"refs/"):
                self._note(shown, "it is no id with the name of a ref")
            elif (text := _text(name)) is None:
                self._note(shown, _NOT_UTF8)
            elif self._has_room():
                yield text, sha.decode()

    def _has_room(self) -> bool:
        self._count += 1
        if self._count == MAX_REFS + 1:
            self._note("refs", f"there are more than the {MAX_REFS:,} that are read")
        return self._count <= MAX_REFS


_NOT_UTF8 = "its name is not UTF-8"


def _target(content: bytes) -> _Target | None:
    """What a ref with some content holds."""
    line = content.split(b"\n", 1)[0].strip()
    if line.startswith(_SYMBOLIC):
        name = _text(line.removeprefix(_SYMBOLIC).strip())
        return _Target(ref=name) if name and _NAME.fullmatch(name) else None
    return _Target(id=line.decode()) if _ID.fullmatch(line) else None


def _text(name: bytes) -> str | None:
    try:
        return name.decode()
    except UnicodeDecodeError:
        return None


def _shown(name: str) -> str:
    return name.encode(errors="replace").decode()[:200]
