"""Backlog.md: ids by number, free statuses, folders, frontmatter that is no valid YAML."""

from compiler.languages.knowledge.facts import Blocker, Component, EntityName, WorkState
from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    decision,
    entities,
    facts,
    linked,
    note,
    ready,
    relations,
    task,
)
from tests.compiler.tables import table

SETTINGS = {"backlog/config.yml": 'statuses: ["To Do", "In Progress", "Done"]\n'}


def backlog_task(identifier: str, status: str = "To Do", body: str = "", **fields: str) -> str:
    rest = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"---\nid: {identifier}\ntitle: Title\nstatus: {status}\ncreated_date: '2026-01-05 09:30'\n{rest}---\n{body}"


@table("written", ["BACK-5", "back-5", "task-5", "BACK-005", "TASK-5"])
def test_backlog_dependency_is_found_by_its_number(written: str) -> None:
    result = linked(
        SETTINGS
        | {
            "backlog/tasks/a.md": backlog_task("BACK-5"),
            "backlog/tasks/b.md": backlog_task("BACK-7", dependencies=f"[{written}]"),
        }
    )
    assert blocked(result) == {"BACK-7": ["BACK-5"]}
    assert codes(result) == []


def test_backlog_subtask_number_is_not_a_prefix() -> None:
    files = {
        "backlog/tasks/a.md": backlog_task("BACK-3"),
        "backlog/tasks/b.md": backlog_task("BACK-3.2", parent_task_id="task-3"),
        "backlog/tasks/c.md": backlog_task("BACK-4", dependencies="[task-3.02]"),
    }
    result = linked(files)
    assert blocked(result) == {"BACK-4": ["BACK-3.2"]}
    assert task(result, "BACK-3.2").parent == "BACK-3"


@table(
    ("word", "status"),
    [
        ("To Do", "todo"),
        ('"Done"', "done"),
        ("done", "done"),
        ("Won't Do", "done"),
        ("In Progress", "in_progress"),
        ("Review", "in_progress"),
        ("Blocked", "blocked"),
    ],
)
def test_backlog_status_is_a_free_word(word: str, status: str) -> None:
    result = linked(SETTINGS | {"backlog/tasks/a.md": backlog_task("BACK-1", word)})
    assert (task(result, "BACK-1").status, codes(result)) == (status, [])


def test_backlog_settings_order_statuses_from_todo_to_done() -> None:
    files = {
        "backlog/config.yml": 'statuses: ["Seed", "Sprout", "Harvested"]\n',
        "backlog/tasks/a.md": backlog_task("BACK-1", "Harvested"),
        "backlog/tasks/b.md": backlog_task("BACK-2", "sprout"),
        "backlog/tasks/c.md": backlog_task("BACK-3", "Frost"),
    }
    result = linked(files)
    assert [task(result, f"BACK-{n}").status for n in (1, 2, 3)] == ["done", "in_progress", "todo"]
    assert codes(result) == ["KNO201"]


def test_backlog_folder_decides_done_and_draft() -> None:
    files = {
        "backlog/completed/a.md": backlog_task("BACK-1"),
        "backlog/drafts/b.md": backlog_task("DRAFT-2"),
        "backlog/tasks/c.md": backlog_task("BACK-3"),
    }
    result = linked(files)
    assert task(result, "BACK-1").status == "done"
    assert ready(result) == ["BACK-3"]


def test_backlog_bad_yaml_keeps_all_fields() -> None:
    text = "---\nid: BACK-1\ntitle: 'Open\nassignee:\n  - @ann\nlabels: [a, b]\n---\n"
    result = linked({"backlog/tasks/a.md": text, "backlog/tasks/b.md": backlog_task("BACK-2", assignee="@bo")})
    assert task(result, "BACK-1").properties["assignee"] == "@ann"
    assert task(result, "BACK-1").tags == ("a", "b")
    assert task(result, "BACK-2").properties["assignee"] == "@bo"
    assert codes(result) == ["KNO103"]


def test_backlog_archived_copy_is_dropped() -> None:
    files = {
        "backlog/archive/tasks/a.md": backlog_task("BACK-1"),
        "backlog/tasks/b.md": backlog_task("BACK-1"),
    }
    result = linked(files)
    assert [one.span.file for one in entities(result).values()] == ["backlog/tasks/b.md"]
    assert [(one.code, one.span.file) for one in result.diagnostics] == [("KNO202", "backlog/archive/tasks/a.md")]


