"""A few mutants of each page of the sample; `specification_mutants` makes more."""

import pytest

from tests.compiler.languages.requirements.formats.specification_mutants import FILES, check


@pytest.mark.parametrize("path", FILES)
def test_mistake_in_a_specification_costs_nothing_above_it(path: str) -> None:
    check(path, 20)
