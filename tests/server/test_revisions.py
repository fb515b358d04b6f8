"""Revisions end to end: the server and every command with `--revision`, and `frieze diff`."""

from pathlib import Path
from typing import Any

import orjson
import pytest

import queries
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.server.processes import RawServer, frieze
from tests.server.results import answer
from tests.suites import mostly_long

BEFORE = {"a.mmd": "graph TD\na-->b\n", "gate.urd.md": "# Gate\n\nWords.\n"}
AFTER = {"a.mmd": "graph TD\na-->c\n", "gate.urd.md": "# Gate\n\nWords.\n\n# Yard\n"}
NOW = {**AFTER, "gate.urd.md": "# Gate\n\nOther words.\n\n# Yard\n"}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two commits, tags for both, and files that are not committed."""
    written = RepositoryBuilder(tmp_path_factory.mktemp("revisions") / "project")
    written.tag("v1", written.commit(BEFORE, message="First"))
    written.commit(AFTER, message="Second")
    written.check_out(NOW)
    return written.root


def query(source: Path, *words: str) -> Any:
    done = frieze("query", *words[:-1], source, words[-1])
    assert done.returncode == 0, done.stderr
    return orjson.loads(done.stdout)


def test_server_of_a_revision(source: Path) -> None:
    with RawServer(source, options=("--revision", "v1", "--as-of", "2026-05-01")) as server:
        server.initialize()
        info = answer(server.call("get_snapshot_info")["result"])
        assert (info["revision"]["asked"], info["revision"]["subject"]) == ("v1", "First")
        assert (info["as_of"], info["file_count"]) == ("2026-05-01T23:59:59Z", 2)
        compared = server.call("compare_revisions", {"base": "main", "kinds": ["location"]})["result"]
        assert [one["change"] for one in answer(compared)["changes"]] == ["removed"]


def test_server_opens_revisions_on_request(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        assert answer(server.call("list_revisions")["result"])["total"] == 4
        compared = answer(server.call("compare_revisions", {"base": "v1", "target": "main"})["result"])
        assert (compared["base"]["subject"], compared["target"]["subject"]) == ("First", "Second")
        refused = server.call("compare_revisions", {"base": "v2"})["result"]
        assert refused["isError"] and "It has main, v1." in refused["content"][0]["text"]


def test_server_compares_with_a_source_that_is_gone(tmp_path: Path) -> None:
    paths = {name: tmp_path / name for name in ("new", "old")}
    for name, path in paths.items():
        path.mkdir()
        (path / "a.mmd").write_text((AFTER if name == "new" else BEFORE)["a.mmd"])
    with RawServer(paths["new"], options=("--beside", f"old={paths['old']}")) as server:
        server.initialize()
        listed = answer(server.call("list_revisions")["result"])  # answered once all is compiled
        for path in paths.values():
            (path / "a.mmd").unlink()
        assert (listed["sources"], listed["revisions"]) == (["source:old"], [])
        arguments = {"base": "source:old", "kinds": ["node"], "change": "added"}
        compared = answer(server.call("compare_revisions", arguments)["result"])
        assert compared["base"]["name"] == "source:old" and compared["base"]["subject"] == "The source old"
        assert [one["name"] for one in compared["changes"]] == ["d:a/flow/node/n:c"]
        refused = server.call("compare_revisions", {"base": f"source:{paths['old']}"})["result"]
        assert refused["isError"] and "There is source:old" in refused["content"][0]["text"]


def test_two_frozen_files_are_compared(source: Path, tmp_path: Path) -> None:
    frozen = {name: tmp_path / f"{name}.frieze" for name in ("v1", "main")}
    for name, path in frozen.items():
        assert frieze("freeze", source, "--revision", name, "-o", path).returncode == 0
    for words in ((frozen["main"], "source:old"), (source, "source:old", "main")):
        done = frieze("diff", *words, "--beside", f"old={frozen['v1']}", "--json")
        assert done.returncode == 0, done.stderr
        compared = orjson.loads(done.stdout)
        whole = queries.answer(open_workspace(source, revision="main"), "compare_revisions", {"base": "v1"})
        assert compared["changes"] == whole["changes"] and compared["counts"] == whole["counts"]
    shown = frieze("diff", frozen["main"], "source:old", "--beside", f"old={frozen['v1']}")
    base, _, target = shown.stdout.partition(b"\n")[0].partition(b" -> ")
    assert base.startswith(b"source:old (") and compared["target"]["commit"][:12].encode() in target


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["a b=c"], b"is not NAME=PATH"),
        (["=c"], b"is not NAME=PATH"),
        (["a"], b"is not NAME=PATH"),
        (["a=."] * 2, b"'a' is given more than once"),
        (["a=nowhere"], b"No such file or directory: 'nowhere'"),
    ],
)
def test_invalid_beside_option_is_refused(source: Path, values: list[str], message: bytes) -> None:
    done = frieze("diff", source, "v1", *(word for value in values for word in ("--beside", value)))
    assert done.returncode == 2 and message in done.stderr


def test_server_of_an_unknown_revision_does_not_start(source: Path) -> None:
    with RawServer(source, options=("--revision", "v7")) as server:
        _, errors, status = server.finish()
    assert status == 2 and b"no revision 'v7'" in errors


def test_every_command_takes_a_revision(source: Path, tmp_path: Path) -> None:
    assert query(source, "--revision", "v1", "get_snapshot_info")["revision"]["asked"] == "v1"
    dumped = orjson.loads(frieze("dump", source, "--revision", "v1").stdout)
    assert dumped["get_snapshot_info"]["revision"]["asked"] == "v1"
    assert frieze("check", source, "--revision", "v1").returncode == 0
    assert b"get_exit_graph" in frieze("tools", source, "--revision", "v1").stdout
    frozen = tmp_path / "v1.frieze"
    assert frieze("freeze", source, "--revision", "v1", "-o", frozen).returncode == 0
    assert query(frozen, "get_snapshot_info")["revision"]["subject"] == "First"
    assert frieze("check", frozen, "--revision", "v1").returncode == 2


def test_dump_does_not_depend_on_the_repository(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "project")
    files = {"memory.jsonl": '{"type":"branch","id":"spike","parent":"main"}\n'}
    written.commit(files, message="First")
    written.check_out(files)
    dumped = frieze("dump", written.root).stdout
    answered = orjson.loads(dumped)
    assert "list_revisions" not in answered
    assert [one["branch_name"] for one in answered["memory_branch_list"]["branches"]] == ["main", "spike"]
    written.tag("v1", written.commit({**files, "a.mmd": "graph TD\n"}, message="Second"))
    written.branch("other", written.commit({**files, "a.mmd": "graph LR\n"}, message="Third"))
    assert len(query(written.root, "memory_branch_list")["branches"]) > 2
    assert frieze("dump", written.root).stdout == dumped


def test_invalid_date_is_refused(source: Path) -> None:
    refused = frieze("query", "--as-of", "soon", source, "get_snapshot_info")
    assert refused.returncode == 2 and b"'soon' is no date" in refused.stderr


def test_diff_json_joins_the_pages_of_the_answer(source: Path) -> None:
    snapshot = open_workspace(source)
    for words, arguments in ((("v1",), {"base": "v1"}), (("v1", "main"), {"base": "v1", "target": "main"})):
        printed = orjson.loads(frieze("diff", source, *words, "--json").stdout)
        assert printed == queries.answer(snapshot, "compare_revisions", {**arguments, "limit": 500})


def test_diff_as_text(source: Path) -> None:
    shown = frieze("diff", source, "v1", "main")
    assert shown.returncode == 0
    lines = shown.stdout.decode().splitlines()
    assert lines[0].startswith("v1 (") and " -> main (" in lines[0]
    assert "  location: 1 added" in lines
    assert "    + w:gate/location/yard  Yard  gate.urd.md:5" in lines


def test_diff_without_a_second_revision_compares_with_the_files(source: Path) -> None:
    shown = frieze("diff", source, "HEAD").stdout.decode()
    assert "-> the files as they are" in shown
    assert '        description: before "Words.", after "Other words."' in shown
    assert "Nothing has changed." in frieze("diff", source, "main", "HEAD").stdout.decode()


@pytest.mark.parametrize(
    "edit", mostly_long(["changed", "added and committed", "added and untracked", "deleted"], "a repository for each")
)
def test_diff_of_head_with_worktree_is_of_the_files_as_they_are(tmp_path: Path, edit: str) -> None:
    written = RepositoryBuilder(tmp_path / "project")
    written.commit(BEFORE)
    written.check_out(BEFORE)
    assert "Nothing has changed." in frieze("diff", written.root, "HEAD", "worktree").stdout.decode()
    added = {"b.mmd": "graph TD\np-->q\n"}
    if edit == "changed":
        written.check_out({"a.mmd": "graph TD\na-->c\n"})
    elif edit == "deleted":
        (written.root / "a.mmd").unlink()
    else:
        written.check_out(added)
    if edit == "added and committed":
        written.commit(BEFORE | added)
    came = {"changed": ["n:c"], "added and untracked": ["n:p", "n:q"]}.get(edit, [])
    went = {"changed": ["n:b"], "deleted": ["n:a", "n:b"]}.get(edit, [])
    assert nodes_in_diff(written.root, "HEAD", "worktree") == {"added": came, "removed": went}
    assert nodes_in_diff(written.root, "worktree", "HEAD") == {"added": went, "removed": came}


def nodes_in_diff(source: Path, *words: str) -> dict[str, list[str]]:
    """The nodes of diagrams that came and went."""
    done = frieze("diff", source, *words, "--json")
    assert done.returncode == 0, done.stderr
    answer = orjson.loads(done.stdout)
    assert answer["identical"] == (not answer["changes"])
    nodes = [(one["change"], one["name"].split("/")[-1]) for one in answer["changes"] if one["kind"] == "node"]
    return {sort: [name for change, name in nodes if change == sort] for sort in ("added", "removed")}


def test_revision_may_be_the_worktree(source: Path) -> None:
    named = query(source, "--revision", "worktree", "get_snapshot_info")
    assert named == query(source, "get_snapshot_info") and "revision" not in named


def test_worktree_of_a_frozen_file_is_refused(source: Path, tmp_path: Path) -> None:
    assert frieze("freeze", source, "-o", tmp_path / "now.frieze").returncode == 0
    refused = frieze("diff", tmp_path / "now.frieze", "worktree")
    assert refused.returncode == 2 and b"frozen file" in refused.stderr


@pytest.mark.parametrize("words", [("v7",), ("v1", "v7")])
def test_diff_with_an_unknown_revision_fails(source: Path, words: tuple[str, ...]) -> None:
    failed = frieze("diff", source, *words)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert b"no revision 'v7'. It has main, v1." in failed.stderr


def test_diff_of_a_bare_repository(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "project.git", bare=True)
    written.commit(BEFORE)
    written.commit(AFTER)
    assert "1 added" in frieze("diff", written.root, "main~1", "main").stdout.decode()


def test_diff_escapes_control_characters(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "project")
    written.commit({"a.mmd": "graph TD\na-->b\n"})
    written.commit({"a.mmd": 'graph TD\na-->b\nc["\x1b[2J"]\n'})
    assert b"\x1b" not in frieze("diff", written.root, "main~1", "main").stdout
