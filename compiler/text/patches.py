"""Unified diffs of whole files, as `git apply` takes them.

Lines end at "\\n" alone, and all bytes stay as they are: a patch of a file with CRLF shows its CR.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeVar

CONTEXT = 3  # lines around a change
MAX_COMPARED = 4_000_000  # pairs of lines: beyond, all that differs is one replacement
_ESCAPES = {7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
_NO_NEWLINE = b"\\ No newline at end of file\n"

Opcode = tuple[str, int, int, int, int]  # as those of difflib
Line = TypeVar("Line", bytes, str)


class FileChange(NamedTuple):
    """A file before and after a change; None where there is none."""

    path: str
    before: bytes | None
    after: bytes | None


def unified_patch(changes: Iterable[FileChange]) -> bytes:
    """Return one patch for all changed files, in their order. A file that stays the same is left out."""
    return b"".join(_of_file(change) for change in changes if change.before != change.after)


def _of_file(change: FileChange) -> bytes:
    old, new = _quoted(f"a/{change.path}"), _quoted(f"b/{change.path}")
    head = [f"diff --git {old} {new}"]
    if change.before is None:
        head.append("new file mode 100644")
    elif change.after is None:
        head.append("deleted file mode 100644")
    hunks = b"".join(_hunks(_lines(change.before or b""), _lines(change.after or b"")))
    if hunks:
        head.append(f"--- {'/dev/null' if change.before is None else old}")
        head.append(f"+++ {'/dev/null' if change.after is None else new}")
    return "".join(f"{line}\n" for line in head).encode() + hunks


def _quoted(path: str) -> str:
    """Return a path as git writes it: in quotes, with escapes, if it has special characters."""
    encoded = path.encode(errors="surrogateescape")
    if not any(byte < 32 or byte > 126 or byte in (34, 92) for byte in encoded):
        return path
    return (
        '"'
        + "".join(_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in encoded)
        + '"'
    )


def _lines(content: bytes) -> list[bytes]:
    lines = content.split(b"\n")
    ended = [line + b"\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


class _Compared(SequenceMatcher[bytes]):
    """Lines that are compared as `opcodes` does, which the base class groups with the lines around them."""

    def __init__(self, before: Sequence[bytes], after: Sequence[bytes]) -> None:
        super().__init__(None, (), ())
        self._found = opcodes(before, after)

    def get_opcodes(self) -> list[Opcode]:  # type: ignore[override]
        return self._found


def _hunks(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    for group in _Compared(before, after).get_grouped_opcodes(CONTEXT):
        first, last = group[0], group[-1]
        head = f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n".encode()
        yield head + b"".join(_body(group, before, after))


def _range(start: int, stop: int) -> str:
    """Return a range of lines as a hunk has it: that of no line names the line before it."""
    count = stop - start
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _body(group: Sequence[Opcode], before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    for tag, start, stop, new_start, new_stop in group:
        if tag == "equal":
            yield from (_marked(b" ", line) for line in before[start:stop])
            continue
        yield from (_marked(b"-", line) for line in before[start:stop])
        yield from (_marked(b"+", line) for line in after[new_start:new_stop])


def _marked(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + b"\n" + _NO_NEWLINE


def opcodes(before: Sequence[Line], after: Sequence[Line]) -> list[Opcode]:
    """Return what is equal and what is replaced. What both begin and end with is not compared line by line."""
    shorter = min(len(before), len(after))
    head = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    tail = next((at for at in range(shorter - head) if before[-1 - at] != after[-1 - at]), shorter - head)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    found: list[Opcode] = [("equal", 0, head, 0, head)] if head else []
    if len(old) * len(new) <= MAX_COMPARED:
        inner = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    else:
        inner = [("replace", 0, len(old), 0, len(new))]
    found += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in inner]
    if tail:
        found.append(("equal", len(before) - tail, len(before), len(after) - tail, len(after)))
    return found
