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
        ("# 1. Hoist\n\n## Status\n\nProposed → Accepted\n", ("accepted", "accepted", 1, 5)),
        ("# 1. Hoist\n\n* Status: Draft -> Rejected\n", ("deprecated", "rejected", 1, 3)),
        ("# 1. Hoist\n\n## Status\n\nSimmering\n", (None, "simmering", 0, 5)),
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


@pytest.mark.parametrize(
    "text",
    [
        "# 1. Hoist\n\n* Status: [accepted]\n* Date: [2026-01-02]\n",
        "---\nstatus: {accepted}\ndate: {2026-01-02}\n---\n# Hoist\n\n## Decision\n\nLift.\n",
    ],
)
def test_status_and_date_of_a_decision_may_stand_in_brackets(text: str) -> None:
    found = ask({"doc/adr/0001-hoist.md": text}, "SELECT status, date, is_example FROM decision")
    assert found == [("accepted", "2026-01-02", 0)]


def test_date_of_a_decision_is_the_day_behind_its_status() -> None:
    text = "# Decision record: Hoist\n\n## Status\n\nAccepted (2026-01-02, reviewed 2026-03-04)\n"
    assert ask({"doc/adr/0001-hoist.md": text}, "SELECT title, date FROM decision") == [("Hoist", "2026-01-02")]


@pytest.mark.parametrize(("others", "status", "doubts"), [(4, "", 0), (3, "", 4), (4, "\n\n## Status\n\nAccepted", 5)])
def test_status_is_missed_only_where_records_of_a_collection_state_one(others: int, status: str, doubts: int) -> None:
    text = "# Ropes\n\n## Decision\n\nUse ropes.\n"
    files = {f"docs/decision-records/2026-01-0{at}-ropes/README.md": text for at in range(1, others + 2)}
    if status:
        files["docs/decision-records/2026-01-09-buoys/README.md"] = f"# Buoys{status}\n\n## Decision\n\nUse buoys.\n"
    assert ask(files, "SELECT count(*) FROM unread WHERE looks_like = 'status'") == [(doubts,)]


@pytest.mark.parametrize(
    "status",
    [
        "Superseded, see [ADR-9](0009-buoys.md)",
        "Superseded. See ADR-0009.",
        "Superseded\n\n(See [Buoys](0009-buoys.md))",
        "Superseded in favor of ADR-0009",
        "Replaced -> ADR-0009",
    ],
)
def test_what_stands_behind_superseded_is_the_successor(status: str) -> None:
    assert _successors(f"# 1. Ropes\n\n## Status\n\n{status}\n\n## Decision\n\nRopes.\n") == [
        ("ADR-0001", "superseded", "k:decision/ADR-0009"),
        ("ADR-0009", "accepted", None),
    ]


@pytest.mark.parametrize("key", ["superseded_by", "superseded-by", "supersededBy", "Superseded By", "replaced_by"])
def test_key_of_front_matter_names_the_successor(key: str) -> None:
    assert _successors(
        f"---\nstatus: superseded\n{key}: ADR-0009\n---\n# Ropes\n\n## Decision Outcome\n\nRopes.\n"
    ) == [
        ("ADR-0001", "superseded", "k:decision/ADR-0009"),
        ("ADR-0009", "accepted", None),
    ]


def test_decision_that_is_superseded_for_some_cases_is_in_force() -> None:
    status = "Accepted (but superseded for new ships, see ADR-0009)"
    assert _successors(f"# 1. Ropes\n\n## Status\n\n{status}\n\n## Decision\n\nRopes.\n") == [
        ("ADR-0001", "accepted", None),
        ("ADR-0009", "accepted", None),
    ]


@pytest.mark.parametrize("before", ["Supersedes", "This decision replaces"])
def test_number_in_the_text_of_a_link_names_no_other_decision(before: str) -> None:
    record = "# 1. {name}\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
    files = {
        "a/adr/0001-ropes.md": record.format(name="Ropes"),
        "b/adr/0001-buoys.md": record.format(name="Buoys"),
        "b/adr/0002-tides.md": f"{record.format(name='Tides')}\n{before} [1. Ropes](../../a/adr/0001-ropes.md). So.\n",
    }
    sql = "SELECT target FROM link WHERE kind = 'supersedes'"
    assert ask(files, sql) == [("k:decision/a/ADR-0001",)]


def _successors(text: str) -> list[tuple[str, str, str | None]]:
    """The id and the status of each decision, and what supersedes it: of the text, and of another one."""
    files = {
        "doc/adr/0001-ropes.md": text,
        "doc/adr/0009-buoys.md": "# 9. Buoys\n\n## Status\n\nAccepted\n\n## Decision\n\nBuoys.\n",
    }
    return ask(
        files,
        "SELECT id, decision.status, link.source FROM decision"
        " LEFT JOIN link ON link.target = decision.ref AND link.kind = 'supersedes' ORDER BY id",
    )
