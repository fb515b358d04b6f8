"""Times and time ranges in arguments."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queries import QueryError
from queries.memory.time_ranges import TimeRange, format_time, parse_range, parse_time
from tests.queries.cases import each

EPOCH = datetime(1970, 1, 1)


@given(st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)))
def test_time_is_parsed_as_it_is_formatted(at: datetime) -> None:
    microseconds = (at - EPOCH) // timedelta(microseconds=1)
    assert parse_time(f"{at.isoformat()}Z", "at") == (microseconds, microseconds)
    assert parse_time(format_time(microseconds), "at").first == microseconds


@each(
    "text, first, last",
    [
        ("2026-03-01T10:30:00+01:00", "2026-03-01T09:30:00Z", "2026-03-01T09:30:00Z"),
        ("2026-03-01 10:30", "2026-03-01T10:30:00Z", "2026-03-01T10:30:00Z"),
        ("2026-03-01t10:30:00.5-0230", "2026-03-01T13:00:00.5Z", "2026-03-01T13:00:00.5Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "2024-02-29T23:59:59.999999Z"),
        ("2026-12", "2026-12-01T00:00:00Z", "2026-12-31T23:59:59.999999Z"),
        ("1969", "1969-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z"),
    ],
)
def test_time_stands_for_a_range(text: str, first: str, last: str) -> None:
    found = parse_time(text, "at")
    assert found.first is not None
    assert found.last is not None
    assert (format_time(found.first), format_time(found.last)) == (first, last)


@each(
    "text",
    ["", "now", "2026-02-29", "2026-3-1", "2026-03-01T25:00", "2026-03-01T10:61", "0000", "2026-03-01T10:00+25:00"],
)
def test_invalid_time_is_refused(text: str) -> None:
    with pytest.raises(QueryError):
        parse_time(text, "at")


@each(
    "after, before",
    [("2026-06-01", "2026-01-01"), ("2026-06-02", "2026-06-01"), ("2026-06-01T10:00:01Z", "2026-06-01T12:00:00+02:00")],
)
def test_time_range_that_ends_before_it_begins_is_refused(after: str, before: str) -> None:
    with pytest.raises(QueryError, match="later than") as raised:
        parse_range({"after": after, "before": before})
    assert raised.value.fields["problems"][0]["argument"] == "time_range.after"


def test_time_range_of_one_day_is_accepted() -> None:
    found = parse_range({"after": "2026-06-01T10:00:00Z", "before": "2026-06-01"})
    assert found.first is not None and found.last is not None and found.first < found.last


def test_only_the_range_without_bounds_holds_records_without_a_time() -> None:
    assert TimeRange().holds(None, None)
    assert not TimeRange(first=0).holds(None, None)
