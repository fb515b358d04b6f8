"""Paths of files as callers write them: below the root, absolute, with backslashes, as `file://`, or as a ref."""

import re
from collections.abc import Iterator, Sequence

from compiler.store.snapshot import ObjectRow, Snapshot
from queries.errors.query_error import QueryError
from queries.tools.render import unescaped

MAX_OBJECTS = 2_000  # of one file that are asked together

_SPACE = re.compile(r"[fi]:(?!//|[\\/])")  # begins the ref of a file, or of instructions
_FILE_URL = re.compile(r"file:(?://[^/\\]*)?", re.IGNORECASE)
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_ABSOLUTE = re.compile(r"(?:[A-Za-z]:)?[/\\]")


def path_below_root(snapshot: Snapshot, written: str, argument: str) -> str:
    """Return the path below the root that a caller means. It need not exist. Raises QueryError `invalid_argument` for a
    path that leaves the root, and for an absolute one that is not below a folder with the name of the source."""
    text = _SPACE.sub("", written.strip(), count=1)
    if found := _FILE_URL.match(text):
        text = _ENCODED.sub(
            lambda run: bytes.fromhex(run[0].replace("%", "")).decode(errors="replace"), text[found.end() :]
        )
    if (plain := unescaped(text)) != text and snapshot.text(plain) is not None:
        text = plain  # as answers show it
    is_absolute = _ABSOLUTE.match(text) is not None
    parts = normal_parts(text.replace("\\", "/"))
    if parts is None or not parts:
        raise _refused("The path is that of no file below the root", argument, written, "Such as src/a.ts.")
    if not is_absolute:
        return "/".join(parts)
    name = str(snapshot.meta.get("source") or "")
    below = [parts[at + 1 :] for at, part in enumerate(parts[:-1]) if part == name]
    candidates = [*below, parts]
    there = next(
        (candidate for candidate in candidates if _is_known(snapshot, candidate[0], "/".join(candidate))),
        below[0] if below else None,
    )
    if there is None:
        hint = f"Give the path below the root, such as {parts[-1]}, or one below a folder called '{name}'."
        raise _refused("The absolute path is not known to be below the root", argument, written, hint)
    return "/".join(there)


def file_object(snapshot: Snapshot, written: str) -> ObjectRow | None:
    """Return the object that stands for the file at a path, None if the text is the path of no file that was read."""
    if _SPACE.match(written.strip()):
        return None  # a ref means itself
    try:
        path = path_below_root(snapshot, written, "ref")
    except QueryError:
        return None
    return snapshot.object(f"f:{path}")


def objects_of_file(snapshot: Snapshot, path: str) -> list[str]:
    """Return the refs of the objects in a file, in their order; none if they are too many to be asked together."""
    refs = snapshot.rows("SELECT ref FROM object_row WHERE file = ? ORDER BY rowid LIMIT ?", (path, MAX_OBJECTS + 1))
    return [ref for (ref,) in refs] if len(refs) <= MAX_OBJECTS else []


def normal_parts(text: str) -> list[str] | None:
    """The parts of a path without `.` and `..`; None if it leaves the folder that it begins in."""
    found: list[str] = []
    for part in _parts(text):
        if part == "..":
            if not found:
                return None
            found.pop()
        else:
            found.append(part)
    return found


def _parts(text: str) -> Iterator[str]:
    parts: Sequence[str] = text.split("/")
    return (part for at, part in enumerate(parts) if part not in ("", ".") and not (at == 0 and part.endswith(":")))


def _is_known(snapshot: Snapshot, first: str, path: str) -> bool:
    """Whether a file was read at a path, or any in the folder that the path begins with."""
    if snapshot.rows("SELECT 1 FROM fact_file_read WHERE path = ?", (path,)):
        return True
    inside = "SELECT 1 FROM fact_file_read WHERE path > ? AND path < ? LIMIT 1"
    return first != path and bool(snapshot.rows(inside, (f"{first}/", f"{first}0")))


def _refused(message: str, argument: str, written: str, hint: str) -> QueryError:
    return QueryError("invalid_argument", message, **{argument: written[:200]}, hint=hint)
