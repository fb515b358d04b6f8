"""Pages that a folder and a number or a date make records, whether or not they state a status."""

import pytest

from tests.compiler.languages.querying import ask

SQL = "SELECT id, status, date, is_stated FROM decision"
Row = tuple[str, str | None, str | None, int]
SUMMARY = "\n## Summary\n\nText.\n"


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("rfcs/0007-hoist.md", "# Hoist\n", ("RFC-0007", None, None, 0)),
        ("rfcs/0090_short_hoist.md", "# Hoist\n\nStatus: accepted\n", ("RFC-0090", "accepted", None, 1)),
        ("rfcs/0012-hoist.md", "# Hoist\n\n## Status\n\nAccepted\n", ("RFC-0012", "accepted", None, 1)),
        ("rfcs/2026-01-02-31-hoist.md", "# RFC 31 - 2026-01-02 - Hoist\n", ("RFC-0031", None, "2026-01-02", 0)),
        ("rfcs/RFC-12-hoist.md", "# RFC 12: Hoist\n\n## Metadata\n\n- Status: Draft\n- Start Date: 2026-01-02\n",
         ("RFC-0012", "proposed", "2026-01-02", 1)),
        ("text/0007-hoist.md", "# Hoist\n", ("P-0007", None, None, 0)),
        ("proposals/12-hoist.md", "# Hoist\n\n> **Status**: Draft\n> **Date**: 2026-01-02\n",
         ("P-0012", "proposed", "2026-01-02", 1)),
        ("SDDs/SDD-003-hoist.md", "# SDD-003: Hoist\n\n**Status:** Draft  \n**Date:** 2026-01-02\n",
         ("SDD-003", "proposed", "2026-01-02", 1)),
    ],
)  # fmt: skip
def test_record_is_read_by_its_folder_and_the_number_or_date_in_its_name(path: str, head: str, expected: Row) -> None:
    assert ask({path: f"{head}{SUMMARY}"}, SQL) == [expected]


@pytest.mark.parametrize(
    "path",
    [
        "rfcs/README.md",
        "rfcs/0012-hoist/costs.md",
        "rfcs/20260102-hoist/20260102-costs.md",
        "text/0007.txt",
        "design/README.md",
        "rfcs/process.md",
        "minutes/0012-hoist.md",
    ],
)
def test_page_beside_records_is_no_record(path: str) -> None:
    assert ask({path: "# Costs\n\nText.\n"}, SQL) == []
