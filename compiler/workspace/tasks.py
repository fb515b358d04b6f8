"""What is asked of a repository and of its revisions, on plain values: so that another process may do it.

`WorkProcess` runs these functions by their names. `serve` is that process.
"""

import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from compiler.disk.endable_process import questions_and_answers, read_frame, write_frame
from compiler.model.source import MAX_FILE_BYTES, SourceError
from compiler.pipeline.options import Resident
from compiler.store.snapshot import Snapshot
from compiler.workspace.compile import compile_into_cache, compile_source
from compiler.workspace.git.branches import branches, commits, merge_base, remote_branches, tags
from compiler.workspace.git.errors import NoHistoryError
from compiler.workspace.git.objects.bounds import TooLargeError
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision import Revision, revision_at
from compiler.workspace.git.revisions_containing import revisions_containing
from compiler.workspace.idle_work import IdleWork
from compiler.workspace.inputs import compile_options
from compiler.workspace.interface import Edit, EditError

MAX_COMMITS = 200  # that are listed
MAX_TEXTS_BYTES = 64 * 1024 * 1024  # of files whose texts are asked for at once
_ID_DIGITS = 12  # of a commit that is listed

Built = tuple[bytes | None, bytes, Mapping[str, str] | None]  # that of `compiled`


def listed(path: str) -> tuple[list[tuple[Any, ...]], bool, list[tuple[str, str]]]:
    """Return the fields of each `Revision` of a repository, whether it is a shallow clone, and its refs that cannot be
    read. Raises SourceError."""
    with Repository.of(path) as repository:
        rows = [tuple(revision) for revision in _revisions(repository)]
        return rows, repository.is_shallow, [(ref.name, ref.problem) for ref in repository.unreadable_refs]


def resolved(path: str, name: str) -> tuple[str, str, str]:
    """Return the id, time and subject of the commit that a revision name stands for. Raises SourceError."""
    with Repository.of(path) as repository:
        found = repository.resolve(name)
        return found.id, found.at, found.subject


def below_root(path: str) -> str:
    """Return the path of a source below the root of its repository. Raises SourceError."""
    with Repository.of(path) as repository:
        return repository.folder


def common_commit(path: str, one: str, other: str) -> str | None:
    """Return the nearest commit that two revisions have in their history, if there is one. Raises SourceError."""
    with Repository.of(path) as repository:
        found = merge_base(repository, *(repository.resolve(name).id for name in (one, other)))
        return found.id if found else None


