"""A tree with the shape of a project that keeps its tasks in Task Master: a printer for bus timetables."""

import json
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught, compile_tree, findings


def one(identifier: object, title: str, *waits: object, status: str = "pending", **fields: Any) -> dict[str, Any]:
    return {
        "id": identifier,
        "title": title,
        "status": status,
        "dependencies": list(waits),
        "priority": "medium",
    } | fields


def part(identifier: int, title: str, *waits: object, status: str = "pending") -> dict[str, Any]:
    return {"id": identifier, "title": title, "status": status, "dependencies": list(waits)}


PRINT = [
    one(1, "Read the timetable", status="done"),
    one(2, "Lay out the page", 1, subtasks=[part(1, "Margins", status="done"), part(2, "Columns", 1)]),
    one(3, "Print", 2, subtasks=[part(1, "Choose paper")]),
    one(4, "Put aside", status="deferred", subtasks=[part(1, "Aside too")]),
    one(5, "Dropped", status="cancelled"),
    one(6, "After the dropped one", 5),
    one(7, "Urgent", priority="high", subtasks=[part(1, "Urgent part")]),
    one(8, "Größe der Schrift für Ältere 🚌"),
    one("9", "Number as text", "1"),
    one(10, "In review", status="review"),
    one(11, "[TITLE] with {{ a }} placeholder", details="- [ ] a box\n- [ ] T001 b", testStrategy="see T055, M3-1"),
    one(12, "Waits for nothing real", 99),
    one(13, "Round", 14),
    one(14, "And round", 13),
    one(15, "Done with a lost dependency", 98, status="done"),
    one(16, "Waits for a part", "2.2"),
]
OTHER = [one(1, "Paint the stop"), one(2, "Dry", 1), one(3, "Look at the print", status="done")]
FILES: dict[str, str | bytes] = {
    "README.md": (
        "# Timetables\n\nTasks: [list](.taskmaster/tasks/tasks.json), [goals](.taskmaster/docs/prd.txt),"
        " [gone](.taskmaster/docs/lost.md).\n\n- [ ] Oil the printer\n\nVersion 1.2, RFC 3339, `99.1`.\n"
    ),
    ".gitignore": "logs/\n",
    ".taskmaster/tasks/tasks.json": "\ufeff"
    + json.dumps(
        {"print": {"tasks": PRINT, "metadata": {}}, "paint": {"tasks": OTHER}, "empty": {"tasks": []}}, indent=1
    ),
    ".taskmaster/state.json": '{"currentTag": "print", "lastSwitched": "2026-02-01T00:00:00Z"}\n',
    ".taskmaster/config.json": '{"global": {"defaultTag": "master"}}\n',
    ".taskmaster/tasks/task_002.txt": "# Task ID: 2\n# Title: Lay out the page\n# Dependencies: 1\n",
    ".taskmaster/tasks/tasks.json.bak": '{"print": {"tasks": [{"id": 70, "title": "Copy"}]}}',
    ".taskmaster/reports/task-complexity-report.json": '{"complexityAnalysis": [{"taskId": 2, "taskTitle": "Lay"}]}\n',
    ".taskmaster/templates/example_prd.txt": "<PRD>\n# Overview\n- [ ] [The goal]\nT001 and REQ-d00001\n</PRD>\n",
    ".taskmaster/templates/tasks.md": "# Tasks\n\n- [ ] T001 Of a template\n",
    ".taskmaster/docs/prd.txt": "# Goals\n\n- [ ] Large letters\n1. First stop\n",
    ".taskmaster/docs/prd.md": "# Goals\r\n\r\n- [ ] Large letters\r\n\r\nSee [top](#no-such-part).\r\n",
    ".taskmaster/docs/empty.md": "",
    ".cursor/rules/tasks.md": "---\ndescription: x\nglobs: **/*\n---\n\n- [ ] T001 Run `task-master next`\n",
    "CLAUDE.md": "# Notes\n\n- [ ] T002 Expand 5.2 first\n\n<!-- - [ ] T003 Hidden -->\n",
    "src/tasks.json": '{"tasks": [], "version": "2.0.0"}\n',
    ".vscode/tasks.json": '{"version": "2.0.0", "tasks": [{"label": "build", "type": "shell", "command": "make"}]}\n',
    "tests/fixtures/tasks.json": json.dumps({"tasks": [one(1, "Of a test", 50)]}),
    "node_modules/tm/.taskmaster/tasks/tasks.json": json.dumps({"master": {"tasks": [one(80, "Vendored")]}}),
    "logs/tasks.json": json.dumps({"tasks": [one(90, "Ignored")]}),
    "docs/stop.png": b"\x89PNG\r\n\x1a\n\x00",
    "docs/guide.md": '# Guide\n\n![Stop](stop.png)\n\n```json\n{"tasks": [{"id": 77}]}\n```\n',
}
LINKS = {".taskmaster/tasks.json": "tasks/tasks.json"}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compile_tree(tmp_path_factory.mktemp("task-master"), FILES, LINKS)


