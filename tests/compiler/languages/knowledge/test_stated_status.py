"""What the relation `decision` says of a status that a record states, and of one that it does not state."""

import pytest

from tests.compiler.languages.querying import ask

COLUMNS = "SELECT status, native_status, is_stated, status_line FROM decision WHERE id = 'ADR-0001'"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# 1. Hoist\n\n## Status\n\nAccepted\n", ("accepted", "accepted", 1, 5)),
        ("# 1. Hoist\n\n## Status\n\nRejected\n", ("deprecated", "rejected", 1, 5)),
        ("# 1. Hoist\n\n* Status: [accepted]\n* Deciders: [Ines Rope]\n", ("accepted", "accepted", 1, 3)),
        ("# 1. Hoist\n\n## Status\n\nAbandoned\n", ("deprecated", "abandoned", 1, 5)),
        ("# 1. Hoist\n\n## Context\n\nIt is heavy.\n\n## Decision\n\nLift.\n", (None, None, 0, None)),
    ],
)
def test_decision_relation_says_whether_a_status_is_stated(text: str, expected: tuple[object, ...]) -> None:
    assert ask({"doc/adr/0001-hoist.md": text}, COLUMNS) == [expected]


def test_decision_superseded_by_another_record_has_a_stated_status() -> None:
    files = {
        "doc/adr/0001-hoist.md": "# 1. Hoist\n\n## Decision\n\nLift.\n",
        "doc/adr/0002-crane.md": "# 2. Crane\n\n## Status\n\nAccepted\n\nSupersedes [1](0001-hoist.md)\n",
    }
    assert ask(files, COLUMNS) == [("superseded", None, 1, None)]


def test_date_of_a_decision_may_stand_in_brackets() -> None:
    text = "# 1. Hoist\n\n* Status: [accepted]\n* Date: [2026-01-02]\n"
    assert ask({"doc/adr/0001-hoist.md": text}, "SELECT date, is_example FROM decision") == [("2026-01-02", 0)]


@pytest.mark.parametrize(("others", "status", "doubts"), [(4, "", 0), (3, "", 4), (4, "\n\n## Status\n\nAccepted", 5)])
def test_status_is_missed_only_where_records_of_a_collection_state_one(others: int, status: str, doubts: int) -> None:
    text = "# Ropes\n\n## Decision\n\nUse ropes.\n"
    files = {f"docs/decision-records/2026-01-0{at}-ropes/README.md": text for at in range(1, others + 2)}
    if status:
        files["docs/decision-records/2026-01-09-buoys/README.md"] = f"# Buoys{status}\n\n## Decision\n\nUse buoys.\n"
    assert ask(files, "SELECT count(*) FROM unread WHERE looks_like = 'status'") == [(doubts,)]
