"""The times of revisions: `python -m harness.benchmarks.revisions [--files 500] [--commits 200]`.

A repository is written whose commits change three files each of a mixed source. Opening a revision that differs in
three files from a cached one is measured beside a cold compilation; then comparisons of any two revisions: with their
units cached but not their snapshots; with both snapshots cached but not open; and with both open. The history of an
object is asked for in a longer history of fewer files.
"""

import argparse
import os
import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from dulwich.index import commit_tree
from dulwich.objects import Blob, Commit, ObjectID
from dulwich.refs import Ref
from dulwich.repo import Repo

import queries
from compiler import compile_source, open_workspace
from compiler.store.cache.snapshot_cache import FOLDER
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from harness.benchmarks.figures import Figure, milliseconds
from harness.benchmarks.generate import sources

FILES, COMMITS, CHANGED = 500, 200, 3
TURNS, PAIRS = 21, 9
HISTORY_FILES, HISTORY_COMMITS, OBJECTS = 300, 2_000, 12
FIRST_COMMIT = 1_767_225_600  # 2026-01-01
HOUR = 3600


def write(root: Path, files: int = FILES, commits: int = COMMITS, seed: int = 1) -> None:
    """Write a repository, with its objects in a pack as usual, and the files of its last commit."""
    choice = random.Random(seed)
    opened = Repo.init(str(root), mkdir=True)
    texts = dict(sources(files, seed))
    blobs = {path: _add_blob(opened, text) for path, text in texts.items()}
    parent: ObjectID | None = None
    for number in range(commits):
        for path in choice.sample(sorted(texts), CHANGED if number else 0):
            texts[path] = _edit(texts[path], number)
            blobs[path] = _add_blob(opened, texts[path])
        parent = _commit(opened, blobs, parent, number)
        opened.refs[Ref(b"refs/heads/main")] = parent
    opened.refs.set_symbolic_ref(Ref(b"HEAD"), Ref(b"refs/heads/main"))
    opened.object_store.pack_loose_objects()
    opened.close()
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def _edit(text: str, number: int) -> str:
    """The text with more words in a line of prose, or with an empty line at its end if it has no prose."""
    lines = text.split("\n")
    prose = [at for at, line in enumerate(lines) if len(line) > 40 and line[0].isupper() and line.endswith(".")]
    if not prose:
        return f"{text}\n"
    at = prose[number % len(prose)]
    lines[at] = f"{lines[at][:-1]}, as of {number}."
    return "\n".join(lines)


def _add_blob(opened: Repo, text: str) -> ObjectID:
    blob = Blob.from_string(text.encode())
    opened.object_store.add_object(blob)
    return blob.id


def _commit(opened: Repo, blobs: dict[str, ObjectID], parent: ObjectID | None, number: int) -> ObjectID:
    commit = Commit()
    commit.tree = commit_tree(opened.object_store, [(path.encode(), sha, 0o100644) for path, sha in blobs.items()])
    commit.parents = [parent] if parent else []
    commit.author = commit.committer = b"Bench <bench@example.org>"
    commit.author_time = commit.commit_time = FIRST_COMMIT + number * HOUR
    commit.author_timezone = commit.commit_timezone = 0
    commit.message = f"Step {number}\n".encode()
    opened.object_store.add_object(commit)
    return commit.id


def figures(files: int = FILES, commits: int = COMMITS) -> Iterator[Figure]:
    """The figures, measured with a cache of their own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        root = Path(folder, "source")
        write(root, files, commits)
        cold = median(milliseconds(lambda: compile_source(root)) for _ in range(3))
        yield Figure(f"cold compilation of {files} files", cold, "ms")
        compile_source(root, keep=True)
        yield from _opening(root, cold)
        yield from _comparing(root, commits)
        history = Path(folder, "history")
        write(history, HISTORY_FILES, HISTORY_COMMITS)
        yield from _histories(history)


def _opening(root: Path, cold: float) -> Iterator[Figure]:
    """Open one revision after the other. Each differs in three files from the one before."""
    same, *others = [milliseconds(partial(_open, root, at)) for at in range(TURNS)]
    yield Figure("opening the revision that is checked out, first time", same, "ms")
    beside = f"median {median(others):.0f} ms, slowest {max(others):.0f} ms"
    name = "opening one that differs in 3 files, to a cold compilation"
    yield Figure(name, median(others) / cold, "times", 0.1, beside)
    again = [milliseconds(partial(_open, root, TURNS - 1)) for _ in range(TURNS)]
    yield Figure("opening one that is kept", median(again), "ms")


def _open(root: Path, at: int) -> Snapshot:
    return compile_source(root, revision=f"HEAD~{at}", keep=True)


def _comparing(root: Path, commits: int) -> Iterator[Figure]:
    """Compare pairs of revisions, whose files all are in the unit cache."""
    choice = random.Random(2)
    for at in range(0, commits, 10):
        _open(root, at)
    unseen, cold, warm = [], [], []
    for _ in range(PAIRS):
        base, target = (f"HEAD~{at}" for at in choice.sample(range(commits), 2))
        for cached in Path(os.environ["XDG_CACHE_HOME"], "frieze", FOLDER).glob("*"):
            cached.unlink()
        unseen.append(_compare(open_workspace(root, keep=True), base, target))
        served = open_workspace(root, keep=True)
        cold.append(_compare(served, base, target))
        warm.append(_compare(served, base, target))
    by_state = {"never seen": (unseen, None), "kept": (cold, 1_000), "compared before": (warm, 100)}
    for name, (taken, limit) in by_state.items():
        yield Figure(
            f"compare_revisions of any two, {name}", median(taken), "ms", limit, f"slowest {max(taken):.0f} ms"
        )


def _histories(root: Path) -> Iterator[Figure]:
    """Ask for the history of some objects, twice each: pages, decisions, requirements and tasks."""
    workspace = open_workspace(root, keep=True)
    kinds = "'document', 'document_section', 'decision', 'requirement', 'task'"
    refs = [
        ref for (ref,) in workspace.snapshot.rows(f"SELECT ref FROM object_row WHERE kind IN ({kinds}) ORDER BY ref")
    ]
    first, again = [], []
    for ref in random.Random(3).sample(refs, OBJECTS):
        arguments = {"ref": ref, "history": HISTORY_COMMITS}
        asked = partial(queries.answer, workspace, "object_history", arguments)
        first.append(milliseconds(asked))
        again.append(milliseconds(asked))
    name = f"object_history in {HISTORY_COMMITS} commits of {HISTORY_FILES} files"
    yield Figure(f"{name}, of an object", median(first), "ms", 10_000, f"slowest {max(first):.0f} ms")
    yield Figure(f"{name}, asked again", median(again), "ms", 50, f"slowest {max(again):.0f} ms")
    drifted = partial(queries.answer, workspace, "get_health", {"verdict": "drifted", "history": HISTORY_COMMITS})
    yield Figure("get_health of what has drifted there", milliseconds(drifted), "ms")


def _compare(workspace: Workspace, base: str, target: str) -> float:
    return milliseconds(lambda: _run_comparison(workspace, {"base": base, "target": target}))


def _run_comparison(workspace: Workspace, arguments: dict[str, str]) -> None:
    answer = queries.answer(workspace, "compare_revisions", arguments)
    assert not queries.is_error(answer), answer["error"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.revisions", description=__doc__)
    parser.add_argument("--files", type=int, default=FILES, help="of the source (default: %(default)s)")
    parser.add_argument("--commits", type=int, default=COMMITS, help="of the repository (default: %(default)s)")
    arguments = parser.parse_args()
    for figure in figures(arguments.files, arguments.commits):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
