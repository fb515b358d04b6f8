"""Commits and tags as git writes them, and as others do: what can be read of one is."""

import re
from typing import NamedTuple

from compiler.text.numbers import whole_number
from compiler.workspace.git.dates import rfc3339

MAX_COMMIT_BYTES = 1024 * 1024
MAX_SUBJECT = 1_000  # characters
_COMMITTER = re.compile(rb".*> (-?\d{1,18})(?: [+-]\d{4})?\s*")
_ID = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Commit(NamedTuple):
    """A commit by its `id`. `time` is when it was committed, in seconds since 1970, None if it does not say so;
    `subject` is the first line of its message; `parents` is empty where the history of a shallow clone ends; `tree` is
    the id of its root folder."""

    id: str
    time: int | None
    subject: str
    parents: tuple[str, ...]
    tree: str

    @property
    def at(self) -> str:
        """When the commit was made, as RFC 3339 in UTC; "" if it does not say so."""
        return "" if self.time is None else rfc3339(self.time)

    @property
    def order(self) -> int:
        """What commits are ordered by: the time, and the beginning of 1970 if there is none."""
        return self.time or 0


def parse_commit(sha: str, content: bytes) -> Commit | None:
    """Return a commit, None if it has no tree."""
    head, _, message = content.partition(b"\n\n")
    tree, time, parents = "", None, []
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key == b"tree" and not tree and _ID.fullmatch(value):
            tree = value.decode()
        elif key == b"parent" and _ID.fullmatch(value):
            parents.append(value.decode())
        elif key == b"committer" and time is None:
            time = _time(value)
    subject = message.decode(errors="replace").strip().split("\n", 1)[0][:MAX_SUBJECT]
    return Commit(sha, time, subject, tuple(parents), tree) if tree else None


def tagged(content: bytes) -> str | None:
    """Return the id of what a tag names, None if it names nothing."""
    key, _, value = content.split(b"\n", 1)[0].partition(b" ")
    return value.decode() if key == b"object" and _ID.fullmatch(value) else None


def _time(committer: bytes) -> int | None:
    found = _COMMITTER.fullmatch(committer)
    if found is None:
        return None
    digits = found[1].decode()
    number = whole_number(digits.removeprefix("-"))
    return -number if number is not None and digits.startswith("-") else number
