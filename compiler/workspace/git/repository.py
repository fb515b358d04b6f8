"""The git repository of a source, and the commits that revision names stand for.

A revision is named as git names it: a branch, a tag, a remote branch, a commit by at least four digits, or `HEAD`, each
followed by any `~N` and `^N`. A date or time names the last commit of the checked-out branch by then;
`main@{2026-03-01}` names the last commit of main. Dates go by the times of the commits: the reflog is never read.
"""

import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from compiler.disk.git_place import DistrustError
from compiler.model.source import SourceError
from compiler.text.near_names import NearNames, did_you_mean
from compiler.workspace.git.commits import MAX_COMMIT_BYTES, Commit, parse_commit, tagged
from compiler.workspace.git.dates import last_second
from compiler.workspace.git.errors import NoHistoryError, UnknownRevisionError
from compiler.workspace.git.objects.bounds import MAX_OBJECT_BYTES, TooLargeError
from compiler.workspace.git.opened_repo import OpenedRepo
from compiler.workspace.git.refs import UnreadableRef

MAX_COMMITS = 20_000  # of one history that is walked
_PARSED = 8  # parsing a commit takes as long as unpacking so many times its bytes
_STEP = 200  # and a step to a known commit as long as unpacking so many bytes
_MAX_TAGS = 10  # that lead to each other
_WHOLE_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_MAX_KNOWN = 200_000  # commits that are remembered


class Ref(NamedTuple):
    """A ref that leads to a commit. `kind` is branch, remote, tag or archive."""

    name: str
    kind: str
    commit: str


