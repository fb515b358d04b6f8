"""Figures: promises, and the statistics of measurements."""

import pytest

from harness.benchmarks.figures import Figure, above, in_turns, percentile


@pytest.mark.parametrize(
    ("figure", "is_met"),
    [
        (Figure("takes long", 7.0, "ms", limit=5.0), False),
        (Figure("is fast", 2.0, "MB/s", floor=1.5), True),
        (Figure("as promised", 5.0, "ms", limit=5.0), True),
        (Figure("too slow", 1.4, "MB/s", floor=1.5), False),
        (Figure("nothing promised", 1e9, "ms"), True),
    ],
)
def test_figure_meets_or_misses_its_promise(figure: Figure, is_met: bool) -> None:
    assert figure.is_met is is_met


def test_in_turns_does_not_count_warm_up() -> None:
    values = iter([9.0, 1.0, 2.0])
    assert in_turns(2, {"one": lambda: next(values)}) == {"one": [1.0, 2.0]}


def test_above_is_median_of_paired_differences() -> None:
    assert above([11.0, 25.0, 13.0], [10.0, 20.0, 12.0]) == 1.0


def test_percentile_is_one_of_the_values() -> None:
    assert percentile([3.0, 1.0, 2.0], 95) == 3.0
    assert percentile(list(range(100)), 95) == 95
