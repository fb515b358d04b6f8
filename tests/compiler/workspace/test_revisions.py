"""A source as it was in a revision: compiled as fast as little of it differs, and nothing of the repository changes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import queries
from compiler import SourceError, open_prebuilt, prebuild
from compiler.build import parsing
from compiler.build.parsed_files import ParseTask
from compiler.store import snapshot_cache
from compiler.store.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from compiler.store.snapshot_cache import FOLDER_CONTENT
from compiler.workspace import prebuild_many
from server.dump import answers
from tests.closing import closed_later, compile_source, open_workspace
from tests.compiler.workspace.git.repositories import LINK, SUBMODULE, Content, RepositoryBuilder

GARDEN = "# Gate\n\nWords.\n\n-> north: Yard\n\n# Yard\n\nMore words.\n"
FLOW = "graph TD\na-->b\n"
ANY_TWO = {"base": "main~1", "target": "main~3"}
FILES: dict[str, Content] = {"garden.urd.md": GARDEN, "docs/flow.mmd": FLOW, "docs/other.mmd": FLOW, "notes.txt": "No"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def written(tmp_path: Path) -> RepositoryBuilder:
    return RepositoryBuilder(tmp_path / "source")


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The path of each file that is parsed."""
    made: list[str] = []
    parse = ParseTask.parse

    def counted(task: ParseTask) -> Any:
        made.append(task.file.path)
        return parse(task)

    monkeypatch.setattr(ParseTask, "parse", counted)
    yield made


def text_files(files: dict[str, Content]) -> dict[str, str]:
    return {path: text for path, text in files.items() if isinstance(text, str)}


def shown(snapshot: Snapshot) -> dict[str, Any]:
    """All answers but what they tell of the revision."""
    found = answers(snapshot)
    found["get_snapshot_info"].pop("revision", None)
    return found


@pytest.mark.parametrize("keep", [False, True])
def test_the_files_of_a_revision_answer_as_they_do_on_disk(written: RepositoryBuilder, keep: bool) -> None:
    written.commit(FILES)
    written.check_out(text_files(FILES))
    then, now = (compile_source(written.root, revision=one, keep=keep) for one in ("main", None))
    assert then.id == now.id
    assert shown(then) == shown(now)


def test_a_snapshot_tells_its_revision(written: RepositoryBuilder) -> None:
    first = written.commit(FILES, message="Begin\n\nAt last")
    written.commit({**FILES, "docs/flow.mmd": "graph TD\na-->c\n"})
    told = {"asked": "main~1", "commit": first, "at": "2026-03-01T12:00:00Z", "subject": "Begin"}
    snapshot = compile_source(written.root, revision="main~1")
    assert queries.answer(snapshot, "get_snapshot_info", {})["revision"] == told
    again = compile_source(written.root, revision=first[:8], keep=True)
    assert again.meta["revision"] == {**told, "asked": first[:8]}


def test_a_frozen_revision_still_tells_it(written: RepositoryBuilder, tmp_path: Path) -> None:
    written.commit(FILES)
    snapshot = compile_source(written.root, revision="main", as_of="2026-04-01")
    write_frozen(snapshot, tmp_path / "main.frieze")
    frozen = compile_source(tmp_path / "main.frieze")
    assert frozen.meta == snapshot.meta


def test_what_changed_is_all_that_is_parsed(written: RepositoryBuilder, parses: list[str]) -> None:
    files: dict[str, Content] = {f"{at}.mmd": f"graph TD\na{at}-->b\n" for at in range(20)}
    written.commit(files)
    changed: dict[str, Content] = {f"{at}.mmd": f"graph TD\na{at}-->c\n" for at in (3, 7, 11)}
    written.commit({**files, **changed})
    compile_source(written.root, revision="main~1", keep=True)
    parses.clear()
    compile_source(written.root, revision="main", keep=True)
    assert sorted(parses) == sorted(changed)


