"""What the tasks of a list wait for by the words of its page, by its phases, and by the order of spec-kit."""

from compiler.languages.knowledge.facts import WorkState
from tests.compiler.languages.knowledge.sources import blocked, facts, linked, ready
from tests.compiler.tables import table

PATH = "specs/001-a/tasks.md"
LIST = """# Tasks: Orchard

## Phase 1: Setup (shared)

- [x] T001 Dig
- [ ] T002 Fence
- [ ] T003 [P] Label

## Phase 2: Foundational

- [ ] T004 Plant

## Phase 3: User Story 1 - Pick

- [ ] T005 [P] [US1] Ladder
- [ ] T006 [US1] Basket

## Phase 4: User Story 2 - Press

- [ ] T007 [P] [US2] Clean
- [ ] T008 [US2] Turn

## Phase 5: Polish & Cross-Cutting Concerns

- [ ] T009 [P] Paint

## Dependencies & Execution Order

"""
ORDER = {"T006": ["T005"], "T008": ["T007"]}


def _waits(text: str, path: str = PATH) -> dict[str, list[str]]:
    def short(name: str) -> str:
        return name.rpartition("/")[2]

    return {short(task): sorted(map(short, by)) for task, by in blocked(linked({path: text})).items()}


@table(
    ("said", "waits"),
    [
        ("- T002 blocks T007", {"T007": ["T002"]}),
        ("- **T007** is blocked by T002.", {"T007": ["T002"]}),
        ("- T007 is blocked by T002–T002.", {"T007": ["T002"]}),
        ("- T007 requires T002 (the fence)", {"T007": ["T002"]}),
        ("- T007 needs T002 and T004", {"T007": ["T002", "T004"]}),
        ("- T007 comes after T002", {"T007": ["T002"]}),
        ("- T007 waits for T002, T004 waits for T003", {"T004": ["T003"], "T007": ["T002"]}),
        ("- T002 → T007 → T009", {"T007": ["T002"], "T009": ["T007"]}),
        ("- T007 must not begin before T002", {"T007": ["T002"]}),
        ("- T002 before T007", {"T007": ["T002"]}),
        ("- T007 does not depend on T002", {}),
        ("- T007 depends on §1 and §42", {}),  # sections of another page
        ("- T005 and T007 can run in parallel", {}),
        ("| Task | Depends on |\n|---|---|\n| T007-T009 | T002, T003 (labels) |\n| T004 | None |",
         {"T007": ["T002", "T003"], "T008": ["T002", "T003", "T007"], "T009": ["T002", "T003"]}),
        ("| Task | Blocks |\n|---|---|\n| T002 | T007 |", {"T007": ["T002"]}),
    ],
)  # fmt: skip
def test_prose_states_what_tasks_wait_for(said: str, waits: dict[str, list[str]]) -> None:
    assert _waits(LIST + said + "\n") == ORDER | waits


SETUP = ["T002", "T003"]


@table(
    ("said", "waits"),
    [
        ("- **Foundational (Phase 2)**: Depends on Setup completion - BLOCKS all user stories",
         {"T004": SETUP, "T005": ["T004"], "T006": ["T004", "T005"], "T007": ["T004"], "T008": ["T004", "T007"]}),
        ("- User Story 2 (P2): Can start after US1 complete - may share code with US1", {
            "T007": ["T006"], "T008": ["T006", "T007"]}),
        ("- Phase 3 and Phase 4 can run in parallel after Phase 2",
         {"T005": ["T004"], "T006": ["T004", "T005"], "T007": ["T004"], "T008": ["T004", "T007"]}),
        ("- After Phase 1, Phase 4 can begin", {"T007": SETUP, "T008": [*SETUP, "T007"]}),
        ("- Setup (Phase 1) → Foundational (Phase 2)", {"T004": SETUP}),
        ("```\nPhase 3 (Setup and picking)\n   ↓\nPhase 4 (Setup)\n```", {"T007": ["T006"], "T008": ["T006", "T007"]}),
        ("- **Polish (Final Phase)**: Depends on all desired user stories being complete", {"T009": ["T006", "T008"]}),
    ],
)  # fmt: skip
def test_phases_wait_for_phases(said: str, waits: dict[str, list[str]]) -> None:
    spoken = "".join(f"- Phase {number}: no dependencies\n" for number in range(1, 6))
    assert _waits(f"{LIST}{spoken}{said}\n") == ORDER | waits


