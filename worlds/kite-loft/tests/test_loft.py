"""Feature: loft-door, Property 1: three knocks open."""

from loft.board import shown


def test_second_kite():
    # Requirement: One kite a member
    # Scenario: Second kite
    assert shown(2) == "2"


def test_three_knocks():
    """Validates: Requirements 1.1, 1.3"""
    assert shown(3) == "3"


def test_wind_limit():
    """Requirement: Wind limit."""
    assert shown(None) == "–"
