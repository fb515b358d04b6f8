"""Tests of the horn."""

from src.horn import sound


def test_sounds() -> None:
    assert sound() == 2
