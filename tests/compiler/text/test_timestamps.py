"""Timestamps: strict ISO 8601, loose forms that people write, and numbers."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from compiler.text.timestamps import (
    format_utc,
    format_utc_exact,
    is_without_day,
    parse_iso_timestamp,
    parse_timestamp,
    timestamp_of_number,
)
from tests.compiler.tables import table

EPOCH = datetime(1970, 1, 1)


@given(st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)))
def test_timestamps_round_trip(when: datetime) -> None:
    instant = (when - EPOCH) // timedelta(microseconds=1)
    text = format_utc_exact(instant)
    assert text.startswith(when.isoformat(timespec="seconds"))
    for found in (parse_iso_timestamp(text), parse_timestamp(text)):
        assert found == (instant, "second", True)
        assert found.text == format_utc(instant) == f"{when.isoformat(timespec='seconds')}Z"


@table(
    ("text", "utc"),
    [
        ("2026-03-01T10:00:00+01:00", "2026-03-01T09:00:00Z"),
        (" 2026-03-01t10:00 -0130", "2026-03-01T11:30:00Z"),
        ("2026-03-01 10:00:00.25Z", "2026-03-01T10:00:00.250Z"),
        ("2026-03-01 10:00:00,123456789", "2026-03-01T10:00:00.123456Z"),
        ("2026-03-01T10:00+01", "2026-03-01T09:00:00Z"),
        ("2026-03-01T24:00:60", "2026-03-02T00:01:00Z"),
        ("2026-03-01", "2026-03-01T00:00:00Z"),
        ("2026-3-1", None),
        ("2026-02-30", None),
        ("2026-03-01T25:00", None),
        ("2026-03-01T10:60", None),
        ("2026-03-01T10:00:61", None),
        ("9999-12-31T24:00", None),
        ("0000-01-01", None),
        ("soon", None),
    ],
)
def test_iso_timestamps_parse_exactly(text: str, utc: str | None) -> None:
    found = parse_iso_timestamp(text)
    assert (found and format_utc_exact(found.instant)) == utc


@table(
    ("text", "utc", "precision"),
    [
        ("2025-11-03T12:08:12.95-08:00", "2025-11-03T20:08:12Z", "second"),
        ("2025/4/5", "2025-04-05T00:00:00Z", "day"),
        ("05/04/2025", "2025-04-05T00:00:00Z", "day"),
        ("5.4.25 9:30", "2025-04-05T09:30:00Z", "minute"),
        ("5 April 2025", "2025-04-05T00:00:00Z", "day"),
        ("5 Apr 25", "2025-04-05T00:00:00Z", "day"),
        ("2025-Apr-05", "2025-04-05T00:00:00Z", "day"),
        ("5th of April, 2025", "2025-04-05T00:00:00Z", "day"),
        ("Sept. 5, 2025", "2025-09-05T00:00:00Z", "day"),
        ("05-Apr-2025", "2025-04-05T00:00:00Z", "day"),
        ("2025-04-05T09:30:00 utc", "2025-04-05T09:30:00Z", "second"),
    ],
)
def test_loose_timestamps_parse_with_precision(text: str, utc: str, precision: str) -> None:
    found = parse_timestamp(text)
    assert found is not None
    assert (found.text, found.precision, found.day) == (utc, precision, utc[:10])


@table(
    "text",
    [
        "",
        "5-4/2025",
        "2025-13-01",
        "2025-04-05 soon",
        "2025-04-05T9:30+1",
        "Monday",
        "April 2025",
        "31 June 2025",
        "5 Spring 2025",
    ],
)
def test_loose_timestamps_of_other_texts_are_none(text: str) -> None:
    assert parse_timestamp(text) is None


@table(("text", "has_zone"), [("2026-03-01", True), ("2026-03-01T10:00", False), ("2026-03-01T10:00Z", True)])
def test_timestamps_have_zone_flag(text: str, has_zone: bool) -> None:
    for found in (parse_iso_timestamp(text), parse_timestamp(text)):
        assert found is not None
        assert found.has_zone == has_zone


@table(
    ("text", "day"),
    [
        ("27 Janvier 2026", "2026-01-27"),
        ("1er août 2025", "2025-08-01"),
        ("3. März 2024", "2024-03-03"),
        ("5 de Mayo de 2023", "2023-05-05"),
        ("9 december 2022", "2022-12-09"),
        ("11/23/2021", "2021-11-23"),
        ("05/04/2025", "2025-04-05"),
    ],
)
def test_loose_timestamp_has_months_of_other_languages_and_orders(text: str, day: str) -> None:
    found = parse_timestamp(text)
    assert found
    assert found.day == day


def test_loose_timestamp_of_the_human_era_is_ten_thousand_years_later() -> None:
    found = parse_timestamp("12026-03-01")
    assert found
    assert found.text == "2026-03-01T00:00:00Z"
    assert parse_timestamp("10000-03-01") is None  # 1 BC
    assert parse_timestamp("22026-03-01") is None
    assert parse_iso_timestamp("12026-03-01") is None


@table("number", [1_772_359_200, 1_772_359_200_000, 1_772_359_200_000_000, 1_772_359_200.0])
def test_timestamp_of_number_accepts_seconds_to_microseconds(number: float) -> None:
    assert timestamp_of_number(number) == (1_772_359_200_000_000, "second", True)


@table("number", [0, -1, 10**9 - 1, 10**18, 999_999_999_999, float("nan"), float("inf")])
def test_timestamp_of_number_refuses_others(number: float) -> None:
    assert timestamp_of_number(number) is None


@table(
    ("text", "expected"),
    [
        ("20230604170058", "2023-06-04T17:00:58Z"),
        ("202306041700", "2023-06-04T17:00:00Z"),
        ("20230604T170058Z", "2023-06-04T17:00:58Z"),
        ("20230604", "2023-06-04T00:00:00Z"),
        ("20231304", ""),
        ("170058", ""),
    ],
)
def test_time_without_signs_is_read(text: str, expected: str) -> None:
    for read in (parse_iso_timestamp, parse_timestamp):
        found = read(text)
        assert (found.text if found else "") == expected


@table(
    ("text", "expected"),
    [
        *((text, True) for text in ("2026-06", "2026", "June 2026", "June, 2026", "2026 June", "Q2 2026", "2026-Q2")),
        *((text, False) for text in ("2026-13", "Yester 2026", "2026 Yester", "5 June 2026", "soon", "26")),
    ],
)
def test_month_quarter_or_year_is_without_a_day(text: str, expected: bool) -> None:
    assert is_without_day(text) is expected
