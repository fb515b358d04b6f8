"""Operations on files of unusual shapes: tasks that are headings, front matter by hand, last lines without an end."""

from pathlib import Path
from typing import Any

import pytest

from tests.queries.operations.proposing import applied, propose

HEADINGS = """# Tasks

## Phase 1

### T001: Begin

**Status**: Todo
**Depends on**: None

### T002: Go on

- [ ] AC1: it works

### [ ] T003: End

Words.
"""
NOTE = """---
# by hand
tags:
- a
- 'b c'   # two words

Status:   "open"   # stays
type: [thing]
---
# Note

Text without an end"""
TOML = '+++\ntitle = "Gate"\nstatus = "draft"\n+++\n\n## Context\n\nText.\n'
BACKLOG = (
    "---\nid: task-1\ntitle: One\nstatus: \"○ To Do\"\ncreated_date: 2025-01-01\ndependencies: [task-2 , 'task-3']\n---"
)
TASK_PAGE = "---\nid: TASK-2\nstatus: todo  # by hand\n---\n# Gate\n"
TASK_LABELS = "# Task 2: Gate\n\n**Status:** todo\n"

SHAPES: list[tuple[str, str, str, dict[str, Any], list[str]]] = [
    ("a/tasks.md", HEADINGS, "task_complete", {"id": "T001"}, ["-**Status**: Todo", "+**Status**: Done"]),
    ("a/tasks.md", HEADINGS, "task_complete", {"id": "T002"}, ["-### T002: Go on", "+### T002: Go on ✅"]),
    ("a/tasks.md", HEADINGS, "task_complete", {"id": "T003"}, ["-### [ ] T003: End", "+### [x] T003: End"]),
    (
        "a/tasks.md",
        HEADINGS,
        "relation_create",
        {"source_id": "T002", "target_id": "T001", "relation_type": "blocks"},
        ["-**Depends on**: None", "+**Depends on**: T002"],
    ),
    (
        "a/tasks.md",
        HEADINGS.replace("None", "T002, T003"),
        "relation_delete",
        {"source_id": "T002", "target_id": "T001", "relation_type": "blocks"},
        ["-**Depends on**: T002, T003", "+**Depends on**: T003"],
    ),
    (
        "a/tasks.md",
        HEADINGS,
        "entity_rename",
        {"id": "T002", "new_id": "T009"},
        ["-### T002: Go on", "+### T009: Go on"],
    ),
    ("a/tasks.md", HEADINGS, "entity_update", {"id": "T002", "title": "Go"}, ["-### T002: Go on", "+### T002: Go"]),
    (
        "tasks/2-gate.md",
        TASK_PAGE,
        "task_complete",
        {"id": "TASK-2"},
        ["-status: todo  # by hand", "+status: done  # by hand"],
    ),
    (
        "tasks/2-gate.md",
        TASK_LABELS,
        "entity_update",
        {"id": "2", "title": "Weir"},
        ["-# Task 2: Gate", "+# Task 2: Weir"],
    ),
    (
        "adr/0001-gate.md",
        TOML,
        "entity_update",
        {"id": "ADR-0001", "properties": {"status": "rejected"}},
        ['-status = "draft"', '+status = "rejected"'],
    ),
    (
        "adr/0001-gate.md",
        TOML,
        "entity_update",
        {"id": "ADR-0001", "content": "Words."},
        ["-## Context", "-", "-Text.", "+Words."],
    ),
    ("notes/n.md", NOTE, "entity_update", {"id": "notes/n", "add_tags": ["d"]}, ["+- d"]),
    ("notes/n.md", NOTE, "entity_update", {"id": "notes/n", "remove_tags": ["b c"]}, ["-- 'b c'   # two words"]),
    ("notes/n.md", NOTE, "entity_update", {"id": "notes/n", "title": "N"}, ["-# Note", "+# N"]),
    (
        "notes/n.md",
        NOTE,
        "entity_update",
        {"id": "notes/n", "content": "# Note\n\nOther"},
        ["-Text without an end", "+Other"],
    ),
    ("backlog/tasks/task-1.md", BACKLOG, "task_complete", {"id": "task-1"}, ['-status: "○ To Do"', '+status: "Done"']),
    (
        "backlog/tasks/task-1.md",
        BACKLOG,
        "entity_rename",
        {"id": "task-1", "new_id": "task-9"},
        ["-id: task-1", "+id: task-9"],
    ),
    ("todo.md", "- [ ] a\n- [ ] b", "task_complete", {"id": "todo#2"}, ["-- [ ] b", "+- [x] b"]),
    (
        "todo.md",
        "- [ ] a\n- [ ] b",
        "entity_create",
        {"type": "task", "title": "c"},
        ["-- [ ] b", "+- [ ] b", "+- [ ] c"],
    ),
    ("todo.md", "\t- [ ] a\n", "task_complete", {"id": "todo#1"}, ["-\t- [ ] a", "+\t- [x] a"]),
]


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("file", "text", "op", "arguments", "lines"), SHAPES)
def test_operation_on_an_unusual_shape_changes_what_it_must(
    tmp_path: Path, file: str, text: str, op: str, arguments: dict[str, Any], lines: list[str], end: str
) -> None:
    path = tmp_path / "source" / file
    path.parent.mkdir(parents=True)
    path.write_bytes(text.replace("\n", end).encode())
    with applied(tmp_path / "source", op, arguments, among=lines):
        pass


def test_value_of_several_lines_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes" / "n.md"
    path.parent.mkdir()
    path.write_text(NOTE)
    told = propose(tmp_path, "entity_update", {"id": "notes/n", "properties": {"note_type": "x"}})
    assert "edit the text itself" in told["error"]


def test_status_below_the_title_of_a_task_page_is_left_to_people(tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks/2-gate.md").write_text(TASK_LABELS)
    refused = propose(tmp_path, "task_complete", {"id": "2"})
    assert refused["code"] == "unavailable"


def test_key_is_not_added_to_front_matter_in_toml(tmp_path: Path) -> None:
    (tmp_path / "adr").mkdir()
    (tmp_path / "adr/0001-gate.md").write_text(TOML.replace("status =", "state_of_work ="))
    refused = propose(tmp_path, "entity_update", {"id": "ADR-0001", "properties": {"status": "rejected"}})
    assert (refused["code"], "TOML" in refused["error"]) == ("unavailable", True)
