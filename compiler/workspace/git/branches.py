"""The branches of a repository with their fork points, its remote branches and tags, and its recent commits."""

from collections.abc import Iterator
from contextlib import suppress
from heapq import heappop, heappush

from compiler.workspace.git.commits import Commit
from compiler.workspace.git.errors import UnknownRevisionError
from compiler.workspace.git.forks import Forks
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision import Revision, revision_at

ARCHIVE = "archive/"


def branches(repository: Repository) -> list[Revision]:
    """Return the branches: the default branch, then the others by name, then archived ones, which are no parents."""
    tips = {ref.name: ref.commit for ref in repository.refs if ref.kind == "branch"}
    default = repository.default_branch
    merged = repository.ancestors(tips[default]) if default in tips else frozenset()
    archived = {f"{ARCHIVE}{ref.name}": ref.commit for ref in repository.refs if ref.kind == "archive"}
    archived = {name: tip for name, tip in archived.items() if name not in tips}
    forks = Forks(repository, tips, default, archived.values())

    def made(name: str, tip: str) -> Revision:
        parent, fork = (None, None) if name == default else forks.of(tip)
        return revision_at("branch", name, repository.commit(tip))._replace(
            parent=parent,
            forked_at=fork,
            merged=None if name == default else tip in merged,
            is_current=name == repository.current_branch,
            is_archived=name in archived,
        )

    ordered = sorted(tips, key=lambda name: (name != default, name))
    return [made(name, tips[name]) for name in ordered] + [made(name, tip) for name, tip in archived.items()]


def remote_branches(repository: Repository) -> list[Revision]:
    """Return the branches of remotes, by name."""
    refs = repository.refs
    default = next((ref.commit for ref in refs if (ref.kind, ref.name) == ("branch", repository.default_branch)), None)
    merged = repository.ancestors(default) if default else None
    return [
        revision_at("remote", ref.name, repository.commit(ref.commit))._replace(
            merged=None if merged is None else ref.commit in merged
        )
        for ref in refs
        if ref.kind == "remote"
    ]


def tags(repository: Repository) -> list[Revision]:
    """Return the tags, newest first; tags of the same time by name."""
    found = [(ref.name, repository.commit(ref.commit)) for ref in repository.refs if ref.kind == "tag"]
    return [revision_at("tag", *tag) for tag in sorted(found, key=lambda tag: (-tag[1].order, tag[0]))]


def commits(repository: Repository, limit: int) -> Iterator[Commit]:
    """Yield the last `limit` commits of what is checked out, newest first, whichever parents lead to them. A commit
    comes
    after one of those that it is a parent of."""
    waiting: list[tuple[int, str, Commit]] = []
    seen: set[str] = set()
    found = [repository.head] if repository.head else []
    for _ in range(limit):
        for commit in found:
            if commit not in seen:
                seen.add(commit)
                with suppress(UnknownRevisionError):
                    revision = repository.commit(commit)
                    heappush(waiting, (-revision.order, commit, revision))
        if not waiting:
            return
        newest = heappop(waiting)[2]
        yield newest
        found = list(newest.parents)


def merge_base(repository: Repository, one: str, other: str) -> Commit | None:
    """Return the nearest common ancestor of two commits: a common ancestor that is no ancestor of another one. Of
    several the newest; None when there is none."""
    shared = repository.ancestors(other)
    waiting, seen = [one], {one}
    met: list[Commit] = []
    while waiting:
        commit = waiting.pop()
        try:
            revision = repository.commit(commit)
        except UnknownRevisionError:
            continue
        if commit in shared:
            met.append(revision)
            continue
        waiting += [parent for parent in revision.parents if parent not in seen]
        seen.update(revision.parents)
    return _nearest(repository, met)


def _nearest(repository: Repository, met: list[Commit]) -> Commit | None:
    """The newest of some commits that is no ancestor of another. Where clocks agree, this looks at one commit."""
    left = sorted(met, key=lambda commit: (-commit.order, commit.id))
    found: list[Commit] = []
    while left:
        first = left.pop(0)
        before = repository.ancestors(first.id) if left or found else frozenset[str]()
        left, found = ([commit for commit in some if commit.id not in before] for some in (left, found))
        found.append(first)
    return found[0] if found else None
