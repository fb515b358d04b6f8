"""The operations on tasks: each gives the facts asked for in each format, and undone it gives the old bytes."""

import re
from pathlib import Path

from compiler.languages.knowledge.facts import Task
from compiler.store.snapshot import Snapshot
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, check_refused, patch_of, propose, refusals


def task(snapshot: Snapshot, native_id: str) -> Task:
    (found,) = snapshot.facts(Task, entity=native_id)
    return found


COMPLETED = [
    ("MILL-1", "status: Shipped", "backlog/tasks/mill-1 - Grind.md"),
    ("MILL-2", "status: Shipped", "backlog/tasks/mill-2 - Press.md"),
    ("001-booking/T002", "- [x] T002 [P] One page", "specs/001-booking/tasks.md"),
    ("gate/1.1", "  - [x] 1.1 Two hinges", ".kiro/specs/gate/tasks.md"),
    ("gate/2", "- [x]* 2. Paint it", ".kiro/specs/gate/tasks.md"),
    ("add-cart/1.2", "- [x] 1.2 Handle", "openspec/changes/add-cart/tasks.md"),
    ("todo#1", "* [X] Buy bread", "work/todo.md"),
    ("todo#3", "1. [X] Call Bo 📅 2025-05-10 ⏫", "work/todo.md"),
    ("vault/Press day#1", "- [x] Open the gate #gate", "vault/Press day.md"),
    ("vault/Press day#3", "    - [x] Twice", "vault/Press day.md"),
    (
        "plan/T011",
        "## Done\n\n- [x] T011: Clean (owner: mayor) (depends: T010)\n  - Context: the yard\n- [x] T010: Begin",
        "plan/tasks.md",
    ),
]


@by_turns("source, native_id, line, file", LINE_ENDS, COMPLETED)
def test_task_complete_writes_done_as_the_format_does(source: Path, native_id: str, line: str, file: str) -> None:
    with applied(source, "task_complete", {"id": native_id}) as snapshot:
        assert line in (snapshot.text(file) or "").replace("\r\n", "\n")
        if "#" not in native_id:
            assert task(snapshot, native_id).status == "done"


def test_task_complete_changes_one_line(source: Path) -> None:
    patch = patch_of(propose(source, "task_complete", {"id": "MILL-1"})).decode()
    changed = re.findall(r"^[-+](?![-+]).*?(?=\r?$)", patch, re.MULTILINE)
    assert changed == ["-status: To Do", "+status: Shipped"]


RESCHEDULED = [
    ("MILL-1", "due_date: '2026-01-02'"),
    ("todo#3", "1. [ ] Call Bo 📅 2026-01-02 ⏫"),
    ("todo#1", "* [ ] Buy bread 📅 2026-01-02"),
    ("vault/Press day#1", "- [ ] Open the gate #gate 📅 2026-01-02"),
]


@by_turns("source, native_id, line", LINE_ENDS, RESCHEDULED)
def test_task_reschedule_writes_the_day(source: Path, native_id: str, line: str) -> None:
    with applied(source, "task_reschedule", {"id": native_id, "due_date": "2026-01-02"}) as snapshot:
        found = task(snapshot, native_id)
        assert found.due_at == "2026-01-02"
        assert line in (snapshot.text(found.span.file) or "")


REFUSED = refusals("""
task_complete id=MILL-99 => not_found: MILL-
task_complete id=vault/Cloths => wrong_kind: note
task_complete id=T001 => invalid_argument: done already
task_complete id=cell-1 => unavailable: bd close cell-1
task_complete id=master/1.1 => unavailable: task-master set-status --id=1.1 --status=done --tag=master
task_reschedule id=cell-1 due_date=2026-01-02 => unavailable: bd update cell-1 --due 2026-01-02
task_reschedule id=master/1 due_date=2026-01-02 => unavailable: no command
task_reschedule id=MILL-1 due_date=2026-13-02 => invalid_argument: YYYY-MM-DD
task_reschedule id=MILL-1 due_date=soon => invalid_argument: YYYY-MM-DD
task_reschedule id=gate/2 due_date=2026-01-02 => unavailable: no day
""")


def test_operation_on_tasks_is_refused_with_the_reason(source: Path) -> None:
    check_refused(source, REFUSED)
