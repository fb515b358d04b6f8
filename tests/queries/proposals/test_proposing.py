"""`propose_change`: what an edit would change, break and resolve."""

import shutil
import subprocess
from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import queries
from compiler.workspace.interface import Workspace
from tests.closing import compile_source, open_workspace
from tests.queries.asking import asked

HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n\n-> out: Yard\n\n# Yard\n\n-> in: Hall\n"
PLAN = "# Plan\n\nSee [the hall](hall.urd.md).\n"
TEA = "graph TD\n  a[Boil] --> b[Pour]\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    root.mkdir()
    for path, text in {"hall.urd.md": HALL, "plan.md": PLAN, "tea.mmd": TEA}.items():
        (root / path).write_text(text)
    return root


@pytest.fixture(params=["cached", "not cached"])
def workspace(request: pytest.FixtureRequest, source: Path) -> Workspace:
    return open_workspace(source, keep=request.param == "cached")


def replace(file: str, old_text: str, new_text: str) -> dict[str, str]:
    return {"file": file, "old_text": old_text, "new_text": new_text}


def propose(workspace: Workspace, *edits: Mapping[str, Any], **arguments: Any) -> dict[str, Any]:
    return asked(workspace, "propose_change", {"edits": list(edits), **arguments})


def hashes(root: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in root.iterdir()}


def test_proposal_tells_what_changes_and_breaks(workspace: Workspace, source: Path) -> None:
    before = hashes(source)
    told = propose(workspace, replace("hall.urd.md", "-> out: Yard", "-> out: Shed"))
    assert told["applied"] is False and told["base_digest"] == workspace.snapshot.id
    assert told["files"] == [{"path": "hall.urd.md", "change": "changed"}]
    assert told["counts"]["objects"]["exit"] == {"changed": 1}
    assert {one["name"] for one in told["now_dangling"]} >= {"w:hall/location/hall -> w:hall/location/shed"}
    assert [one["change"] for one in told["new_diagnostics"]] == ["added"] and told["new_errors"] == 1
    assert "now_dangling" in told["next"][0]
    assert hashes(source) == before


def test_proposal_tells_what_it_resolves(workspace: Workspace, source: Path) -> None:
    (source / "hall.urd.md").write_text(HALL.replace("Yard\n\n-> in", "Lawn\n\n-> in"))
    told = propose(workspace, replace("hall.urd.md", "# Lawn", "# Yard"))
    assert told["new_errors"] == 0 and len(told["resolved_diagnostics"]) == 1 and told["now_dangling"] == []


def test_proposal_counts_what_depends_on_what_changes(workspace: Workspace) -> None:
    told = propose(workspace, replace("hall.urd.md", "# Yard", "# Garden"))
    assert told["impact"]["by_kind"]["location"] >= 1


@pytest.mark.parametrize(
    ("edit", "changes"),
    [
        (replace("tea.mmd", "Pour]", "Pour] --> c"), {"tea.mmd": "changed"}),
        ({"file": "docs/more/new.md", "content": "# New\n"}, {"docs/more/new.md": "added"}),
        ({"file": "plan.md", "delete": True}, {"plan.md": "removed"}),
        ({"file": "plan.md", "content": "# Another\n"}, {"plan.md": "changed"}),
    ],
)
def test_proposal_is_what_compiling_the_edited_files_gives(
    workspace: Workspace, source: Path, edit: dict[str, Any], changes: dict[str, str]
) -> None:
    told = propose(workspace, edit, then={"tool": "get_snapshot_info", "arguments": {"files": True}})
    assert {one["path"]: one["change"] for one in told["files"]} == changes
    if shutil.which("git"):
        subprocess.run(["git", "init", "-q"], cwd=source, check=True)
        subprocess.run(["git", "apply", "-"], input=told["patch"].encode(), cwd=source, check=True)
        shutil.rmtree(source / ".git")
        after = compile_source(source)
        assert after.id == told["snapshot_id"]
        assert queries.answer(after, "get_snapshot_info", {"files": True}) == told["then"]


def test_edits_of_one_file_are_made_in_their_order(workspace: Workspace) -> None:
    told = propose(workspace, replace("tea.mmd", "Boil", "Heat"), replace("tea.mmd", "Heat", "Warm"))
    assert "+  a[Warm] --> b[Pour]" in told["patch"] and told["patch"].count("@@ -") == 1


def test_question_is_answered_after_the_edit(workspace: Workspace) -> None:
    then = {"tool": "flow.reachable", "arguments": {"from_node_id": "n:a"}}
    told = propose(workspace, replace("tea.mmd", "b[Pour]", "b[Pour] --> c"), then=then)
    assert "n:c" in str(told["then"]) or "node/n:c" in str(told["then"])


