"""The build check: a folder of files through whole and incremental builds, and questions about the result.

The folder lies beside a secret, to which links and paths in the files point. Its words are in no snapshot.
"""

import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import compiler
from compiler.model.source import SourceError
from compiler.pipeline.failures import CODES
from compiler.store.snapshot import Snapshot
from harness.fuzz.asking import Asked, ask
from harness.fuzz.browsing import browse
from harness.fuzz.failure import Files
from harness.fuzz.figures import MAX_SECONDS, Figures
from tests.compiler.pipeline.table_rows import different_tables

SECRET = b"qzxsecretwordqzx"
SECRET_FILES = {
    "secret.md": b"# %s\n\nREQ-p00001 %s\n" % (SECRET, SECRET),
    "secret.urd.md": b"# %s\n\nA %s.\n" % (SECRET, SECRET),
    "secret.mmd": b"flowchart LR\n  %s --> b\n" % SECRET,
    "memory.jsonl": b'{"type":"entity","name":"%s","entityType":"x","observations":["%s"]}\n' % (SECRET, SECRET),
}
LINKS = {  # path in the source -> what it leads to
    "linked.md": "../outside/secret.md",
    "world/linked.urd.md": "../../outside/secret.urd.md",
    "docs/folder": "../../outside",
    "linked.mmd": "/../outside/secret.mmd",
    "docs/passwd.md": "/etc/passwd",
    "round": ".",
}
_FAILED = {code.code for code in CODES}


def build_problems(
    files: Files, edited: Files, choice: Random, figures: Figures, folder: Path, *, secret: bytes = SECRET
) -> list[str]:
    """Return what goes wrong when `files` are compiled, and again when some of them were edited, in words that are the
    same for the same defect, each once. `folder` is emptied and used. `secret` is a word that stands outside only."""
    source = _write(folder, files)
    os.environ["XDG_CACHE_HOME"] = os.fspath(folder / "cache")
    found: dict[str, None] = {}
    try:
        for problem in _problems(source, edited, choice, figures, secret):
            found[problem] = None
    except SourceError:  # such as a source that holds nothing
        pass
    except Exception as error:
        found[f"build: {type(error).__name__} {_place(error)}"] = None
    return list(found)


def _problems(source: Path, edited: Files, choice: Random, figures: Figures, secret: bytes) -> Iterator[str]:
    with closing(_compiled(source, figures, keep=True)) as first:
        yield from _failures(first)
        yield from _leaks(first, secret)
        if not edited:
            yield from _answers(first, choice, figures, secret)
    if edited:
        put(source, edited)
        kept = _compiled(source, figures, keep=True)
        whole = _compiled(source, figures, keep=False)
        with closing(kept), closing(whole):
            yield from _failures(kept)
            for table in different_tables(kept, whole):
                yield f"incremental: {table} has other rows"
            yield from _leaks(kept, secret)
            yield from _answers(kept, choice, figures, secret)


def _compiled(source: Path, figures: Figures, *, keep: bool) -> Snapshot:
    started = time.perf_counter()
    snapshot = compiler.compile_source(source, keep=keep, jobs=1)
    figures.took("build", time.perf_counter() - started)
    figures.builds += 1
    return snapshot


def _failures(snapshot: Snapshot) -> Iterator[str]:
    for diagnostic in snapshot.diagnostics():
        if diagnostic.code in _FAILED:
            yield f"build: {diagnostic.code} {diagnostic.message[:200]}"


def _leaks(snapshot: Snapshot, secret: bytes) -> Iterator[str]:
    if secret in snapshot.serialized:
        yield "leak: text from outside of the source is in the snapshot"


def _answers(snapshot: Snapshot, choice: Random, figures: Figures, secret: bytes) -> Iterator[str]:
    asked = Asked(snapshot, figures, MAX_SECONDS)
    for problem in ask(asked, choice):
        yield f"answers: {problem}"
    for problem in browse(snapshot, choice, figures, asked.text):
        yield f"pages: {problem}"
    if secret in asked.text:
        yield "leak: text from outside of the source is in an answer"


def _write(folder: Path, files: Files) -> Path:
    for name in ("source", "cache", "outside"):
        shutil.rmtree(folder / name, ignore_errors=True)
    put(folder / "outside", SECRET_FILES)
    put(folder / "source", files)
    _link(folder / "source", LINKS)
    return folder / "source"


def put(root: Path, files: Files) -> None:
    """Write files into a folder; those that cannot stand there are left out."""
    for path, content in files.items():
        target = root / path
        with suppress(FileExistsError, NotADirectoryError, IsADirectoryError):  # one tree has a folder of that name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def _link(root: Path, links: Mapping[str, str]) -> None:
    for path, target in links.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            (root / path).symlink_to(target)


def _place(error: BaseException) -> str:
    """The innermost line of Frieze that an error came from."""
    trace, place = error.__traceback__, ""
    while trace:
        name = str(trace.tb_frame.f_globals.get("__name__", ""))
        if name.startswith(("compiler", "queries", "server")):
            place = f"in {name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
