"""A date of which nothing says whether the day or the month comes first is none, and is told."""

import pytest

from tests.compiler.languages.knowledge.sources import codes, linked
from tests.compiler.languages.querying import ask

PLACES = "SELECT date FROM decision"
LOG = "# Decisions\n\n## 1. Ropes\n\nDate: {date}\n\n## 2. Buoys\n\nDate: 2026-01-02\n"


@pytest.mark.parametrize(
    ("date", "day"), [("12/6/2017", None), ("25/6/2017", "2017-06-25"), ("6/6/2017", "2017-06-06")]
)
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("doc/adr/0001-ropes.md", "# 1. Ropes\n\nDate: {date}\n\n## Status\n\nAccepted\n\n## Decision\n\nRopes.\n"),
        ("rfcs/0001-ropes.md", "# RFC 1: Ropes\n\n- Status: accepted\n- Date: {date}\n\n## Summary\n\nRopes.\n"),
    ],
)
def test_date_with_slashes_is_read_only_one_way(date: str, day: str | None, path: str, text: str) -> None:
    files = {path: text.format(date=date)}
    assert ask(files, PLACES) == [(day,)]
    assert codes(linked(files)) == ([] if day else ["KNO203"])


def test_date_with_slashes_in_a_log_is_read_only_one_way() -> None:
    assert ask({"docs/decisions.md": LOG.format(date="12/6/2017")}, PLACES) == [(None,), ("2026-01-02",)]


def test_log4brains_writes_the_day_first() -> None:
    assert ask({"docs/adr/20170612-ropes.md": "# Ropes\n\n- Date: 12/06/2017\n"}, PLACES) == [("2017-06-12",)]