class Repository:
    """The repository that contains a source. `folder` is the path of the source below the root of the repository, ""
    for the root itself.

    The source need not exist any more, and it does not in a bare repository: `folder` then is where it was.
    """

    def __init__(self, opened: OpenedRepo, folder: str) -> None:
        self._opened = opened
        self._known: dict[str, Commit] = {}
        self.folder = folder

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> "Repository":
        """Open the repository that contains a path. Raises SourceError when there is none, or when it cannot be
        read."""
        real = os.path.realpath(path)
        try:
            opened = OpenedRepo.containing(real)
        except DistrustError as error:
            raise SourceError(f"The git repository of '{path}' is not read: {error}.") from None
        except (ValueError, OSError):  # whose text may quote a file
            raise SourceError(
                f"The git repository of '{path}' cannot be read: its settings are malformed (.git/config)."
            ) from None
        if opened is None:
            raise NoHistoryError(f"'{path}' lies in no git repository, so it has no revisions.")
        within = Path(real).relative_to(opened.top).as_posix()
        return cls(opened, "" if within == "." else within)

    def __enter__(self) -> "Repository":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the open files of the repository."""
        self._opened.objects.close()

    @cached_property
    def is_shallow(self) -> bool:
        """Whether the repository is a shallow clone, whose history ends early."""
        return bool(self._opened.shallow)

    def is_cut_at(self, commit: str) -> bool:
        """Whether a shallow clone lacks the parents of a commit."""
        return commit in self._opened.shallow

    @cached_property
    def refs(self) -> tuple[Ref, ...]:
        """Branches, remote branches, tags and archived branches (`refs/archive/*`), each by name. A ref that leads to
        no commit is left out."""
        return tuple(self._refs())

    @property
    def unreadable_refs(self) -> tuple[UnreadableRef, ...]:
        """The refs that cannot be read, by name."""
        return tuple(sorted((*self._opened.refs.unreadable, *self._lost))) if self.refs is not None else ()

    @cached_property
    def head(self) -> str | None:
        """The id of the commit that is checked out, None in a repository without commits."""
        return self._opened.refs.head()

    @cached_property
    def default_branch(self) -> str | None:
        """The branch that others start from: `main`, `master` or `trunk` if there is one, else the checked-out
        branch."""
        branches = [ref.name for ref in self.refs if ref.kind == "branch"]
        usual = next((name for name in ("main", "master", "trunk") if name in branches), None)
        return usual or self.current_branch or (branches[0] if branches else None)

    @cached_property
    def current_branch(self) -> str | None:
        """The branch that is checked out, None when HEAD is detached."""
        name = self._opened.refs.head_ref() or ""
        return name.removeprefix("refs/heads/") if name.startswith("refs/heads/") else None

    def resolve(self, name: str) -> Commit:
        """Return the commit that a revision name stands for. Raises UnknownRevisionError."""
        steps = re.fullmatch(r"(.+?)((?:[~^]\d*)*)", name, re.DOTALL)
        if steps is None:
            raise UnknownRevisionError("The name of a revision is empty: give a branch, a tag, a commit or a date.")
        commit = self._commit_of(steps[1])
        for sign, count in re.findall(r"([~^])(\d*)", steps[2]):
            commit = self._ancestor(name, commit, sign, int(count[:10] or 1))
        return self.commit(commit)

    def commit(self, commit: str) -> Commit:
        """Return the commit with a full id. Raises UnknownRevisionError when the repository lacks it."""
        found = self._commit(commit)
        if found is None:
            raise UnknownRevisionError(f"The repository has no commit {commit}{self._shallow_note()}.")
        return found

    def first_parents(self, commit: str) -> Iterator[Commit]:
        """Yield a commit and its ancestors along the first parents, newest first, at most `MAX_COMMITS`."""
        for _ in range(MAX_COMMITS):
            try:
                revision = self.commit(commit)
            except UnknownRevisionError:
                return
            yield revision
            if not revision.parents:
                return
            commit = revision.parents[0]

    def ancestors(self, commit: str) -> frozenset[str]:
        """Return the ids of a commit and all its ancestors, at most `MAX_COMMITS`."""
        seen = {commit}
        waiting = [commit]
        while waiting and len(seen) < MAX_COMMITS:
            found = self._commit(waiting.pop())
            if found is not None:
                new = set(found.parents) - seen
                seen |= new
                waiting += sorted(new)
        return frozenset(seen)

    def object(self, sha: str, max_bytes: int = MAX_OBJECT_BYTES) -> tuple[str, bytes] | None:
        """Return the type (`blob`, `tree`, …) and content of an object, None when the repository lacks it. Raises
        TooLargeError when it has more than `max_bytes`, and SourceError when the repository takes too much work."""
        return self._opened.objects.read(sha, max_bytes)

    def charge(self, count: int) -> None:
        """Count work as so many bytes that are read. Raises SourceError when the repository takes too much."""
        self._opened.budget.charge(count)

    def _refs(self) -> Iterator[Ref]:
        for kind, folder in _KINDS.items():
            for name, sha in self._opened.refs.below(folder):
                if kind == "remote" and name.endswith("/HEAD"):
                    continue
                found = self._peeled(sha)
                if isinstance(found, Commit):
                    yield Ref(name, kind, found.id)
                elif found is None:
                    lost = f"it leads to {sha[:12]}, which is missing or damaged{self._shallow_note()}"
                    self._lost.append(UnreadableRef(f"refs/{folder}/{name}", lost))

    def _commit_of(self, name: str) -> str:
        """The commit of a name without `~` and `^`: HEAD, a ref, a date, or the first digits of an id, in this
        order."""
        if _WHOLE_ID.fullmatch(name) and self._commit(name):  # as git does, before a ref of this name
            return name
        if self.head is None and not self.refs:
            raise NoHistoryError("The repository has no commits yet, so it has no revisions.")
        if name in ("HEAD", "@") and self.head:
            return self.head
        if (commit := self._ref_target(name, "tag")) is not None:  # as git does, tags first
            return commit
        if name.endswith("}") and "@{" in name:
            return self._commit_of_history(name, *name[:-1].split("@{", 1))
        if (time := last_second(name)) is not None:
            return self._commit_at(name, time, self._default_start)
        if re.fullmatch(r"[0-9a-f]{4,64}", name.lower()) and (commit := self._with_prefix(name.lower())):
            return commit
        near = did_you_mean(NearNames(ref.name for ref in self.refs).nearest(name))
        known = ", ".join(ref.name for ref in self.refs if ref.kind != "remote")
        hint = near or (f"It has {_shortened(known)}." if known else "No branch or tag of it can be read.")
        raise UnknownRevisionError(f"The repository has no revision '{name[:200]}'{self._shallow_note()}. {hint}")

    def _ref_target(self, name: str, first: str) -> str | None:
        """The commit of the ref with a name. Where refs of several kinds have it, the kind `first` wins."""
        for ref in sorted(self.refs, key=lambda kept_ref: kept_ref.kind != first):
            if name in (ref.name, f"{_KINDS[ref.kind]}/{ref.name}", f"refs/{_KINDS[ref.kind]}/{ref.name}"):
                return ref.commit
        return None

    def _commit_of_history(self, name: str, line: str, date: str) -> str:
        """The commit that `LINE@{DATE}` names: the last commit of that line by then. A tag has no history, so where a
        tag and a branch share the name, the branch is meant."""
        start = (self._ref_target(line, "branch") or self.resolve(line).id) if line else self._default_start
        if (time := last_second(date)) is None:
            told = f"Braces hold a date or time, as in {line[:100]}@{{2026-03-01}}; the reflog is not read"
            raise UnknownRevisionError(f"There is no revision '{name[:200]}'. {told}.")
        return self._commit_at(name, time, start)

    @property
    def _default_start(self) -> str:
        return self.head or self.refs[0].commit

    def _commit_at(self, name: str, time: int, start: str) -> str:
        """The last commit by a time (seconds since 1970), of `start` and its first parents.

        Clocks sometimes run backwards, so a commit counts as no older than its parents.
        """
        history = list(self.first_parents(start)) or [self.commit(start)]  # which raises for a missing commit
        latest, found = 0, None
        for revision in reversed(history):
            latest = max(latest, revision.order)
            if latest <= time:
                found = revision.id
        if found is None:
            first = f"its first commit is of {history[-1].at}{self._shallow_note()}"
            raise UnknownRevisionError(f"'{name[:200]}' is before the history begins: {first}.")
        return found

    def _with_prefix(self, digits: str) -> str | None:
        """The commit whose id begins with some digits, None when there is none. Raises UnknownRevisionError for
        several."""
        peeled = (self._peeled(sha) for sha in self._opened.objects.ids(digits))
        found = {commit.id for commit in peeled if isinstance(commit, Commit)}
        if len(found) > 1:
            several = _shortened(", ".join(sorted(found)))
            raise UnknownRevisionError(f"'{digits}' begins {len(found)} commits: {several}. Give more digits.")
        return found.pop() if found else None

    def _ancestor(self, name: str, commit: str, sign: str, count: int) -> str:
        """The commit `~N` (N first parents up) or `^N` (the N-th parent) of a commit."""
        wanted = [count] if sign == "^" else [1] * min(count, MAX_COMMITS)
        for parent in wanted:
            parents = self.commit(commit).parents
            if parent > len(parents):
                has = f"{commit[:12]} has {len(parents)} parents{self._shallow_note()}"
                raise UnknownRevisionError(f"There is no revision '{name[:200]}': {has}.")
            commit = parents[parent - 1] if parent else commit
        return commit

    def _peeled(self, sha: str) -> "Commit | str | None":
        """The commit that an object is or, as a tag, leads to. The kind of the object when it is another one; None when
        it is missing or damaged."""
        for _ in range(_MAX_TAGS):
            if (commit := self._known.get(sha)) is not None:
                return commit
            found = self._read(sha)
            if found is None:
                return None
            kind, content = found
            if kind == "commit":
                return self._commit(sha)
            if kind != "tag":
                return kind
            sha = tagged(content) or ""
        return None

    def _commit(self, sha: str) -> Commit | None:
        """A commit by its full id; None when it is missing or damaged."""
        if sha in self._known:
            self.charge(_STEP)
            return self._known[sha]
        found = self._read(sha)
        commit = parse_commit(sha, found[1]) if found and found[0] == "commit" else None
        if commit is None:
            return None
        self.charge(len(found[1]) * _PARSED if found else 0)
        if sha in self._opened.shallow:
            commit = commit._replace(parents=())
        if len(self._known) < _MAX_KNOWN:
            self._known[sha] = commit
        return commit

    def _read(self, sha: str) -> tuple[str, bytes] | None:
        """A commit or tag, or any small object."""
        try:
            return self.object(sha, MAX_COMMIT_BYTES)
        except TooLargeError:
            return None

    @cached_property
    def _lost(self) -> list[UnreadableRef]:
        return []

    def _shallow_note(self) -> str:
        return " (the clone is shallow: what is older was not fetched)" if self.is_shallow else ""


_KINDS = {"branch": "heads", "remote": "remotes", "tag": "tags", "archive": "archive"}


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"
