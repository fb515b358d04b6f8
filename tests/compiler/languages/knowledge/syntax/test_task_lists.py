"""Task lists in markdown: owners and dependencies, spec-kit, Kiro, boxes to tick."""

from compiler.languages.knowledge.facts import Task, UnresolvedReference
from compiler.languages.knowledge.syntax.task_lists.dependencies import dependencies_of
from compiler.languages.knowledge.syntax.task_lists.lines import task_line
from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    entities,
    facts,
    linked,
    ready,
    relations,
    statuses,
    task,
)
from tests.compiler.languages.querying import ask
from tests.compiler.tables import table

LIST = """# Tasks — 7-press

## In Progress

- [ ] T003: Print (the sheets) (owner: worker:ann) (scope: src/press/) (depends: T001,T002)
  - Context: One line
  - DoD (short):
    - nested
    - twice
  - Started_at: 2026-01-05T08:00:00+01:00

## Blocked

- [ ] T004: Dry (depends: spec:6-ink/T001,T003)

## Done

- [x] T001: Ink
- [X] T002: Paper
"""


@table(
    ("text", "ids"),
    [
        ("T001", ("T001",)),
        ("T008–T011", ("T008", "T009", "T010", "T011")),
        ("T8-10", ("T8", "T9", "T10")),
        ("T1—T2", ("T1", "T2")),
        ("T015,T017, T015,T016–T017", ("T015", "T017", "T016")),
        ("spec:06-ink/T001–T002,T1", ("spec:06-ink/T001", "spec:06-ink/T002", "T1")),
        ("none", ()),
        ("T1 and T2; T3", ("T1", "T2", "T3")),
        ("T074.1, T074.3", ("T074.1", "T074.3")),
        ("T7.1–T7.3", ("T7.1", "T7.2", "T7.3")),
        ("T7.1-7.3", ("T7.1", "T7.2", "T7.3")),
        ("T7.2-3", ("T7.2", "T7.3")),
    ],
)
def test_dependencies_of_a_list(text: str, ids: tuple[str, ...]) -> None:
    assert dependencies_of(text).ids == ids


@table("text", ["T5–T3", "T001–T999"])
def test_dependency_range_that_is_invalid_gives_both_ends(text: str) -> None:
    found = dependencies_of(text)
    assert len(found.ids) == 2
    assert found.bad_ranges


@table(
    ("text", "title"),
    [
        ("T1: Fix `x` (dangling filter) (owner: a) (depends: T2)", "Fix `x` (dangling filter)"),
        ("T1: Mind (owner: a) this (scope: b)", "Mind (owner: a) this"),
        ("T001 [P] [US1] Write  it in [a](b)", "Write it in [a](b)"),
        ("1.2 Test", "Test"),
        ("Call Bo 📅 2026-05-10 ⏫", "Call Bo"),
        ("(odd) (", "(odd) ("),
    ],
)
def test_task_line_title_excludes_attributes(text: str, title: str) -> None:
    assert task_line(text).title == title


def test_task_list_gives_scoped_ids_states_fields_and_times() -> None:
    result = linked({"docs/press.md": LIST})
    assert statuses(result) == {
        "7-press/T003": "in_progress",
        "7-press/T004": "blocked",
        "7-press/T001": "done",
        "7-press/T002": "done",
    }
    found = task(result, "7-press/T003")
    assert (found.properties["assignee"], found.native["scope"]) == ("worker:ann", "src/press/")
    assert found.native["fields"]["DoD"] == "- nested\n- twice"
    assert result.as_of == "2026-01-05T07:00:00Z"


def test_task_list_open_dependency_blocks_and_missing_list_is_reported() -> None:
    result = linked({"docs/press.md": LIST})
    assert ready(result) == ["7-press/T003"]
    assert blocked(result) == {"7-press/T004": ["7-press/T003"]}
    assert [one.text for one in facts(result, UnresolvedReference)] == ["6-ink/T001"]
    assert codes(result) == ["KNO301"]


def test_task_list_dependency_on_other_list_by_name() -> None:
    other = {"specs/6-ink/tasks.md": "- [ ] T001: Boil\n"}
    result = linked({"docs/press.md": LIST} | other)
    assert blocked(result)["7-press/T004"] == ["7-press/T003", "6-ink/T001"]
    assert codes(result) == []


