"""Edits of the files of a source, as a proposal states them, and what the files are after them."""

import re
from collections.abc import Callable, Sequence

from compiler.text.patches import FileChange
from compiler.workspace.interface import Edit, EditError

BOM = b"\xef\xbb\xbf"
_INDENTATION = re.compile(rb"[ \t]*")
_LINE_END = re.compile(rb"\r\n|\n|\r")
MAX_SHOWN = 5  # lines of a text that occurs more than once


Read = Callable[[str], bytes | None]  # the content of a file, None if there is none


def edited(edits: Sequence[Edit], read: Read) -> list[FileChange]:
    """Return the files that edits change, each before and after all of them, in the order of the first edit of each.
    Edits are made in their order. Raises EditError."""
    before: dict[str, bytes | None] = {}
    after: dict[str, bytes | None] = {}
    for at, edit in enumerate(edits):
        if edit.file not in before:
            before[edit.file] = after[edit.file] = read(edit.file)
        after[edit.file] = _made(at, edit, after[edit.file])
    return [FileChange(path, before[path], after[path]) for path in before]


def _made(at: int, edit: Edit, content: bytes | None) -> bytes | None:
    if edit.content is not None:
        if edit.is_new and content is not None and content.strip():
            raise EditError(at, f"There is a file '{edit.file}' already, and it is none that is read")
        return edit.content.encode()
    if content is None:
        raise EditError(at, f"There is no file '{edit.file}' to edit: a new file needs its whole 'content'")
    if edit.delete:
        return None
    assert edit.old_text is not None
    assert edit.new_text is not None
    if edit.line is not None:
        new_text = _indented(content, edit.line, edit.new_text) if edit.is_indented else edit.new_text
        return _with_lines(at, edit.file, content, edit.line, (edit.old_text, new_text))
    return _replaced(at, edit, content, edit.old_text, edit.new_text)


def _with_lines(at: int, file: str, content: bytes, line: int, texts: tuple[str, str]) -> bytes:
    """Replace whole lines. They end as those around them do, and a last line without an end stays one."""
    lines = content.removeprefix(BOM).splitlines(keepends=True)
    old, new = (text.encode().splitlines() for text in texts)
    first, after = line - 1, line - 1 + len(old)
    if [line.rstrip(b"\r\n") for line in lines[first:after]] != old or first > len(lines):
        hint = "The snapshot is older than the file: call refresh, and propose it anew."
        raise EditError(at, f"Line {line} of '{file}' is another one by now", {"line": line, "hint": hint})
    end = _end_of(lines[first] if first < len(lines) else lines[-1] if lines else b"") or _end_of(content) or b"\n"
    is_open = after == len(lines) and bool(lines) and not _end_of(lines[-1])
    if is_open and first == after:
        lines[-1] += end
    made = [line + end for line in new]
    if is_open and made:
        made[-1] = made[-1].removesuffix(end)
    elif is_open and first:
        lines[first - 1] = lines[first - 1].removesuffix(end)
    return content[: len(content) - len(content.removeprefix(BOM))] + b"".join([*lines[:first], *made, *lines[after:]])


def _indented(content: bytes, line: int, text: str) -> str:
    """Return lines with the indentation of a line of a file."""
    lines = content.removeprefix(BOM).splitlines()
    found = _INDENTATION.match(lines[line - 1]) if line <= len(lines) else None
    indentation = found[0].decode() if found else ""
    return "".join(f"{indentation}{line}" for line in text.splitlines(keepends=True))


def _end_of(text: bytes) -> bytes:
    """Return the first line end in a text, nothing if it has none."""
    found = _LINE_END.search(text)
    return found[0] if found else b""


def _replaced(at: int, edit: Edit, content: bytes, old_text: str, new_text: str) -> bytes:
    """Replace a text that occurs once. Lines of the texts end as those of the file do."""
    old, new = old_text.encode(), new_text.encode()
    if b"\r\n" in content and b"\r" not in old:
        old, new = old.replace(b"\n", b"\r\n"), new.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    count = content.count(old) if old else 0
    if not old:
        raise EditError(at, "'old_text' is empty: state the text that is replaced")
    if count == 0:
        raise EditError(at, f"'old_text' is not in '{edit.file}': object_get shows the text of an object as it stands")
    if count > 1:
        lines = _lines_of(content, old)
        problem = f"'old_text' is in '{edit.file}' {count} times, and it must be there once: state more of its lines"
        raise EditError(at, problem, {"lines": lines})
    start = content.index(old)
    return content[:start] + new + content[start + len(old) :]


def _lines_of(content: bytes, text: bytes) -> list[int]:
    """Return the lines at which a text begins, the first of them."""
    found: list[int] = []
    start = content.find(text)
    while start >= 0 and len(found) < MAX_SHOWN:
        found.append(content.count(b"\n", 0, start) + 1)
        start = content.find(text, start + 1)
    return found