def test_long_answer_to_the_question_is_refused_alone(workspace: Workspace, source: Path) -> None:
    (source / "tea.mmd").write_text(
        "graph TD\n" + "".join(f"  n{at}[Node number {at}] --> m{at}\n" for at in range(400))
    )
    then = {"tool": "list_objects", "arguments": {"kind": "node", "limit": 500}}
    told = propose(workspace, {"file": "new.md", "content": "# New\n"}, then=then)
    assert told["then"]["code"] == "too_large" and told["counts"]["objects"]["document"] == {"added": 1}


def test_lines_of_a_file_with_crlf_keep_their_ends(workspace: Workspace, source: Path) -> None:
    (source / "plan.md").write_bytes(b"# Plan\r\n\r\nOne.\r\nTwo.\r\n")
    told = propose(workspace, replace("plan.md", "One.\nTwo.", "One.\nAnd.\nTwo."))
    assert "patch" not in told
    assert b"+And.\r\n" in b64decode(told["patch_base64"])


def test_proposal_for_another_state_is_a_conflict(workspace: Workspace, source: Path) -> None:
    edit = replace("tea.mmd", "Boil", "Heat")
    assert propose(workspace, edit, base_digest=workspace.snapshot.id[:12])["applied"] is False
    (source / "plan.md").write_text("# Changed\n")
    refused = propose(workspace, edit, base_digest=workspace.snapshot.id)
    assert refused["code"] == "unavailable" and refused["error"].startswith("Conflict")
    assert refused["current_digest"] != workspace.snapshot.id


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (replace("tea.mmd", "Brew", "Heat"), "not in 'tea.mmd'"),
        (replace("hall.urd.md", "Hall", "Barn"), "3 times"),
        (replace("none.mmd", "Boil", "Heat"), "no file 'none.mmd'"),
        (replace("tea.mmd", "", "Heat"), "'old_text' is empty"),
        (replace("../tea.mmd", "Boil", "Heat"), "no file below"),
        (replace("/etc/passwd", "root", "toor"), "no file below"),
        (replace(".git/config", "core", "x"), "no file below"),
        ({"file": "tea.mmd", "delete": "yes"}, "none of the three forms"),
        ({"file": "tea.mmd", "content": "x", "old_text": "y"}, "none of the three forms"),
        ({"file": "tea.mmd", "content": 1}, "a text that is none"),
        ({"file": "tea.mmd"}, "none of the three forms"),
        ({"file": "tea.mmd", "text": "x"}, "unknown field 'text'"),
        ({"content": "x"}, "no file below"),
    ],
)
def test_edit_that_cannot_be_made_is_refused(workspace: Workspace, edit: dict[str, Any], problem: str) -> None:
    refused = propose(workspace, replace("tea.mmd", "Boil", "Heat"), edit)
    assert refused["code"] == "invalid_argument" and "edits[1]" in refused["error"] and problem in refused["error"]


@pytest.mark.parametrize("file", ["x" * 5_000, "é" * 200 + ".md", "a/" * 3_000 + "b.md"])
def test_file_with_a_longer_name_than_there_is_is_refused_in_few_words(workspace: Workspace, file: str) -> None:
    found = queries.answer(workspace, "propose_change", {"edits": [{"file": file, "content": "x"}]})
    assert found["code"] == "invalid_argument" and "names no file below" in found["error"]
    assert len(str(found)) < 1_000


def test_ambiguous_text_is_refused_with_its_lines(workspace: Workspace) -> None:
    assert propose(workspace, replace("hall.urd.md", "Hall", "Barn"))["lines"] == [3, 5, 11]


@pytest.mark.parametrize("then", [{"tool": "refresh"}, {"tool": 1}, {"tool": "search", "more": 1}, {"tool": "serch"}])
def test_question_that_cannot_be_asked_is_refused(workspace: Workspace, then: dict[str, Any]) -> None:
    refused = propose(workspace, replace("tea.mmd", "Boil", "Heat"), then=then)
    assert refused["code"] == "invalid_argument" and "'then'" in refused["error"]


def test_file_that_leads_out_of_the_source_is_not_read(workspace: Workspace, source: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("the secret\n")
    (source / "link.md").symlink_to(tmp_path / "secret.md")
    refused = propose(workspace, replace("link.md", "secret", "x"))
    assert refused["code"] == "unavailable" and "leads out" in refused["error"] and "the secret" not in str(refused)


def test_snapshot_alone_takes_no_proposal(source: Path) -> None:
    refused = queries.answer(compile_source(source), "propose_change", {"edits": [replace("tea.mmd", "Boil", "x")]})
    assert refused["code"] == "unavailable"