def test_task_list_same_ids_in_two_features_keep_both() -> None:
    text = "- [ ] T001 First\n- [ ] T002 Second (depends on T001)\n"
    result = linked({"specs/001-a/tasks.md": text, "specs/002-b/tasks.md": text})
    assert relations(result) == {("001-a/T001", "blocks", "001-a/T002"), ("002-b/T001", "blocks", "002-b/T002")}


def test_task_list_id_may_end_in_a_word_in_capitals() -> None:
    lines = (
        "- [x] T001-MIN [P] Fill\n- [ ] **T002-A**: Boil (depends on T001-MIN)\n- [ ] T003 Pour, depends on T002-A\n"
    )
    result = linked({"specs/001-tea/tasks.md": f"{lines}\n### T004-UI: Show the steam\n\n- [ ] It is seen\n"})
    assert statuses(result) == {
        "001-tea/T001-MIN": "done",
        "001-tea/T002-A": "todo",
        "001-tea/T003": "todo",
        "001-tea/T004-UI": "todo",
    }
    assert blocked(result) == {"001-tea/T003": ["001-tea/T002-A"]}


def test_task_list_bold_type_may_go_on_behind_the_id() -> None:
    text = "- [x] **T1 — Boil**\n- [ ] **T2: Pour it** (depends on: T1)\n- [ ] **T3** Drink\n"
    result = linked({"specs/001-tea/tasks.md": text})
    assert [(one.id, one.name) for one in entities(result).values()] == [
        ("001-tea/T1", "Boil"),
        ("001-tea/T2", "Pour it (depends on: T1)"),
        ("001-tea/T3", "Drink"),
    ]
    assert codes(result) == []


def test_task_list_number_in_prose_is_no_id_of_a_list_without_numbers() -> None:
    text = "## Task 20: Boil\n\n- [x] Boil\n\n## Task 21: Pour\n\n- [ ] Pour\n  - Depends on: 20\n"
    assert codes(linked({"specs/001-tea/tasks.md": text})) == []
    assert codes(linked({"specs/001-tea/tasks.md": text.replace("- [x] Boil", "- [x] 1. Boil")})) == ["KNO301"]


def test_task_list_range_of_ids_is_no_id() -> None:
    text = "- [ ] T001 A\n- [ ] T002 B\n- [ ] T003 C (depends: T001-T002)\n"
    assert blocked(linked({"specs/001-a/tasks.md": text})) == {"001-a/T003": ["001-a/T001", "001-a/T002"]}


def test_task_list_prose_may_say_depends_on_or_after() -> None:
    result = linked(
        {"specs/001-a/tasks.md": "- [ ] T001 A\n- [ ] T002 B after T001\n- [ ] T003 C, depends on T001 and T002\n"}
    )
    assert blocked(result) == {"001-a/T002": ["001-a/T001"], "001-a/T003": ["001-a/T001", "001-a/T002"]}


def test_task_list_prose_outside_of_tasks_may_state_dependencies() -> None:
    prose = "- **T002** depends on T001, since it must\n- T009 depends on T001\n"
    result = linked({"specs/001-a/tasks.md": f"- [ ] T001 A\n- [ ] T002 B\n\n## Dependencies\n\n{prose}"})
    assert blocked(result) == {"001-a/T002": ["001-a/T001"]}


def test_kiro_list_has_parts_optional_steps_and_own_mark() -> None:
    text = "- [-] 1. Page\n  - [x] 1.1 Form\n  - [ ]* 1.2 Test\n    - _Requirements: 1.1, 2.3_\n"
    result = linked({".kiro/specs/login/tasks.md": text})
    assert statuses(result) == {"login/1": "in_progress", "login/1.1": "done", "login/1.2": "todo"}
    assert relations(result) == {("login/1.1", "belongs_to", "login/1"), ("login/1.2", "belongs_to", "login/1")}
    assert task(result, "login/1.2").native["requirements"] == ["1.1", "2.3"]
    assert task(result, "login/1.2").native["optional"] is True


def test_checkbox_is_a_task_only_in_todo_files() -> None:
    text = "# To do\n\n- [ ] Oil\n  - [x] Wipe\n- no task\n\n```\n- [ ] code\n```\n"
    result = linked({"TODO.md": text, "README.md": text, "docs/guide.md": text})
    assert statuses(result) == {"TODO#1": "todo", "TODO#2": "done"}
    assert relations(result) == {("TODO#2", "belongs_to", "TODO#1")}


