"""The commits that revision names refer to."""

import os
from pathlib import Path

import pytest
from dulwich.objects import ObjectID
from dulwich.refs import Ref

from compiler.model.source import SourceError
from compiler.workspace.git.errors import UnknownRevisionError
from compiler.workspace.git.repository import Repository
from tests.compiler.workspace.git.repositories import RepositoryBuilder


def open_repository(builder: RepositoryBuilder) -> Repository:
    return Repository.of(builder.root)


def resolve_error(builder: RepositoryBuilder, name: str) -> str:
    """The message of the error that a revision name raises."""
    with open_repository(builder) as repository, pytest.raises(UnknownRevisionError) as error:
        repository.resolve(name)
    return str(error.value)


def test_resolve_branch_tag_commit_and_commit_prefix(builder: RepositoryBuilder) -> None:
    commit = builder.commit({"a": "1"})
    builder.tag("v1", commit)
    builder.tag("v2", commit, annotated=True)
    names = ["main", "heads/main", "refs/heads/main", "v1", "v2", "tags/v2", commit, commit[:7], commit[:9].upper()]
    with open_repository(builder) as repository:
        assert {repository.resolve(name).id for name in [*names, "HEAD", "@"]} == {commit}


def test_resolve_ancestor_steps(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"})
    second = builder.commit({"a": "2"})
    side = builder.commit({"a": "3"}, branch="side", parents=[first])
    merge = builder.commit({"a": "4"}, parents=[second, side])
    with open_repository(builder) as repository:
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


def test_resolve_step_beyond_first_commit_is_refused(builder: RepositoryBuilder) -> None:
    commit = builder.commit({"a": "1"})
    assert resolve_error(builder, "main~3") == f"There is no revision 'main~3': {commit[:12]} has 0 parents."


def test_resolve_date_is_last_commit_by_then(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"}, at="2026-03-01T23:30:00Z")
    second = builder.commit({"a": "2"}, at="2026-03-02T10:00:00Z")
    with open_repository(builder) as repository:
        assert repository.resolve("2026-03-01").id == first
        assert repository.resolve("2026-03-02T09:59:59Z").id == first
        assert repository.resolve("2026-03-02T12:00:00+02:00").id == second
        assert repository.resolve("2027-01-01").id == second


def test_resolve_date_skips_no_commit_with_earlier_clock(builder: RepositoryBuilder) -> None:
    builder.commit({"a": "1"}, at="2026-03-05T00:00:00Z")
    second = builder.commit({"a": "2"}, at="2026-03-01T00:00:00Z")
    with open_repository(builder) as repository:
        assert repository.resolve("2026-03-05").id == second
    assert "before the history begins" in resolve_error(builder, "2026-03-01")


@pytest.fixture
def forked(builder: RepositoryBuilder) -> dict[str, str]:
    """Commits by a short name: `first` and `second` of `main`; `side` of `side/work`, which forks off at `first`."""
    first = builder.commit({"a": "1"}, at="2026-03-01T12:00:00Z")
    side = builder.commit({"a": "2"}, branch="side/work", parents=[first], at="2026-03-03T12:00:00Z")
    second = builder.commit({"a": "3"}, at="2026-03-05T12:00:00Z")
    return {"first": first, "side": side, "second": second}


def test_resolve_branch_at_date_is_its_last_commit_by_then(builder: RepositoryBuilder, forked: dict[str, str]) -> None:
    builder.opened.refs[Ref(b"refs/remotes/origin/side")] = ObjectID(forked["side"].encode())
    with open_repository(builder) as repository:
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


def test_resolve_name_at_date_prefers_branch_to_tag(builder: RepositoryBuilder, forked: dict[str, str]) -> None:
    builder.tag("main", forked["first"])
    with open_repository(builder) as repository:
        assert repository.resolve("main").id == forked["first"]
        assert repository.resolve("main@{2026-03-06}").id == forked["second"]


@pytest.mark.usefixtures("forked")
def test_resolve_branch_at_date_before_history_names_first_commit(builder: RepositoryBuilder) -> None:
    assert resolve_error(builder, "side/work@{2026-02-01}") == (
        "'side/work@{2026-02-01}' is before the history begins: its first commit is of 2026-03-01T12:00:00Z."
    )


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("date", ["1", "", "yesterday", "upstream", "-1", "2026-13-01", "2026-03-01}@{2026-03-01", "{"])
def test_resolve_braces_without_date_are_refused(builder: RepositoryBuilder, date: str) -> None:
    assert resolve_error(builder, f"main@{{{date}}}").endswith(
        "Braces hold a date or time, as in main@{2026-03-01}; the reflog is not read."
    )


@pytest.mark.usefixtures("forked")
def test_resolve_reports_unknown_branch_before_wrong_date(builder: RepositoryBuilder) -> None:
    assert resolve_error(builder, "side/wrk@{1}") == (
        "The repository has no revision 'side/wrk'. Did you mean 'side/work'?"
    )


def test_resolve_unknown_name_suggests_nearest(builder: RepositoryBuilder) -> None:
    builder.branch("feature/gate", builder.commit({"a": "1"}))
    assert resolve_error(builder, "feature/gat") == (
        "The repository has no revision 'feature/gat'. Did you mean 'feature/gate'?"
    )
    assert resolve_error(builder, "nothing-like-it").endswith("It has feature/gate, main.")


@pytest.mark.parametrize("name", ["", "~", "^2", "a\0b", "../..", "main:file", "@{1}", "zz" * 3000, "main..side", "-x"])
def test_resolve_malformed_name_is_refused(builder: RepositoryBuilder, name: str) -> None:
    builder.commit({"a": "1"})
    assert len(resolve_error(builder, name)) < 600


def test_resolve_date_reports_missing_head_commit(builder: RepositoryBuilder, forked: dict[str, str]) -> None:
    commit = forked["second"]
    (Path(builder.opened.controldir()) / "objects" / commit[:2] / commit[2:]).unlink()
    assert resolve_error(builder, "2026-03-06") == f"The repository has no commit {commit}."


def test_resolve_in_repository_without_commits_is_refused(builder: RepositoryBuilder) -> None:
    assert resolve_error(builder, "main") == "The repository has no commits yet, so it has no revisions."


def test_repository_of_folder_outside_any_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="lies in no git repository"):
        Repository.of(tmp_path)


def test_resolve_ambiguous_commit_prefix_is_refused(builder: RepositoryBuilder) -> None:
    prefixes = {builder.commit({"a": str(number)})[:2] for number in range(300)}
    assert len(prefixes) < 300  # some share their first digits
    with open_repository(builder) as repository, pytest.raises(UnknownRevisionError):
        repository.resolve(next(iter(prefixes)))


def test_repository_may_be_bare(tmp_path: Path) -> None:
    bare = RepositoryBuilder(tmp_path / "project.git", bare=True)
    commit = bare.commit({"a": "1"})
    with Repository.of(bare.root) as repository:
        assert repository.resolve("main").id == commit
    bare.opened.close()


def test_repository_folder_is_path_below_root(builder: RepositoryBuilder) -> None:
    builder.commit({"docs/deep/a": "1"})
    builder.check_out({"docs/deep/a": "1"})
    with Repository.of(builder.root / "docs" / "deep") as repository:
        assert repository.folder == "docs/deep"
    with Repository.of(builder.root / "docs" / "deep" / "a") as repository:
        assert repository.folder == "docs/deep/a"


def test_shallow_repository_history_ends_at_cut(builder: RepositoryBuilder) -> None:
    first = builder.commit({"a": "1"})
    second = builder.commit({"a": "2"})
    (Path(builder.opened.controldir()) / "shallow").write_text(second + "\n", encoding="ascii")
    (Path(builder.opened.controldir()) / "objects" / first[:2] / first[2:]).unlink()
    with open_repository(builder) as repository:
        assert repository.is_shallow
        assert [one.id for one in repository.first_parents(second)] == [second]
    assert "the clone is shallow" in resolve_error(builder, "main~1")
    assert "the clone is shallow" in resolve_error(builder, first)
    assert "the clone is shallow" in resolve_error(builder, "main@{2026-01-01}")


def test_settings_of_a_repository_open_no_other_file(builder: RepositoryBuilder, tmp_path: Path) -> None:
    """Whoever made the repository chose the path, and what stands there is no setting, but a secret."""
    commit = builder.commit({"a": "1"})
    (tmp_path / "secret").write_text("127.0.0.1 secret\n")
    settings = builder.root / ".git" / "config"
    settings.write_text(f"{settings.read_text()}[include]\n\tpath = {tmp_path / 'secret'}\n")
    with open_repository(builder) as repository:
        assert repository.resolve("main").id == commit


def test_error_of_a_broken_repository_quotes_no_file(builder: RepositoryBuilder) -> None:
    (builder.root / ".git" / "config").write_text("a secret without section\n")
    with pytest.raises(SourceError, match=r"its settings are malformed \(\.git/config\)\.$") as error:
        open_repository(builder)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize("name", ["HEAD", "config", "packed-refs", "shallow", "objects/info/alternates"])
def test_repository_with_a_pipe_is_refused_and_not_waited_for(builder: RepositoryBuilder, name: str) -> None:
    path = builder.root / ".git" / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with pytest.raises(SourceError, match=f"its '{name}' is a device, pipe or socket"):
        open_repository(builder)