def test_phase_heading_and_label_state_what_it_waits_for() -> None:
    text = (
        "# Tasks: Orchard\n\n## Phase 1: Dig\n\n- [ ] T001 Dig\n\n## Phase 2: Plant (depends on Phase 1)\n\n"
        "- [ ] T002 Plant\n\n## Phase 3: Pick\n\n**Depends on**: Phase 2\n\n- [ ] T003 Pick\n"
    )
    assert _waits(text, "plans/tasks.md") == {"T002": ["T001"], "T003": ["T002"]}


@table(
    ("title", "said"),
    [
        ("Deprecation and Cleanup", "Depends on: Deprecation complete"),
        ("#1 — Dig", "Requires: #1 (can run in parallel with #3)"),
    ],
)
def test_phase_is_named_by_its_number_or_the_first_of_two_words(title: str, said: str) -> None:
    text = f"# Todo\n\n## {title}\n\n- [ ] Dig\n\n## #2 — Plant (MVP, for example)\n\n> {said}\n\n- [ ] Plant\n"
    assert _waits(text, "garden/TODO.md") == {"TODO#2": ["TODO#1"]}


def test_packages_of_a_task_hold_it_up_no_more_than_its_order() -> None:
    text = (
        "## Phase 1: Setup\n\n- [ ] T001 A\n- [ ] T002 Write `a.toml` with:\n  - Dependencies: `click>=8.1`, `lark`\n"
    )
    assert _waits(text) == {"T002": ["T001"]}


@table(
    "said",
    [
        "**CRITICAL**: No user story work can begin until this phase is complete",
        "**Purpose**: What every other phase uses. No user-story work can begin until this phase is green.",
    ],
)
def test_no_work_until_a_phase_is_complete(said: str) -> None:
    text = LIST.replace("- [ ] T004", f"{said}\n\n- [ ] T004")
    text += "- Phase 1 has no dependencies\n- Phase 2 has no dependencies\n- Phase 5 has no dependencies\n"
    assert _waits(text) == {"T005": ["T004"], "T006": ["T004", "T005"], "T007": ["T004"], "T008": ["T004", "T007"]}


def test_phase_that_a_page_leaves_out_waits_for_those_above() -> None:
    waits = _waits(f"{LIST}- Phase 2 depends on Phase 1\n")
    assert (waits["T005"], waits["T007"], waits["T009"]) == (["T004"], ["T006"], ["T008"])


def test_spec_kit_runs_tasks_without_mark_in_order() -> None:
    text = "## Phase 1: Setup\n\n- [ ] T001 A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n- [ ] T004 D\n- [ ] T005 E\n"
    assert _waits(text) == {"T004": ["T001", "T002", "T003"], "T005": ["T004"]}
    assert _waits(text.replace("- [ ] T004", "- [x] T004")) == {"T005": ["T001", "T002", "T003"]}
    assert _waits(text, "plans/list.md") == {}


def test_order_gives_way_to_what_is_stated() -> None:
    text = "## Phase 1: Setup\n\n- [ ] T001 A (depends on T002)\n- [ ] T002 B\n- [ ] T003 [P] C\n"
    assert _waits(text) == {"T001": ["T002"]}


def test_lines_of_tasks_state_what_they_wait_for() -> None:
    text = (
        "# Tasks: Orchard\n\n- [ ] T001 Dig, blocks T002\n- [ ] T002 Plant\n- [ ] T003 Pick (after T002)\n"
        "- [ ] T004 Press\n  - Blocked by: T003\n- [ ] T005 Wash, requires UTF-8 labels\n"
    )
    assert _waits(text, "plans/tasks.md") == {"T002": ["T001"], "T003": ["T002"], "T004": ["T003"]}