def test_backlog_number_of_an_archived_task_may_be_used_again() -> None:
    files = {
        "backlog/archive/tasks/a.md": backlog_task("BACK-1", title="Old"),
        "backlog/archive/tasks/b.md": backlog_task("BACK-1", title="Older"),
        "backlog/tasks/c.md": backlog_task("BACK-1", title="New"),
        "backlog/tasks/d.md": backlog_task("BACK-2", dependencies="[BACK-1]"),
    }
    result = linked(files)
    found = {one.id: one.name for one in entities(result).values()}
    assert found == {"BACK-1": "New", "BACK-1#2": "Old", "BACK-1#3": "Older", "BACK-2": "Title"}
    assert codes(result) == []


def test_backlog_archived_task_has_no_findings_of_references() -> None:
    result = linked({"backlog/archive/tasks/a.md": backlog_task("BACK-1", dependencies="[BACK-7]")})
    assert codes(result) == []


def test_backlog_task_that_is_done_waits_for_nothing() -> None:
    files = {
        "backlog/completed/a.md": backlog_task("BACK-1", "Done", dependencies="[BACK-7]"),
        "backlog/tasks/b.md": backlog_task("BACK-2", dependencies="[BACK-8]"),
    }
    assert [(one.code, one.span.file) for one in linked(files).diagnostics] == [("KNO301", "backlog/tasks/b.md")]


def test_backlog_decision_without_id_has_the_name_of_its_file() -> None:
    text = "# Name the parts\n\n## Context\n\nThey have none.\n\n## Decision\n\nWe name them.\n"
    result = linked({"backlog/decisions/part-names.md": text, "backlog/decisions/part-sizes.md": text})
    assert [one.id for one in entities(result).values()] == ["part-names", "part-sizes"]


def test_backlog_dash_in_the_title_of_a_milestone_is_its_own() -> None:
    files = {
        "backlog/milestones/m-1.md": "---\nid: m-1\ntitle: Tea — first cups\n---\n",
        "backlog/tasks/a.md": backlog_task("BACK-1", milestone="Tea — first cups"),
    }
    result = linked(files)
    assert codes(result) == []
    assert relations(result) == {("BACK-1", "belongs_to", "m-1")}


def test_backlog_dash_in_id_is_read_as_hyphen() -> None:
    files = {
        "backlog/tasks/a.md": backlog_task("BACK-1"),
        "backlog/tasks/b.md": backlog_task("BACK-2", dependencies="[BACK–1]"),
    }
    assert blocked(linked(files)) == {"BACK-2": ["BACK-1"]}
    assert codes(linked(files)) == ["KNO204"]


def test_backlog_section_between_marks_may_hold_headings() -> None:
    body = (
        "\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nOne\n\n## Two\n<!-- SECTION:DESCRIPTION:END -->\n"
        "\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [x] #1 works\n- [ ] #2 fast\n- [~] #3 slow\n- [ ] free\n"
        "<!-- AC:END -->\n"
    )
    found = task(linked({"backlog/tasks/a.md": backlog_task("BACK-1", body=body)}), "BACK-1")
    assert "## Two" in (found.content or "")
    assert "SECTION" not in (found.content or "")
    assert found.native["acceptance_criteria"] == [
        {"number": 1, "text": "works", "checked": True},
        {"number": 2, "text": "fast", "checked": False},
        {"number": 3, "text": "slow", "checked": False, "mark": "~"},
        {"text": "free", "checked": False},
    ]


def test_backlog_decisions_documents_and_milestones_have_own_types() -> None:
    files = {
        "backlog/decisions/d.md": "---\nid: decision-1\ntitle: REST\nstatus: accepted\n---\n## Context\n\nWhy.\n",
        "backlog/docs/d.md": "---\nid: doc-1\ntitle: Guide\ntype: guide\ntags: [a]\n---\nText\n",
        "backlog/milestones/m.md": "---\nid: m-1\ntitle: Spring\n---\n## Description\n\nSoon.\n",
        "backlog/tasks/a.md": backlog_task("BACK-1", milestone="m-1"),
    }
    result = linked(files)
    assert decision(result, "decision-1").properties["context"] == "Why."
    assert note(result, "doc-1").properties == {"note_type": "guide"}
    assert isinstance(entities(result)["m-1"], Component)
    assert relations(result) == {("BACK-1", "belongs_to", "m-1")}


def test_backlog_task_is_recognized_by_frontmatter_in_any_folder() -> None:
    result = linked({"work/a.md": backlog_task("BACK-1", dependencies="[]")})
    assert list(entities(result)) == ["BACK-1"]


def test_backlog_missing_milestone_is_not_a_task_of_its_number() -> None:
    files = {
        "backlog/tasks/a.md": backlog_task("BACK-1"),
        "backlog/tasks/b.md": backlog_task("BACK-2", milestone="m-1"),
    }
    assert (relations(linked(files)), codes(linked(files))) == (set(), [])


