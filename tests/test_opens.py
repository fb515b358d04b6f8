"""Every file is opened by `compiler.disk.regular_file`, which never waits for a pipe, device or socket.

`ELSEWHERE` names all other calls that open something, each with the reason why it may. The second test puts a pipe, a
socket and a device in each place where a file is expected, and looks at what the interpreter opens.
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.import_graph import trees
from tests.paths import ROOT
from tests.suites import mostly_long

# Whatever the receiver is called: these methods of `Path` open a file.
METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "touch", "open"}
MODULES = {
    "os": {"open", "fdopen", "openpty", "popen", "mkfifo"},
    "io": {"open", "open_code", "FileIO"},
    "sqlite3": {"connect"},
    "shutil": {"copyfile", "copy", "copy2", "copytree", "move", "make_archive", "unpack_archive"},
    "mmap": {"mmap"},
    "numpy": {"memmap", "fromfile", "load", "loadtxt", "genfromtxt", "save"},
    "tempfile": {"TemporaryFile", "NamedTemporaryFile", "mkstemp", "SpooledTemporaryFile"},
    "linecache": {"getline", "getlines"},
    "fileinput": {"input"},
    "codecs": {"open"},
    "zipfile": {"ZipFile"},
    "gzip": {"open"},
    "bz2": {"open"},
    "lzma": {"open"},
    "tarfile": {"open"},
    "shelve": {"open"},
    "dbm": {"open"},
    "Tokenizer": {"from_file"},
}
_OWN = "it is the opening of Frieze's own, which opens by `regular_file`"
_NOTHING = "the null device, which is no file of anybody's"
_PACKAGE = "a file of the installed package"
_CHECKED = "SQLite opens by path; `is_own` or `open_regular` said before that it is a regular file"
ELSEWHERE = {
    # The one place.
    ("compiler.disk.regular_file", "os.open"): "the one place: without waiting, and fstat before a read",
    ("compiler.disk.regular_file", "os.fdopen"): "the one place",
    ("compiler.disk.regular_file", "from io import BufferedRandom, FileIO"): "the one place",
    ("compiler.disk.regular_file", "FileIO"): "the one place",
    # What is no file of a source.
    ("compiler.languages.requirements.formats.reqif.archive", "archive.open"): "a member of an archive in memory",
    (
        "compiler.languages.requirements.formats.reqif.archive",
        "from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo",
    ): "reads bytes that are in memory",
    ("compiler.text.grammars", "path.read_text"): _PACKAGE,
    ("server.reports.pages", "(_folder() / f'{code}.md').read_text"): _PACKAGE,
    ("compiler.workspace.member_files", "given.build_input.open"): "gives a source, which opens nothing yet",
    ("compiler.disk.spill_file", "tempfile.TemporaryFile"): "a new file without a name, which nobody else can open",
    ("compiler.disk.resident_memory", "os.open"): "the kernel's file on this process",
    (
        "compiler.store.cache.build_lock",
        "os.open",
    ): "a lock, which is never read: O_RDWR waits for no other end of a pipe",
    ("compiler.disk.endable_process", "os.fdopen"): "the pipe to the process that asks",
    ("server.prebuild", "os.fdopen"): "the pipe from the child process",
    ("server.prebuild", "os.open"): _NOTHING,
    ("server.transport.wire", "os.open"): _NOTHING,
    ("server.commands.output", "os.open"): _NOTHING,
    ("server.people.system_errors", "os.open"): _NOTHING,
    ("server.transport.stdio", "os.fdopen"): "the wire of the protocol",
    ("server.transport.http", "webbrowser.open"): "the browser of the desktop, at an address of our own",
    ("server.commands.init", "path.open"): "created with 'x': a file that is there is never opened",
    # Databases.
    ("compiler.store.connection", "sqlite3.connect"): _CHECKED,
    ("compiler.store.cache.unit_cache", "sqlite3.connect"): _CHECKED,
    ("compiler.store.select.tamed_functions", "sqlite3.connect"): "in memory",
    ("compiler.store.select.check", "sqlite3.connect"): "in memory",
    (
        "compiler.store.cache.snapshot_cache",
        "shutil.copyfile",
    ): "between two databases of the cache that are the user's own",
    ("compiler.workspace.embeddings.wordllama", "numpy.memmap"): "a file that `open_stream` opened",
    # Methods of that name.
    ("compiler.disk.folder_tree", "self.open"): _OWN,
    ("compiler.pipeline.build", "given.open"): _OWN,
    ("compiler.pipeline.lookup", "given.open"): _OWN,
    ("compiler.pipeline.build", "found.open"): _OWN,
    ("compiler.pipeline.lookup", "self.cached.open"): _OWN,
    ("compiler.workspace.compile", "found.open"): _OWN,
    ("compiler.pipeline.build", "cached.open"): _OWN,
    ("compiler.workspace.last_snapshot", "cache.entry.database.open"): _OWN,
    ("compiler.workspace.inputs", "found.open"): _OWN,
    ("compiler.workspace.member_builds", "self.cached.open"): _OWN,
    ("compiler.workspace.merged_snapshot", "cached.open"): _OWN,
    ("compiler.workspace.prebuilt", "CachedDatabase(*cached).open"): _OWN,
    ("compiler.workspace.git.objects.open_files", "self._tree.open"): _OWN,
    ("compiler.workspace.git.objects.store", "self._tree.open"): _OWN,
    ("compiler.store.select.processes", "self.open"): _OWN,
    ("queries.revisions.opening", "revisions_of(workspace).open"): _OWN,
    ("queries.revisions.steps", "self._revisions.open"): _OWN,
    ("queries.memory.revisions", "revisions_of(workspace).open"): _OWN,
    ("compiler.workspace.narrow", "given.build_input.open"): _OWN,
    ("compiler.workspace.proposal", "given.build_input.open"): _OWN,
    ("server.commands.opened_source", "options.open"): _OWN,
    ("server.deferred", "self._taken_over.open"): _OWN,
    ("server.protocol.app", "served.open"): _OWN,
    ("server.prebuild", "self._options.open"): _OWN,
    ("server.prebuild", "self.open"): _OWN,
}


def opens(tree: ast.Module) -> Iterator[str]:
    """The calls in a module that open something, as they are written."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and {one.name for one in node.names} & MODULES.get(
            node.module or "", set()
        ):
            yield ast.unparse(node)
        elif isinstance(node, ast.Call) and _is_open(node.func):
            yield ast.unparse(node.func)


