"""The git repository of a source, and the commits that revision names stand for.

A revision is named as git names it: a branch, a tag, a remote branch, a commit by at least four digits, or `HEAD`, each
followed by any `~N` and `^N`. A date or time names the last commit of the checked-out branch by then;
`main@{2026-03-01}` names the last commit of main. Dates go by the times of the commits: the reflog is never read.
"""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compiler.model.source import SourceError
from compiler.text.near_names import NearNames, did_you_mean

if TYPE_CHECKING:
    from dulwich.objects import Commit as GitCommit
    from dulwich.objects import ObjectID
    from dulwich.repo import Repo

MAX_COMMITS = 20_000  # of one history that is walked


class Commit(NamedTuple):
    """A commit by its `id`. `time` is when it was committed, in seconds since 1970; `subject` is the first line of its
    message; `parents` is empty where the history of a shallow clone ends; `tree` is the id of its root folder."""

    id: str
    time: int
    subject: str
    parents: tuple[str, ...]
    tree: str

    @property
    def at(self) -> str:
        """When the commit was made, as RFC 3339 in UTC."""
        return rfc3339(self.time)


class Ref(NamedTuple):
    """A ref that leads to a commit. `kind` is branch, remote, tag or archive."""

    name: str
    kind: str
    commit: str


class UnknownRevisionError(SourceError):
    """No revision has this name."""


class NoHistoryError(UnknownRevisionError):
    """The source has no revisions: it is in no repository, or in one without commits."""


