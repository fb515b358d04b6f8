"""The read API of a snapshot: facts, objects, links, diagnostics."""

import subprocess
import sys
from typing import Any, ClassVar

from compiler.model.diagnostics import Code, Diagnostic, Phase, Related
from compiler.model.facts import Fact, Link, LinkKind, Object, fact
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from tests.closing import closed_later
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.paths import ROOT

SPAN = Span("a.md", 1, 1, 2, 5)
BROKEN = Code("TST001", "error", Phase.PARSE, "Broken {what}.")
ODD = Code("TST002", "warning", Phase.RESOLVE, "Odd {what}.")


@fact
class Stone(Object):
    """A thing with a field of every type."""

    table: ClassVar[str] = "stone"
    kind: ClassVar[str] = "stone"

    name: str
    weight: int
    hardness: float | None
    polished: bool
    note: str | None
    colours: tuple[str, ...]
    veins: tuple[str, ...] | None
    value: Any
    places: dict[str, Any]

    @property
    def id(self) -> str:
        return self.name


def stone(name: str, **fields: Any) -> Stone:
    whole: dict[str, Any] = {
        "weight": 3,
        "hardness": None,
        "polished": True,
        "note": None,
        "colours": (),
        "veins": None,
        "value": None,
        "places": {},
    }
    return Stone(span=SPAN, ref=f"t:x/stone/{name}", name=name, **(whole | fields))


def snapshot(*facts: Fact, links: tuple[Link, ...] = (), diagnostics: tuple[Diagnostic, ...] = ()) -> Snapshot:
    kinds = [LinkKind("lies_on", "the stone lies on the other", "source")]
    return closed_later(freeze(Contents({"id": "abc"}, facts, links, diagnostics, {"a.md": "text"}, [Stone], kinds)))


def test_facts_of_every_type_of_field_are_read_back_equal() -> None:
    one = stone(
        "a", hardness=2.5, note="n", colours=("red", "grün"), veins=("x",), value={"k": [1, 2.5, None]}, places={"b": 1}
    )
    two = stone("b", value="plain", polished=False)
    assert snapshot(one, two).facts(Stone) == [one, two]


def test_facts_can_be_filtered_by_field() -> None:
    kept = snapshot(stone("a"), stone("b", weight=9)).facts(Stone, weight=9)
    assert [one.name for one in kept] == ["b"]


def test_fact_of_returns_the_whole_fact_of_a_ref() -> None:
    made = snapshot(stone("a"), stone("b"))
    row = made.object("t:x/stone/b")
    assert row is not None
    assert (row.kind, row.id, row.source) == ("stone", "b", "a.md:1")
    assert made.fact_of("t:x/stone/b") == stone("b")
    assert made.fact_of("t:x/stone/c") is None


def test_links_to_nothing_dangle() -> None:
    here, there = (
        Link("t:x/stone/a", "t:x/stone/b", "lies_on", SPAN),
        Link("t:x/stone/a", "t:x/stone/z", "lies_on", SPAN),
    )
    links = snapshot(stone("a"), stone("b"), links=(here, there)).links(source="t:x/stone/a")
    assert [(one.target, one.dangling) for one in links] == [("t:x/stone/b", False), ("t:x/stone/z", True)]


def test_diagnostics_are_sorted_and_may_repeat() -> None:
    late, early = BROKEN.at(Span("b.md", 1, 1, 1, 2), what="b"), BROKEN.at(Span("a.md", 9, 1, 9, 2), what="a")
    odd = ODD.at(early.span, what="a", suggestion="Mend it.", related=[Related("here", SPAN)])
    assert snapshot(diagnostics=(late, odd, early, late)).diagnostics() == [early, odd, late, late]


def test_memoize_derives_once() -> None:
    made, calls = snapshot(), []

    def derive(one: Snapshot) -> int:
        calls.append(one)
        return 7

    assert [made.memoize("count", derive) for _ in range(2)] == [7, 7]
    assert len(calls) == 1


SHARING = """
import sys
import threading
from compiler import compile_source

sys.setswitchinterval(1e-6)
with compile_source("worlds/locked-garden") as made:
    def ask(thread):
        for number in range(3_000):  # each statement is new, so that SQLite asks the authorizer
            made.rows(f"SELECT path, {thread}, {number} FROM source_text")
    threads = [threading.Thread(target=ask, args=(one,)) for one in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
"""


def test_threads_that_share_a_snapshot_all_go_on() -> None:
    """In a process of its own: threads that wait for each other's locks cannot be ended."""
    subprocess.run([sys.executable, "-c", SHARING], cwd=ROOT, check=True, timeout=120)


CLOSING = """
import sqlite3, sys
from threading import Thread
from tests.queries.snapshots import town

def ends():
    snapshot, ended = town(), []
    def read():
        try:
            snapshot.rows("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        except sqlite3.Error as error:
            ended.append(type(error))
    reading = Thread(target=read, daemon=True)
    reading.start()
    while (frame := sys._current_frames().get(reading.ident)) is None or frame.f_code.co_name != "rows":
        pass
    snapshot.close()
    reading.join(20)
    return ended

while (ended := ends()) == [sqlite3.ProgrammingError]:  # it was closed before SQLite began
    pass
assert ended == [sqlite3.OperationalError], ended
"""


def test_snapshot_that_is_closed_ends_what_another_thread_reads_of_it() -> None:
    """In a process of its own, which a connection that is closed in use would end."""
    subprocess.run([sys.executable, "-c", CLOSING], cwd=ROOT, check=True, timeout=60)
