"""Boxes below gates are checks, and those of a story that its sprint calls done are no work left."""

import pytest

from tests.compiler.languages.querying import ask

SPRINT = """\
development_status:
  epic-12.5: contexted
  12.5-1-splice-ropes: done
  12-5-hang-buoys: ready-for-dev
  prep-5-1-clean-deck: deployed
"""
STORY = "# Story\n\nStatus: review\n\n## Tasks / Subtasks\n\n- [ ] Task 1\n  - [ ] Part of it\n"


@pytest.mark.parametrize(
    ("heading", "boxes"),
    [
        ("Quality Gates", 0),
        ("Phase 2: Quality gate", 0),
        ("2. Release gates", 0),
        ("4.1.8 Exit criteria", 0),
        ("✅ Acceptance criteria", 0),
        ("AC-3: Ropes", 0),
        ("Checkpoint 2 (final)", 0),
        ("最終完成條件", 0),
        ("Production deployment checklist", 0),
        ("Pre-launch checklist", 0),
        ("Phase 2 checklist", 1),
        ("Checkpoint system", 1),
        ("Add release gates", 1),
    ],
)
def test_boxes_below_gates_are_checks(heading: str, boxes: int) -> None:
    text = f"# Tasks\n\n## Work\n\n- [ ] Splice\n\n## {heading}\n\n- [ ] All tests pass\n"
    assert ask({"docs/tasks.md": text}, "SELECT count(*) FROM task") == [(1 + boxes,)]


def test_numbered_steps_below_gates_are_work() -> None:
    text = "## 1. Work\n\n- [ ] 1.1 Splice\n\n## 2. Quality gates\n\n- [ ] 2.1 Run the linter\n"
    assert ask({"openspec/changes/add-rope/tasks.md": text}, "SELECT count(*) FROM task") == [(2,)]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("12.5-1-splice-ropes.md", (0, 0)),
        ("prep-5-1-clean-deck.md", (0, 0)),
        ("12-5-hang-buoys.md", (1, 0)),
    ],
)
def test_boxes_of_a_story_follow_the_list_of_the_sprint(page: str, expected: tuple[int, int]) -> None:
    files = {"docs/sprint/sprint-status.yaml": SPRINT, f"docs/sprint/epics/{page}": STORY}
    rows = ask(files, "SELECT max(is_ready), max(is_blocked) FROM task WHERE file LIKE '%.md'")
    assert rows == [expected]


def test_epic_between_two_others_is_no_work() -> None:
    files = {"docs/sprint/sprint-status.yaml": SPRINT}
    rows = ask(files, "SELECT id, is_ready, is_done, parent FROM task ORDER BY line")
    assert rows == [
        ("epic-12.5", 0, 0, None),
        ("12.5-1-splice-ropes", 0, 1, "epic-12.5"),
        ("12-5-hang-buoys", 1, 0, None),
        ("prep-5-1-clean-deck", 0, 1, None),
    ]


@pytest.mark.parametrize(
    ("heading", "is_ready", "is_undecided"),
    [
        ("Won't do", 0, 0),
        ("🧊 Icebox", 0, 0),
        ("Someday / maybe", 0, 0),
        ("Deferred items", 0, 0),
        ("✅ Done", 0, 1),
        ("Completed tasks", 0, 1),
        ("Done by Ines", 1, 0),
        ("Rejected promises", 1, 0),
    ],
)
def test_heading_says_whether_boxes_below_are_to_be_worked_on(heading: str, is_ready: int, is_undecided: int) -> None:
    text = f"# TODO\n\n## {heading}\n\n- [ ] Splice\n"
    assert ask({"TODO.md": text}, "SELECT is_ready, undecided IS NOT NULL FROM task") == [(is_ready, is_undecided)]


@pytest.mark.parametrize(
    ("title", "is_ready"), [("waits for #12", 0), ("Waiting on legal", 0), ("Wait for the tide in tests", 1)]
)
def test_box_that_begins_with_what_it_waits_for_is_not_ready(title: str, is_ready: int) -> None:
    assert ask({"TODO.md": f"# TODO\n\n- [ ] {title}\n"}, "SELECT is_ready FROM task") == [(is_ready,)]