def test_task_list_dash_as_bullet_is_read_and_reported() -> None:
    result = linked({"tasks.md": "- [ ] T001: A\n– [ ] T002: B\n"})
    assert (list(entities(result)), codes(result)) == (["tasks/T001", "tasks/T002"], ["KNO204"])


def test_task_list_duplicate_id_keeps_both_tasks() -> None:
    result = linked({"tasks.md": "- [ ] T001: A\n- [ ] T001: B\n"})
    assert {name: one.name for name, one in entities(result).items()} == {"tasks/T001": "A", "tasks/T001#2": "B"}
    assert codes(result) == ["KNO202"]


def test_task_list_that_counts_anew_below_each_heading_is_one_remark() -> None:
    boxes = "\n".join(f"- [ ] **T{number}.** Step {number}" for number in range(1, 5))
    result = linked({"docs/plan.md": f"# Plan\n\n## Press\n\n{boxes}\n\n## Belt\n\n{boxes}\n\n## Hopper\n\n{boxes}\n"})
    assert len(entities(result)) == 12
    (found,) = result.diagnostics
    assert (found.code, found.severity, found.span.start_line) == ("KNO206", "info", 12)
    assert found.message.startswith("4 ids of this page are given to several tasks, such as plan/T1: ")


def test_task_list_leading_zeros_do_not_matter() -> None:
    result = linked({"tasks.md": "- [ ] T001: A\n- [ ] T2: B (depends: T1)\n- [ ] T3: C (depends: T0002)\n"})
    assert blocked(result) == {"tasks/T2": ["tasks/T001"], "tasks/T3": ["tasks/T2"]}


@table(
    ("text", "flags"),
    [
        ("**T007** Bold", ()),
        ("**T007:** Bold", ()),
        ("T007 [P][US2] Bold", ("P", "US2")),
        ("**T007** [P] [US12] Bold", ("P", "US12")),
    ],
)
def test_task_line_id_may_be_bold_with_adjacent_flags(text: str, flags: tuple[str, ...]) -> None:
    found = task_line(text)
    assert (found.identifier, found.title, found.flags) == ("T007", "Bold", flags)


def test_task_list_with_bold_ids_is_recognized_anywhere() -> None:
    text = "# Plan\n\n- [x] **T001** A\n- [ ] **T002** B (depends on T001)\n"
    assert statuses(linked({"docs/plan.md": text})) == {"plan/T001": "done", "plan/T002": "todo"}


def test_task_list_template_has_no_tasks() -> None:
    text = "# Tasks: [FEATURE]\n\n- [ ] T001 Create the project\n"
    assert entities(linked({".specify/templates/tasks-template.md": text})) == {}


def test_task_line_attribute_names_may_have_capitals() -> None:
    result = linked({"specs/7-press/tasks.md": "- [ ] T001: Ink\n- [ ] T002: Dry (Owner: ann) (Depends: T001)\n"})
    assert (task(result, "7-press/T002").name, task(result, "7-press/T002").properties["assignee"]) == ("Dry", "ann")
    assert ready(result) == ["7-press/T001"]


HEADINGS = """# Tasks: Press

```
### T999: Title in the format
```

## Phase 1

### T001-T003: Range over several

### T001: Oil the press [P]

**File(s)**: `src/press.rs` | **Type**: Create
**Depends**: None
**Acceptance**:
- [x] It turns
- [x] It is quiet

### T002 — Ink the rollers ✅ finished

**Dependencies**: T001

### T003: Print

**Depends**: T001, T002, T004–T005
**Priority**: High
- [ ] It looks good
- [ ] T009 A sheet of proof

#### Notes

- [ ] A note

### T004: Dry

- [ ] **T004** Dry the sheets (depends on T001)
- [ ] T005 Cut

## Acceptance Criteria

- [ ] Everyone is happy
- [ ] T006 Hang them up
"""


