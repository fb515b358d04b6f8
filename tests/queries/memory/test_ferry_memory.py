"""Whole answers of every tool on the sample memory, locked with the order of their fields."""

import pytest
from syrupy.assertion import SnapshotAssertion

from queries import TOOLS
from tests.compiler.samples import sample
from tests.queries.asking import Json, ask, locked
from tests.queries.calls import FERRY


@pytest.mark.parametrize(("tool", "arguments"), FERRY, ids=map(str, FERRY))
def test_memory_tool_answers(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    ferry = sample("ferry-memory")
    assert locked(ask(ferry, tool, **arguments)).replace(ferry.id, "…") == snapshot


def test_every_memory_tool_has_a_locked_answer() -> None:
    assert {tool.name for tool in TOOLS.values() if tool.pack == "memory"} <= {tool for tool, _ in FERRY}
