"""`python -m tests.special_files KIND FOLDER STEP`: put a pipe, socket or device in every STEP-th place of a file.

Each time the source is compiled, asked and frozen, within a deadline. An audit hook looks at what the interpreter
opens: nothing that is no regular file may be opened in a way that waits. Prints what is wrong, a line each, and at last
how many places were tried and how many such files were opened without waiting.
"""

import faulthandler
import os
import shutil
import socket
import stat
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import queries
from compiler import SourceError, open_workspace
from compiler.store.frozen.frozen_file import open_frozen_once_verified, write_frozen
from compiler.store.vectors import EmbedderError
from compiler.workspace.embeddings.wordllama import TOKENS, WEIGHTS, WordLlama
from queries.tools.tool import QueryError
from server.commands.client_config import start_of
from server.options.http import HttpOptions
from server.reports.baseline import BaselineError, read_baseline
from server.transport.http_address import AddressError, listen
from tests.compiler.workspace.git.repositories import RepositoryBuilder

DEADLINE = 20.0  # seconds for one place
FILES = {
    "page.md": "# Kettle\n\nSee REQ-p00001.\n",
    "plan.mmd": "flowchart LR\n  a --> b\n",
    "yard.urd.md": "---\nworld:\n  name: Y\n  start: yard\nimport: ./more.urd.md\n---\n\n# Yard\n",
    "more.urd.md": "# More\n",
    "frieze.toml": "# none\n",
    ".gitignore": "*.log\n",
    ".elspais.toml": "[project]\nname = 'kettle'\n",
    "spec/prd.md": "# REQ-p00001: Boil\n\n**Level**: PRD | **Status**: Active\n",
    "src/kettle.py": "# Implements: REQ-p00001\n",
    "results.xml": "<testsuite><testcase name='a' classname='b'/></testsuite>",
    ".beads/issues.jsonl": '{"id":"k-1","title":"Boil","status":"open"}\n',
    ".taskmaster/tasks/tasks.json": '{"tasks":[{"id":1,"title":"Boil","status":"pending"}]}',
    "memory.jsonl": '{"type":"entity","name":"Kettle","entityType":"x","observations":["hot"]}\n',
    "loro.db": "",
}
OF_GIT = (
    ".git/HEAD",
    ".git/config",
    ".git/config.worktree",
    ".git/commondir",
    ".git/gitdir",
    ".git/packed-refs",
    ".git/shallow",
    ".git/index",
    ".git/info/exclude",
    ".git/objects/info/alternates",
    ".git/objects/pack/pack-1.pack",
    ".git/objects/pack/pack-1.idx",
    ".git/refs/heads/main",
    ".git/refs/heads/other",
    ".git",
)
REFUSALS = (SourceError, QueryError, BaselineError, AddressError, EmbedderError, OSError)