@table("path", ["specs/001-press/tasks.md", "plans/press/tasks.md"])
def test_headings_with_ids_are_tasks(path: str) -> None:
    result = linked({path: HEADINGS})
    found = {name.partition("/")[2]: one.status for name, one in entities(result).items()}
    assert found == {
        "T001": "done",
        "T002": "done",
        "T003": "todo",
        "T009": "todo",
        "T004": "todo",
        "T005": "todo",
        "T006": "todo",
    }
    scope = path.split("/")[1]
    in_order = {f"{scope}/T005": [f"{scope}/T004"]} if path.startswith("specs/001") else {}
    part = {f"{scope}/T009": [f"{scope}/T003"]}
    assert blocked(result) == {f"{scope}/T003": [f"{scope}/T004", f"{scope}/T005"]} | in_order | part
    printing = task(result, f"{scope}/T003")
    assert (printing.name, printing.properties["priority"]) == ("Print", "high")
    assert printing.native["acceptance_criteria"] == {"checked": 0, "total": 3}
    assert task(result, f"{scope}/T001").name == "Oil the press"
    assert task(result, f"{scope}/T009").parent == f"{scope}/T003"
    assert codes(result) == []


def test_heading_task_spans_what_stands_below_it() -> None:
    found = task(linked({"specs/001-press/tasks.md": HEADINGS}), "001-press/T003")
    lines = HEADINGS.split("\n")
    assert lines[found.span.start_line - 1] == "### T003: Print"
    assert lines[found.span.end_line - 1] == "- [ ] A note"


@table(
    ("field", "status"),
    [("Status: Done", "done"), ("**Status**: in progress", "in_progress"), ("Status: open", "todo")],
)
def test_heading_task_status_is_that_of_its_field(field: str, status: str) -> None:
    text = f"## T001: Oil\n\n{field}\n\n- [x] It turns\n"
    assert statuses(linked({"specs/001-press/tasks.md": text})) == {"001-press/T001": status}


def test_spec_kit_boxes_without_ids_beside_tasks_are_criteria() -> None:
    text = "## Phase 1\n\n- [ ] T001 Oil\n  - [ ] It turns\n\n## Checkpoint\n\n- [ ] All is well\n"
    assert list(entities(linked({"specs/001-press/tasks.md": text}))) == ["001-press/T001"]
    assert len(entities(linked({"specs/001-press/tasks.md": "- [ ] Oil\n- [ ] Print\n"}))) == 2


@table("heading", ["Acceptance Criteria", "Definition of Done", "Success criteria", "Legend", "Status Legend"])
def test_boxes_of_criteria_are_no_tasks(heading: str) -> None:
    criteria = f"## {heading}\n\n- [ ] It turns\n\n### More\n\n- [ ] It shines\n"
    text = f"# Todo\n\n- [ ] Oil\n\n{criteria}\n## Next\n\n- [ ] Print\n"
    assert [one.name for one in entities(linked({"todo.md": text})).values()] == ["Oil", "Print"]


@table(
    "label",
    ["**Acceptance criteria:**", "**Definition of Done**", "__Success criteria__:", "Test plan:", "**Legend** (v2):"],
)
def test_boxes_below_a_label_of_criteria_are_no_tasks(label: str) -> None:
    as_paragraph = f"- [ ] Oil\n\n  {label}\n  - [ ] It turns\n    - [ ] quietly\n- [ ] Print\n"
    as_item = f"- [ ] Oil\n  - {label}\n    - [ ] It turns\n    - [x] It shines\n\n    - [ ] It lasts\n- [ ] Print\n"
    alone = f"- [ ] Oil\n\n{label}\n\n- [ ] It turns\n- [ ] It shines\n\n- [ ] Print\n"
    for text in (as_paragraph, as_item, alone):
        assert [one.name for one in entities(linked({"todo.md": text})).values()] == ["Oil", "Print"]
        notes = entities(linked({"notes/a.md": text})).values()
        assert [one.name for one in notes if one.kind == "task"] == ["Oil", "Print"]


@table(
    "label",
    [
        "Acceptance is what we hope for",
        "**Acceptance** of the press is near.",
        "```\n**Legend:**\n```",
        "**Next:**",
        "- [ ] Definition of done:",
    ],
)
def test_boxes_below_other_lines_are_tasks(label: str) -> None:
    text = f"# Todo\n\n{label}\n\n- [ ] Oil\n- [ ] T001 Print\n"
    assert [one.name for one in entities(linked({"todo.md": text})).values()][-2:] == ["Oil", "Print"]


