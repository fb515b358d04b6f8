"""The state of the project, and the tools that are not offered."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

from compiler.workspace.interface import as_workspace
from queries import TOOLS
from tests.closing import open_workspace
from tests.queries.asking import ask, error
from tests.queries.requirements.tea import compiled, requirement, tea
from tests.queries.snapshots import garden


def test_status_counts_objects_and_faults() -> None:
    said = ask(tea(), "get_graph_status")
    assert said["node_counts"] | {"remainder": 0} == {
        "assertion": 12,
        "code": 2,
        "journey": 1,
        "remainder": 0,
        "requirement": 9,
        "result": 5,
        "step": 2,
        "test": 5,
    }
    assert said["total_nodes"] == sum(said["node_counts"].values())
    assert (said["is_stale"], said["last_refresh"], said["root_count"]) == (False, None, 2)
    assert (said["has_orphans"], said["orphan_count"]) == (False, 0)
    assert (said["has_broken_references"], said["broken_reference_count"]) == (True, 1)
    assert (said["cycle_count"], said["stale_hash_count"]) == (1, 1)
    assert (said["unlinked_test_count"], said["unmatched_result_count"]) == (2, 1)


def test_summary_has_levels_coverage_and_changes() -> None:
    said = ask(tea(), "get_project_summary")
    assert said["requirements_by_level"] == {
        "all": {"dev": 5, "ops": 2, "prd": 2},
        "active": {"dev": 4, "ops": 2, "prd": 2},
    }
    assert said["requirements_by_status"] == {"Active": 7, "Deprecated": 1, "Draft": 1}
    # The draft and the deprecated requirement are not expected to be covered.
    buckets = {"full_coverage": 1, "partial_coverage": 2, "no_coverage": 4, "failing": 1}
    assert said["coverage"] == {"total": 7, **buckets}
    assert said["changes"] == {"content_changed": 1, "unrecorded": 7}
    assert said["broken_reference_count"] == 1


def test_summary_tells_named_from_whole_requirement() -> None:
    said = ask(tea(), "get_project_summary")["assertions"]
    assert (said["total"], said["retired"]) == (11, 1)
    assert (said["covered"], said["by_name"], said["whole_requirement"]) == (4, 2, 2)
    assert said["coverage_pct"] == 36.4


def test_workspace_has_no_absolute_paths() -> None:
    said = ask(tea(), "get_workspace_info")
    assert (said["repo_path"], said["source"], said["project_name"]) == (".", "tea", "Tea")
    assert (said["config_file"], said["config_layout"]) == (".elspais.toml", "newer")
    assert said["config_summary"]["prefix"] == "REQ"
    assert set(said["config_summary"]["levels"]) == {"prd", "ops", "dev"}


def test_workspace_without_configuration_shows_defaults() -> None:
    said = ask(compiled({"a.md": requirement("REQ-p00001", "Kettle")}), "get_workspace_info")
    assert (said["config_file"], said["config_files"], said["project_name"]) == (None, [], "tea")
    assert said["config_summary"]["prefix"] == "REQ"


def test_workspace_unsupported_tools_have_existing_replacements() -> None:
    said = ask(tea(), "get_workspace_info")["unsupported"]
    offered = {name for one in said for name in re.findall(r"\b[a-z]+_[a-z_]+\b", one["instead"])}
    assert offered - {"snapshot_id"} <= set(TOOLS)
    missing = {name for one in said for name in re.findall(r"\b[a-z]+_[a-z_]+\b", one["tools"])}
    assert {"mutate_add_assertion", "undo_last_mutation", "apply_link", "transform_with_ai"} <= missing
    assert not missing & set(TOOLS)


def test_broken_references_have_source_target_and_reason() -> None:
    (row,) = ask(tea(), "get_broken_references")["broken_references"]
    assert row == {
        "source_id": "REQ-o00001",
        "source_kind": "requirement",
        "target_id": "REQ-p99999",
        "edge_kind": "implements",
        "reason": "unknown_requirement",
        "ref": "r:REQ-o00001",
        "language": "requirements",
        "source": "spec/2-operations.md:3",
    }


def test_broken_references_leave_out_placeholders() -> None:
    made = compiled({"a.md": requirement("REQ-d00001", "Lid", "**Implements**: <later>")})
    said = ask(made, "get_broken_references")
    assert (said["broken_references"], said["hint"]) == ([], "Every reference reaches what it refers to.")
    assert not ask(made, "get_graph_status")["has_broken_references"]


def test_status_without_requirements_is_unavailable() -> None:
    for tool in ("get_graph_status", "get_workspace_info", "get_project_summary", "get_uncovered_assertions"):
        said = error(garden(), tool)
        assert (said["code"], said["error"]) == ("unavailable", "No requirements in this source")


def test_status_says_when_the_server_compiled_and_nothing_without_a_server() -> None:
    assert ask(tea(), "get_graph_status")["last_refresh"] is None
    served = replace(as_workspace(tea()), compiled_at="2026-01-02T03:04:05Z")
    assert ask(served, "get_graph_status")["last_refresh"] == "2026-01-02T03:04:05Z"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def test_workspace_of_a_folder_inside_a_repository_names_its_root(tmp_path: Path) -> None:
    deep = tmp_path / "docs" / "spec"
    deep.mkdir(parents=True)
    (deep / "a.md").write_text(requirement("REQ-p00001", "Kettle"), encoding="utf-8")
    git(tmp_path, "init", "-q")
    for source, expected in ((deep, "../.."), (tmp_path, "."), (deep / "a.md", "../..")):
        assert ask(open_workspace(source), "get_workspace_info")["repo_path"] == expected, source


def test_summary_counts_changes_since_a_revision(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    both = [requirement(f"REQ-p0000{at}", "T", assertions="A. It SHALL.") for at in (1, 2)]
    page.write_text("".join(both), encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first")
    changed = both[0].replace("A. It SHALL.", "A. It SHALL NOT.")
    page.write_text(changed + requirement("REQ-p00003", "T", assertions="A. New."), encoding="utf-8")
    said = ask(open_workspace(tmp_path), "get_project_summary", base="HEAD")["changes"]
    assert {name: said[name] for name in ("changed", "added", "removed", "unchanged")} == {
        "changed": 1,
        "added": 1,
        "removed": 1,
        "unchanged": 0,
    }
    assert said["since"]["name"] == "HEAD"
    assert error(open_workspace(tmp_path), "get_project_summary", base="nowhere")["code"] == "not_found"