class Repository:
    """The repository that contains a source. `folder` is the path of the source below the root of the repository, ""
    for the root itself.

    The source need not exist any more, and it does not in a bare repository: `folder` then is where it was.
    """

    def __init__(self, opened: "Repo", folder: str) -> None:
        self._opened = opened
        self._process = os.getpid()
        self.folder = folder

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> "Repository":
        """Open the repository that contains a path. Raises SourceError when there is none, or when it cannot be
        read."""
        from dulwich.errors import NotGitRepository

        from compiler.workspace.git.opened_repo import OpenedRepo

        real = Path(os.path.realpath(path))
        start = real if real.is_dir() else real.parent
        try:
            opened = OpenedRepo.discover(start)
        except NotGitRepository:
            raise NoHistoryError(f"'{path}' lies in no git repository, so it has no revisions.") from None
        except Exception as error:  # whatever is wrong with the files of a repository that others wrote
            # The text of the error may quote a file.
            raise SourceError(f"The git repository of '{path}' cannot be read ({type(error).__name__}).") from None
        within = real.relative_to(os.path.realpath(opened.path)).as_posix()
        return cls(opened, "" if within == "." else within)

    def __enter__(self) -> "Repository":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the open files of the repository."""
        self._opened.close()

    @cached_property
    def is_shallow(self) -> bool:
        """Whether the repository is a shallow clone, whose history ends early."""
        return bool(self._shallow_commits)

    @cached_property
    def refs(self) -> tuple[Ref, ...]:
        """Branches, remote branches, tags and archived branches (`refs/archive/*`), each by name. A ref that leads to
        no commit is left out."""
        return tuple(self._refs())

    @cached_property
    def head(self) -> str | None:
        """The id of the commit that is checked out, None in a repository without commits."""
        try:
            return self._opened.head().decode()
        except (KeyError, ValueError):
            return None

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
        from dulwich.refs import HEADREF

        try:
            names, _ = self._opened.refs.follow(HEADREF)
        except (KeyError, ValueError):
            return None
        name = names[-1].decode(errors="replace") if names else ""
        return name.removeprefix("refs/heads/") if name.startswith("refs/heads/") else None

    def resolve(self, name: str) -> Commit:
        """Return the commit that a revision name stands for. Raises UnknownRevisionError."""
        steps = re.fullmatch(r"(.+?)((?:[~^]\d*)*)", name, re.DOTALL)
        if steps is None:
            raise UnknownRevisionError("The name of a revision is empty: give a branch, a tag, a commit or a date.")
        commit = self._commit_of(steps[1])
        for sign, count in re.findall(r"([~^])(\d*)", steps[2]):
            commit = self._ancestor(name, commit, sign, int(count or 1))
        return self.commit(commit)

    def commit(self, commit: str) -> Commit:
        """Return the commit with a full id. Raises UnknownRevisionError when the repository lacks it."""
        found = self._commit(commit)
        if found is None:
            raise UnknownRevisionError(f"The repository has no commit {commit}{self._shallow_note()}.")
        subject = found.message.decode(errors="replace").strip().split("\n", 1)[0]
        parents = () if commit in self._shallow_commits else tuple(one.decode() for one in found.parents)
        return Commit(commit, found.commit_time, subject, parents, found.tree.decode())

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
            if found is not None and found.id.decode() not in self._shallow_commits:
                new = {one.decode() for one in found.parents} - seen
                seen |= new
                waiting += sorted(new)
        return frozenset(seen)

    def object(self, sha: str) -> tuple[str, bytes] | None:
        """Return the type (`blob`, `tree`, …) and content of an object, None when the repository lacks it."""
        from dulwich.objects import ObjectID

        if self._process != os.getpid():  # forked processes share open files and their read positions
            self._reopen()
        try:
            kind, content = self._opened.object_store.get_raw(ObjectID(sha.encode()))
            return _TYPES.get(kind, ""), content
        except Exception:  # the object is missing, truncated or damaged
            return None

    def _reopen(self) -> None:
        from compiler.workspace.git.opened_repo import OpenedRepo

        self._process = os.getpid()
        self._opened = OpenedRepo(self._opened.path)

    def _refs(self) -> Iterator[Ref]:
        from dulwich.refs import Ref as RefName

        for kind, folder in _KINDS.items():
            prefix = f"refs/{folder}/".encode()
            for name in sorted(self._opened.refs.subkeys(RefName(prefix))):
                shown = name.decode(errors="replace")
                if kind == "remote" and shown.endswith("/HEAD"):
                    continue
                try:
                    sha = self._opened.refs[RefName(prefix + name)]
                except KeyError:  # a symbolic ref to a ref that does not exist
                    continue
                if (commit := self._peeled(sha.decode())) is not None:
                    yield Ref(shown, kind, commit)

    def _commit_of(self, name: str) -> str:
        """The commit of a name without `~` and `^`: HEAD, a ref, a date, or the first digits of an id, in this
        order."""
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
        for ref in sorted(self.refs, key=lambda one: one.kind != first):
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
            latest = max(latest, revision.time)
            if latest <= time:
                found = revision.id
        if found is None:
            first = f"its first commit is of {history[-1].at}{self._shallow_note()}"
            raise UnknownRevisionError(f"'{name[:200]}' is before the history begins: {first}.")
        return found

    def _with_prefix(self, digits: str) -> str | None:
        """The commit whose id begins with some digits, None when there is none. Raises UnknownRevisionError for
        several."""
        found = set()
        for sha in self._opened.object_store.iter_prefix(digits.encode()):
            if (commit := self._peeled(sha.decode())) is not None:
                found.add(commit)
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

    def _peeled(self, sha: str) -> str | None:
        """The id of the commit that an object is or, as a tag, leads to; None when there is none."""
        from dulwich.objects import Commit as GitCommit
        from dulwich.objects import ObjectID, Tag

        for _ in range(10):
            try:
                found = self._opened.object_store[ObjectID(sha.encode())]
            except Exception:  # missing or damaged
                return None
            if isinstance(found, GitCommit):
                return found.id.decode()
            if not isinstance(found, Tag):
                return None
            sha = found.object[1].decode()
        return None

    def _commit(self, commit: str) -> "GitCommit | None":
        from dulwich.objects import Commit as GitCommit
        from dulwich.objects import ObjectID

        try:
            found = self._opened.object_store[ObjectID(commit.encode())]
        except Exception:  # missing or damaged
            return None
        return found if isinstance(found, GitCommit) else None

    @cached_property
    def _shallow_commits(self) -> frozenset[str]:
        """The commits whose parents a shallow clone does not have."""
        shallow: set[ObjectID] = self._opened.get_shallow()
        return frozenset(one.decode() for one in shallow)

    def _shallow_note(self) -> str:
        return " (the clone is shallow: what is older was not fetched)" if self.is_shallow else ""


_TYPES = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_KINDS = {"branch": "heads", "remote": "remotes", "tag": "tags", "archive": "archive"}
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def last_second(text: str) -> int | None:
    """The last second of a date or time, in seconds since 1970: of a date the end of its day. None for other texts."""
    if not _DATE.match(text):
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    if len(text) == len("2026-03-01"):
        time += timedelta(days=1, seconds=-1)
    return int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp())


def rfc3339(seconds: int) -> str:
    """A time in seconds since 1970 as RFC 3339 in UTC. One out of range is returned as its number."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, OSError, ValueError):  # a commit may state any number
        return str(seconds)


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"