def test_steps_below_a_number_that_stands_twice_are_those_of_the_nearest() -> None:
    text = "- [ ] 1. Oil\n- [ ] 2. Print\n- [ ] 2. Print\n  - [x] 2.1 Cut\n  - [ ] 2.2 Fold\n- [ ] 3. Dry\n"
    result = linked({".kiro/specs/press/tasks.md": text})
    assert codes(result) == ["KNO202"]
    assert {task(result, f"press/{one}").parent for one in ("2.1", "2.2")} == {"press/2#2"}


def test_mark_of_parallel_tasks_is_no_box() -> None:
    text = "- [ ] T001 [P] Oil\n\n## Notes\n\n- [P] tasks = different files\n"
    assert list(entities(linked({"specs/master/tasks.md": text}))) == ["master/T001"]


def test_box_with_an_id_below_a_label_of_criteria_is_a_task() -> None:
    text = "- [ ] T001 Oil\n  - Acceptance criteria:\n    - [ ] T002 Print\n    - [ ] It turns\n"
    assert [one.name for one in entities(linked({"todo.md": text})).values()] == ["Oil", "Print"]


@table(
    ("path", "are_tasks"),
    [
        ("docs/SECURITY_TASKS.md", True),
        ("history/refactoring-todo.md", True),
        ("TODO-docs.md", True),
        ("product.backlog.md", True),
        ("docs/todo-app.md", False),
        ("docs/create-task.md", False),
        ("docs/multitasks.md", False),
        ("docs/SECURITY_TASKS_EXPLAINED.md", False),
        ("docs/adr/0007-run-tasks.md", False),
    ],
)
def test_boxes_are_tasks_where_the_name_of_the_page_says_so(path: str, are_tasks: bool) -> None:
    text = "# Pier\n\n- [ ] **Task 1.1**: Oil\n- [x] Print\n"
    found = [one for one in linked({path: text}).facts if isinstance(one, Task)]
    assert (len(found) == 2) is are_tasks


OPENSPEC = "## 1. Ink\n\n- [x] 1.1 Mix\n- [ ] 1.2 Fill\n\n## 2. Paper\n\n- [ ] 2.1 Cut\n"


def test_openspec_numbers_of_headings_are_no_parents() -> None:
    result = linked({"openspec/changes/press/tasks.md": OPENSPEC})
    assert (codes(result), relations(result)) == ([], set())
    assert ready(result) == ["press/1.2", "press/2.1"]
    assert {one.format for one in entities(result).values()} == {"openspec"}


def test_openspec_steps_that_are_tasks_are_parents() -> None:
    text = "- [ ] 1. Ink\n- [ ] 1.1 Mix\n- [ ] 2.1 Cut\n"
    result = linked({"openspec/changes/press/tasks.md": text})
    assert ("press/1.1", "belongs_to", "press/1") in relations(result)
    assert codes(result) == ["KNO306"]


def test_agent_os_numbers_of_steps_are_parents() -> None:
    text = "# Spec Tasks\n\n- [ ] 1. Ink\n  - [x] 1.1 Mix\n  - [ ] 1.2 Fill\n"
    result = linked({".agent-os/specs/2026-01-05-press/tasks.md": text})
    assert {one.format for one in entities(result).values()} == {"agent-os"}
    assert relations(result) == {
        ("2026-01-05-press/1.1", "belongs_to", "2026-01-05-press/1"),
        ("2026-01-05-press/1.2", "belongs_to", "2026-01-05-press/1"),
    }


def test_id_may_end_in_a_letter_of_either_kind() -> None:
    text = "- [ ] T019 Ink\n- [ ] T019A [P] Mix (depends on T019B)\n- [ ] T019B Fill\n- [ ] T019c Dry\n"
    result = linked({"specs/001-press/tasks.md": text})
    assert list(entities(result)) == [f"001-press/{one}" for one in ("T019", "T019A", "T019B", "T019c")]
    in_order = {"001-press/T019B": ["001-press/T019"], "001-press/T019c": ["001-press/T019B"]}
    assert blocked(result) == {"001-press/T019A": ["001-press/T019B"]} | in_order


def test_openspec_archive_is_no_work() -> None:
    result = linked({"openspec/changes/archive/2026-01-05-press/tasks.md": OPENSPEC})
    assert list(statuses(result).values()) == ["done", "archived", "archived"]
    assert (ready(result), blocked(result), codes(result)) == ([], {}, [])


