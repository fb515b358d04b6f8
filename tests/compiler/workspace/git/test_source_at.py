"""A path in a revision: which folder or file it names there, and the errors when there is none."""

from pathlib import Path

import pytest

from compiler import SourceError
from tests.closing import compile_source
from tests.compiler.workspace.git.repositories import LINK, SUBMODULE, Content, RepositoryBuilder
from tests.compiler.workspace.sample import FILES, FLOW


def test_source_at_path_that_no_longer_exists(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    folder = compile_source(repository.root / "docs", revision="main")
    assert sorted(row[0] for row in folder.rows("SELECT path FROM fact_file_read")) == ["flow.mmd", "other.mmd"]
    file = compile_source(repository.root / "docs" / "flow.mmd", revision="main")
    assert (file.meta["entry"], file.rows("SELECT path FROM fact_file_read")) == ("flow.mmd", [("flow.mmd",)])


def test_source_at_bare_repository(tmp_path: Path) -> None:
    RepositoryBuilder(tmp_path / "bare.git", bare=True).commit(FILES)
    snapshot = compile_source(tmp_path / "bare.git", revision="main")
    assert snapshot.meta["languages"].keys() == {"world", "diagrams"}
    assert compile_source(tmp_path / "bare.git" / "docs", revision="main").meta["source"] == "docs"


def test_source_at_worktree_reads_objects_of_its_repository(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.commit(FILES)
    commit = repository.commit({**FILES, "new.mmd": FLOW}, branch="side")
    control = repository.root / ".git" / "worktrees" / "side"
    control.mkdir(parents=True)
    (control / "HEAD").write_text("ref: refs/heads/side\n")
    (control / "commondir").write_text("../..\n")
    (control / "gitdir").write_text(f"{tmp_path}/side/.git\n")
    (tmp_path / "side").mkdir()
    (tmp_path / "side" / ".git").write_text(f"gitdir: {control}\n")
    snapshot = compile_source(tmp_path / "side", revision="HEAD")
    assert snapshot.meta["revision"]["commit"] == commit
    assert snapshot.object("f:new.mmd")


def test_source_at_commit_beyond_shallow_clone_is_refused(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    last = repository.commit(FILES)
    (repository.root / ".git" / "shallow").write_text(f"{last}\n")
    assert compile_source(repository.root, revision="main").object("f:garden.urd.md")
    with pytest.raises(SourceError, match="shallow"):
        compile_source(repository.root, revision="main~1")


def test_source_at_submodule_is_passed_over(repository: RepositoryBuilder) -> None:
    repository.commit({**FILES, "lib": (SUBMODULE, b"")})
    snapshot = compile_source(repository.root, revision="main")
    assert snapshot.meta["passed_over"]["repositories"] == {"folders": 1, "paths": ["lib/"]}
    assert snapshot.diagnostics() == []
    assert snapshot.object("f:docs/flow.mmd")
    with pytest.raises(SourceError, match="submodule"):
        compile_source(repository.root / "lib", revision="main")


def test_source_at_follows_links_inside_and_reports_links_outside(repository: RepositoryBuilder) -> None:
    links: dict[str, Content] = {"in.mmd": (LINK, b"node_modules/a.mmd"), "out.mmd": (LINK, b"../../etc/passwd")}
    repository.commit({**FILES, **links, "node_modules/a.mmd": FLOW})
    snapshot = compile_source(repository.root, revision="main")
    assert snapshot.text("in.mmd") == FLOW
    assert [(one.code, one.span.file) for one in snapshot.diagnostics(code="FRZ101")] == [("FRZ101", "out.mmd")]


def test_source_at_reads_file_once_that_a_link_leads_to(repository: RepositoryBuilder) -> None:
    links: dict[str, Content] = {"a.mmd": (LINK, b"b.mmd"), "b.mmd": (LINK, b"docs/../docs/flow.mmd")}
    repository.commit({**FILES, **links})
    snapshot = compile_source(repository.root, revision="main")
    assert [one.file for one in snapshot.objects(kind="diagram")] == ["docs/flow.mmd", "docs/other.mmd"]


@pytest.mark.parametrize(
    ("path", "name", "message"),
    [
        ("", "mian", "'main'"),
        ("", "", "is empty"),
        ("", "1999-01-01", "before the history begins"),
        ("nowhere", "main", "which has no 'nowhere'"),
        ("notes.txt", "main", "no file that Frieze reads"),
    ],
)
def test_source_at_unknown_path_or_revision_is_refused(
    repository: RepositoryBuilder, path: str, name: str, message: str
) -> None:
    repository.commit(FILES)
    with pytest.raises(SourceError, match=message):
        compile_source(repository.root / path, revision=name)


def test_source_at_without_commits_or_repository_is_refused(repository: RepositoryBuilder, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no commits yet"):
        compile_source(repository.root, revision="main")
    (tmp_path / "plain").mkdir()
    with pytest.raises(SourceError, match="no git repository"):
        compile_source(tmp_path / "plain", revision="main")