@table(
    "line",
    [
        "- [~] T002 (Deferred to #12) [P] Press",
        "- [ ] ~~T002 Press~~",
        "- [ ] ~~T002~~ Press",
        "- [ ] T002 Press (superseded by T009)",
        "- [ ] T002 **Deferred**: Press",
        "- [ ] T002 Press [SKIPPED]",
    ],
)
def test_set_aside_is_not_ready_and_holds_nothing_up(line: str) -> None:
    result = linked({PATH: f"## Phase 1: Setup\n\n- [ ] T001 Dig\n{line}\n"})
    assert ready(result) == ["001-a/T001"]
    result = linked({PATH: f"## Phase 1: Setup\n\n{line}\n- [ ] T003 Pick\n"})
    assert ready(result) == ["001-a/T003"]


@table("line", ["-[ ] T001 Dig", "- [ ]T001 Dig", "* [ ] T001 Dig", "1. [ ] T001 Dig"])
def test_boxes_are_read_with_and_without_blanks(line: str) -> None:
    assert ready(linked({PATH: f"{line}\n"})) == ["001-a/T001"]


@table("line", ["- [1] T001 et al.", "- [x](https://example.org)", "- [x]: https://example.org"])
def test_sources_and_links_are_no_boxes(line: str) -> None:
    assert ready(linked({"todo.md": f"- [ ] Dig\n{line}\n"})) == ["todo#1"]


def test_folder_of_checklists_holds_no_work() -> None:
    assert ready(linked({"specs/001-a/checklists/build.md": "- [ ] T001 Dig\n", PATH: "- [ ] T002 Go\n"})) == [
        "001-a/T002"
    ]


KIRO = """# Plan

- [ ] 1. Dig
  - [x] 1.1 Mark
  - [ ] 1.2 Spade (P)
    - _Depends: 1.1_
  - [ ]* 1.3 Soil
    - _Depends:_ 1.2
- [ ] 2. Plant
  - _Depends: 1_
  - [ ]2.1 Trees
"""


def test_kiro_steps_name_what_they_depend_on() -> None:
    assert _waits(KIRO, ".kiro/specs/a/tasks.md") == {"1.3": ["1.2"], "2": ["1"], "2.1": ["2"]}


@table(
    "graph",
    [
        '```json\n{"waves": [{"wave": 1, "tasks": ["1.1"]},\n{"wave": 2, "tasks": ["1.2"]}, {"tasks": ["2.1"]}]}\n```',
        "- **Wave 1**: 1.1\n- **Wave 2**: 1.2\n- Wave 3: 2.1",
        "```mermaid\nflowchart TD\n  A[1.1 Mark] --> B[1.2 Spade]\n  B --> C(2.1 Trees)\n```",
        "```mermaid\ngraph LR\n  T1_1 --> T1_2 --> T2_1\n```",
    ],
)
def test_kiro_graph_of_waves(graph: str) -> None:
    plain = (
        KIRO.replace("    - _Depends: 1.1_\n", "")
        .replace("    - _Depends:_ 1.2\n", "")
        .replace("  - _Depends: 1_\n", "")
    )
    assert _waits(f"{plain}\n## Task Dependency Graph\n\n{graph}\n", ".kiro/specs/a/tasks.md") == {"2.1": ["1.2"]}


ROADMAP = """# Roadmap

- [ ] **Install**
  - [ ] Script
        ([#12](https://example.org/issues/12))
- [ ] **History** *(depends on #12)*
  - [ ] Collect
- [ ] **Alarm**
  - [ ] Bell
  - *Blocked:* the bell is not delivered
"""


def test_roadmap_groups_wait_for_their_parts_and_parts_for_what_holds_up_the_group() -> None:
    result = linked({"ROADMAP.md": ROADMAP})
    assert ready(result) == ["ROADMAP#2"]
    assert blocked(result) == {
        "ROADMAP#1": ["ROADMAP#2"],
        "ROADMAP#3": ["ROADMAP#2", "ROADMAP#4"],
        "ROADMAP#4": ["ROADMAP#3"],
        "ROADMAP#5": ["ROADMAP#6"],
    }
    undecided = {one.entity for one in facts(result, WorkState) if "the bell is not delivered" in one.undecided}
    assert undecided == {"ROADMAP#5", "ROADMAP#6"}


