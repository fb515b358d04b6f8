"""Random edits of a folder, as an editor, a merge or a slip makes them. The same seed gives the same edits."""

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

Edit = Mapping[str, bytes | None]  # the new content of files, by path below the root; None for a file that goes

WORDS = re.compile(rb"[\w@#./-]{3,}")
NEW_LINES = (
    b"\n",
    b"words of no meaning\n",
    b"  indented: [1\n",
    b"# A Heading\n",
    b"```\n",
    b"---\n",
    b"<!--\n",
    b"-> north: Nowhere\n",
    b"See [the other](./README.md) and ADR-0002, REQ-p00001-A.\n",
    b'"\n',
)
TORN = (b"\xff\xfe\x00", b"\x00", b"\xc3", b"\xef\xbb\xbf# With a mark\n", b"a\rb\r\n", b"")


class Editor:
    """Draws edits of a folder, and makes them."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self._choice = random.Random(seed)
        self._done: list[Edit] = []  # what each edit replaced, the last one at the end

    def contents(self) -> dict[str, bytes]:
        """Return the content of each file."""
        paths = (path for path in sorted(self.root.rglob("*")) if path.is_file())
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in paths}

    def draw(self) -> tuple[str, Edit]:
        """Return the name of a kind of edit, and an edit of that kind."""
        files = self.contents()
        if not files:
            return "undo", self._undo(files)
        name = self._choice.choices(list(_KINDS), [weight for weight, _ in _KINDS.values()])[0]
        if name == "undo":
            return name, self._undo(files)
        edit = _KINDS[name][1](files, self._choice)
        return name, {path: content for path, content in edit.items() if files.get(path) != content}

    def make(self, edit: Edit) -> None:
        """Write an edit to the folder."""
        files = self.contents()
        self._done.append({path: files.get(path) for path in edit})
        for path, content in edit.items():
            target = self.root / path
            if content is None:
                target.unlink(missing_ok=True)
                self._drop_empty_folders(target.parent)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)

    def _undo(self, files: Mapping[str, bytes]) -> Edit:
        """Take back some of the last edits."""
        taken_back: dict[str, bytes | None] = {}
        for _ in range(min(len(self._done), self._choice.choice([1, 1, 2, 5]))):
            taken_back |= self._done.pop()
        return {path: content for path, content in taken_back.items() if files.get(path) != content}

    def _drop_empty_folders(self, folder: Path) -> None:
        while folder != self.root and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent


def _change_line(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    path, lines, at = _line(files, choice)
    match choice.choice(["add", "drop", "double", "tear", "swap", "borrow"]):
        case "add":
            lines.insert(at, choice.choice(NEW_LINES))
        case "drop":
            lines[at : at + 1] = []
        case "double":
            lines[at:at] = lines[at : at + 2]
        case "tear":
            lines[at : at + 1] = [line[: len(line) // 2] + b"\n" for line in lines[at : at + 1]]
        case "swap":
            lines[at : at + 2] = reversed(lines[at : at + 2])
        case "borrow":
            _, others, other = _line(files, choice)
            lines[at:at] = others[other : other + choice.choice([1, 3, 10])]
    return {path: b"".join(lines)}


def _change_word(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    """Put a word of any file, such as an id or a title, in the place of another."""
    path, lines, at = _line(files, choice)
    _, others, other = _line(files, choice)
    words = WORDS.findall(b"".join(others[other : other + 1])) or [b"word"]
    found = list(WORDS.finditer(b"".join(lines[at : at + 1])))
    if found:
        one = choice.choice(found)
        lines[at] = lines[at][: one.start()] + choice.choice(words) + lines[at][one.end() :]
    return {path: b"".join(lines)}


def _change_number(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    """Change one digit of a file: an id, a date, a number."""
    path, content = choice.choice(list(files.items()))
    digits = [found.start() for found in re.finditer(rb"[0-9]", content)]
    if digits:
        at = choice.choice(digits)
        content = content[:at] + str(choice.randrange(10)).encode() + content[at + 1 :]
    return {path: content}


def _rename_word(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    """Change a word wherever it stands, as a renaming does."""
    _, lines, at = _line(files, choice)
    word = choice.choice(WORDS.findall(b"".join(lines[at : at + 1])) or [b"word"])
    new = choice.choice([word + b"x", word.upper(), word[:-1], b"renamed"])
    return {path: content.replace(word, new) for path, content in files.items() if word in content}


def _copy(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    path, content = choice.choice(list(files.items()))
    return {_another_path(path, files, choice): content}


def _delete(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    return {choice.choice(list(files)): None}


def _move(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    path, content = choice.choice(list(files.items()))
    return {path: None, _another_path(path, files, choice): content}


def _move_folder(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    folder = choice.choice(list(files)).rpartition("/")[0]
    if not folder:
        return _move(files, choice)
    new = f"{folder}-{choice.randrange(10)}"
    moved = {path: content for path, content in files.items() if path.startswith(f"{folder}/")}
    return dict.fromkeys(moved) | {new + path[len(folder) :]: content for path, content in moved.items()}


def _swap(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    one, other = choice.choice(list(files)), choice.choice(list(files))
    return {one: files[other], other: files[one]}


def _break(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    """Cut a file, or put bytes into it that are no text."""
    path, content = choice.choice(list(files.items()))
    at = choice.randrange(len(content) + 1)
    return {path: content[:at] + choice.choice(TORN) + (content[at:] if choice.random() < 0.5 else b"")}


def _append_everywhere(files: Mapping[str, bytes], choice: random.Random) -> Edit:
    """Change a third of the files, as a checkout does."""
    return {path: content + b"\n" for path, content in files.items() if choice.random() < 0.3}


_Kind = Callable[[Mapping[str, bytes], random.Random], Edit]
_KINDS: dict[str, tuple[int, _Kind]] = {
    "line": (30, _change_line),
    "word": (20, _change_word),
    "number": (12, _change_number),
    "rename": (4, _rename_word),
    "copy": (5, _copy),
    "delete": (4, _delete),
    "move": (5, _move),
    "move folder": (1, _move_folder),
    "swap": (4, _swap),
    "break": (6, _break),
    "checkout": (1, _append_everywhere),
    "undo": (22, _copy),  # which `Editor.draw` draws itself
}


def _line(files: Mapping[str, bytes], choice: random.Random) -> tuple[str, list[bytes], int]:
    path, content = choice.choice(list(files.items()))
    lines = content.splitlines(keepends=True)
    return path, lines, choice.randrange(len(lines)) if lines else 0


def _another_path(path: str, files: Mapping[str, bytes], choice: random.Random) -> str:
    """Return a path for a copy: another name, or another folder."""
    folders = sorted({file.rpartition("/")[0] for file in files})
    name = PurePosixPath(path).name
    if choice.random() < 0.5:
        name = f"{choice.randrange(1000)}{name}"
    return (PurePosixPath(choice.choice(folders)) / name).as_posix()