def test_a_revision_is_made_of_the_nearest_kept_one(
    written: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row by row the same as without, whichever it is made of."""
    files: dict[str, Content] = {f"{at}.mmd": f"graph TD\na{at}-->b\n" for at in range(9)}
    written.check_out(text_files(files))
    for at in range(4):
        files = {**files, f"{at}.mmd": f"graph TD\na{at}-->c{at}\nc{at}-->d\n"}
        written.commit(files)
    made_of: list[Path] = []
    copy = shutil.copyfile

    def noted(one: Path, other: Path) -> None:
        made_of.append(one)
        copy(one, other)

    monkeypatch.setattr("shutil.copyfile", noted)
    compile_source(written.root, keep=True)
    for name in ("main~3", "main", "main~1"):
        kept, whole = (compile_source(written.root, revision=name, keep=keep) for keep in (True, False))
        assert answers(kept) == answers(whole)
    contents = [one.name.split("-")[1] for one in made_of]
    assert contents[0] == FOLDER_CONTENT
    assert FOLDER_CONTENT not in contents[1:] and len(contents) == 3


def test_a_kept_revision_is_opened_without_a_look_at_its_files(
    written: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    written.commit(FILES)
    made = compile_source(written.root, revision="main", keep=True)

    def refuse(*_: object) -> None:
        raise AssertionError("the tree was walked")

    monkeypatch.setattr("compiler.workspace.git.revision_tree.RevisionTree.entries", refuse)
    monkeypatch.setattr("compiler.workspace.git.revision_tree.RevisionTree.read", refuse)
    kept = open_prebuilt(prebuild(written.root, revision="HEAD") or b"")
    assert kept is not None and closed_later(kept).id == made.id and kept.meta["revision"]["asked"] == "HEAD"


@pytest.fixture
def many(written: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> RepositoryBuilder:
    """A source of which each revision is as large as need be."""
    monkeypatch.setattr(prebuild_many, "MIN_FILES", len(FILES))
    for at in range(4):
        written.commit({**FILES, "a.mmd": f"graph TD\na-->b{at}\n"})
    return written


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The command of each process that is begun."""
    begun: list[list[str]] = []
    popen = subprocess.Popen

    def noted(command: list[str], **options: Any) -> Any:
        begun.append(command)
        return popen(command, **options)

    monkeypatch.setattr(subprocess, "Popen", noted)
    yield begun


def test_revisions_that_are_compared_are_made_at_the_same_time(
    many: RepositoryBuilder, processes: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_source(many.root, revision="main", keep=True)
    whole = queries.answer(open_workspace(many.root, revision="main"), "compare_revisions", ANY_TWO)
    assert processes == []  # where nothing is kept, another process cannot hand over what it made
    compiled_here: list[object] = []
    parse_files = parsing.parse_files

    def noted(*given: Any) -> object:
        compiled_here.append(given)
        return parse_files(*given)

    monkeypatch.setattr("compiler.build.pipeline.parse_files", noted)
    for _ in range(2):
        served = open_workspace(many.root, revision="main", keep=True)
        assert queries.answer(served, "compare_revisions", ANY_TWO) == whole
        assert (len(processes), len(compiled_here)) == (1, 1)


def test_revisions_are_compared_where_no_process_can_be_begun(
    many: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    expected = queries.answer(open_workspace(many.root, revision="main"), "compare_revisions", ANY_TWO)
    for program in (tmp_path / "missing", "/bin/false", ""):
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        monkeypatch.setattr(sys, "executable", str(program))
        served = open_workspace(many.root, revision="main", keep=True)
        assert queries.answer(served, "compare_revisions", ANY_TWO) == expected


def test_a_process_imports_nothing_from_the_current_directory(
    many: RepositoryBuilder, processes: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trap = tmp_path / "trap"
    for name in ("compiler", "sqlite3", "orjson"):
        (trap / name).mkdir(parents=True)
        (trap / name / "__init__.py").write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n")
    monkeypatch.chdir(trap)
    served = open_workspace(many.root, revision="main", keep=True)
    assert not queries.is_error(queries.answer(served, "compare_revisions", ANY_TWO))
    assert processes
    assert not (tmp_path / "sprung").exists()


def test_a_revision_that_is_not_there_is_told_as_ever(many: RepositoryBuilder, processes: list[list[str]]) -> None:
    served = open_workspace(many.root, revision="main", keep=True)
    answer = queries.answer(served, "compare_revisions", {"base": "main~1", "target": "nowhere"})
    assert queries.is_error(answer) and "'nowhere'" in answer["error"]
    assert processes == []


def test_revisions_with_the_same_files_share_a_snapshot(written: RepositoryBuilder, cache: Path) -> None:
    written.commit(FILES)
    written.commit(FILES, message="Nothing")
    for name in ("main", "main~1"):
        compile_source(written.root, revision=name, keep=True)
    assert len(list((cache / "frieze" / "snapshots").glob("*.sqlite"))) == 1


def test_few_snapshots_of_a_source_are_kept(
    written: RepositoryBuilder, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = snapshot_cache.MAX_REVISIONS
    for at in range(most + 3):
        written.commit({"a.mmd": f"graph TD\na-->b{at}\n"})
    for at in range(most + 3):
        compile_source(written.root, revision=f"main~{at}", keep=True)
    assert len(list((cache / "frieze" / "snapshots").glob("*.sqlite"))) == most
    monkeypatch.setattr("compiler.build.pipeline.parse_files", lambda *_: pytest.fail("it was compiled"))
    assert compile_source(written.root, revision=f"main~{most + 2}", keep=True)


def test_a_damaged_cache_is_made_anew(written: RepositoryBuilder, cache: Path) -> None:
    written.commit(FILES)
    expected = answers(compile_source(written.root, revision="main", keep=True))
    for path in (cache / "frieze" / "snapshots").iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert answers(compile_source(written.root, revision="main", keep=True)) == expected


@pytest.mark.usefixtures("cache")
def test_cached_revision_that_cannot_be_opened_is_compiled(
    written: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    written.commit(FILES)
    expected = answers(compile_source(written.root, revision="main", keep=True))
    monkeypatch.setattr(snapshot_cache.CachedDatabase, "open", lambda _: None)
    assert answers(compile_source(written.root, revision="main", keep=True)) == expected


def test_nothing_of_the_repository_changes(written: RepositoryBuilder) -> None:
    written.commit(FILES)
    written.commit({**FILES, "docs/flow.mmd": "graph TD\na-->c\n"})
    written.check_out(text_files(FILES))
    before = state(written.root)
    served = open_workspace(written.root, revision="main", keep=True)
    compile_source(written.root / "docs", revision="main~1")
    for tool, arguments in (("list_revisions", {}), ("compare_revisions", {"base": "main~1"})):
        assert not queries.is_error(queries.answer(served, tool, arguments))
    assert state(written.root) == before


def state(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file and folder with its times and content."""
    found = {}
    for path in [root, *sorted(root.rglob("*"))]:
        status = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found[os.fspath(path)] = (status.st_mtime_ns, status.st_ctime_ns, content)
    return found


def test_no_hook_runs(written: RepositoryBuilder, tmp_path: Path) -> None:
    written.commit(FILES)
    for name in ("post-checkout", "pre-commit", "post-index-change", "fsmonitor-watchman"):
        hook = written.root / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
        hook.chmod(0o755)
    compile_source(written.root, revision="main")
    assert not (tmp_path / "ran").exists()


def test_a_folder_or_file_of_the_repository_is_a_source_there_still_or_not(written: RepositoryBuilder) -> None:
    written.commit(FILES)
    folder = compile_source(written.root / "docs", revision="main")
    assert sorted(row[0] for row in folder.rows("SELECT path FROM file_read")) == ["flow.mmd", "other.mmd"]
    file = compile_source(written.root / "docs" / "flow.mmd", revision="main")
    assert (file.meta["entry"], file.rows("SELECT path FROM file_read")) == ("flow.mmd", [("flow.mmd",)])


def test_the_same_folder_on_disk_and_in_a_revision_have_one_id(written: RepositoryBuilder) -> None:
    written.commit(FILES)
    written.check_out(text_files(FILES))
    for path in ("docs", "docs/flow.mmd"):
        assert compile_source(written.root / path).id == compile_source(written.root / path, revision="main").id


def test_a_bare_repository_has_revisions(tmp_path: Path) -> None:
    RepositoryBuilder(tmp_path / "bare.git", bare=True).commit(FILES)
    snapshot = compile_source(tmp_path / "bare.git", revision="main")
    assert snapshot.meta["languages"].keys() == {"world", "diagrams"}
    assert compile_source(tmp_path / "bare.git" / "docs", revision="main").meta["source"] == "docs"


def test_a_worktree_finds_the_objects_of_its_repository(written: RepositoryBuilder, tmp_path: Path) -> None:
    written.commit(FILES)
    commit = written.commit({**FILES, "new.mmd": FLOW}, branch="side")
    kept = written.root / ".git" / "worktrees" / "side"
    kept.mkdir(parents=True)
    (kept / "HEAD").write_text("ref: refs/heads/side\n")
    (kept / "commondir").write_text("../..\n")
    (kept / "gitdir").write_text(f"{tmp_path}/side/.git\n")
    (tmp_path / "side").mkdir()
    (tmp_path / "side" / ".git").write_text(f"gitdir: {kept}\n")
    snapshot = compile_source(tmp_path / "side", revision="HEAD")
    assert snapshot.meta["revision"]["commit"] == commit
    assert snapshot.object("f:new.mmd")


def test_a_shallow_clone_says_where_its_history_ends(written: RepositoryBuilder) -> None:
    written.commit(FILES)
    last = written.commit(FILES)
    (written.root / ".git" / "shallow").write_text(f"{last}\n")
    assert compile_source(written.root, revision="main").object("f:garden.urd.md")
    with pytest.raises(SourceError, match="shallow"):
        compile_source(written.root, revision="main~1")


def test_a_submodule_is_reported_and_costs_nothing_else(written: RepositoryBuilder) -> None:
    written.commit({**FILES, "lib": (SUBMODULE, b"")})
    snapshot = compile_source(written.root, revision="main")
    assert [(one.code, one.span.file) for one in snapshot.diagnostics(severity="warning")] == [("FRZ108", "lib")]
    assert snapshot.object("f:docs/flow.mmd")
    with pytest.raises(SourceError, match="submodule"):
        compile_source(written.root / "lib", revision="main")


def test_links_are_followed_inside_and_reported_outside(written: RepositoryBuilder) -> None:
    links: dict[str, Content] = {"in.mmd": (LINK, b"docs/flow.mmd"), "out.mmd": (LINK, b"../../etc/passwd")}
    written.commit({**FILES, **links})
    snapshot = compile_source(written.root, revision="main")
    assert snapshot.text("in.mmd") == FLOW
    assert [(one.code, one.span.file) for one in snapshot.diagnostics(code="FRZ101")] == [("FRZ101", "out.mmd")]


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("", "mian", "'main'"),
        ("", "", "is empty"),
        ("", "1999-01-01", "before the history begins"),
        ("nowhere", "main", "which has no 'nowhere'"),
        ("notes.txt", "main", "no file that Frieze reads"),
    ],
)
def test_what_is_not_there_is_said(written: RepositoryBuilder, path: str, name: str, said: str) -> None:
    written.commit(FILES)
    with pytest.raises(SourceError, match=said):
        compile_source(written.root / path, revision=name)


def test_without_commits_or_a_repository_there_is_no_revision(written: RepositoryBuilder, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no commits yet"):
        compile_source(written.root, revision="main")
    (tmp_path / "plain").mkdir()
    with pytest.raises(SourceError, match="no git repository"):
        compile_source(tmp_path / "plain", revision="main")


def test_a_frozen_file_has_no_revisions(written: RepositoryBuilder, tmp_path: Path) -> None:
    written.commit(FILES)
    write_frozen(compile_source(written.root, revision="main"), tmp_path / "a.frieze")
    with pytest.raises(SourceError, match="no revisions"):
        compile_source(tmp_path / "a.frieze", revision="main")
    frozen = open_workspace(tmp_path / "a.frieze")
    assert queries.answer(frozen, "list_revisions", {})["code"] == "unavailable"


def test_what_stands_for_now_is_told_and_names_the_snapshot(written: RepositoryBuilder) -> None:
    written.commit(FILES)
    plain, dated, timed = (
        compile_source(written.root, revision="main", as_of=as_of)
        for as_of in (None, "2026-05-01", "2026-05-01T23:59:59Z")
    )
    assert dated.meta["as_of"] == "2026-05-01T23:59:59Z"
    assert plain.id != dated.id == timed.id
    with pytest.raises(SourceError, match="is no date"):
        compile_source(written.root, as_of="tomorrow")


def test_a_served_source_compares_itself_with_its_repository(written: RepositoryBuilder) -> None:
    written.commit(FILES)
    written.check_out({**text_files(FILES), "garden.urd.md": GARDEN.replace("Words.", "Other words.")})
    served = open_workspace(written.root)
    compared = queries.answer(served, "compare_revisions", {"base": "main", "kinds": ["location"]})
    assert [(one["name"], one["fields"][0]["field"]) for one in compared["changes"]] == [
        ("w:garden/location/gate", "description")
    ]
    listed = queries.answer(served, "list_revisions", {})["revisions"]
    assert next((one["kind"], one["name"]) for one in listed) == ("branch", "main")


def test_a_served_revision_compares_as_its_target(written: RepositoryBuilder) -> None:
    first = written.commit(FILES)
    last = written.commit({**FILES, "new.mmd": FLOW})
    served = open_workspace(written.root, revision="main", keep=True)
    compared = queries.answer(served, "compare_revisions", {"base": "main~1", "kinds": ["file"]})
    assert (compared["base"]["commit"], compared["target"]["commit"]) == (first, last)
    assert [one["name"] for one in compared["changes"]] == ["f:new.mmd"]


@pytest.mark.parametrize(("tool", "arguments"), [("compare_revisions", {"base": "main"}), ("list_revisions", {})])
def test_a_source_in_no_repository_says_so(tmp_path: Path, tool: str, arguments: dict[str, str]) -> None:
    (tmp_path / "a.mmd").write_text(FLOW)
    answer = queries.answer(open_workspace(tmp_path), tool, arguments)
    assert answer["code"] == "unavailable" and "no git repository" in answer["error"]
