"""Whole answers of the core tools on the sample world, locked with the order of their fields."""

from typing import Any

import orjson
import pytest
from syrupy.assertion import SnapshotAssertion

from tests.paths import ROOT
from tests.queries.asking import answers_of_processes, ask
from tests.queries.snapshots import garden

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("get_snapshot_info", {}),
    ("get_diagnostics", {}),
    ("get_diagnostics", {"severity": "error"}),
    ("search", {"query": "who remembers the warden", "limit": 3}),
    ("search", {"query": "lavender|hinges", "regex": True}),
    ("search", {"query": "gardner"}),
    ("object_get", {"object_ref": "@warden"}),
    ("object_get", {"object_refs": ["gatehouse/garden", "@nobody"]}),
    ("object_get", {"object_ref": "@wardn"}),
    ("list_objects", {"kind": "entity", "where": {"type": "Character"}}),
    ("list_objects", {"kind": "choice", "where": {"sticky": True}, "limit": 1}),
    ("get_links", {"ref": "Character.trust"}),
    ("find_route", {"from": "gatehouse", "to": "@white_rose", "limit": 2}),
    ("find_route", {"from": "@warden", "to": "@ghost"}),
    ("get_impact", {"ref": "Character.trust"}),
    ("get_impact", {"ref": "gatehouse/garden", "direction": "dependencies"}),
]

NAMES = [f"{tool} {arguments}" for tool, arguments in CALLS]


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=NAMES)
def test_the_answer_is(tool: str, arguments: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    found = ask(garden(), tool, **arguments)
    # These three name the compiler's version and the sources' bytes; every commit may change them.
    for field in ("snapshot_id", "compiler_version", "next_cursor"):
        if field in found:
            found[field] = "…"
    assert orjson.dumps(found, option=orjson.OPT_INDENT_2).decode() == snapshot


def test_the_bytes_are_the_same_under_every_hash_seed() -> None:
    """Invariant: the same source gives the same bytes, cursors and snapshot id included."""
    outputs = answers_of_processes(ROOT / "worlds" / "locked-garden", CALLS)
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == len(CALLS)