def test_task_may_have_a_number_below_that_of_another() -> None:
    text = "- [x] T074 Prepare\n- [ ] T074.1 [US5] Convert\n- [ ] T074.2 Print (depends: T074.1)\n- [ ] T075. Bind\n"
    result = linked({"specs/001-press/tasks.md": text})
    assert [one.rpartition("/")[2] for one in statuses(result)] == ["T074", "T074.1", "T074.2", "T075"]
    assert blocked(result) == {"001-press/T074.2": ["001-press/T074.1"]}
    assert codes(result) == []


def test_heading_task_may_have_a_number_below_that_of_another() -> None:
    text = "# Tasks\n\n### T1.1: Ink\n\nText.\n\n### T1.2: Paper\n\n**Depends on**: T1.1\n"
    result = linked({"specs/001-press/tasks.md": text})
    assert [one.rpartition("/")[2] for one in statuses(result)] == ["T1.1", "T1.2"]
    assert blocked(result) == {"001-press/T1.2": ["001-press/T1.1"]}


@table("heading", ["Progress Report", "✅ Completion summary (2 of 2)", "3. Status", "Parallel example"])
def test_report_on_tasks_repeats_none(heading: str) -> None:
    plan = "## Setup\n\n- [ ] T001 Ink\n- [ ] T002 Paper\n"
    report = f"## {heading}\n\n- [x] T001 done on Monday\n- [ ] **T002**: open\n"
    for text in (f"# Tasks\n\n{plan}\n{report}", f"# Tasks\n\n{report}\n{plan}"):
        result = linked({"specs/001-mill/tasks.md": text})
        assert [one.title for one in entities(result).values()] == ["Ink", "Paper"]
        assert codes(result) == []


def test_task_repeated_below_a_heading_of_its_own_is_a_finding() -> None:
    text = "# Tasks\n\n## Setup\n\n- [ ] T001 Ink\n\n## Status page\n\n- [ ] T001 Draw it\n"
    assert codes(linked({"specs/001-mill/tasks.md": text})) == ["KNO202"]


def test_task_that_only_a_report_states_is_a_task() -> None:
    text = "# Tasks\n\n## Progress\n\n- [ ] T001 Ink\n"
    assert len(entities(linked({"specs/001-mill/tasks.md": text}))) == 1


def test_bold_id_with_a_dot_keeps_its_number() -> None:
    text = "# Tasks\n\n- [ ] **T0.1** — ink\n- [ ] **T0.2** Paper\n- [ ] **T1. Dry it** soon\n"
    result = linked({"docs/tasks.md": text})
    assert [one.rpartition("/")[2] for one in entities(result)] == ["T0.1", "T0.2", "T1"]
    assert codes(result) == []


@table(
    ("text", "waiting"),
    [
        ("- [x] t001 Boards ~4h\n- [ ] t002 Gate blocked-by:t001\n- [ ] t003 Pond blocked-by:t002 @ada\n", {"t003"}),
        (
            "- [x] [T001] [deps:] Boards\n- [ ] [T002] [deps: T001] Gate\n- [ ] [T003] [deps: T002, T001] Pond\n",
            {"T003"},
        ),
        (
            "- [x] **FE-1** Boards\n- [ ] **FE-2**: Gate (depends on FE-1)\n- [ ] FE-3 - Pond\n  - Blocked by: FE-2\n",
            {"FE-3"},
        ),
        ("- [DONE] Job-1: Boards\n- [TODO] Job-2: Gate\n- [TODO] Job-3: Pond\n  - Waiting for: Job-2\n", {"Job-3"}),
    ],
)
def test_list_may_have_a_scheme_of_ids_of_its_own(text: str, waiting: set[str]) -> None:
    result = linked({"mill/TODO.md": f"# Work\n\n{text}"})
    assert {name.rpartition("/")[2] for name in blocked(result)} == waiting
    assert [found.status for found in facts(result, Task)] == ["done", "todo", "todo"]
    assert [found.name.split()[0] for found in facts(result, Task)] == ["Boards", "Gate", "Pond"]


