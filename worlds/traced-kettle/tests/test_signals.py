"""The patterns of buzzer and lamp."""

from app.signals import Player, boiled


# Verifies: REQ-d00003
def test_patterns_end_with_the_output_off() -> None:
    assert boiled()[-1][1] == 0


# Verifies: REQ-o00002-A, REQ-o00002-B
def test_three_sounds_when_boiled() -> None:
    assert len(boiled()) == 3


# Verifies: JNY-Tea-01/3
def test_the_player_plays_all() -> None:
    assert Player().play(boiled())[-1] == 800


# Implements: REQ-d00003-A
def test_keywords_have_their_places() -> None:
    assert True
