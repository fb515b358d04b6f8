"""The relations of knowledge over a project of several formats."""

import json

from tests.compiler.languages.querying import ask


def task(number: int, status: str, *lines: str) -> str:
    head = "\n".join((f"id: task-{number}", f"title: Task {number}", f"status: {status}", *lines))
    return f"---\n{head}\n---\n\nText.\n"


def issue(name: str, **fields: object) -> str:
    return json.dumps({"id": name, "title": f"Issue {name}", "issue_type": "task", "priority": 1, **fields})


WAITS = {"issue_id": "bd-2", "depends_on_id": "bd-1", "type": "blocks"}
ADR = "# {number}. {title}\n\nDate: 2026-01-0{number}\n\n## Status\n\n{status}\n"
FILES = {
    "backlog/config.yml": 'project_name: "P"\nstatuses: ["To Do", "In Progress", "Done"]\n',
    "backlog/tasks/task-1 - One.md": task(1, "Done", "labels: [ui]", "priority: high"),
    "backlog/tasks/task-2 - Two.md": task(2, "In Progress", "dependencies: [task-1]", "labels: [ui, Payments]"),
    "backlog/tasks/task-3 - Three.md": task(
        3, "To Do", "dependencies: [task-2, task-99]", "created_date: '2026-01-02'"
    ),
    ".beads/issues.jsonl": "\n".join(
        (
            issue("bd-1", status="open"),
            issue("bd-2", status="open", dependencies=[WAITS]),
            issue(
                "bd-2.1",
                status="open",
                dependencies=[{"issue_id": "bd-2.1", "depends_on_id": "bd-2", "type": "parent-child"}],
            ),
        )
    ),
    "docs/adr/0001-first.md": ADR.format(number=1, title="First", status="Superseded by [2](0002-second.md)"),
    "docs/adr/0002-second.md": ADR.format(number=2, title="Second", status="Accepted\n\nSupersedes [1](0001-first.md)"),
}


def test_task_relation_has_status_native_status_and_readiness() -> None:
    sql = """SELECT id, status, native_status, priority, is_ready, is_blocked, is_done FROM task
             WHERE format = 'backlog' ORDER BY id"""
    assert ask(FILES, sql) == [
        ("task-1", "done", "Done", "high", 0, 0, 1),
        ("task-2", "in_progress", "In Progress", "normal", 1, 0, 0),
        ("task-3", "todo", "To Do", "normal", 0, 1, 0),
    ]


def test_task_relation_defers_by_the_reference_time() -> None:
    later = issue("bd-9", status="open", defer_until="2026-02-01T00:00:00Z", created_at="2026-01-05T08:00:00Z")
    files = {".beads/issues.jsonl": later}
    assert ask(files, "SELECT is_ready FROM task") == [(0,)]
    newer = issue("bd-8", status="closed", closed_at="2026-03-01T00:00:00Z", created_at="2026-03-01T00:00:00Z")
    assert ask({".beads/issues.jsonl": f"{later}\n{newer}"}, "SELECT is_ready FROM task WHERE id = 'bd-9'") == [(1,)]


def test_task_relation_orders_ready_tasks_of_all_formats_by_priority_due_date_and_format() -> None:
    files = {
        "backlog/config.yml": 'statuses: ["To Do", "Done"]\n',
        "backlog/tasks/task-1 - One.md": task(1, "To Do", "priority: high"),
        "backlog/tasks/task-2 - Two.md": task(2, "To Do", "priority: high", "due_date: '2026-03-02'"),
        "backlog/tasks/task-3 - Three.md": task(3, "To Do", "dependencies: [task-1]", "priority: high"),
        ".beads/issues.jsonl": "\n".join(
            (
                issue("bd-1", status="open", created_at="2026-01-05T08:00:00Z"),
                issue("bd-2", status="open", created_at="2026-01-06T08:00:00Z"),
                issue("bd-3", status="open", created_at="2026-01-04T08:00:00Z", due_at="2026-03-03T00:00:00Z"),
                issue("bd-4", status="open", created_at="2026-01-04T08:00:00Z", due_at="2026-03-01T00:00:00Z"),
                issue("bd-5", status="open", created_at="2026-01-03T08:00:00Z", priority=0),
            )
        ),
    }
    ordered = ask(files, "SELECT id FROM task WHERE ready_order IS NOT NULL ORDER BY ready_order")
    assert [one for (one,) in ordered] == ["bd-5", "bd-4", "task-2", "bd-3", "bd-2", "bd-1", "task-1"]
    assert ask(files, "SELECT id FROM task WHERE is_ready <> (ready_order IS NOT NULL)") == []


def test_task_dependency_relation_tells_missing_and_open_ones() -> None:
    sql = "SELECT task, depends_on, is_missing, is_open FROM task_dependency WHERE kind <> 'parent-child' ORDER BY 1, 2"
    assert ask(FILES, sql) == [
        ("bd-2", "bd-1", 0, 1),
        ("task-2", "task-1", 0, 0),
        ("task-3", "task-2", 0, 1),
        ("task-3", "task-99", 1, 1),
    ]


def test_task_dependency_relation_has_blocked_parents() -> None:
    sql = "SELECT task, depends_on, is_open FROM task_dependency WHERE kind = 'parent-child'"
    assert ask(FILES, sql) == [("bd-2.1", "bd-2", 1)]


def test_task_dependency_relation_explains_every_blocked_task() -> None:
    sql = """SELECT id, is_blocked, EXISTS (SELECT 1 FROM task_dependency d WHERE d.task = t.id AND d.is_open)
             FROM task t"""
    assert all(blocked == explained for _, blocked, explained in ask(FILES, sql))


def test_decision_relation_tells_what_holds() -> None:
    sql = "SELECT id, ref, title, status, date, is_superseded FROM decision ORDER BY id"
    assert ask(FILES, sql) == [
        ("ADR-0001", "k:decision/ADR-0001", "First", "superseded", "2026-01-01", 1),
        ("ADR-0002", "k:decision/ADR-0002", "Second", "accepted", "2026-01-02", 0),
    ]


def test_supersession_relation_has_a_pair_once_though_both_files_state_it() -> None:
    assert ask(FILES, "SELECT newer, older FROM supersession") == [("ADR-0002", "ADR-0001")]


def test_tag_relation_joins_objects_by_ref() -> None:
    sql = "SELECT t.id, g.tag FROM task t JOIN tag g ON g.ref = t.ref ORDER BY 1, 2"
    assert ask(FILES, sql) == [("task-1", "ui"), ("task-2", "Payments"), ("task-2", "ui")]
    assert ask(FILES, "SELECT kind, id FROM tag WHERE tag = 'Payments'") == [("task", "task-2")]


def test_relation_relation_runs_as_its_name_reads() -> None:
    sql = "SELECT source, kind, target FROM relation WHERE source = 'task-1' OR target = 'bd-2' ORDER BY 1, 2"
    assert ask(FILES, sql) == [
        ("bd-1", "blocks", "bd-2"),
        ("bd-2.1", "belongs_to", "bd-2"),
        ("task-1", "blocks", "task-2"),
    ]


def test_note_and_component_relations_have_the_same_columns() -> None:
    files = {"notes/scale.md": "---\ntags: [press]\ncreated: 2026-01-02\n---\n# Scale\n\nSee [[other]].\n"}
    assert ask(files, "SELECT id, title, status, created_at, file FROM note") == [
        ("notes/scale", "Scale", None, "2026-01-02T00:00:00Z", "notes/scale.md")
    ]
    assert ask(files, "SELECT * FROM component") == []