@table(("heading", "is_work"), [("### Planned Improvements", True), ("## TODO", True), ("## 🚧 Remaining tasks", True),
                               ("## Release checklist", False), ("## Constitution check", False)])  # fmt: skip
def test_boxes_below_headings_of_work_are_tasks_on_any_page(heading: str, is_work: bool) -> None:
    page = f"# Bridge\n\n{heading}\n\n- [ ] Paint\n\n## Rules\n\n- [ ] Shut the gate\n"
    assert ready(linked({"README.md": page})) == (["README#1"] if is_work else [])
    assert ready(linked({".github/ISSUE_TEMPLATE/work.md": page})) == []


def test_groups_and_vertical_graphs_state_what_tasks_wait_for() -> None:
    tasks = "".join(f"- [ ] T00{number} [P] Task\n" for number in range(1, 8))
    groups = (
        "\n## Execution Strategy\n\n**Group 1: Base (sequential)**\nExecute T001 → T002 in sequence.\n\n"
        "**Group 2: Functions (can be parallel after Group 1)**\n- T003, T004\n\n"
        "**Group 3: Tests (after Group 2)**\n- T005\n"
    )
    by_groups = {"T002": ["T001"], "T003": ["T002"], "T004": ["T002"], "T005": ["T003", "T004"]}
    assert _waits(f"## Phase 1: All\n\n{tasks}{groups}") == by_groups
    graph = (
        "\n## Dependency Graph\n\n```\nT001 (base)\n  ↓\nT002 → T003\n  ↓\nT004, T005\n\n"
        "T006 (scripts)\n  ↓\nT007\n```\n"
    )
    assert _waits(f"## Phase 1: All\n\n{tasks}{graph}") == {
        "T002": ["T001"],
        "T003": ["T001", "T002"],
        "T004": ["T002", "T003"],
        "T005": ["T002", "T003"],
        "T007": ["T006"],
    }


def test_star_behind_a_number_is_no_part_of_it() -> None:
    assert ready(linked({".kiro/specs/a/tasks.md": "- [ ] 1.1 Dig\n- [ ] 1.2* Test\n"})) == ["a/1.1", "a/1.2"]


SPRINT = """# generated
project: Orchard

development_status:
  epic-1: in-progress
  1-1-dig-the-bed: done
  1-2-plant-trees: in-progress  # Ann
  1-3-pick: ready-for-dev
  1-4-press: backlog
  1-5-sell: simmering
  1-6-mow: review
  1-7-rest: deferred
  epic-1-retrospective: optional
"""


def test_sprint_status_of_bmad() -> None:
    result = linked({"docs/sprint-status.yaml": SPRINT})
    assert ready(result) == ["epic-1", "1-2-plant-trees", "1-3-pick"]
    states = {one.entity: (one.is_done, one.is_begun, bool(one.undecided)) for one in facts(result, WorkState)}
    assert states == {
        "epic-1": (False, True, False),
        "1-1-dig-the-bed": (True, False, False),
        "1-2-plant-trees": (False, True, False),
        "1-3-pick": (False, False, False),
        "1-4-press": (False, False, False),
        "1-5-sell": (False, False, True),
        "1-6-mow": (False, True, False),
        "1-7-rest": (False, False, False),
    }


@table("place", ["docs/{}.md", "docs/impl/{}.md", "stories/{}.md"])
def test_boxes_of_a_story_follow_the_sprint_status(place: str) -> None:
    page = "# Story\n\nStatus: ready-for-dev\n\n## Tasks / Subtasks\n\n- [ ] Mark\n- [ ] Rope\n"
    names = ("1-1-dig", "1.2.plant", "1-3-pick", "1-4-press", "1-5-sell", "1-7-rest", "9-9-other")
    pages = {place.format(name): page for name in names}
    found = ready(linked({"docs/sprint-status.yaml": SPRINT, **pages}))
    assert sorted(entity for entity in found if entity.endswith("#1")) == ["1-3-pick#1", "1.2.plant#1", "9-9-other#1"]


