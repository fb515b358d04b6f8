"""Whole answers of every tool on the sample project, locked with the order of their fields."""

import pytest
from syrupy.assertion import SnapshotAssertion

from queries import TOOLS
from tests.compiler.samples import sample
from tests.queries.asking import Json, ask, locked
from tests.queries.calls import KETTLE


@pytest.mark.parametrize(("tool", "arguments"), KETTLE, ids=map(str, KETTLE))
def test_answer_is_locked(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    assert locked(ask(sample("traced-kettle"), tool, **arguments)) == snapshot


@pytest.mark.parametrize("tool", ["cursor_next", "cursor_info"])
def test_cursor_answer_is_locked(tool: str, snapshot: SnapshotAssertion) -> None:
    opened = ask(
        sample("traced-kettle"), "open_cursor", query="subtree", params={"root_id": "REQ-o00004"}, batch_size=0
    )
    assert locked(ask(sample("traced-kettle"), tool, cursor=opened["cursor"])) == snapshot


def test_all_tools_have_a_locked_answer() -> None:
    pack = {one.name for one in TOOLS.values() if one.pack == "requirements"}
    elsewhere = {
        "cursor_next",
        "cursor_info",
        "refresh_graph",
    }
    assert pack <= {tool for tool, _ in KETTLE} | elsewhere
