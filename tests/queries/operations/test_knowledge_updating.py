"""`entity_update`: each value is written where its format has it, nothing else changes, and undone it gives the old
bytes."""

from pathlib import Path
from typing import Any

from compiler.languages.knowledge.facts import Decision, Entity, Note, Task
from compiler.store.snapshot import Snapshot
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, check_refused


def entity(snapshot: Snapshot, native_id: str) -> Entity:
    (found,) = [one for kind in (Decision, Task, Note) for one in snapshot.facts(kind, entity=native_id)]
    return found


UPDATED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("MILL-1", {"properties": {"status": "in_progress"}}, ["-status: To Do", "+status: In Progress"]),
    ("MILL-1", {"properties": {"status": "on hold"}}, ["-status: To Do", "+status: On Hold"]),
    ("MILL-2", {"properties": {"status": "todo"}}, ["-status: In Progress", "+status: To Do"]),
    ("MILL-1", {"properties": {"priority": "low"}}, ["-priority: high", "+priority: low"]),
    ("MILL-12", {"properties": {"priority": "high"}}, ["+priority: high"]),
    ("MILL-1", {"properties": {"assignee": "@bo, ana"}}, ["-assignee: []", "+assignee:", "+  - '@bo'", "+  - ana"]),
    ("MILL-2", {"properties": {"assignee": "bo"}}, ["-  - '@ana'", "+  - bo"]),
    ("MILL-2", {"title": "It's: #1"}, ["-title: 'Press: hard'", "+title: 'It''s: #1'"]),
    ("MILL-1", {"title": "yes"}, ["-title: Grind", "+title: 'yes'"]),
    ("MILL-1", {"add_tags": ["ink: red"]}, ["+  - 'ink: red'"]),
    ("MILL-1", {"tags": []}, ["-labels:", "-  - press # first", "+labels: []"]),
    ("MILL-1", {"content": "Very\n\nfine."}, ["-Fine.", "+Very", "+", "+fine."]),
    (
        "MILL-2",
        {"content": "Hard."},
        [
            "+",
            "+## Description",
            "+",
            "+<!-- SECTION:DESCRIPTION:BEGIN -->",
            "+Hard.",
            "+<!-- SECTION:DESCRIPTION:END -->",
        ],
    ),
    ("adr/ADR-0001", {"properties": {"status": "rejected"}}, ["-Accepted", "+Rejected"]),
    (
        "decisions/ADR-0001",
        {"properties": {"status": "deprecated"}},
        ['-status: "accepted" # by all', '+status: "deprecated" # by all'],
    ),
    ("ADR-0003", {"properties": {"status": "proposed"}}, ["-* Status: accepted", "+* Status: proposed"]),
    ("20250202-use-two-logs", {"properties": {"status": "proposed"}}, ["+- Status: proposed"]),
    ("20250101-use-a-log", {"add_tags": ["book"]}, ["-- Tags: log", "+- Tags: log book"]),
    ("decision-2", {"properties": {"status": "accepted"}}, ["-status: proposed", "+status: accepted"]),
    (
        "adr/ADR-0001",
        {"title": "Note [all] decisions"},
        [
            "-# 1. Record decisions",
            "+# 1. Note [all] decisions",
        ],
    ),
    (
        "adr/ADR-0001",
        {"title": "Note decisions"},
        [
            "-# 1. Record decisions",
            "+# 1. Note decisions",
            "-See [1. Record decisions](0001-record-decisions.md).",
            "+See [1. Note decisions](0001-record-decisions.md).",
        ],
    ),
    ("decisions/ADR-0002", {"title": "Buy"}, ["-# Buy a press", "+# Buy"]),
    ("vault/Clothsline", {"title": "Line"}, ["-# Clothsline", "+# Line"]),
    ("vault/Press day", {"add_tags": ["a b"]}, ["-tags: [press, howto]", "+tags: [press, howto, a b]"]),
    ("vault/Cloths", {"add_tags": ["wool"]}, ["-tags: press", "+tags: [press, wool]"]),
    ("vault/Cloths", {"properties": {"note_type": "list"}}, ["-type: thing", "+type: list"]),
    ("vault/Clothsline", {"tags": ["wool"]}, ["+---", "+tags:", "+  - wool", "+---", "+"]),
    ("vault/Clothsline", {"content": "# Clothsline\n\nNew."}, ["-For [[Press day]].", "+New."]),
    ("001-booking/T002", {"title": "Two pages"}, ["-- [ ] T002 [P] One page", "+- [ ] T002 [P] Two pages"]),
    (
        "plan/T012",
        {"properties": {"assignee": "bo"}},
        [
            "-- [ ] T012: Sweep `all` (yes) (depends: T010–T011)",
            "+- [ ] T012: Sweep `all` (yes) (depends: T010–T011) (owner: bo)",
        ],
    ),
    ("gate/2", {"properties": {"status": "in_progress"}}, ["-- [ ]* 2. Paint it", "+- [-]* 2. Paint it"]),
    (
        "todo#3",
        {"properties": {"priority": "low"}},
        ["-1. [ ] Call Bo 📅 2025-05-10 ⏫", "+1. [ ] Call Bo 📅 2025-05-10 🔽"],
    ),
    ("todo#2", {"properties": {"status": "todo"}}, ["-* [X] Buy milk", "+* [ ] Buy milk"]),
    (
        "vault/Press day#2",
        {"properties": {"status": "todo"}},
        ["-- [x] Close it ✅ 2025-09-20", "+- [ ] Close it"],
    ),
    ("todo#1", {"title": "Buy rye"}, ["-* [ ] Buy bread", "+* [ ] Buy rye"]),
    ("todo#1", {"content": "- rye\n- white"}, ["+  - rye", "+  - white"]),
    ("plan/T011", {"content": "- Context: the barn"}, ["-  - Context: the yard", "+  - Context: the barn"]),
]