def test_backlog_number_does_not_mean_a_draft() -> None:
    files = {
        "backlog/drafts/a.md": backlog_task("DRAFT-1"),
        "backlog/tasks/b.md": backlog_task("BACK-1"),
        "backlog/tasks/c.md": backlog_task("BACK-2", dependencies="[task-1]"),
    }
    assert blocked(linked(files)) == {"BACK-2": ["BACK-1"]}
    assert codes(linked(files)) == []


def test_backlog_subtask_is_unnumbered_and_follows_its_task() -> None:
    files = {
        f"backlog/tasks/{at}.md": backlog_task(name)
        for at, name in enumerate(("BACK-3.10", "BACK-3.2", "BACK-4", "BACK-3"))
    }
    result = linked(files | {"backlog/drafts/a.md": backlog_task("draft-3")})
    assert [one for one in entities(result) if one != "draft-3"] == ["BACK-3", "BACK-3.2", "BACK-3.10", "BACK-4"]
    numbered = [name for name, one in entities(result).items() if one.sequence_number is not None]
    assert numbered == ["BACK-3", "BACK-4"]


def test_backlog_tasks_with_ordinal_come_first() -> None:
    files = {
        "backlog/tasks/a.md": backlog_task("BACK-1"),
        "backlog/tasks/b.md": backlog_task("BACK-2", ordinal="2000"),
        "backlog/tasks/c.md": backlog_task("BACK-3", ordinal="1000.5"),
    }
    assert ready(linked(files)) == ["BACK-3", "BACK-2", "BACK-1"]


def test_backlog_decision_may_be_about_templates() -> None:
    path = "backlog/decisions/decision-1 - Use-template-engine.md"
    assert list(entities(linked({path: "---\nid: decision-1\ntitle: T\n---\n## Context\n\nC\n"}))) == ["decision-1"]


@table(
    ("written", "people"),
    [
        ("@ann", ["@ann"]),
        ("[@ann, bo, @cy]", ["@ann", "bo", "@cy"]),
        ("[ @ann ]", ["@ann"]),
        ("\n  - @ann\n  - '@bo'", ["@ann", "@bo"]),
    ],
)
def test_backlog_handle_needs_no_quotes(written: str, people: list[str]) -> None:
    result = linked({"backlog/tasks/a.md": backlog_task("BACK-1", assignee=written, labels="\n  - a: b")})
    found = task(result, "BACK-1")
    assert (found.native["assignees"], found.properties["assignee"], codes(result)) == (people, ", ".join(people), [])


@table("title", ["`press` starts late", "@ann and @bo: who is first"])
def test_backlog_title_may_begin_with_code_or_handle(title: str) -> None:
    text = backlog_task("BACK-1").replace("title: Title", f"title: {title}")
    result = linked({"backlog/tasks/a.md": text})
    assert (task(result, "BACK-1").name, codes(result)) == (title, [])


def test_backlog_archived_task_is_neither_done_nor_open() -> None:
    files = SETTINGS | {
        "backlog/archive/tasks/a.md": backlog_task("BACK-1", "Done"),
        "backlog/archive/drafts/b.md": backlog_task("DRAFT-2", "Draft"),
        "backlog/tasks/c.md": backlog_task("BACK-3", "Archived"),
        "backlog/tasks/d.md": backlog_task("BACK-4", dependencies="[BACK-1]"),
        "backlog/completed/e.md": backlog_task("BACK-5", "To Do"),
    }
    result = linked(files)
    assert {name: one.status for name, one in entities(result).items()} == {
        "BACK-1": "archived",
        "DRAFT-2": "archived",
        "BACK-3": "archived",
        "BACK-4": "todo",
        "BACK-5": "done",
    }
    assert (ready(result), blocked(result)) == ([], {"BACK-4": ["BACK-1"]})
    states = {one.entity: one for one in facts(result, WorkState)}
    assert (states["BACK-1"].why, states["BACK-1"].is_done) == ("It is archived.", False)
    (blocker,) = facts(result, Blocker)
    assert blocker.reason == "it waits for BACK-1 (depends on), which is archived"


@table("folder", ["drafts", "archive/drafts"])
def test_backlog_draft_is_not_the_task_of_its_number(folder: str) -> None:
    files = {
        "backlog/config.yml": 'task_prefix: "mill"\n',
        f"backlog/{folder}/draft-41.md": backlog_task("DRAFT-41", "Draft"),
        "backlog/completed/mill-41.md": backlog_task("MILL-41", "Done"),
        "backlog/completed/mill-41.1.md": backlog_task("MILL-41.1", "Done", parent_task_id="task-41"),
        "backlog/tasks/mill-42.md": backlog_task("MILL-42", dependencies="[mill-041]"),
        "backlog/tasks/mill-43.md": backlog_task("MILL-43", dependencies="[DRAFT-41]"),
    }
    result = linked(files)
    assert task(result, "MILL-41.1").parent == "MILL-41"
    assert (ready(result), blocked(result)) == (["MILL-42"], {"MILL-43": ["DRAFT-41"]})
    names = {(one.key, one.entity) for one in facts(result, EntityName)}
    assert ("task-41", "MILL-41") in names
    assert ("task-41", "DRAFT-41") not in names


