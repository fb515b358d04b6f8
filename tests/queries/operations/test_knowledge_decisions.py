"""The operations on decisions: each gives the facts that it is asked for in each template, and undone it gives the old
bytes."""

from pathlib import Path
from typing import Any

from compiler.languages.knowledge.facts import Decision
from compiler.store.snapshot import Snapshot
from tests.queries.operations.proposing import (
    LINE_ENDS,
    applied,
    by_turns,
    changed_lines,
    check_refused,
    propose,
    propose_all,
)


def decision(snapshot: Snapshot, native_id: str) -> Decision:
    (found,) = snapshot.facts(Decision, entity=native_id)
    return found


SUPERSEDED = [
    (
        "adr/ADR-0001",
        "adr/ADR-0002",
        ["-Accepted", "+Superseded by [2. Use a ledger](0002-use-a-ledger.md)"],
        ["+", "+Supersedes [1. Record decisions](0001-record-decisions.md)"],
    ),
    (
        "decisions/ADR-0001",
        "decisions/ADR-0002",
        ['-status: "accepted" # by all', '+status: "superseded by ADR-0002" # by all'],
        ["+", "+Supersedes [ADR-0001](0001-pick-a-press.md)"],
    ),
    (
        "decisions/ADR-0002",
        "ADR-0003",
        ["-status: proposed", "+status: superseded by [ADR-0003](0003-rent-a-press.md)"],
        ["+* Supersedes [ADR-0002](0002-buy-a-press.md)"],
    ),
    (
        "ADR-0003",
        "decisions/ADR-0001",
        ["-* Status: accepted", "+* Status: superseded by [ADR-0001](0001-pick-a-press.md)"],
        ["+", "+## More Information", "+", "+Supersedes [ADR-0003](0003-rent-a-press.md)"],
    ),
    (
        "20250101-use-a-log",
        "20250202-use-two-logs",
        ["-- Status: accepted", "+- Status: superseded by [20250202-use-two-logs](20250202-use-two-logs.md)"],
        ["+- Supersedes [20250101-use-a-log](20250101-use-a-log.md)"],
    ),
    (
        "20250202-use-two-logs",
        "20250101-use-a-log",
        ["+- Status: superseded by [20250101-use-a-log](20250101-use-a-log.md)"],
        ["+", "+## Links", "+", "+- Supersedes [20250202-use-two-logs](20250202-use-two-logs.md)"],
    ),
    ("decision-1", "decision-2", ["-status: accepted", "+status: superseded"], ["+supersedes: decision-1"]),
    (
        "adr/ADR-0001",
        "ADR-0003",
        ["-Accepted", "+Superseded by [ADR-0003](../../madr/decisions/0003-rent-a-press.md)"],
        ["+* Supersedes [1. Record decisions](../../docs/adr/0001-record-decisions.md)"],
    ),
]


@by_turns("source, old, new, in_old, in_new", LINE_ENDS, SUPERSEDED)
def test_decision_supersede_edits_both_files_as_their_templates_do(
    source: Path, old: str, new: str, in_old: list[str], in_new: list[str]
) -> None:
    arguments = {"old_id": old, "new_id": new}
    with applied(source, "decision_supersede", arguments, [*in_old, *in_new]) as snapshot:
        assert decision(snapshot, old).status == "superseded"
        assert decision(snapshot, old).superseded_by == (new,)
        assert decision(snapshot, new).supersedes == (old,)


def test_decision_supersede_keeps_the_spelling_of_adr_tools(source: Path) -> None:
    file = source / "docs" / "adr" / "0003-use-a-sheet.md"
    first = (source / "docs" / "adr" / "0002-use-a-ledger.md").read_bytes()
    file.write_bytes(
        first.replace(b"# 2. Use a ledger", b"# 3. Use a sheet").replace(
            b"Accepted", b"Accepted\n\nSupercedes [2. Use a ledger](0002-use-a-ledger.md)"
        )
    )
    lines = changed_lines(propose(source, "decision_supersede", {"old_id": "adr/ADR-0001", "new_id": "adr/ADR-0002"}))
    assert "+Superceded by [2. Use a ledger](0002-use-a-ledger.md)" in lines
    assert "+Supercedes [1. Record decisions](0001-record-decisions.md)" in lines


def test_decision_supersede_completes_what_one_file_states(source: Path) -> None:
    file = source / "madr" / "decisions" / "0003-rent-a-press.md"
    file.write_bytes(file.read_bytes().replace(b"Refined by", b"Supersedes"))
    lines = changed_lines(propose(source, "decision_supersede", {"old_id": "decisions/ADR-0001", "new_id": "ADR-0003"}))
    assert lines == ['-status: "accepted" # by all', '+status: "superseded by ADR-0003" # by all']


def test_second_successor_is_a_second_line_in_adr_tools(source: Path) -> None:
    file = source / "docs" / "adr" / "0001-record-decisions.md"
    old = b"Superseded by [2. Use a ledger](0002-use-a-ledger.md)"
    file.write_bytes(file.read_bytes().replace(b"Accepted", old))
    with applied(source, "decision_supersede", {"old_id": "adr/ADR-0001", "new_id": "ADR-0003"}) as snapshot:
        assert decision(snapshot, "adr/ADR-0001").superseded_by == ("adr/ADR-0002", "ADR-0003")
        assert old.decode() in (snapshot.text("docs/adr/0001-record-decisions.md") or "")


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("decision_supersede", {"old_id": "ADR-0009", "new_id": "ADR-0003"}, "not_found", "old_id"),
    ("decision_supersede", {"old_id": "ADR-0003", "new_id": "MILL-1"}, "wrong_kind", "task"),
    ("decision_supersede", {"old_id": "ADR-0003", "new_id": "ADR-0003"}, "invalid_argument", "itself"),
    ("decision_supersede", {"old_id": "ADR-0001", "new_id": "ADR-0003"}, "ambiguous", "candidates"),
]


def test_operation_on_decisions_is_refused_with_the_reason(source: Path) -> None:
    check_refused(source, REFUSED)


def test_decision_supersede_refuses_a_second_time_and_shows_a_cycle(source: Path) -> None:
    first = {"op": "decision_supersede", "old_id": "decision-1", "new_id": "decision-2"}
    told = propose_all(source, [first, {**first, "old_id": "decision-2", "new_id": "decision-1"}])
    assert [finding["kind"] for finding in told["new_diagnostics"]] == ["KNO402"]
    for second, says in (
        (first, "already"),
        ({**first, "new_id": "ADR-0003"}, "names one only"),
    ):
        told = propose_all(source, [first, second])
        assert "operations[1]" in told["error"]
        assert says in told["error"]
