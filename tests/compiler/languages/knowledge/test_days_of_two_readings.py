"""A date of which nothing says whether the day or the month comes first is told as a doubt."""

import pytest

from tests.compiler.languages.querying import ask

READ = "SELECT date FROM decision"
TOLD = "SELECT line, text FROM unread WHERE looks_like = 'date'"


@pytest.mark.parametrize(
    ("date", "day", "is_told"),
    [
        ("12/6/2017", "2017-06-12", True),
        ("25/6/2017", "2017-06-25", False),
        ("6/6/2017", "2017-06-06", False),
        ("12.6.2017", "2017-06-12", False),
    ],
)
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("doc/adr/0001-ropes.md", "# 1. Ropes\n\nDate: {date}\n\n## Status\n\nAccepted\n\n## Decision\n\nRopes.\n"),
        ("rfcs/0001-ropes.md", "# RFC 1: Ropes\n\n- Date: {date}\n- Status: accepted\n\n## Summary\n\nRopes.\n"),
    ],
)
def test_date_with_slashes_is_told_if_it_may_be_read_two_ways(
    date: str, day: str, is_told: bool, path: str, text: str
) -> None:
    files = {path: text.format(date=date)}
    assert ask(files, READ) == [(day,)]
    assert [line for line, _ in ask(files, TOLD)] == ([3] if is_told else [])
