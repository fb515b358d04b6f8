"""The report: promises judged, pages written, and questions that the generated sources can answer."""

from pathlib import Path

import pytest

from queries import TOOLS
from tests.benchmarks.figures import Figure, Table, above, in_turns, percentile
from tests.benchmarks.generate import write
from tests.benchmarks.page import page
from tests.benchmarks.questions import WHOLE_GRAPH, asked, questions
from tests.closing import compile_source

TAKES_LONG = Figure("takes long", 7.0, "ms", limit=5.0, is_budget=True)
IS_FAST = Figure("is fast", 2.0, "MB/s", floor=1.5, is_budget=True)


@pytest.mark.parametrize(
    ("figure", "is_met"),
    [
        (TAKES_LONG, False),
        (IS_FAST, True),
        (Figure("as promised", 5.0, "ms", limit=5.0), True),
        (Figure("too slow", 1.4, "MB/s", floor=1.5), False),
        (Figure("nothing promised", 1e9, "ms"), True),
    ],
)
def test_a_promise_is_met_or_missed_as_measured(figure: Figure, is_met: bool) -> None:
    assert figure.is_met is is_met


def test_the_page_marks_each_budget() -> None:
    written = page({"starts": ["Of ten files", TAKES_LONG], "queries": [IS_FAST, Table(("tool", ""), [("a", "b")])]}, 3)
    budgets = written.partition("## Budgets")[2].partition("## Starts")[0]
    assert "| takes long | 7.00 ms | at most 5 | **missed** |" in budgets
    assert "| is fast | 2.00 MB/s | at least 1.5 | met |" in budgets
    assert "| a | b |" in written.partition("## Queries")[2]


def test_turns_that_warm_up_do_not_count() -> None:
    values = iter([9.0, 1.0, 2.0])
    assert in_turns(2, {"one": lambda: next(values)}) == {"one": [1.0, 2.0]}


def test_differences_are_taken_turn_by_turn() -> None:
    assert above([11.0, 25.0, 13.0], [10.0, 20.0, 12.0]) == 1.0


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([3.0, 1.0, 2.0], 95) == 3.0
    assert percentile(list(range(100)), 95) == 95


def test_what_is_called_whole_graph_is_a_tool() -> None:
    assert {name.partition(",")[0] for name in WHOLE_GRAPH} <= set(TOOLS)


def test_every_tool_that_was_thought_of_can_be_asked(tmp_path: Path) -> None:
    write(tmp_path, 110)
    snapshot = compile_source(tmp_path)
    found = questions(snapshot)
    assert {name for name in asked(snapshot) if not found[name]} == set()
