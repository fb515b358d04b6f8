"""Whole answers of every tool on the sample session, locked."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from queries import TOOLS
from tests.queries.asking import ask, locked
from tests.queries.diagrams.session_calls import CALLS
from tests.queries.diagrams.sources import bookshop

PACKS = {"diagrams", "flow", "sequence", "walkthroughs"}

NAMES = [f"{tool} {arguments}" for tool, arguments in CALLS]


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=NAMES)
def test_the_answer_is(tool: str, arguments: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    assert locked(ask(bookshop(), tool, **arguments)) == snapshot


def test_every_tool_of_the_packs_is_locked() -> None:
    asked = {tool for tool, _ in CALLS}
    elsewhere = {"diagram_get_delta"}  # needs a server (tests/server/test_refresh.py)
    drawn = {name for name, one in TOOLS.items() if one.pack in PACKS and "render" not in name} - elsewhere
    assert drawn == asked