class Watch:
    """What was opened that is no regular file."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.without_waiting = 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes):
            self._opened(os.fsdecode(arguments[0]), arguments[2])
        elif event == "sqlite3.connect" and isinstance(arguments[0], str):
            self._opened(unquote(arguments[0].removeprefix("file://").partition("?")[0]), 0)

    def _opened(self, path: str, flags: int) -> None:
        try:
            mode = os.stat(path).st_mode  # noqa: PTH116 (the hook is called for each open)
        except (OSError, ValueError):
            return
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode) or path.startswith(("/dev/null", "/proc/self/")):
            return
        if flags & os.O_NONBLOCK:
            self.without_waiting += 1
        else:
            self.waiting.append(path)


def put(kind: str, path: Path) -> None:
    """Put a pipe, socket or device at a path, in place of what is there."""
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        os.chdir(path.parent)  # the path of a socket has at most 107 bytes
        with closing(socket.socket(socket.AF_UNIX)) as one:
            one.bind("s")
        Path("s").rename(path)
    else:
        try:
            os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
        except PermissionError:  # only the superuser may
            path.symlink_to("/dev/zero")


def use(source: Path, file: Path, frozen: Path) -> None:
    """Compile a source, ask it, look into its repository, freeze it and open that, and read what stands beside it."""
    for reading in (_compile, _read_revision):
        with suppress(*REFUSALS):
            reading(source, frozen)
    for read in (_open_frozen, read_baseline, _read_token, _read_vectors, _find_script):
        with suppress(*REFUSALS):
            read(file)


def _compile(source: Path, frozen: Path) -> None:
    with closing(open_workspace(source, keep=True)) as workspace:
        for tool in ("get_snapshot_info", "get_diagnostics", "list_revisions"):
            queries.answer(workspace, tool, {})
        queries.answer(workspace, "search", {"query": "kettle"})
        queries.answer(workspace, "compare_revisions", {"base": "main"})
        write_frozen(workspace.snapshot, frozen)


def _read_revision(source: Path, _: Path) -> None:
    open_workspace(source, revision="main", keep=True).close()


def _open_frozen(file: Path) -> None:
    open_frozen_once_verified(file).close()


def _read_token(file: Path) -> None:
    listen(HttpOptions("127.0.0.1:0", (), file)).socket.close()


def _read_vectors(file: Path) -> None:
    model = WordLlama(file.parent)
    assert model.name
    _ = model._model


def _find_script(file: Path) -> None:
    start_of(file, [str(file.parent)])


def places(folder: Path) -> Iterator[tuple[str, Callable[[], Path]]]:
    """The places, each with what gives the path below a folder that is made anew for each."""
    source, outside = folder / "source", folder / "outside"
    for name in (*FILES, *OF_GIT, "notes/x.frieze", "new.md"):
        yield name, lambda name=name: source / name  # type: ignore[misc]
    for name in ("x.frieze", "baseline.json", "token", "server", WEIGHTS, TOKENS):
        yield name, lambda name=name: outside / name  # type: ignore[misc]


def entries_of_cache(folder: Path) -> list[Path]:
    """The files that the cache has, and those that SQLite would open beside one of them."""
    found = sorted(one for one in (folder / "cache").rglob("*") if one.is_file())
    beside = [one.with_name(one.name + end) for one in found for end in ("-wal", "-shm", "-journal")]
    return [*found, *(one for one in beside if ".sqlite-" in one.name), folder / "out.frieze"]


def make(folder: Path) -> Path:
    """Make a source with a repository, and beside it a place for what is no source. Return the source."""
    for name in ("source", "outside"):
        shutil.rmtree(folder / name, ignore_errors=True)
    source = folder / "source"
    builder = RepositoryBuilder(source)
    builder.commit(FILES)
    builder.opened.close()
    builder.check_out(FILES)
    (folder / "outside").mkdir()
    return source


def try_place(kind: str, folder: Path, path: Path) -> None:
    """Put something at a path and use all that may read it, within the deadline."""
    faulthandler.dump_traceback_later(DEADLINE, exit=True)
    put(kind, path)
    os.chdir(folder)
    use(folder / "source", path, folder / "out.frieze")
    faulthandler.cancel_dump_traceback_later()


def main(kind: str, folder: Path, step: int) -> None:
    """Try all places, or every `step`-th."""
    numpy = types.SimpleNamespace(memmap=None)
    tokenizer = types.SimpleNamespace(from_file=lambda path: open(path))  # noqa: PTH123, SIM115
    sys.modules["numpy"] = numpy  # type: ignore[assignment]
    sys.modules["tokenizers"] = types.SimpleNamespace(Tokenizer=tokenizer)  # type: ignore[assignment]
    os.environ["XDG_CACHE_HOME"] = os.fspath(folder / "cache")
    watch, tried = Watch(), 0
    make(folder)
    use(folder / "source", folder / "outside" / "none", folder / "out.frieze")
    sys.addaudithook(watch)
    for _, place in [*places(folder)][::step]:
        make(folder)
        try_place(kind, folder, place())
        tried += 1
    make(folder)
    for entry in entries_of_cache(folder)[::step]:
        use(folder / "source", folder / "outside" / "none", folder / "out.frieze")  # puts the cache right
        try_place(kind, folder, entry)
        tried += 1
    for path in dict.fromkeys(watch.waiting):
        print(f"opened in a way that waits: {path}")
    print(tried, watch.without_waiting)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
