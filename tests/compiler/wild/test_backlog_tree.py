"""A tree with the shape of a project that keeps its work in Backlog.md: an apiary with a scale under each hive."""

import pytest

from compiler.languages.knowledge.facts import Task
from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught, compile_tree, findings


def task(identifier: str, title: str, status: str = "To Do", fields: str = "", body: str = "") -> str:
    head = f"id: {identifier}\ntitle: {title}\nstatus: {status}\ncreated_date: '2026-03-02 08:15'\n{fields}"
    return f"---\n{head}---\n\n## Description\n\n{body or 'Nothing more.'}\n"


FILES: dict[str, str | bytes] = {
    "README.md": (
        "# Hive scales\n\n"
        "See [the plan](backlog/docs/doc-1%20-%20Plan.md#weights-in-winter) and [tasks](backlog/tasks)."
        "\n\nWe follow RFC-7946, ISO-8601, UTF-8 and GH-12. Cells are M3-10 and A4.\n\n"
        "```text\nBACK-900 is only shown here\n```\n\n- [ ] Buy more wax\n"
    ),
    ".gitignore": "backlog/scratch/\n",
    "backlog/config.yml": 'project_name: "Scales"\nstatuses: ["To Do", "In Progress", "Done"]\ntask_prefix: "back"\n',
    "backlog/tasks/back-1 - Weigh-the-hive.md": task(
        "BACK-1",
        "Weigh the hive",
        body=(
            "The word\n[BACK-2](../tasks/back-2%20-%20Mail-the-weight.md#description) is a link.\n\n"
            "## Acceptance Criteria\n"
            "<!-- AC:BEGIN -->\n- [ ] #1 A weight in kilograms\n- [x] #2 A weight at noon\n<!-- AC:END -->\n\n"
            "<!-- dependencies: BACK-901, and [old](gone.md) -->"
        ),
    ),
    "backlog/tasks/back-2 - Mail-the-weight.md": task(
        "BACK-2", "Mail the weight", fields="dependencies: [task-1]\nassignee: ['@ines', '@rolf']\n"
    ),
    "backlog/tasks/back-2.1 - Choose-the-hour.md": task(
        "BACK-2.1", "Choose the hour", fields="parent_task_id: BACK-2\n"
    ),
    "backlog/tasks/back-2.10 - Choose-the-minute.md": task(
        "BACK-2.10", "Choose the minute", fields="parent_task_id: BACK-2\n"
    ),
    "backlog/tasks/back-3 - Zähle-die-Bienen-im-März.md": task("BACK-3", "Zähle die Bienen im März 🐝"),
    "backlog/tasks/back-4 - Windows.md": task("BACK-4", "Made on Windows").replace("\n", "\r\n"),
    "backlog/tasks/back-5 - Mark.md": "\ufeff" + task("BACK-5", "With a mark at the start"),
    "backlog/tasks/back-6 - Drop.md": task("BACK-6", "Drop the lid sensor", "Won't Do"),
    "backlog/tasks/back-7 - After-archived.md": task(
        "BACK-7", "After something archived", fields="dependencies: [BACK-20]\n"
    ),
    "backlog/tasks/back-8 - After-draft.md": task("BACK-8", "After a draft", fields="dependencies: [DRAFT-1]\n"),
    "backlog/tasks/back-9 - Lost.md": task("BACK-9", "Waits for nothing real", fields="dependencies: [BACK-77]\n"),
    "backlog/tasks/back-10 - Broken-link.md": task("BACK-10", "Link", body="See [the wiring](../docs/wiring.md)."),
    "backlog/tasks/back-11 - Two-columns.md": task(
        "BACK-11", '"Colon: and [FEATURE] in a title"', body="Uses `BACK-x` and [[1]](https://hive.example/a/b.md)."
    ),
    "backlog/tasks/back-12 - Odd.md": task("BACK-12", "Odd status", "Hibernating"),
    "backlog/tasks/empty.md": "",
    "backlog/tasks/readme.md": "# Tasks\n\nOne file a task. Boxes:\n\n- [ ] not a task\n",
    "backlog/drafts/draft-1 - Solar.md": task("DRAFT-1", "Solar power", "Draft"),
    "backlog/completed/back-15 - Print-the-frame.md": task("BACK-15", "Print the frame", "Done"),
    "backlog/archive/tasks/back-20 - Radio.md": task("BACK-20", "Radio", fields="dependencies: [BACK-404]\n"),
    "backlog/archive/tasks/back-3 - Old-three.md": task("BACK-3", "Number used before"),
    "backlog/archive/drafts/draft-2 - Drone.md": task("DRAFT-2", "Drone", "Draft"),
    "backlog/decisions/decision-1 - Store-grams.md": (
        "---\nid: decision-1\ntitle: Store grams\ndate: '2026-03-01 10:00'\nstatus: accepted\n---\n\n"
        "## Context\n\nScales differ.\n\n## Decision\n\nGrams.\n\n## Consequences\n\nWhole numbers.\n"
    ),
    "backlog/decisions/readme.md": "# Decisions\n\nOne file a decision. Status: accepted.\n",
    "backlog/docs/doc-1 - Plan.md": (
        "---\nid: doc-1\ntitle: Plan\ntype: guide\ncreated_date: '2026-03-01 10:00'\n---\n\n# Plan\n\n"
        "## Weights in winter\n\n- [ ] feed sugar\n\n![A hive](hive.png) and <https://hive.example/BACK/tasks.md>.\n"
    ),
    "backlog/docs/hive.png": b"\x89PNG\r\n\x1a\n\x00",
    "backlog/milestones/m-1 - Spring.md": "---\nid: m-1\ntitle: Spring\n---\n\n## Description\n\nFirst flight.\n",
    "backlog/scratch/back-50 - Ignored.md": task("BACK-50", "Ignored by git"),
    "templates/task.md": task("BACK-60", "{{ title }}", body="- [ ] {{ criterion }}"),
    "AGENTS.md": "# Agents\n\nRun `backlog task edit 999`. Tasks look like BACK-123.\n\n- [ ] Read BACK-998 first\n",
    "node_modules/backlog/backlog/tasks/back-70 - Vendored.md": task("BACK-70", "Vendored"),
}
LINKS = {"backlog/tasks/back-1 again.md": "back-1 - Weigh-the-hive.md"}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compile_tree(tmp_path_factory.mktemp("backlog"), FILES, LINKS)


