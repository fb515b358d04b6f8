"""Tests of the lamp."""

import pytest
from src.lamp import turn


def test_turns() -> None:
    assert turn() == 10.0


@pytest.mark.requirement("LAMP-02")
def test_full_power_in_fog() -> None:
    assert True
