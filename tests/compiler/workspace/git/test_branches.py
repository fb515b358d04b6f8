"""Branches, tags and merge bases of a repository."""

from dulwich.objects import ObjectID
from dulwich.refs import Ref

from compiler.workspace.git.branches import branches, commits, merge_base, remote_branches, tags
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
    assert (found["twig"].parent, found["twig"].merged, found["twig"].tip.id) == ("side", False, twig)
    assert found["twig"].forked_at is not None and found["twig"].forked_at.id == side


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
    assert [(one.name, one.tip.id, one.merged) for one in found] == [
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
