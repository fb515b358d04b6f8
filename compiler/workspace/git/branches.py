"""What a repository has: branches with where they forked off, tags, and the commits of its history.

Where a branch forked off is no fact that git keeps: it is the first of its commits, along the first parents, that
another branch has too. The other branch whose fork point is nearest is its parent.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.workspace.git.repository import Commit, Repository, UnknownRevisionError

ARCHIVE = "archive/"


class Branch(NamedTuple):
    """A branch. `parent` and `forked_at` (the commit) are None for the default branch and for one without a common
    history; `merged` says whether the default branch has all of its commits, None for the default branch itself. One
    that `is_archived` is kept as `refs/archive/x`, and called `archive/x`."""

    name: str
    tip: Commit
    parent: str | None
    forked_at: Commit | None
    merged: bool | None
    is_current: bool
    is_archived: bool = False


class Tag(NamedTuple):
    """A tag and the commit that it leads to."""

    name: str
    tip: Commit


def branches(repository: Repository) -> list[Branch]:
    """The branches: the default one first, then by name; then those that are archived, of which none is a parent."""
    tips = {ref.name: ref.commit for ref in repository.refs if ref.kind == "branch"}
    default = repository.default_branch
    lines = {name: [one.id for one in repository.first_parents(tip)] for name, tip in tips.items()}
    merged = repository.ancestors(tips[default]) if default in tips else frozenset()
    archived = {f"{ARCHIVE}{ref.name}": ref.commit for ref in repository.refs if ref.kind == "archive"}
    archived = {name: tip for name, tip in archived.items() if name not in tips}

    def made(name: str, tip: str) -> Branch:
        known = lines if name in tips else {**lines, name: [one.id for one in repository.first_parents(tip)]}
        return Branch(
            name,
            repository.commit(tip),
            *_origin(repository, name, default, known),
            None if name == default else tip in merged,
            name == repository.current_branch,
            name in archived,
        )

    ordered = sorted(tips, key=lambda name: (name != default, name))
    return [made(name, tips[name]) for name in ordered] + [made(name, tip) for name, tip in archived.items()]


def tags(repository: Repository) -> list[Tag]:
    """The tags, newest first, those of one time by name."""
    found = [Tag(ref.name, repository.commit(ref.commit)) for ref in repository.refs if ref.kind == "tag"]
    return sorted(found, key=lambda one: (-one.tip.time, one.name))


def commits(repository: Repository, limit: int) -> Iterator[Commit]:
    """The commits that are checked out, newest first along the first parents."""
    if repository.head is None:
        return
    for revision, _ in zip(repository.first_parents(repository.head), range(limit), strict=False):
        yield revision


def merge_base(repository: Repository, one: str, other: str) -> Commit | None:
    """The nearest commit that both commits have in their history, which is no ancestor of another such; of several the
    newest. None when there is none."""
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
    """Of commits the newest that is no ancestor of another. With clocks that run alike one look is enough."""
    left = sorted(met, key=lambda one: (-one.time, one.id))
    found: list[Commit] = []
    while left:
        first = left.pop(0)
        before = repository.ancestors(first.id) if left or found else frozenset[str]()
        left, found = ([one for one in some if one.id not in before] for some in (left, found))
        found.append(first)
    return found[0] if found else None


def _origin(
    repository: Repository, name: str, default: str | None, lines: Mapping[str, Iterable[str]]
) -> tuple[str | None, Commit | None]:
    """The parent of a branch and where it forked off. Of branches that share as much, the default one is the parent,
    else the first by name."""
    if name == default:
        return None, None
    own = {commit: distance for distance, commit in enumerate(lines[name])}
    nearest: tuple[int, bool, str, str] | None = None
    for other, commits_of in lines.items():
        if other == name or (nearest is not None and nearest[0] == 0 and nearest[2] == default):
            continue
        shared = next((commit for commit in commits_of if commit in own), None)
        if shared is not None and _is_older(own[shared], other, default):
            found = (own[shared], other != default, other, shared)
            nearest = found if nearest is None else min(nearest, found)
    return (nearest[2], repository.commit(nearest[3])) if nearest else (None, None)


def _is_older(distance: int, other: str, default: str | None) -> bool:
    """Whether a branch may be the parent of one that is `distance` commits ahead of it: of two branches of which one
    has all commits of the other, it is the other that was there first."""
    return distance > 0 or other == default
