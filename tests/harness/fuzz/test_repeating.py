"""A few lines of the seeds, repeated: `python -m harness.fuzz.repeating` tries all of them."""

import pytest

from harness.fuzz.repeating import Case, cases

TRIES = 3  # a machine that is busy meanwhile makes one try slow, hardly three
TRIED = 25


@pytest.mark.long("measures growth")
@pytest.mark.parametrize("case", cases(seed=1)[:TRIED], ids=lambda one: f"{one.path}:{one.at + 1}")
def test_repeated_line_of_a_seed_takes_linear_time(case: Case) -> None:
    assert any(case.is_linear() for _ in range(TRIES)), case.lines[case.at]


def test_lines_of_all_kinds_of_files_are_repeated() -> None:
    suffixes = {one.path.rpartition(".")[2] for one in cases(seed=1)}
    assert suffixes >= {"md", "mmd", "json", "jsonl", "yml", "toml", "rst", "sdoc", "adoc", "xml", "csv", "reqif"}
