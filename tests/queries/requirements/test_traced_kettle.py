"""Whole answers of every tool on the sample project, locked with the order of their fields."""

from typing import Any

import orjson
import pytest
from syrupy.assertion import SnapshotAssertion

from compiler.store.snapshot import Snapshot
from queries import TOOLS
from tests.closing import compile_source, shared
from tests.paths import ROOT
from tests.queries.asking import Json, ask

CALLS: list[tuple[str, Json]] = [
    ("get_graph_status", {}),
    ("get_workspace_info", {}),
    ("get_project_summary", {}),
    ("get_broken_references", {}),
    ("get_requirement", {"req_id": "REQ-d00003"}),
    ("get_requirement", {"req_id": "REQ-p00002"}),
    ("get_requirement", {"req_id": "REQ-d00011"}),
    ("get_requirement", {"req_id": "REQ-d00001#faults"}),
    ("get_requirement", {"req_id": "REQ-d0003"}),
    ("get_hierarchy", {"req_id": "REQ-d00003"}),
    ("get_hierarchy", {"req_id": "REQ-d00013"}),
    ("get_hierarchy", {"req_id": "REQ-o00001-A"}),
    ("find_by_keywords", {"keywords": ["lid", "heater"], "match_all": False}),
    ("get_subtree", {"root_id": "REQ-p00002"}),
    ("get_subtree", {"root_id": "REQ-o00004", "format": "flat", "include_kinds": "requirement,assertion,code,test"}),
    ("get_subtree", {"root_id": "REQ-o00004", "format": "nested", "depth": 1}),
    ("get_subtree", {"root_id": "JNY-Tea-01", "include_kinds": "journey,step,remainder"}),
    ("scoped_search", {"query": "heater", "scope_id": "REQ-p00001", "include_assertions": True}),
    ("scoped_search", {"query": "kettle", "scope_id": "REQ-d00004", "direction": "ancestors"}),
    ("discover_requirements", {"query": "lid handle spout"}),
    ("minimize_requirement_set", {"req_ids": ["REQ-p00002", "REQ-o00003", "REQ-d00013", "REQ-d00014", "REQ-d9"]}),
    ("get_test_coverage", {"req_id": "REQ-d00002"}),
    ("get_test_coverage", {"req_id": "REQ-d00003"}),
    ("get_uncovered_assertions", {"limit": 3}),
    ("get_uncovered_assertions", {"req_id": "REQ-d00001"}),
    ("find_assertions_by_keywords", {"keywords": ["heater", "kettle"], "match_all": False, "limit": 3}),
    ("suggest_links", {}),
    ("get_changed_requirements", {}),
    ("open_cursor", {"query": "subtree", "params": {"root_id": "REQ-o00004"}}),
    ("open_cursor", {"query": "subtree", "params": {"root_id": "REQ-o00004"}, "batch_size": -1}),
    ("open_cursor", {"query": "hierarchy", "params": {"req_id": "REQ-d00009"}}),
    ("search", {"query": "steam", "kinds": ["requirement", "assertion"]}),
]

# These fields depend on the compiler's version and the sources' bytes, so any commit may change them.
CHANGING = ("snapshot_id", "next_cursor", "cursor")


@shared
def kettle() -> Snapshot:
    return compile_source(ROOT / "worlds" / "traced-kettle")


def shown(answer: dict[str, Any]) -> str:
    steady = {name: "…" if name in CHANGING else value for name, value in answer.items()}
    return orjson.dumps(steady, option=orjson.OPT_INDENT_2).decode()


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=[f"{tool} {arguments}" for tool, arguments in CALLS])
def test_answer_is_locked(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    assert shown(ask(kettle(), tool, **arguments)) == snapshot


@pytest.mark.parametrize("tool", ["cursor_next", "cursor_info"])
def test_cursor_answer_is_locked(tool: str, snapshot: SnapshotAssertion) -> None:
    opened = ask(kettle(), "open_cursor", query="subtree", params={"root_id": "REQ-o00004"}, batch_size=0)
    assert shown(ask(kettle(), tool, cursor=opened["cursor"])) == snapshot


def test_all_tools_have_a_locked_answer() -> None:
    pack = {one.name for one in TOOLS.values() if one.pack == "requirements"}
    elsewhere = {
        "cursor_next",
        "cursor_info",
        "refresh_graph",
    }
    assert pack <= {tool for tool, _ in CALLS} | elsewhere
