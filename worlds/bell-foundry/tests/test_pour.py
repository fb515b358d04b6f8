"""Tests of the pour."""

from src.pour import pour


def test_pours_all_metal() -> None:
    """Verifies: BELL-2"""
    assert pour(420.0) == 420.0