def containing(path: str, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
    """Return those of the commits that contain files of a language (`revisions_containing`). Raises SourceError."""
    from compiler.languages.registry import LANGUAGES  # most questions need no language

    is_named = next(known.is_named for known in LANGUAGES if known.name == language)
    with Repository.of(path) as repository:
        return revisions_containing(repository, commits, paths, is_named)


def logged(path: str, name: str, limit: int, seconds: float) -> tuple[list[tuple[Any, ...]], str]:
    """Return the fields of each `LoggedCommit` of a source's history, and why there are no more (`change_log`). Raises
    SourceError."""
    from compiler.workspace.git.change_log import change_log  # most questions need no history

    with Repository.of(path) as repository:
        found = change_log(repository, Path(os.path.realpath(path)), name, limit, seconds)
        return [tuple(commit) for commit in found.commits], found.end


def blobs(path: str, ids: Collection[str]) -> dict[str, str]:
    """Return the texts of files by git's ids of them. Those that are missing, too large or no text are left out, and
    those behind so many that there is no room. Raises SourceError."""
    texts = {}
    left = MAX_TEXTS_BYTES
    with Repository.of(path) as repository:
        for sha in ids:
            with suppress(TooLargeError, UnicodeDecodeError):
                if (found := repository.object(sha, min(left, MAX_FILE_BYTES))) and found[0] == "blob":
                    texts[sha] = found[1].decode()
                    left -= len(found[1])
    return texts


def narrowed(
    path: str, revision: str | None, files: Collection[str], exclude: tuple[str, ...], settings: Mapping[str, str]
) -> bytes:
    """Compile some files of a source (`compile_narrow`), and return the database. Raises SourceError."""
    from compiler.workspace.narrow import compile_narrow

    with compile_narrow(path, revision, files, exclude, settings) as snapshot:
        return snapshot.serialized


def compiled(
    path: str,
    revision: str | None,
    exclude: tuple[str, ...],
    settings: Mapping[str, str] | None,
    jobs: int | None,
    use_cache: bool,
    alone: bool = False,
    resident: Resident | None = None,
) -> Built:
    """Compile a source, or, unless it is `alone`, all those that a workspace file at the path names.
    Return what `open_prebuilt` needs; or None, the whole database and what it is to say of its revision. Raises
    SourceError."""
    if use_cache:
        options = compile_options(use_cache=True, jobs=jobs, resident=resident)
        cached = compile_into_cache(path, revision, exclude, options, settings=settings, alone=alone)
        if cached is not None:
            return cached, b"", None
    with compile_source(
        path, revision=revision, exclude=exclude, jobs=jobs, settings=settings, alone=alone
    ) as snapshot:
        return None, snapshot.serialized, snapshot.meta["revision"]


def proposed(
    path: str,
    revision: str | None,
    exclude: tuple[str, ...],
    edits: list[tuple[Any, ...]],
    use_cache: bool,
    resident: Resident | None = None,
) -> tuple[tuple[Any, ...] | None, list[tuple[Any, ...]], str, bytes, bytes]:
    """Compile a source after edits. Return why they cannot be made, as the arguments of an EditError, or None; the
    files that change; and the database: in a file that whoever asked deletes, with its `ReplacedRows`, or the whole.
    Raises SourceError."""
    from compiler.workspace.proposal import compiled_overlay  # most processes compile no proposal

    try:
        made = [Edit(*edit) for edit in edits]
        changes, built = compiled_overlay(path, revision, exclude, made, use_cache=use_cache, resident=resident)
    except EditError as error:
        return (error.at, str(error), error.details), [], "", b"", b""
    rows = [tuple(change) for change in changes]
    if isinstance(built, Snapshot):
        with built:
            return None, rows, "", b"", built.serialized
    return None, rows, os.fspath(built.path), built.replaced.encoded() if built.replaced else b"", b""


TASKS: Mapping[str, Callable[..., Any]] = {
    operation.__name__: operation
    for operation in (
        listed,
        resolved,
        below_root,
        common_commit,
        containing,
        logged,
        blobs,
        narrowed,
        compiled,
        proposed,
    )
}

_BUILDING = frozenset({"compiled", "proposed"})


def serve() -> None:
    """Run the tasks that come over standard input, until it ends. Between two of them is time for `IdleWork`."""
    tasks, answers = questions_and_answers()
    resident = Resident()
    idle = IdleWork(resident)
    while True:
        try:
            task, arguments = read_frame(tasks)
            write_frame(answers, _answer(task, arguments, resident))
        except (EOFError, OSError):
            return
        idle.run()


def _answer(task: str, arguments: tuple[Any, ...], resident: Resident) -> tuple[str, Any]:
    try:
        return "value", TASKS[task](*arguments, **({"resident": resident} if task in _BUILDING else {}))
    except SourceError as error:
        return "error", (type(error).__name__, str(error))
    except Exception as error:  # the text may quote a file
        return "error", ("SourceError", f"Compiling failed ({type(error).__name__}).")


def _revisions(repository: Repository) -> list[Revision]:
    found = [*branches(repository), *remote_branches(repository), *tags(repository)]
    found += [revision_at("commit", commit.id[:_ID_DIGITS], commit) for commit in commits(repository, MAX_COMMITS)]
    if not found:
        raise NoHistoryError(_no_commits(repository))
    return found


def _no_commits(repository: Repository) -> str:
    unread = repository.unreadable_refs
    if not unread:
        return "The repository has no commits yet, so it has no revisions."
    name, problem = unread[0]
    return f"No commit of the repository can be read: of {len(unread)} refs none leads to one. '{name}': {problem}."