@table(("written", "is_known"), [("MILL-1", True), ("task-1", True), ("1", True), ("GH-1", False)])
def test_backlog_number_counts_only_under_prefixes_of_the_project(written: str, is_known: bool) -> None:
    files = {
        "backlog/config.yml": "---\ntask_prefix: mill\n",
        "backlog/completed/task-1.md": backlog_task("TASK-1", "Done"),
        "backlog/tasks/task-2.md": backlog_task("TASK-2", dependencies=f"[{written}]"),
    }
    result = linked(files)
    assert (ready(result), codes(result)) == ((["TASK-2"], []) if is_known else ([], ["KNO301"]))


def test_backlog_missing_dependency_holds_a_task_up() -> None:
    result = linked({"backlog/tasks/a.md": backlog_task("BACK-2", dependencies="[BACK-99]")})
    assert (ready(result), blocked(result)) == ([], {"BACK-2": ["BACK-99"]})
    (blocker,) = facts(result, Blocker)
    assert (blocker.blocker_status, blocker.span.start_line) == ("missing", 6)
    assert [one.message for one in result.diagnostics] == [
        "BACK-2 waits for BACK-99, and there is none, so this holds it up."
    ]


def test_backlog_archived_milestone_is_read_and_found() -> None:
    files = {
        "backlog/archive/milestones/m-0 - first.md": '---\nid: m-0\ntitle: "First"\n---\n',
        "backlog/milestones/m-1 - next.md": '---\nid: m-1\ntitle: "Next"\n---\n',
        "backlog/milestones/readme.md": "# Milestones\n",
        "backlog/tasks/a.md": backlog_task("BACK-1", milestone="m-0"),
    }
    result = linked(files)
    assert {one.entity: one.status for one in facts(result, Component)} == {"m-0": "archived", "m-1": "active"}
    assert ("BACK-1", "belongs_to", "m-0") in relations(result)


@table("name", ["readme.md", "README.md", "index.md"])
def test_backlog_readme_among_decisions_is_no_decision(name: str) -> None:
    text = "---\nid: decision-1\ntitle: Oil\nstatus: accepted\n---\n## Context\n\nDry.\n"
    files = {
        f"backlog/decisions/{name}": "# Decisions\n\n## Status\n\nFine.\n",
        "backlog/decisions/decision-1.md": text,
    }
    assert list(entities(linked(files))) == ["decision-1"]


@table(("setting", "severity"), [("true", "info"), ("false", "warning"), ("", "warning")])
def test_missing_task_may_stand_on_a_branch_where_backlog_looks_there(setting: str, severity: str) -> None:
    pressing = "---\nid: TASK-1\ntitle: Press\nstatus: To Do\ndependencies: [TASK-7]\nparent_task_id: TASK-8\n---\n"
    files = {"backlog/config.yml": f"check_active_branches: {setting}\n", "backlog/tasks/task-1 - Press.md": pressing}
    found = linked(files).diagnostics
    assert [(one.code, one.severity) for one in found] == [("KNO301", severity), ("KNO306", severity)]
    assert all(("branch" in (one.suggestion or "")) is (severity == "info") for one in found)


def test_backlog_folder_of_settings_has_its_roles() -> None:
    files = {
        "backlog.config.yml": "backlog_directory: plan/board\nstatuses: [Open, Shipped]\n",
        "plan/board/tasks/a.md": backlog_task("BACK-1", status="Open", dependencies="[]"),
        "plan/board/completed/b.md": backlog_task(
            "BACK-2", status="Open", created_date="2026-01-02", dependencies="[]"
        ),
        "plan/board/drafts/c.md": backlog_task("BACK-3", status="Open", dependencies="[]"),
        "plan/board/archive/tasks/d.md": backlog_task(
            "BACK-4", status="Open", created_date="2026-01-02", dependencies="[]"
        ),
    }
    result = linked(files)
    found = {name: one.status for name, one in entities(result).items()}
    assert found == {"BACK-1": "todo", "BACK-2": "done", "BACK-3": "todo", "BACK-4": "archived"}
    assert ready(result) == ["BACK-1"]
    assert {one.collection for one in entities(result).values()} == {"plan/board"}


def test_backlog_date_that_is_none_is_a_finding_at_its_line() -> None:
    files = {"backlog/tasks/a.md": backlog_task("BACK-3", updated_date="2026-13-40", due_date="2026-02-01")}
    (found,) = linked(files).diagnostics
    assert (found.code, found.span.start_line) == ("KNO203", 6)
    assert "2026-13-40" in found.message