def _is_open(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in ("open", "FileIO")
    if not isinstance(called, ast.Attribute):
        return False
    of_module = isinstance(called.value, ast.Name) and called.attr in MODULES.get(called.value.id, set())
    return of_module or called.attr in METHODS


def test_files_are_opened_in_one_place() -> None:
    found = {(name, call) for name, tree in trees().items() for call in opens(tree)}
    assert found - ELSEWHERE.keys() == set(), "open these by compiler.disk.regular_file, or say here why not"
    assert ELSEWHERE.keys() - found == set(), "these open nothing any more"


def test_opens_are_found_however_they_are_written() -> None:
    texts = (
        "open('x')",
        "Path('x').open()",
        "path.read_text()",
        "import os\nos.open('x', os.O_RDONLY)",
        "sqlite3.connect('x')",
        "from os import open",
        "shutil.copyfile(a, b)",
        "def f():\n    with folder.open('rb') as g: pass",
    )
    assert [text for text in texts if len([*opens(ast.parse(text))]) != 1] == []


@pytest.mark.skipif(os.name != "posix", reason="needs pipes, sockets and devices")
@pytest.mark.parametrize(
    ("kind", "step"),
    mostly_long([("pipe", 8), ("pipe", 1), ("socket", 1), ("device", 1)], "compiles a source for each place"),
)
def test_nothing_waits_for_a_special_file_where_a_file_is_expected(kind: str, step: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.special_files", kind, str(tmp_path), str(step)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    *wrong, figures = done.stdout.splitlines() or ["nothing"]
    assert (wrong, done.returncode) == ([], 0), done.stderr[-3_000:]
    tried, without_waiting = map(int, figures.split())
    assert tried > 50 / step
    assert without_waiting > 50 / step or kind == "socket"  # a socket cannot be opened at all
