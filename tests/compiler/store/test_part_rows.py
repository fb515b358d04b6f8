"""The rows of a part are the same whether they are made in chunks or at once, and none is made before it is needed."""

import gc
from collections.abc import Iterator

from compiler.languages.requirements.facts import Term, TestResult
from compiler.model.facts import Fact, Link
from compiler.model.spans import Span
from compiler.store.known_refs import KnownRefs
from compiler.store.part_rows import PartRows, rows_made_of
from tests.compiler.tables import table

COUNT = 100  # more than those that have a digest


def made(name: str = "term", duration: float = 0.5) -> Iterator[Fact | Link]:
    for at in range(COUNT):
        span, ref = Span("a.md", at + 1, 1, at + 1, 2), f"r:{name}/{at}"
        yield Term(span=span, ref=ref, term=name, definition="", fields={}, ordinal=at)
        yield result(at, duration)
        yield Link(ref, f"r:{name}/{at // 2}", "implements", span)


def result(at: int, duration: float) -> TestResult:
    return TestResult(
        span=Span("a.xml", at + 1, 1, at + 1, 2),
        ref=f"r:result/{at}",
        result=str(at),
        path="a.xml",
        classname="",
        name="",
        status="passed",
        duration=duration,
        message="",
        test="",
        ordinal=at,
    )


def plain(rows: PartRows) -> object:
    """All rows, whatever chunks they are in."""
    return (
        [(table, [row for chunk in chunks for row in chunk]) for table, chunks in rows.facts],
        [row for one in rows.objects for row in one.rows()[0]],
        [row for one in rows.objects for row in one.rows()[1]],
        [row for chunk, _ in rows.links for row in chunk],
        [one for _, strings in rows.links for one in strings],
        rows.digests,
        rows.has_doubled_ref,
    )


@table(("name", "duration"), [("term", 0.5), ("\udc80", float("inf")), ("wing", float("nan"))])
def test_rows_of_a_part_do_not_depend_on_their_chunks(name: str, duration: float) -> None:
    whole = repr(plain(rows_made_of(made(name, duration))))
    assert "'test_result'" in whole
    rows = rows_made_of(made(name, duration), chunk_rows=7)
    assert [len([*chunks]) for _, chunks in rows.facts] == [15, 15]
    assert repr(plain(rows)) == whole
    assert len(rows.digests) == 3


def test_links_of_a_part_are_forgotten_when_they_are_rows() -> None:
    def alive() -> int:
        return sum(isinstance(one, Link) for one in gc.get_objects())

    def many() -> Iterator[Link]:
        for at in range(COUNT):
            yield Link(f"r:{at}", "r:0", "implements", Span("a.md", at + 1, 1, at + 1, 2))
            held.append(alive())

    before, held = alive(), list[int]()
    rows_made_of(many(), chunk_rows=5)
    assert len(held) == COUNT
    assert max(held) <= before + 10


@table("most", [1_000, 10])
def test_ref_that_is_added_twice_is_doubled(most: int) -> None:
    refs = KnownRefs(most)
    for at in range(100):
        refs.add([f"r:REQ-{at}"])
    assert not refs.has_doubled
    refs.add(["r:REQ-7"])
    assert refs.has_doubled
