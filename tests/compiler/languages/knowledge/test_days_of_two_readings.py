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


def test_date_of_two_readings_is_read_as_the_other_dates_of_its_collection() -> None:
    dates = {
        "a": ("12/6/2017", "25/6/2017"),
        "b": ("12/6/2017", "6-25-2017"),
        "c": ("12/6/2017", "6/25/2017", "25/6/2017"),
        "d": ("12/6/2017", "25.6.2017"),
    }
    page = "# {at}. Ropes\n\nDate: {date}\n\n## Status\n\nAccepted\n\n## Decision\n\nRopes.\n"
    files = {
        f"{folder}/adr/000{at}-ropes.md": page.format(at=at, date=date)
        for folder, written in dates.items()
        for at, date in enumerate(written, 1)
    }
    files["rfcs/0001-ropes.md"] = "# RFC 1: Ropes\n\n- Date: 12/6/2017\n- Updated: 12/25/2017\n- Status: accepted\n"
    files["b/DECISIONS.md"] = "## D-1: Lift\n\nDate: 4/5/2020\n\n## D-2: Low\n\nDate: 4/15/2020\n"
    sql = "SELECT id, date FROM decision WHERE file LIKE '%/0001%' OR id = 'D-1' ORDER BY file"
    assert ask(files, sql) == [
        ("a/ADR-0001", "2017-06-12"),
        ("D-1", "2020-04-05"),
        ("b/ADR-0001", "2017-12-06"),
        ("c/ADR-0001", "2017-06-12"),
        ("d/ADR-0001", "2017-06-12"),
        ("RFC-0001", "2017-12-06"),
    ]
    told = ask(files, "SELECT DISTINCT file FROM unread WHERE looks_like = 'date' ORDER BY file")
    assert told == [("c/adr/0001-ropes.md",), ("d/adr/0001-ropes.md",)]