@by_turns("source, native_id, arguments, lines", LINE_ENDS, UPDATED)
def test_entity_update_writes_the_value_where_its_format_has_it(
    source: Path, native_id: str, arguments: dict[str, Any], lines: list[str]
) -> None:
    asked_for = {"id": native_id, **arguments}
    with applied(source, "entity_update", asked_for, lines) as snapshot:
        found = entity(snapshot, native_id)
        for name, value in arguments.get("properties", {}).items():
            meant = {"rejected": "deprecated", "on hold": "blocked"}.get(value, value)
            assert found.properties[name] == meant
        assert arguments.get("title", found.name) == found.name
        assert sorted(arguments.get("tags", found.tags)) == sorted(found.tags)
        assert set(arguments.get("add_tags", ())) <= set(found.tags)


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"id": "MILL-1"}, "invalid_argument", "Nothing is to be changed"),
    ({"id": "MILL-1", "title": "Grind"}, "invalid_argument", "already"),
    ({"id": "MILL-1", "properties": {"priority": "urgent"}}, "unavailable", "Backlog.md"),
    ({"id": "MILL-1", "properties": {"status": "soon"}}, "invalid_argument", "On Hold"),
    ({"id": "001-booking/T002", "properties": {"priority": "high"}}, "unavailable", "no place"),
    ({"id": "001-booking/T002", "add_tags": ["x"]}, "unavailable", "no place for tags"),
    ({"id": "001-booking/T002", "title": "Two (depends on T001)"}, "shown", "T001 -> k:task/001-booking/T002"),
    ({"id": "plan/T012", "title": "x (owner: bo)"}, "shown", "'title': 'x'"),
    ({"id": "plan/T012", "properties": {"assignee": "b)o"}}, "shown", "(owner: b)o)'"),
    ({"id": "todo#1", "title": "Buy 📅 2025-01-01"}, "shown", "'title': 'Buy'"),
    ({"id": "todo#1", "content": "- [ ] rye"}, "shown", "'title': 'rye'"),
    ({"id": "adr/ADR-0001", "add_tags": ["x"]}, "unavailable", "no place for tags"),
    ({"id": "adr/ADR-0001", "properties": {"status": "superseded"}}, "invalid_argument", "decision_supersede"),
    ({"id": "adr/ADR-0001", "properties": {"context": "x"}}, "unavailable", "content"),
    ({"id": "adr/ADR-0001", "content": "No status."}, "shown", "unstated"),
    ({"id": "vault/Cloths", "title": "Wool"}, "unavailable", "entity_rename"),
    ({"id": "vault/Press day", "remove_tags": ["gate"]}, "shown", "changed"),
    ({"id": "cell-1", "title": "It's"}, "unavailable", "bd update cell-1 --title "),
    ({"id": "cell-1", "properties": {"status": "in_progress"}}, "unavailable", "--status in_progress"),
    (
        {"id": "master/1", "properties": {"status": "done"}},
        "unavailable",
        "task-master set-status --id=1 --status=done",
    ),
]


def test_entity_update_is_refused_with_the_reason(source: Path) -> None:
    check_refused(source, [("entity_update", *case) for case in REFUSED])
