"""Branches, tags and merge bases of a repository."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dulwich.objects import ObjectID
from dulwich.refs import Ref

from compiler.workspace.git.branches import branches, commits, merge_base, remote_branches, tags
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.repository import Repository
from tests.compiler.workspace.git.repositories import RepositoryBuilder


def test_branches_have_parent_fork_point_and_merged_state(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"})
    side = builder.commit({"a": "2"}, branch="side", parents=[first])
    twig = builder.commit({"a": "3"}, branch="twig", parents=[side])
    builder.commit({"a": "4"}, parents=[first, side])
    with Repository.of(builder.root) as repository:
        found = {one.name: one for one in branches(repository)}
    assert list(found) == ["main", "side", "twig"]
    assert (found["main"].parent, found["main"].merged, found["main"].is_current) == (None, None, True)
    assert (found["side"].parent, found["side"].merged) == ("main", True)
    assert (found["twig"].parent, found["twig"].merged, found["twig"].commit) == ("side", False, twig)
    assert found["twig"].forked_at == side


def test_tags_are_newest_first(builder: RepositoryBuilder) -> None:
    old = builder.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    new = builder.commit({"a": "2"}, at="2026-02-01T00:00:00Z")
    for name, commit in (("a", old), ("c", new), ("b", new)):
        builder.tag(name, commit)
    with Repository.of(builder.root) as repository:
        assert [one.name for one in tags(repository)] == ["b", "c", "a"]


def test_merge_base_is_nearest_common_commit(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"})
    second = builder.commit({"a": "2"})
    side = builder.commit({"a": "3"}, branch="side", parents=[second])
    main = builder.commit({"a": "4"})
    alone = builder.commit({"a": "5"}, branch="alone", parents=[])
    with Repository.of(builder.root) as repository:
        found = merge_base(repository, main, side)
        assert found is not None and found.id == second and first != second
        assert merge_base(repository, main, alone) is None


def test_merge_base_may_be_more_steps_away(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    second = builder.commit({"a": "2"}, at="2026-01-02T00:00:00Z")
    main = builder.commit({"a": "3"}, at="2026-01-09T00:00:00Z")
    long = second
    for day in (3, 4, 5):
        long = builder.commit({"b": str(day)}, branch="long", at=f"2026-01-0{day}T00:00:00Z", parents=[long])
    old = builder.commit({"c": "1"}, branch="old", at="2026-01-06T00:00:00Z", parents=[first])
    both = builder.commit({"d": "1"}, branch="both", at="2026-01-07T00:00:00Z", parents=[old, long])
    with Repository.of(builder.root) as repository:
        found = merge_base(repository, both, main)
        assert found is not None and found.id == second


def test_merge_base_ignores_clock_that_runs_ahead(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"}, at="2026-02-01T00:00:00Z")
    second = builder.commit({"a": "2"}, at="2026-01-02T00:00:00Z")
    main = builder.commit({"a": "3"}, at="2026-01-09T00:00:00Z")
    side = builder.commit({"b": "1"}, branch="side", at="2026-01-03T00:00:00Z", parents=[second])
    old = builder.commit({"c": "1"}, branch="old", at="2026-01-06T00:00:00Z", parents=[first])
    both = builder.commit({"d": "1"}, branch="both", at="2026-01-07T00:00:00Z", parents=[old, side])
    with Repository.of(builder.root) as repository:
        found = merge_base(repository, both, main)
        assert found is not None and found.id == second


def test_archived_branches_are_last_and_never_a_parent(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    old = builder.commit({"a": "2"}, branch=None, at="2026-01-02T00:00:00Z", parents=[first])
    builder.commit({"a": "3"}, branch="side", at="2026-01-03T00:00:00Z", parents=[old])
    builder.opened.refs[Ref(b"refs/archive/old")] = ObjectID(old.encode())
    with Repository.of(builder.root) as repository:
        found = [(one.name, one.parent, one.is_archived) for one in branches(repository)]
        assert found == [("main", None, False), ("side", "main", False), ("archive/old", "main", True)]
        assert [repository.resolve(name).id for name in ("archive/old", "refs/archive/old")] == [old, old]


def test_remote_branches_are_listed_by_name_and_without_their_head(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"})
    last = builder.commit({"a": "2"})
    ahead = builder.commit({"a": "3"}, branch=None, parents=[last])
    for name, commit in (("origin/main", first), ("fork/try", ahead), ("origin/HEAD", last)):
        builder.opened.refs[Ref(f"refs/remotes/{name}".encode())] = ObjectID(commit.encode())
    with Repository.of(builder.root) as repository:
        found = remote_branches(repository)
        assert [one.name for one in branches(repository)] == ["main"]
    assert [(one.name, one.commit, one.merged) for one in found] == [
        ("fork/try", ahead, False),
        ("origin/main", first, True),
    ]


def test_commits_are_newest_first_whichever_parents_lead_to_them(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    side = builder.commit({"a": "2"}, branch="side", parents=[first], at="2026-01-03T00:00:00Z")
    second = builder.commit({"a": "3"}, at="2026-01-02T00:00:00Z")
    merge = builder.commit({"a": "4"}, parents=[second, side], at="2026-01-04T00:00:00Z")
    with Repository.of(builder.root) as repository:
        assert [one.id for one in commits(repository, 10)] == [merge, side, second, first]
        assert [one.id for one in commits(repository, 2)] == [merge, side]


def test_commit_that_claims_to_be_older_than_its_parent_comes_first(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"}, at="2026-01-05T00:00:00Z")
    second = builder.commit({"a": "2"}, at="2026-01-02T00:00:00Z")
    with Repository.of(builder.root) as repository:
        assert [one.id for one in commits(repository, 10)] == [second, first]


@pytest.mark.parametrize("seed", range(20))
def test_forks_are_those_of_the_definition(builder: RepositoryBuilder, seed: int) -> None:
    """Any history: each branch is compared with every other one, commit by commit."""
    draw = Random(seed)
    made = [builder.commit({"a": "0"})]
    for number in range(25):
        parents = draw.sample(made, k=min(len(made), draw.choice((0, 1, 1, 1, 1, 2))))
        made.append(builder.commit({"a": str(number)}, branch=None, parents=parents))
    names = draw.sample(["main", *"abcdefghij"], k=8)
    for name in names:
        builder.branch(name, draw.choice(made))
    archived = {name: draw.choice(made) for name in "xyz"}
    for name, commit in archived.items():
        builder.opened.refs[Ref(f"refs/archive/{name}".encode())] = ObjectID(commit.encode())
    with Repository.of(builder.root) as repository:
        found = {one.name: (one.parent, one.forked_at) for one in branches(repository)}
        tips = {ref.name: ref.commit for ref in repository.refs if ref.kind == "branch"}
        lines = {name: [one.id for one in repository.first_parents(tip)] for name, tip in tips.items()}
        expected = {name: defined_fork(name, lines[name], repository.default_branch, lines) for name in tips}
        for name, commit in archived.items():
            line = [one.id for one in repository.first_parents(commit)]
            expected[f"archive/{name}"] = defined_fork(name, line, repository.default_branch, lines)
    assert found == expected


def defined_fork(
    name: str, own: list[str], default: str | None, lines: dict[str, list[str]]
) -> tuple[str | None, str | None]:
    """The parent and the fork point of a branch, by the definition."""
    found = []
    for other, line in lines.items() if name != default else ():
        shared = next((commit for commit in line if commit in own), None)
        if other != name and shared is not None and (shared != own[0] or other == default):
            found.append((own.index(shared), other != default, other, shared))
    return min(found)[2:] if found else (None, None)


class _Counted(Repository):
    """A repository that counts how often a commit is asked for."""

    asked = 0

    def commit(self, commit: str) -> Commit:
        self.asked += 1
        return super().commit(commit)


def steps_of_listing(root: Path, count: int) -> tuple[int, int]:
    """How many commits are asked for, and how many lines run, while so many branches of a long history are listed."""
    builder = RepositoryBuilder(root)
    line = [builder.commit({"a": "1"})]
    for _ in range(count):
        line.append(builder.commit({"a": "1"}, message=f"Step {len(line)}"))
    for number, commit in enumerate(line):
        builder.branch(f"at-{number}", commit)
        builder.commit({"a": "1"}, branch=f"from-{number}", parents=[commit], message=f"Twig {number}")
        builder.opened.refs[Ref(f"refs/archive/old-{number}".encode())] = ObjectID(commit.encode())
    builder.opened.close()
    lines = 0

    def trace(*_: object) -> Any:
        nonlocal lines
        lines += 1
        return trace

    before = sys.gettrace()
    with _Counted.of(root) as repository:
        assert isinstance(repository, _Counted) and len(repository.refs) == 3 * count + 4
        sys.settrace(trace)
        try:
            branches(repository)
        finally:
            sys.settrace(before)
        return repository.asked, lines


@pytest.mark.long("growth is measured")
def test_listing_of_branches_grows_as_their_number(tmp_path: Path) -> None:
    few, many = steps_of_listing(tmp_path / "few", 30), steps_of_listing(tmp_path / "many", 120)
    assert many[0] <= 4.4 * few[0]
    assert many[1] <= 4.4 * few[1]
