"""A tree with the shape of a spec-kit project: a service that lends out tools of a workshop."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught, compile_tree, findings

TASKS = """# Tasks: Lend a tool

**Input**: [spec](spec.md#user-story-1), [plan](./plan.md)

<!-- Keep T000 free: - [ ] T000 A task of the template -->

## Format: `[ID] [P?] [Story] Description`

- **[P]**: may run beside others
- [ ] A box without an id

```text
- [ ] T900 Only shown
```

## Phase 1: Setup

- [x] T001 Table of tools in `src/tools.sql`
- [ ] T002 [P] Page of a tool, size M3, after RFC-2119
- [ ] T003 [US1] Lend a tool (depends on T001, T002)
- [ ] T003.1 [US1] Lend two tools (depends on T003)
- [X] T004 Werkzeuge nach Größe ordnen
- [ ] T005 Remind by mail (depends on T055)

### T006: Take a tool back

**Dependencies**: T002

#### Acceptance criteria

- [ ] The tool is on the shelf
- [x] The loan has an end

## Dependencies

- T002 before T003, see `T901` in the old list
- Release v1.2.3 and node T-shirt
"""
SPEC = """# Feature Specification: Lend a tool

**Feature Branch**: `001-lend`
**Status**: Draft

## User Story 1

- [ ] given, when, then

FR-001 and SC-001 stand here. US1 is the first.
"""
PLAN = """# Plan: Lend a tool

- [ ] Constitution checked

See [the notes](research.md) and [spec](spec.md#no-such-heading).
"""
FILES: dict[str, str | bytes] = {
    "README.md": "# Lending\n\n- [ ] Paint the shelf\n\nSee [specs](specs/001-lend/tasks.md#phase-1-setup), `T999`.\n",
    ".gitignore": "specs/009-*/\n",
    "specs/001-lend/tasks.md": TASKS,
    "specs/001-lend/spec.md": SPEC,
    "specs/001-lend/plan.md": PLAN,
    "specs/001-lend/checklists/requirements.md": "# Checklist\n\n- [ ] CHK001 No code\n- [x] CHK002 Clear\n",
    "specs/002-fines/tasks.md": (
        "# Tasks: Fines\n\n- [ ] T001 Count the days\n- [ ] T002 Send a bill (depends on T001)\n"
        "- [ ] T007 Wait (depends on T008)\n- [ ] T008 Wait too (depends on T007)\n"
    ).replace("\n", "\r\n"),
    "specs/002-fines/spec.md": "",
    "specs/003-keys/tasks.md": "\ufeff# Tasks: Keys\n\n- [x] T001 Order a lock\n- [ ] T002 Mount a lock\n",
    "specs/004-empty/tasks.md": "",
    "specs/005-done/tasks.md": "# Tasks: Done\n\n### T001: Clean up ✅\n\n- [ ] Swept\n",
    "specs/009-private/tasks.md": "# Tasks\n\n- [ ] T001 Not to be read\n",
    "specs/archive/000-old/tasks.md": "# Tasks: Old\n\n- [ ] T001 Long ago\n",
    ".specify/templates/tasks-template.md": "# Tasks: [FEATURE NAME]\n\n- [ ] T001 Create\n- [ ] T002 [P] X\n",
    ".specify/templates/spec-template.md": "# Feature Specification: [FEATURE NAME]\n\n[spec](###-feature/gone.md)\n",
    ".specify/memory/constitution.md": "# Constitution\n\n## Principles\n\n- [ ] Short loans\n\nT998 is an example.\n",
    ".claude/commands/tasks.md": "# Make tasks\n\n- [ ] T001 [P] Create {file}\n\nRead `specs/x/plan.md`.\n",
    "memory/constitution.md": "# [PROJECT_NAME] Constitution\n\n### [PRINCIPLE_1_NAME]\n\n- [ ] [RULE]\n",
    "vendor/kit/specs/001-a/tasks.md": "# Tasks\n\n- [ ] T001 Of others\n",
    "docs/guide.md": "# Guide\n\n![Shelf](shelf.png) <https://shop.example/404/tasks.md> [up](../README.md#lending)\n",
    "docs/shelf.png": b"\x89PNG\r\n\x1a\n\x00",
    "tests/fixtures/specs/001-x/tasks.md": "# Tasks\n\n- [ ] T001 Of a test (depends on T404)\n",
}
LINKS = {"specs/current-tasks.md": "001-lend/tasks.md"}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compile_tree(tmp_path_factory.mktemp("spec-kit"), FILES, LINKS)


def task_rows(condition: str, columns: str = "id") -> str:
    return f"SELECT {columns} FROM task WHERE {condition} ORDER BY file, id"


def waits(task: str) -> str:
    return f"SELECT depends_on FROM task_dependency WHERE task = '{task}' ORDER BY depends_on"


LEND = "file = 'specs/001-lend/tasks.md'"
TRAPS = [
    Trap("task in a html comment", task_rows("id LIKE '%T000'"), []),
    Trap("task in a fence", task_rows("id LIKE '%T900'"), []),
    Trap("box without an id", task_rows("title LIKE 'A box%'"), []),
    Trap("acceptance boxes below a heading", task_rows("title LIKE 'The %'"), []),
    Trap(
        "ids of the list",
        task_rows(LEND),
        [(f"001-lend/{one}",) for one in ("T001", "T002", "T003", "T003.1", "T004", "T005", "T006")],
    ),
    Trap("id with a point", waits("001-lend/T003.1"), [("001-lend/T003",)]),
    Trap("mark of a parallel task", task_rows("id = '001-lend/T002'", "is_ready, is_blocked"), [(1, 0)]),
    Trap("capital letter in a box", task_rows("id = '001-lend/T004'", "is_done"), [(1,)]),
    Trap("title outside of ascii", task_rows("title LIKE '%Größe%'"), [("001-lend/T004",)]),
    Trap("two ids in parentheses", waits("001-lend/T003"), [("001-lend/T001",), ("001-lend/T002",)]),
    Trap("task that is a heading", task_rows("id = '001-lend/T006'", "title, is_done"), [("Take a tool back", 0)]),
    Trap("field of a heading", waits("001-lend/T006"), [("001-lend/T002",)]),
    Trap("ticked heading with an open box", task_rows("id = '005-done/T001'", "is_done"), [(1,)]),
    Trap("same number in two features", waits("002-fines/T002"), [("002-fines/T001",)]),
    Trap("lines of windows", task_rows("id = '002-fines/T001'", "title"), [("Count the days",)]),
    Trap("byte order mark", task_rows("file LIKE 'specs/003%'"), [("003-keys/T001",), ("003-keys/T002",)]),
    Trap("empty list", task_rows("file LIKE 'specs/004%'"), []),
    Trap("list that git ignores", task_rows("file LIKE 'specs/009%'"), []),
    Trap("archived list", task_rows("file LIKE 'specs/archive/%' AND (is_ready OR NOT is_example)"), []),
    Trap("template of a list", task_rows("file LIKE '.specify/%' AND (is_ready OR NOT is_example)"), []),
    Trap("command of an agent", task_rows("file LIKE '.claude/%' AND (is_ready OR NOT is_example)"), []),
    Trap("boxes of a constitution", task_rows("file LIKE '%constitution.md'"), []),
    Trap("boxes of a checklist", task_rows("file LIKE '%checklists%'"), []),
    Trap("boxes of a plan and a specification", task_rows("file LIKE '%plan.md' OR file LIKE '%spec.md'"), []),
    Trap("box of a readme", task_rows("file = 'README.md'"), []),
    Trap("list of a dependency", task_rows("file LIKE 'vendor/%'"), []),
    Trap("list of a fixture", task_rows("file LIKE 'tests/%' AND (is_ready OR NOT is_example)"), []),
    Trap("symbolic link to a list", "SELECT path FROM file WHERE path = 'specs/current-tasks.md'", []),
    Trap(
        "template that keeps its blanks",
        "SELECT count(*) FROM file WHERE path = 'memory/constitution.md' AND example IS NOT NULL",
        [(1,)],
    ),
]


def test_spec_kit_tree_avoids_traps(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_spec_kit_tree_has_exactly_its_mistakes(snapshot: Snapshot) -> None:
    assert findings(snapshot) == [
        ("DOC201", "specs/001-lend/plan.md", 5),
        ("DOC202", "specs/001-lend/plan.md", 5),
        ("REQ601", "specs/001-lend/spec.md", 1),
        ("KNO301", "specs/001-lend/tasks.md", 23),
        ("KNO401", "specs/002-fines/tasks.md", 5),
    ]


def test_spec_kit_tree_offers_only_work(snapshot: Snapshot) -> None:
    rows = snapshot.rows("SELECT id FROM task WHERE is_ready ORDER BY ready_order")
    assert [row[0] for row in rows] == ["001-lend/T002", "001-lend/T005", "002-fines/T001", "003-keys/T002"]
