"""The guarded connections of a snapshot: kept for the next question, closed with the snapshot."""

import pytest

from compiler.store.select.errors import SelectError
from compiler.store.select.guarded_select import GuardedSelect
from compiler.store.select.pool import MAX_IDLE, declared_relations, guarded_select
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.paths import ROOT

RELATIONS = {one.name: [column.name for column in one.columns] for one in declared_relations()}
GARDEN, MILL = ROOT / "worlds" / "locked-garden", ROOT / "worlds" / "cider-mill"


def used(snapshot: Snapshot, base: Snapshot | None = None) -> GuardedSelect:
    with guarded_select(snapshot, RELATIONS, base) as select:
        select.select("SELECT count(*) FROM object")
    return select


def test_pool_gives_the_same_connection_to_the_next_question() -> None:
    snapshot = compile_source(GARDEN)
    assert used(snapshot) is used(snapshot) is used(snapshot.for_request(lambda _: None))


def test_pool_gives_another_connection_while_one_is_used() -> None:
    snapshot = compile_source(GARDEN)
    with guarded_select(snapshot, RELATIONS) as first, guarded_select(snapshot, RELATIONS) as second:
        assert first is not second


def test_pool_keeps_connections_of_each_base_apart() -> None:
    snapshot, other = compile_source(GARDEN), compile_source(MILL)
    assert used(snapshot, other) is used(snapshot, other) is not used(snapshot)
    with guarded_select(snapshot, RELATIONS, other) as select:
        assert select.select("SELECT count(*) FROM base.task").rows == [(24,)]


def test_pool_closes_what_was_used_longest_ago() -> None:
    snapshot, others = compile_source(GARDEN), [compile_source(MILL), compile_source(ROOT / "worlds" / "traced-kettle")]
    first = used(snapshot)
    for other in others[:MAX_IDLE]:
        used(snapshot, other)
    with pytest.raises(SelectError, match="closed"):
        first.select("SELECT 1")


def test_pool_is_closed_with_the_snapshot() -> None:
    snapshot = compile_source(GARDEN)
    select = used(snapshot)
    snapshot.close()
    with pytest.raises(SelectError, match="closed"):
        select.select("SELECT 1")


def test_pool_of_a_reader_is_its_own_to_close() -> None:
    snapshot = compile_source(GARDEN)
    reader = snapshot.reader(lambda: False)
    used(reader)
    reader.close()
    assert used(snapshot).select("SELECT count(*) FROM world").rows == [(1,)]
    assert used(snapshot) is used(snapshot)
