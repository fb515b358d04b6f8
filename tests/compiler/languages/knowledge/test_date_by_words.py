"""Which date a decision has by what people write, and that a date of which none is read is told."""

import pytest

from tests.compiler.languages.querying import ask

RECORD = "# Ropes\n\n{}\n\n## Status\n\nAccepted\n\n## Context\n\nIt is so since 2019-01-01.\n\n## Decision\n\nRopes.\n"
PROPOSAL = "# Ropes\n\n{}\n- Status: accepted\n\n## Summary\n\nRopes since 2019-01-01.\n"
# The lines, the day that is read, and whether a finding or a doubt says that the date is not understood.
DECISIONS = [
    ("Date: 2024-03-02", "2024-03-02", False),
    ("Date: 02.03.2024", "2024-03-02", False),
    ("Date: 2 March 2024", "2024-03-02", False),
    ("Date: March 2, 2024", "2024-03-02", False),
    ("Date: Mar 2nd, 2024", "2024-03-02", False),
    ("Date: 2nd of March 2024", "2024-03-02", False),
    ("Date: 2024/03/02", "2024-03-02", False),
    ("Date: 2024.03.02", "2024-03-02", False),
    ("Date: 20240302", "2024-03-02", False),
    ("Date: Sat, 2 Mar 2024", "2024-03-02", False),
    ("Date: Saturday, March 2, 2024", "2024-03-02", False),
    ("Date: 2-Mar-2024", "2024-03-02", False),
    ("Date: 2024-Mar-02", "2024-03-02", False),
    ("Date: 2 Mar 24", "2024-03-02", False),
    ("Date: 2024-3-2", "2024-03-02", False),
    ("Date: 2024-03-02T10:00:00Z", "2024-03-02", False),
    ("Date: 2024-03-02 (updated 2024-05-01)", "2024-03-02", False),
    ("Date: 2024-03-02, last changed 2024-05-01", "2024-03-02", False),
    ("Date: 2024-03-02 - 2024-03-09", "2024-03-02", False),
    ("Date: 2024-03-02 → 2024-03-09", None, True),
    ("Date: 2024-03-02/2024-03-09", None, True),
    ("Date: 2024-03-02 by Ines", "2024-03-02", False),
    ("Date: ~~2024-02-01~~ 2024-03-02", "2024-03-02", False),
    ("Date: `2024-03-02`", "2024-03-02", False),
    ("Date: **2024-03-02**", "2024-03-02", False),
    ("**Date:** 2024-03-02  ", "2024-03-02", False),
    ("📅 Date: 2024-03-02", "2024-03-02", False),
    ("Date: YYYY-MM-DD", None, True),
    ("Date: 2024-03", None, True),
    ("Date: Q1 2024", None, True),
    ("Date: March 2024", None, True),
    ("Date: TBD", None, True),
    ("Date: today", None, True),
    ("Date: 2024-02-30", None, True),
    ("Date: 2024-13-02", None, True),
    ("Date: 03/02/24", "2024-02-03", True),
    ("Date: <!-- 2024-01-01 --> 2024-03-02", "2024-03-02", False),
    ("Date of decision: 2024-03-02", "2024-03-02", False),
    ("Decision date: 2024-03-02", "2024-03-02", False),
    ("Decided on: 2024-03-02", "2024-03-02", False),
    ("Decided: 2024-03-02", "2024-03-02", False),
    ("Accepted: 2024-03-02", None, True),
    ("Created: 2024-03-02\nUpdated: 2024-05-01", "2024-03-02", False),
    ("Last updated: 2024-05-01\nCreated: 2024-03-02", "2024-03-02", False),
    ("- Date: 2024-03-02\n- Review date: 2025-03-02", "2024-03-02", False),
    ("- Review date: 2025-03-02\n- Date: 2024-03-02", "2024-03-02", False),
    ("Review date: 2025-03-02", None, True),
    ("Next review: 2025-03-02", None, True),
    ("Due date: 2025-03-02", None, True),
    ("Last updated: 2024-05-01", None, True),
    ("| Date | 2024-03-02 |\n|---|---|\n| Deciders | Ines |", "2024-03-02", False),
    ("| Status | Date |\n|---|---|\n| Proposed | 2024-01-02 |\n| Accepted | 2024-03-02 |", None, True),
    ("| Field | Value |\n|---|---|\n| Date | 2024-03-02 |", "2024-03-02", False),
    ("Date of submission: 2024-03-02\n\nLast updated: 2024-05-01", "2024-03-02", False),
    ("日期: 2024年3月2日", "2024-03-02", False),
    ("Datum: 2. März 2024", "2024-03-02", False),
]
PROPOSALS = [
    ("- Date: 2024-03-02", "2024-03-02", False),
    ("- Start Date: (fill me in with today's date, YYYY-MM-DD)", None, True),
    ("- Start Date: 2024-03-02 (updated 2024-05-01)", "2024-03-02", False),
    ("- Created: 2nd March 2024", "2024-03-02", False),
    ("- created_at: 2024-03-02", "2024-03-02", False),
    ("- Start Date: 02-03-2024", "2024-03-02", True),
    ("- Start date: 2024-03-02, target 2024-06-01", "2024-03-02", False),
    ("- Last updated: 2024-05-01\n- Created: 2024-03-02", "2024-03-02", False),
    ("- Target date: 2025-01-01", None, True),
    ("- Date: 2024-03-02 / 2024-05-01", None, True),
]
FRONT = [
    ("created_at: 2024-03-02\nupdated_at: 2024-05-01", "2024-03-02", False),
    ("decision-date: 2024-03-02\nadr_status: drafted", "2024-03-02", False),
    ("date: 2024-03-02", "2024-03-02", False),
    ("date: 2024-03-02 # the day of the meeting", "2024-03-02", False),
    ("date: {YYYY-MM-DD when the decision was last updated}", None, True),
    ("created: 2024-03-02\nupdated: 2024-05-01", "2024-03-02", False),
    ("Date: 02 March 2024", "2024-03-02", False),
    ("date: '2024-03-02'\nlast-reviewed: 2025-01-01", "2024-03-02", False),
]
FILES = {
    **{f"doc/adr/{at:04}-ropes.md": RECORD.format(lines) for at, (lines, *_) in enumerate(DECISIONS, start=101)},
    **{f"rfcs/{at:04}-ropes.md": PROPOSAL.format(lines) for at, (lines, *_) in enumerate(PROPOSALS, start=101)},
    **{
        f"doc/adr/{at:04}-ropes.md": f"---\n{lines}\n---\n{RECORD.format('')}"
        for at, (lines, *_) in enumerate(FRONT, start=301)
    },
    "doc/adr/2024-03-02-ropes.md": RECORD.format(""),
    "doc/adr/20240302-ropes.md": RECORD.format(""),
    "doc/adr/2024-03-03-ropes.md": RECORD.format("Date: 2024-04-01"),
    "doc/adr/0401-ropes.md": RECORD.format("") + "\n## Date\n\n2024-03-02\n",
}
EXPECTED = [
    *((day, is_told) for _, day, is_told in (*DECISIONS, *PROPOSALS, *FRONT)),
    *(("2024-03-02", False), ("2024-03-02", False), ("2024-04-01", False), ("2024-03-02", False)),
]


@pytest.mark.parametrize(("path", "expected"), list(zip(FILES, EXPECTED, strict=True)))
def test_date_by_its_words(path: str, expected: tuple[str | None, bool]) -> None:
    days = ask(FILES, "SELECT date FROM decision WHERE file = ?", path)
    doubts = ask(FILES, "SELECT 1 FROM unread WHERE file = ? AND looks_like = 'date'", path)
    findings = ask(FILES, "SELECT 1 FROM diagnostic WHERE file = ? AND code = 'KNO203'", path)
    assert (days[0][0], bool(doubts or findings)) == expected
