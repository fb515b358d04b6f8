"""The report as a page."""

from harness.benchmarks.figures import Figure, Table
from harness.benchmarks.page import page

TAKES_LONG = Figure("takes long", 7.0, "ms", limit=5.0, is_budget=True)
IS_FAST = Figure("is fast", 2.0, "MB/s", floor=1.5, is_budget=True)


def test_page_marks_each_budget() -> None:
    text = page({"starts": ["Of ten files", TAKES_LONG], "queries": [IS_FAST, Table(("tool", ""), [("a", "b")])]}, 3)
    budgets = text.partition("## Budgets")[2].partition("## Starts")[0]
    assert "| takes long | 7.00 ms | at most 5 | **missed** |" in budgets
    assert "| is fast | 2.00 MB/s | at least 1.5 | met |" in budgets
    assert "| a | b |" in text.partition("## Queries")[2]