def state(identifier: str) -> str:
    """Ready, blocked and done."""
    return f"SELECT is_ready, is_blocked, is_done FROM task WHERE id = '{identifier}'"


def titled(title: str) -> str:
    return f"SELECT id FROM task WHERE title LIKE '{title}%' AND NOT is_example"


FREE, STUCK, DONE = [(1, 0, 0)], [(0, 1, 0)], [(0, 0, 1)]
TRAPS = [
    Trap("byte order mark", state("print/1"), DONE),
    Trap(
        "part counts within its task",
        "SELECT depends_on FROM task_dependency WHERE task = 'print/2.2'",
        [("print/2.1",)],
    ),
    Trap("part of a task that can be worked on", state("print/2.2"), FREE),
    Trap("part of a task that is held up", "SELECT is_ready FROM task WHERE id = 'print/3.1'", [(0,)]),
    Trap("deferred task", "SELECT is_ready, is_done FROM task WHERE id = 'print/4'", [(0, 0)]),
    Trap("part of a deferred task", "SELECT is_ready FROM task WHERE id = 'print/4.1'", [(0,)]),
    Trap("cancelled holds nothing up", state("print/6"), FREE),
    Trap("part has the priority of its task", "SELECT priority FROM task WHERE id = 'print/7.1'", [("high",)]),
    Trap("title outside of ascii", titled("Größe"), [("print/8",)]),
    Trap("number as text", state("print/9"), FREE),
    Trap("review is ready", "SELECT is_ready FROM task WHERE id = 'print/10'", [(1,)]),
    Trap("placeholder in a title", "SELECT is_ready, is_example FROM task WHERE id = 'print/11'", [(1, 0)]),
    Trap("box in the details", titled("a box"), []),
    Trap("id in the details", "SELECT text FROM mention WHERE file LIKE '%tasks.json' AND target IS NULL", []),
    Trap("missing dependency holds up", "SELECT is_ready FROM task WHERE id = 'print/12'", [(0,)]),
    Trap(
        "dependency on a part",
        "SELECT depends_on, is_missing FROM task_dependency WHERE task = 'print/16'",
        [("print/2.2", 0)],
    ),
    Trap("same number of another tag", "SELECT depends_on FROM task_dependency WHERE task = 'paint/2'", [("paint/1",)]),
    Trap("tag without tasks", "SELECT id FROM task WHERE id LIKE 'empty/%'", []),
    Trap("default tag that does not exist", "SELECT id FROM task WHERE id LIKE 'master/%' AND NOT is_example", []),
    Trap("text file of a task", "SELECT count(*) FROM task WHERE title = 'Lay out the page'", [(1,)]),
    Trap("lost dependency of a done task", "SELECT message FROM diagnostic WHERE message LIKE 'print/15 %'", []),
    Trap("copy of the list", titled("Copy"), []),
    Trap("report of complexity", titled("Lay"), [("print/2",)]),
    Trap("template of goals", "SELECT id FROM object WHERE id IN ('T001', 'REQ-d00001') AND NOT is_example", []),
    Trap("template of tasks", titled("Of a template"), []),
    Trap("boxes of goals", titled("Large letters"), []),
    Trap("rule of an agent", titled("Run"), []),
    Trap("prompt", titled("Expand"), []),
    Trap("task in a html comment", "SELECT id FROM task WHERE title LIKE 'Hidden%'", []),
    Trap("tasks of an editor", "SELECT id FROM task WHERE file = '.vscode/tasks.json'", []),
    Trap("tasks of a fixture", titled("Of a test"), []),
    Trap("tasks of a dependency", titled("Vendored"), []),
    Trap("tasks that git ignores", titled("Ignored"), []),
    Trap("list in a fence", "SELECT id FROM task WHERE file = 'docs/guide.md'", []),
    Trap("box of a readme", titled("Oil"), []),
    Trap("symbolic link to the list", "SELECT path FROM file WHERE path = '.taskmaster/tasks.json'", []),
]


def test_task_master_tree_avoids_traps(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_task_master_tree_has_exactly_its_mistakes(snapshot: Snapshot) -> None:
    assert findings(snapshot) == [
        ("DOC202", ".taskmaster/docs/prd.md", 5),
        ("KNO301", ".taskmaster/tasks/tasks.json", 132),
        ("KNO401", ".taskmaster/tasks/tasks.json", 141),
        ("DOC201", "README.md", 3),
    ]


def test_task_master_tree_offers_only_work(snapshot: Snapshot) -> None:
    rows = snapshot.rows("SELECT id FROM task WHERE is_ready AND collection LIKE '%#print' ORDER BY ready_order")
    expected = ["print/7", "print/7.1", "print/8", "print/11", "print/2", "print/2.2", "print/6", "print/9", "print/10"]
    assert [row[0] for row in rows] == expected