def task_rows(condition: str, columns: str = "id") -> str:
    return f"SELECT {columns} FROM task WHERE {condition} ORDER BY file, id"


TRAPS = [
    Trap("box of a readme", task_rows("file = 'README.md'"), []),
    Trap("box of a readme among the tasks", task_rows("file = 'backlog/tasks/readme.md'"), []),
    Trap("empty file among the tasks", task_rows("file = 'backlog/tasks/empty.md'"), []),
    Trap("box of acceptance criteria", task_rows("file LIKE '%Weigh-the-hive.md'"), [("BACK-1",)]),
    Trap("box of a document", task_rows("file LIKE 'backlog/docs/%'"), []),
    Trap("symbolic link to a task", "SELECT path FROM file WHERE path LIKE '%again.md'", []),
    Trap("id in a html comment", "SELECT text FROM mention WHERE text = 'BACK-901'", []),
    Trap("id in a fence", "SELECT text FROM mention WHERE text = 'BACK-900'", []),
    Trap("number of a standard", "SELECT text FROM mention WHERE file = 'README.md' AND target IS NULL", []),
    Trap("id in a prompt", "SELECT id FROM task WHERE file = 'AGENTS.md' AND NOT is_example", []),
    Trap("footnote with two brackets", "SELECT source FROM relation WHERE target = '1'", []),
    Trap("subtask ten is not subtask one", task_rows("parent = 'BACK-2'"), [("BACK-2.1",), ("BACK-2.10",)]),
    Trap(
        "number without its prefix",
        "SELECT depends_on, is_missing FROM task_dependency WHERE task = 'BACK-2'",
        [("BACK-1", 0)],
    ),
    Trap("dependency that is not done", "SELECT is_blocked, is_ready FROM task WHERE id = 'BACK-2'", [(1, 0)]),
    Trap("title outside of ascii", task_rows("id = 'BACK-3'", "title"), [("Zähle die Bienen im März 🐝",)]),
    Trap("lines of windows", task_rows("id = 'BACK-4'", "title, is_ready"), [("Made on Windows", 1)]),
    Trap("byte order mark", task_rows("id = 'BACK-5'", "title, is_ready"), [("With a mark at the start", 1)]),
    Trap("word for done outside of the settings", task_rows("id = 'BACK-6'", "is_done"), [(1,)]),
    Trap("dependency that is archived", task_rows("id = 'BACK-7'", "is_ready"), [(0,)]),
    Trap("dependency that is a draft", task_rows("id = 'BACK-8'", "is_ready"), [(0,)]),
    Trap("draft is not the task of its number", task_rows("id = 'DRAFT-1'", "title, is_ready"), [("Solar power", 0)]),
    Trap("completed is done", task_rows("id = 'BACK-15'", "status"), [("done",)]),
    Trap("archived is not done", task_rows("id = 'BACK-20'", "status, is_done"), [("archived", 0)]),
    Trap("number of an archived task", task_rows("id = 'BACK-3#2'", "status"), [("archived",)]),
    Trap("archived draft", task_rows("id = 'DRAFT-2'", "status, is_ready"), [("archived", 0)]),
    Trap("readme among the decisions", "SELECT id FROM decision", [("decision-1",)]),
    Trap("placeholder in a title", task_rows("file LIKE '%Two-columns.md'", "is_ready"), [(1,)]),
    Trap("template of a task", task_rows("file = 'templates/task.md' AND NOT is_example"), []),
    Trap("task that git ignores", task_rows("id = 'BACK-50'"), []),
    Trap("task of a dependency", task_rows("id = 'BACK-70'"), []),
    Trap("milestone is no task", "SELECT id FROM component", [("m-1",)]),
]


def test_backlog_tree_avoids_traps(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_backlog_tree_has_exactly_its_mistakes(snapshot: Snapshot) -> None:
    assert findings(snapshot) == [
        ("DOC201", "backlog/tasks/back-10 - Broken-link.md", 10),
        ("KNO201", "backlog/tasks/back-12 - Odd.md", 1),
        ("KNO301", "backlog/tasks/back-9 - Lost.md", 6),
    ]


def test_backlog_tree_offers_only_work(snapshot: Snapshot) -> None:
    rows = snapshot.rows("SELECT id FROM task WHERE is_ready ORDER BY ready_order")
    expected = ["BACK-1", "BACK-2.1", "BACK-2.10", "BACK-3", "BACK-4", "BACK-5", "BACK-10", "BACK-11"]
    assert [row[0] for row in rows] == expected
    undecided = snapshot.rows("SELECT id FROM task WHERE undecided IS NOT NULL AND NOT is_done AND NOT is_example")
    assert [row[0] for row in undecided] == ["BACK-12"]  # 'Hibernating' is no status of its settings


def test_backlog_tree_keeps_both_assignees(snapshot: Snapshot) -> None:
    assert [one.properties["assignee"] for one in snapshot.facts(Task) if one.id == "BACK-2"] == ["@ines, @rolf"]