@table(
    ("text",),
    [
        ("- [ ] ES6 modules\n- [ ] ES5 targets\n- [ ] Docs\n- [ ] Tests\n- [ ] Names\n",),
        ("- [ ] Step 1: dig\n- [ ] Step 2: fill\n",),
        ("- [ ] AC1: it closes\n- [ ] AC2: it opens\n- [ ] Dig\n",),
        ("- [ ] Week1 dig\n- [ ] Week2 fill\n",),
    ],
)
def test_words_with_numbers_are_no_ids(text: str) -> None:
    assert all("#" in name for name in entities(linked({"TODO.md": f"# Work\n\n{text}"})))


def test_words_for_states_are_boxes() -> None:
    words = ("TODO", "IN PROGRESS", "BLOCKED", "DONE", "CANCELLED", "NOTE")
    text = "".join(f"- [{word}] Dig\n" for word in words)
    found = facts(linked({"TODO.md": f"# Work\n\n{text}"}), Task)
    assert [task.status for task in found] == ["todo", "in_progress", "blocked", "done", "done"]
    assert found[-1].native["status"] == "cancelled"


def test_headings_may_have_the_ids_of_a_word_for_work() -> None:
    text = """\
# Implementation plan

### [P0] TASK-001: Cut boards

- **Status**: completed

### [P1] TASK-002: Hang gate

- **Status**: pending
- **Depends on**: TASK-001
  - [ ] It closes

### TASK-003: Fill pond

- **Depends on**: TASK-002
"""
    result = linked({"IMPLEMENTATION_PLAN.md": text})
    assert [(found.name, found.status, found.sequence_number) for found in facts(result, Task)] == [
        ("Cut boards", "done", 1),
        ("Hang gate", "todo", 2),
        ("Fill pond", "todo", 3),
    ]
    assert list(blocked(result)) == ["IMPLEMENTATION_PLAN/TASK-003"]


@table("title", ["(P) Hang the gate", "Hang the gate (P)"])
def test_parallel_mark_of_kiro_is_a_flag(title: str) -> None:
    (task,) = facts(linked({".kiro/specs/gate/tasks.md": f"- [ ] 1. {title}\n"}), Task)
    assert (task.name, task.native["flags"]) == ("Hang the gate", ["P"])


def test_letter_in_brackets_within_a_title_is_no_flag() -> None:
    (task,) = facts(linked({".kiro/specs/gate/tasks.md": "- [ ] 1. Add (P) and (Q) to the gate\n"}), Task)
    assert (task.name, task.native.get("flags")) == ("Add (P) and (Q) to the gate", None)


@table(
    ("head", "section", "is_ready"),
    [
        ("Status: done", "Tasks / Subtasks", 0),
        ("**Status:** Completed", "Tasks", 0),
        ("Status: in-progress", "Tasks / Subtasks", 1),
        ("Prose.", "Tasks / Subtasks", 1),
        ("Status: done", "Planned improvements", 1),
    ],
)
def test_box_that_a_finished_page_left_open_is_not_ready(head: str, section: str, is_ready: int) -> None:
    page = f"# Story 1.1: Gate\n\n{head}\n\n## {section}\n\n- [x] Dig\n- [ ] Hang\n"
    assert ask({"stories/1-1-gate.md": page}, "SELECT is_ready, is_done FROM task WHERE title = 'Hang'") == [
        (is_ready, 0)
    ]


SUMMARY = "| ID | Item | Status | Priority | Depends on |\n|--|--|--|--|--|\n"


@table(
    ("row", "field", "expected"),
    [
        ("| TODO-001 | Hoist | Open | P1 | - |", "", ("todo", "high", 1)),
        ("| TODO-001 | Hoist | Done | - | - |", "", ("done", "normal", 0)),
        ("| TODO-001 | Hoist | Open | - | TODO-002 |", "", ("todo", "normal", 0)),
        ("| TODO-001 | Hoist | Done | P1 | - |", "**Status:** Open\n**Priority:** low\n", ("todo", "low", 1)),
        ("| TODO-003 | Hoist | Done | P1 | - |", "", ("todo", "normal", 1)),
    ],
)
def test_table_of_a_page_says_more_of_tasks_that_are_headings(
    row: str, field: str, expected: tuple[str, str, int]
) -> None:
    text = f"# TODO\n\n{SUMMARY}{row}\n\n## TODO-001: Hoist\n\n{field}\nText.\n\n## TODO-002: Crane\n\nText.\n"
    found = ask({"TODO.md": text}, "SELECT status, priority, is_ready FROM task WHERE title = 'Hoist'")
    assert found == [expected]