def test_list_on_a_page_that_is_done_has_nothing_to_do() -> None:
    page = "# Story 1.1: Dig\n\nStatus: done\n\n## Tasks / Subtasks\n\n- [ ] T1 Mark\n- [x] T2 Rope\n"
    assert ready(linked({"docs/stories/1.1.dig.md": page})) == []


@table(
    ("heading", "said"),
    [
        ("## Phase 2: Sell (P3, blocked on the harbour)", ""),
        ("## Phase 2: Sell", "- **Phase 2**: Depends on a free crane"),
        ("## Phase 2: Sell", "- Phase 2: waiting for the harbour (see the letter)"),
    ],
)
def test_phase_that_waits_for_what_no_task_is_called_is_undecided(heading: str, said: str) -> None:
    page = (
        f"# Tasks\n\n## Phase 1: Dig\n\n- [x] T001 Dig\n\n{heading}\n\n- [ ] T002 Pack\n\n## Dependencies\n\n{said}\n"
    )
    result = linked({PATH: page})
    assert ready(result) == []
    assert [bool(one.undecided) for one in facts(result, WorkState)] == [False, True]


@table("said", ["Depends on all content phases being complete", "Depends on all.", "Blocked on Phase 1"])
def test_phase_waits_for_all_others(said: str) -> None:
    phases = "## Phase 1: Dig\n\n- [ ] T001 Dig\n\n## Phase 2: Sell\n\n- [ ] T002 Pack\n"
    page = f"# Tasks\n\n{phases}\n## Dependencies\n\n- **Phase 2**: {said}\n"
    assert blocked(linked({PATH: page})) == {"001-a/T002": ["001-a/T001"]}


def test_boxes_of_criteria_of_a_story_are_no_work() -> None:
    story = (
        "# Story 1.1: Dig\n\nStatus: Approved\n\n## Acceptance Criteria\n\n- [ ] The bed is deep\n\n"
        "## Tasks / Subtasks\n\n- [ ] Mark (AC: 1)\n  - [ ] Rope\n- [x] Spade\n\n## Dev Notes\n\n- [ ] Rest\n"
    )
    assert ready(linked({"docs/stories/1.1.dig.md": story})) == ["1.1.dig#1", "1.1.dig#2"]


def test_reason_names_three_of_what_a_task_waits_for_and_counts_the_others() -> None:
    result = linked({PATH: LIST + "- T009 waits for T002, T003, T004, T005, T006\n"})
    (why,) = [one.why for one in facts(result, WorkState) if one.entity.endswith("T009")]
    assert why == "It waits for 001-a/T002, 001-a/T003, 001-a/T004 and 2 more."


def test_range_of_one_task_is_understood() -> None:
    result = linked({PATH: LIST + "- T007 is blocked by T002–T002.\n"})
    assert [one.undecided for one in facts(result, WorkState) if one.undecided] == []


def test_tasks_of_a_phase_that_run_together_say_nothing_of_the_others() -> None:
    tasks = "- [ ] T001 Dig\n- [ ] T002 Mark\n- [ ] T003 Rope\n- [ ] T004 Test\n"
    page = f"# Tasks\n\n## Phase 1: Dig\n\n{tasks}\n## Order\n\n- Within Phase 1: T002 and T003 can run in parallel\n"
    assert ready(linked({PATH: page})) == ["001-a/T001"]


@table(
    "said",
    [
        "— 🔴 bloqué par la grue",
        "– wartet auf den Kran",
        "- bloqueada por la grúa",
        "— geblokkeerd door de kraan",
        "— blocked by the crane",
    ],
)
def test_task_that_waits_for_something_in_any_language_is_undecided(said: str) -> None:
    result = linked({"TODO.md": f"# To do\n\n- [ ] **Press** {said}\n- [ ] Dig\n"})
    assert [bool(one.undecided) for one in facts(result, WorkState)] == [True, False]
