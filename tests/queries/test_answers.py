"""Whole answers of the core tools on the sample world, locked with the order of their fields."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.queries.asking import Json, answers_of_processes, ask, locked
from tests.queries.calls import ALL, GARDEN
from tests.queries.snapshots import garden


@pytest.mark.parametrize(("tool", "arguments"), GARDEN, ids=map(str, GARDEN))
def test_the_answer_is(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    assert locked(ask(garden(), tool, **arguments)) == snapshot


@pytest.mark.long("processes that compile every sample; test_build has one source")
def test_the_bytes_are_the_same_under_every_hash_seed() -> None:
    """Invariant: the same source gives the same bytes, cursors and snapshot id included."""
    outputs = answers_of_processes(ALL)
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == sum(map(len, ALL.values()))
