"""Tests of the plough."""

from src.plough import lift


def test_blade_lifts_over_a_stone() -> None:
    """
    @relation(SP-BLADE, scope=function, role=Test)
    """
    assert lift(10) > 10
