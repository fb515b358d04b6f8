"""The names of revisions, and what stands behind them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from dulwich.objects import ObjectID
from dulwich.refs import Ref

from compiler.model.source import SourceError
from compiler.workspace.git.branches import branches, merge_base, tags
from compiler.workspace.git.repository import Repository, UnknownRevisionError
from tests.compiler.workspace.git.repositories import RepositoryBuilder


@pytest.fixture
def written(tmp_path: Path) -> Iterator[RepositoryBuilder]:
    made = RepositoryBuilder(tmp_path / "project")
    yield made
    made.opened.close()


def opened(written: RepositoryBuilder) -> Repository:
    return Repository.of(written.root)


def refused(written: RepositoryBuilder, name: str) -> str:
    with opened(written) as repository, pytest.raises(UnknownRevisionError) as error:
        repository.resolve(name)
    return str(error.value)


def test_resolve_branch_tag_commit_and_commit_prefix(written: RepositoryBuilder) -> None:
    commit = written.commit({"a": "1"})
    written.tag("v1", commit)
    written.tag("v2", commit, annotated=True)
    names = ["main", "heads/main", "refs/heads/main", "v1", "v2", "tags/v2", commit, commit[:7], commit[:9].upper()]
    with opened(written) as repository:
        assert {repository.resolve(name).id for name in [*names, "HEAD", "@"]} == {commit}


def test_resolve_ancestor_steps(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"})
    second = written.commit({"a": "2"})
    side = written.commit({"a": "3"}, branch="side", parents=[first])
    merge = written.commit({"a": "4"}, parents=[second, side])
    with opened(written) as repository:
        for name, commit in {
            "main": merge,
            "main~1": second,
            "main~2": first,
            "main^": second,
            "main^2": side,
            "main^2~": first,
            "main^0": merge,
            "HEAD~~": first,
        }.items():
            assert repository.resolve(name).id == commit, name


def test_resolve_step_beyond_first_commit_is_refused(written: RepositoryBuilder) -> None:
    commit = written.commit({"a": "1"})
    assert refused(written, "main~3") == f"There is no revision 'main~3': {commit[:12]} has 0 parents."


def test_resolve_date_is_last_commit_by_then(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"}, at="2026-03-01T23:30:00Z")
    second = written.commit({"a": "2"}, at="2026-03-02T10:00:00Z")
    with opened(written) as repository:
        assert repository.resolve("2026-03-01").id == first
        assert repository.resolve("2026-03-02T09:59:59Z").id == first
        assert repository.resolve("2026-03-02T12:00:00+02:00").id == second
        assert repository.resolve("2027-01-01").id == second


def test_resolve_date_skips_no_commit_with_earlier_clock(written: RepositoryBuilder) -> None:
    written.commit({"a": "1"}, at="2026-03-05T00:00:00Z")
    second = written.commit({"a": "2"}, at="2026-03-01T00:00:00Z")
    with opened(written) as repository:
        assert repository.resolve("2026-03-05").id == second
    assert "before the history begins" in refused(written, "2026-03-01")


@pytest.fixture
def forked(written: RepositoryBuilder) -> dict[str, str]:
    """The commits of `main`, and of `side/work`, which has one of its own, by a short name."""
    first = written.commit({"a": "1"}, at="2026-03-01T12:00:00Z")
    side = written.commit({"a": "2"}, branch="side/work", parents=[first], at="2026-03-03T12:00:00Z")
    second = written.commit({"a": "3"}, at="2026-03-05T12:00:00Z")
    return {"first": first, "side": side, "second": second}


def test_resolve_branch_at_date_is_its_last_commit_by_then(written: RepositoryBuilder, forked: dict[str, str]) -> None:
    written.opened.refs[Ref(b"refs/remotes/origin/side")] = ObjectID(forked["side"].encode())
    with opened(written) as repository:
        for name, commit in {
            "side/work@{2026-03-02}": "first",
            "side/work@{2026-03-03}": "side",
            "side/work@{2026-03-03T12:00:00+02:00}": "first",
            "side/work@{2026-03-03 12:00:00.999999Z}": "side",
            "side/work@{2030-01-01}": "side",
            "side/work@{2030-01-01}~1": "first",
            "refs/heads/side/work@{2026-03-04}": "side",
            "origin/side@{2026-03-04}": "side",
            "main@{2026-03-04}": "first",
            "main~1@{2026-03-06}": "first",
            "HEAD@{2026-03-06}": "second",
            "@{2026-03-06}": "second",
            f"{forked['side'][:12]}@{{2026-03-06}}": "side",
        }.items():
            assert repository.resolve(name).id == forked[commit], name


def test_resolve_name_at_date_prefers_branch_to_tag(written: RepositoryBuilder, forked: dict[str, str]) -> None:
    written.tag("main", forked["first"])
    with opened(written) as repository:
        assert repository.resolve("main").id == forked["first"]
        assert repository.resolve("main@{2026-03-06}").id == forked["second"]


@pytest.mark.usefixtures("forked")
def test_resolve_branch_at_date_before_history_names_first_commit(written: RepositoryBuilder) -> None:
    assert refused(written, "side/work@{2026-02-01}") == (
        "'side/work@{2026-02-01}' is before the history begins: its first commit is of 2026-03-01T12:00:00Z."
    )


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("date", ["1", "", "yesterday", "upstream", "-1", "2026-13-01", "2026-03-01}@{2026-03-01", "{"])
def test_resolve_braces_without_date_are_refused(written: RepositoryBuilder, date: str) -> None:
    assert refused(written, f"main@{{{date}}}").endswith(
        "Braces hold a date or time, as in main@{2026-03-01}; the reflog is not read."
    )


@pytest.mark.usefixtures("forked")
def test_resolve_reports_unknown_branch_before_wrong_date(written: RepositoryBuilder) -> None:
    assert refused(written, "side/wrk@{1}") == ("The repository has no revision 'side/wrk'. Did you mean 'side/work'?")


def test_resolve_unknown_name_suggests_nearest(written: RepositoryBuilder) -> None:
    written.branch("feature/gate", written.commit({"a": "1"}))
    assert refused(written, "feature/gat") == (
        "The repository has no revision 'feature/gat'. Did you mean 'feature/gate'?"
    )
    assert refused(written, "nothing-like-it").endswith("It has feature/gate, main.")


@pytest.mark.parametrize("name", ["", "~", "^2", "a\0b", "../..", "main:file", "@{1}", "zz" * 3000, "main..side", "-x"])
def test_resolve_malformed_name_is_refused(written: RepositoryBuilder, name: str) -> None:
    written.commit({"a": "1"})
    assert len(refused(written, name)) < 600


def test_resolve_date_reports_missing_head_commit(written: RepositoryBuilder, forked: dict[str, str]) -> None:
    commit = forked["second"]
    (Path(written.opened.controldir()) / "objects" / commit[:2] / commit[2:]).unlink()
    assert refused(written, "2026-03-06") == f"The repository has no commit {commit}."


def test_resolve_in_repository_without_commits_is_refused(written: RepositoryBuilder) -> None:
    assert refused(written, "main") == "The repository has no commits yet, so it has no revisions."


def test_repository_of_folder_outside_any_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="lies in no git repository"):
        Repository.of(tmp_path)


def test_resolve_ambiguous_commit_prefix_is_refused(written: RepositoryBuilder) -> None:
    known = {written.commit({"a": str(number)})[:2] for number in range(300)}
    assert len(known) < 300  # some share their first digits
    with opened(written) as repository, pytest.raises(UnknownRevisionError):
        repository.resolve(next(iter(known)))


def test_repository_may_be_bare(tmp_path: Path) -> None:
    bare = RepositoryBuilder(tmp_path / "project.git", bare=True)
    commit = bare.commit({"a": "1"})
    with Repository.of(bare.root) as repository:
        assert repository.resolve("main").id == commit
    bare.opened.close()


def test_repository_folder_is_path_below_root(written: RepositoryBuilder) -> None:
    written.commit({"docs/deep/a": "1"})
    written.check_out({"docs/deep/a": "1"})
    with Repository.of(written.root / "docs" / "deep") as repository:
        assert repository.folder == "docs/deep"
    with Repository.of(written.root / "docs" / "deep" / "a") as repository:
        assert repository.folder == "docs/deep/a"


def test_shallow_repository_history_ends_at_cut(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"})
    second = written.commit({"a": "2"})
    (Path(written.opened.controldir()) / "shallow").write_text(second + "\n", encoding="ascii")
    (Path(written.opened.controldir()) / "objects" / first[:2] / first[2:]).unlink()
    with opened(written) as repository:
        assert repository.is_shallow
        assert [one.id for one in repository.first_parents(second)] == [second]
    assert "the clone is shallow" in refused(written, "main~1")
    assert "the clone is shallow" in refused(written, first)
    assert "the clone is shallow" in refused(written, "main@{2026-01-01}")


def test_branches_have_parent_fork_point_and_merged_state(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"})
    side = written.commit({"a": "2"}, branch="side", parents=[first])
    twig = written.commit({"a": "3"}, branch="twig", parents=[side])
    written.commit({"a": "4"}, parents=[first, side])
    with opened(written) as repository:
        found = {one.name: one for one in branches(repository)}
    assert list(found) == ["main", "side", "twig"]
    assert (found["main"].parent, found["main"].merged, found["main"].is_current) == (None, None, True)
    assert (found["side"].parent, found["side"].merged) == ("main", True)
    assert (found["twig"].parent, found["twig"].merged, found["twig"].tip.id) == ("side", False, twig)
    assert found["twig"].forked_at is not None and found["twig"].forked_at.id == side


def test_tags_are_newest_first(written: RepositoryBuilder) -> None:
    old = written.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    new = written.commit({"a": "2"}, at="2026-02-01T00:00:00Z")
    for name, commit in (("a", old), ("c", new), ("b", new)):
        written.tag(name, commit)
    with opened(written) as repository:
        assert [one.name for one in tags(repository)] == ["b", "c", "a"]


def test_merge_base_is_nearest_common_commit(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"})
    second = written.commit({"a": "2"})
    side = written.commit({"a": "3"}, branch="side", parents=[second])
    main = written.commit({"a": "4"})
    alone = written.commit({"a": "5"}, branch="alone", parents=[])
    with opened(written) as repository:
        found = merge_base(repository, main, side)
        assert found is not None and found.id == second and first != second
        assert merge_base(repository, main, alone) is None


def test_merge_base_may_be_more_steps_away(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    second = written.commit({"a": "2"}, at="2026-01-02T00:00:00Z")
    main = written.commit({"a": "3"}, at="2026-01-09T00:00:00Z")
    long = second
    for day in (3, 4, 5):
        long = written.commit({"b": str(day)}, branch="long", at=f"2026-01-0{day}T00:00:00Z", parents=[long])
    old = written.commit({"c": "1"}, branch="old", at="2026-01-06T00:00:00Z", parents=[first])
    both = written.commit({"d": "1"}, branch="both", at="2026-01-07T00:00:00Z", parents=[old, long])
    with opened(written) as repository:
        found = merge_base(repository, both, main)
        assert found is not None and found.id == second


def test_merge_base_ignores_clock_that_runs_ahead(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"}, at="2026-02-01T00:00:00Z")
    second = written.commit({"a": "2"}, at="2026-01-02T00:00:00Z")
    main = written.commit({"a": "3"}, at="2026-01-09T00:00:00Z")
    side = written.commit({"b": "1"}, branch="side", at="2026-01-03T00:00:00Z", parents=[second])
    old = written.commit({"c": "1"}, branch="old", at="2026-01-06T00:00:00Z", parents=[first])
    both = written.commit({"d": "1"}, branch="both", at="2026-01-07T00:00:00Z", parents=[old, side])
    with opened(written) as repository:
        found = merge_base(repository, both, main)
        assert found is not None and found.id == second


def test_archived_branches_are_last_and_never_a_parent(written: RepositoryBuilder) -> None:
    first = written.commit({"a": "1"}, at="2026-01-01T00:00:00Z")
    old = written.commit({"a": "2"}, branch=None, at="2026-01-02T00:00:00Z", parents=[first])
    written.commit({"a": "3"}, branch="side", at="2026-01-03T00:00:00Z", parents=[old])
    written.opened.refs[Ref(b"refs/archive/old")] = ObjectID(old.encode())
    with opened(written) as repository:
        found = [(one.name, one.parent, one.is_archived) for one in branches(repository)]
        assert found == [("main", None, False), ("side", "main", False), ("archive/old", "main", True)]
        assert [repository.resolve(name).id for name in ("archive/old", "refs/archive/old")] == [old, old]
