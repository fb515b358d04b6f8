"""What the tasks of Beads, Task Master, Backlog.md, BMAD, lists in JSON, Org and tables are by the keys that people and
programs write."""

import json
from typing import Any

import pytest

from tests.compiler.languages.knowledge.states import states_of

Files = dict[str, str]


def _on(target: str, kind: str = "blocks") -> dict[str, Any]:
    return {"dependencies": [{"issue_id": "o-2", "depends_on_id": target, "type": kind}]}


def _beads(*issues: dict[str, Any]) -> Files:
    lines = [
        {"id": f"o-{number}", "title": "Bake", "status": "open", "issue_type": "task"} | issue
        for number, issue in enumerate(issues, 1)
    ]
    return {".beads/issues.jsonl": "\n".join(map(json.dumps, lines))}


def _task_master(*tasks: dict[str, Any]) -> Files:
    listed = [
        {"id": number, "title": "Bake", "status": "pending", "dependencies": []} | task
        for number, task in enumerate(tasks, 1)
    ]
    return {".taskmaster/tasks/tasks.json": json.dumps({"master": {"tasks": listed}})}


def _backlog(*fronts: str) -> Files:
    return {
        f"backlog/tasks/task-{number} - Bake.md": f"---\nid: task-{number}\ntitle: Bake\n{front}\n---\n"
        for number, front in enumerate(fronts, 1)
    }


def _json(*stories: dict[str, Any], name: str = "prd.json") -> Files:
    return {
        name: json.dumps({"userStories": [{"id": f"U-{at}", "title": "Bake"} | s for at, s in enumerate(stories, 1)]})
    }


def _table(*rows: str, head: str = "| ID | Title | Status | Depends on |") -> Files:
    return {"TASKS.md": "\n".join(("# Tasks", "", head, "|---|---|---|---|", *rows, ""))}


def _plan(text: str, path: str = "docs/plans/bake.md") -> Files:
    return {path: f"# Bake\n\n{text}\n"}


def _sprint(stories: str) -> Files:
    return {"docs/sprint-status.yaml": f"project: Bakery\n\ndevelopment_status:\n{stories}"}


TO_DO = "status: To Do"
TASKS = [
    (_beads({}, _on("o-1")), "o-1 ready, o-2 waits o-1"),
    (_beads({}, _on("o-1", "related")), "o-1 ready, o-2 ready"),
    (_beads({}, {"dependencies": ["o-1"]}), "o-1 ready, o-2 waits o-1"),
    (_beads({}, _on("O-1")), "o-1 ready, o-2 waits o-1"),
    (_beads({}, _on("o-9")), "o-1 ready, o-2 ready"),
    (_beads({"status": "closed", "close_reason": "wontfix"}, _on("o-1")), "o-1 done, o-2 ready"),
    (_beads({"status": "tombstone"}, _on("o-1")), "o-2 ready"),
    (_beads({"status": "deferred"}, {"defer_until": "2099-01-01T00:00:00Z"}), "o-1 aside, o-2 aside"),
    (_beads({"status": "blocked"}, {"status": "pinned"}), "o-1 waits, o-2 aside"),
    (_beads({"issue_type": "epic"}, _on("o-1", "parent-child")), "o-1 ready, o-2 ready"),
    (_beads({"issue_type": "gate"}, {"issue_type": "bug"}), "o-1 aside, o-2 ready"),
    (_beads({"status": "done"}, _on("o-1")), "o-1 undecided, o-2 waits o-1"),
    (_beads({"status": "Closed"}, {"status": "in-progress"}), "o-1 undecided, o-2 undecided"),
    (_beads({}, {"depends_on": ["o-1"]}), "o-1 ready, o-2 undecided"),
    (_beads({}, {"blocked_by": ["o-1"]}), "o-1 ready, o-2 undecided"),
    (_beads({}, {"blockedBy": []}), "o-1 ready, o-2 ready"),
    (_beads({"blocks": ["o-2"]}, {}), "o-1 ready, o-2 waits o-1"),
    (_beads({}, {"dependencies": {"blocks": ["o-1"]}}), "o-1 ready, o-2 undecided"),
    (_beads({}, {"dependencies": "o-1"}), "o-1 ready, o-2 undecided"),
    (_beads({}, _on("o-1", "blocked-by")), "o-1 ready, o-2 undecided"),
    (_beads({}, _on("o-1", "depends_on")), "o-1 ready, o-2 undecided"),
    (_beads({}, _on("o-1", "requires")), "o-1 ready, o-2 undecided"),
    (_task_master({}, {"dependencies": [1]}), "1 ready, 2 waits 1"),
    (_task_master({}, {"dependencies": ["1"]}), "1 ready, 2 waits 1"),
    (_task_master({}, {"dependencies": [9]}), "1 ready, 2 waits 9"),
    (_task_master({}, {"dependencies": "1"}), "1 ready, 2 undecided"),
    (_task_master({}, {"dependencies": [{"id": 1}]}), "1 ready, 2 undecided"),
    (_task_master({}, {"dependsOn": [1]}), "1 ready, 2 undecided"),
    (_task_master({"status": "completed"}, {"dependencies": [1]}), "1 done, 2 ready"),
    (_task_master({"status": "cancelled"}, {"dependencies": [1]}), "1 done, 2 ready"),
    (_task_master({"status": "deferred"}, {"dependencies": [1]}), "1 aside, 2 waits 1"),
    (_task_master({"status": "review"}, {"dependencies": [1]}), "1 ready, 2 waits 1"),
    (_task_master({"status": "blocked"}, {"status": "Done"}), "1 waits, 2 done"),
    (
        _task_master({"subtasks": [{"id": 1, "title": "Sift"}, {"id": 2, "title": "Stir", "dependencies": [1]}]}),
        "1 ready, 1.1 ready, 1.2 waits 1.1",
    ),
    (_backlog(TO_DO, f"{TO_DO}\ndependencies:\n  - task-1"), "task-1 ready, task-2 waits task-1"),
    (_backlog(TO_DO, f"{TO_DO}\ndependencies: ['TASK-1']"), "task-1 ready, task-2 waits task-1"),
    (_backlog(TO_DO, f"{TO_DO}\ndependencies: task-1, task-2"), "task-1 ready, task-2 waits task-1 task-2"),
    (_backlog(TO_DO, f"{TO_DO}\ndependencies: [1]"), "task-1 ready, task-2 waits task-1"),
    (_backlog("status: Done", f"{TO_DO}\ndependencies: [task-1]"), "task-1 done, task-2 ready"),
    (_backlog(TO_DO, f"{TO_DO}\ndepends_on: [task-1]"), "task-1 ready, task-2 undecided"),
    (_backlog(TO_DO, f"{TO_DO}\nblocked_by: [task-1]"), "task-1 ready, task-2 undecided"),
    (_backlog(TO_DO, f"{TO_DO}\ndependency: task-1"), "task-1 ready, task-2 undecided"),
    (_backlog(f"{TO_DO}\nblocks: [task-2]", TO_DO), "task-1 ready, task-2 waits task-1"),
    (_backlog("status: Done ✅", "status: completed"), "task-1 undecided, task-2 done"),
    (_sprint("  1-1-sift: done # today\n  1-2-stir: 'ready-for-dev'\n"), "1-1-sift done, 1-2-stir ready"),
    (_sprint("  1-1-sift: \n  1-2-stir: blocked\n"), "1-1-sift undecided, 1-2-stir waits"),
    (_sprint("  1-1-sift:\n    status: done\n  1-2-stir:\n    status: kneaded\n"), "1-1-sift done, 1-2-stir undecided"),
    (_sprint("  epic-oven-2: contexted\n  oven-2-1-heat: ready-for-dev\n"), "epic-oven-2 aside, oven-2-1-heat ready"),
    (_json({"passes": True}, {"passes": False, "dependsOn": ["U-1"]}), "U-1 done, U-2 ready"),
    (_json({"passes": False}, {"passes": False, "dependencies": ["U-1"]}), "U-1 ready, U-2 waits U-1"),
    (_json({"passes": False}, {"passes": False, "dependencies": ["U-9"]}), "U-1 ready, U-2 undecided"),
    (_json({"passes": True, "status": "open"}, {"status": "kneaded"}), "U-1 undecided, U-2 undecided"),
    (_json({"done": True}, {"done": False}, name="oven/tasks.json"), "U-1 done, U-2 ready"),
    ({"tasks.json": '{"tasks": [{"id": 1, "title": "Bake", "done": true}]}'}, "1 done"),
    ({"feature_list.json": '[{"description": "It bakes", "passes": false}]'}, "feature_list#1 ready"),
    ({"a/todo.org": "* TODO Bake\n** DONE Sift\n* WAITING Stir\n* Notes\n"}, "todo#1 ready, todo#2 done, todo#3 waits"),
    ({"a/todo.org": "#+TODO: OPEN | GONE\n* OPEN Bake\n* GONE Sift\n* TODO Stir\n"}, "todo#1 ready, todo#2 done"),
    ({"a/todo.org": "* Old :ARCHIVE:\n** TODO Bake\n#+begin_src org\n* TODO Sift\n#+end_src\n"}, "todo#1 aside"),
    ({"a/todo.org": "* TODO Bake\n:BLOCKER: ids(x)\n* MAYBE Sift\n"}, "todo#1 undecided, todo#2 aside"),
    ({"a/todo.org": "* TODO Bake\nSCHEDULED: <2099-01-01 Thu>\n"}, "todo#1 aside"),
    (
        _table("| T1 | Sift | ✅ Done | - |", "| T2 | Bake | pending | T1 |", "| T3 | Eat | open | T1, T2 |"),
        "T1 done, T2 ready, T3 waits T2",
    ),
    (
        _table("| T1 | Sift | open | the mill |", "| T2 | ~~Bake~~ | open | none |", "| T3 | Eat | kneaded | |"),
        "T1 undecided, T2 aside, T3 undecided",
    ),
    (_table("| Sift | done | x |", head="| Task | Status | Owner |"), "TASKS#1 done"),
    (_table("| [No active tasks] | - | — |", "| Sift | done | - |", head="| Task | Status | Owner |"), "TASKS#1 done"),
    (_table("| Sift | done | x |", head="| Risk | Status | Owner |"), ""),
    (
        _table(
            "| T1 | Sift | ✅ |", "| T2 | Stir | |", "| T3 | Heat | half |", head="| Task | Description | Completed |"
        ),
        "T1 done, T2 ready, T3 undecided",
    ),
    (_table("| Sift | yes | x |", "| Stir | no | y |", head="| Task | Done | By |"), "TASKS#1 done, TASKS#2 ready"),
    (_plan("## Task 1: Sift\n\n**Files:**\n- a\n\n## Task 2: Stir\n\nText."), "1 undecided, 2 undecided"),
    (
        _plan("## Task 1: Sift\n\n**Files:**\n\n- [x] Buy\n\n## Task 2: Stir\n\n**Files:**\n\n- [ ] Buy"),
        "1 done, 2 ready",
    ),
    (_plan("## Task 1: Sift\n\nText."), ""),
    (_plan("- [ ] Sift\n\n## Done criteria\n\n- [ ] All is sifted"), "bake#1 ready"),
    (_plan("- [ ] Gate", "specs/001-oven/plan.md"), ""),
    (
        _plan(
            "## Tasks / Subtasks\n\n### Task 1: Sift [x]\n\n### Task 2: Stir\n\n## Notes\n\n- [ ] Ask",
            "docs/stories/1.md",
        ),
        "1 done, 2 undecided",
    ),
    (
        {
            "tasks/done/3-a.md": "---\nfor: [[Mill]]\n---\n# Sift\n",
            "tasks/open/4-b.md": "# Stir\n",
            "tasks/archive/5-c.md": "# Eat",
        },
        "3 done, 4 ready",
    ),
    ({"tasks/open/p.md": "# Bake\n\n- [ ] T001 Sift\n- [x] T002 Stir\n"}, "T001 ready, T002 done"),
    (
        {
            "tasks/1.md": "# Sift\n\nStatus: open\nDepends on: the mill\n",
            "tasks/2.md": "# Stir\n\nStatus: open\n\n## Blocked by\n\n- Task 1 and 3: the oven\n  of 4\n",
            "tasks/3.md": "# Heat\n\nStatus: open\n\n## Dependencies\n\n- None (the first)\n",
            "tasks/4.md": "# Eat\n\nStatus: open\n\n## Prerequisites\n\n- Ovens 3\n\n## Notes\n\n- 1\n",
        },
        "1 undecided, 2 waits 1 3, 3 ready, 4 undecided",
    ),
    (
        {
            "stories/RT-S01-sift.md": "# RT-S01: Sift\n\n**Status:** Done\n\n## Acceptance Criteria\n\n- [ ] Fine\n",
            "stories/RT-S02.md": "# RT-S02\n\n> **Bloqué par** : RT-S01 (Sift), RT-S09\n> **Statut** : IN_PROGRESS\n",
            "stories/RT-S03.md": "# RT-S03\n\nStatus: open\n\n## Abhängigkeiten\n\n- RT-S02\n",
            "stories/RT-S04.md": "# RT-S04\n\nStatus: Done\n\n## Tasks\n\n- [x] Eat\n",
            "stories/about.md": "# How to write stories\n\nText.\n",
            "stories/button.md": "---\ntitle: Button\nstatus: stable\n---\n\nText.\n",
        },
        "RT-S01 done, RT-S02 waits RT-S09, RT-S03 waits RT-S02, RT-S04#1 done",
    ),
    (
        {
            "sprint-status.yaml": "development_status:\n  epic-1: in-progress\n  1-1-sift: done\n",
            "stories/1.1.sift.md": "# Story 1.1: Sift\n\nStatus: Draft\n",
        },
        "epic-1 ready, 1-1-sift done",
    ),
    (
        {
            "ROADMAP.md": "# Roadmap\n\n- [x] **Phase 0: Mill**\n- [ ] **Phase 1: Sift**\n"
            "- [ ] **Phase 2: Stir** - all\n\n"
            "### Phase 0: Mill\n\n- [ ] Build\n\n### Phase 1: Sift\n\n- [x] Buy\n\n"
            "### Phase 2: Stir\n\n**Depends on**: Phase 1\n\n- [ ] Heat\n"
        },
        "ROADMAP#1 done, ROADMAP#2 ready, ROADMAP#3 waits ROADMAP#2, ROADMAP#4 undecided, ROADMAP#5 done, "
        "ROADMAP#6 waits ROADMAP#2",
    ),
    (
        {
            ".tickets/nw-5c46.md": "---\nid: nw-5c46\nstatus: open\ndeps: [nw-9a01]\n---\n# Stir\n",
            ".tickets/nw-9a01.md": "---\nid: nw-9a01\nstatus: in_progress\ndeps: []\n---\n# Sift\n",
            "epics/oven/003.md": "---\nname: Heat\nstatus: open\ndepends_on: [004]\n---\n\n# Task: Heat\n",
            "epics/oven/004.md": "---\nname: Buy\nstatus: closed\ndepends_on: []\n---\n\n# Task: Buy\n",
            "epics/oven/epic.md": "---\nname: Oven\nstatus: backlog\n---\n\n# Epic: Oven\n",
        },
        "nw-5c46 waits nw-9a01, nw-9a01 ready, 003 ready, 004 done",
    ),
    (
        {
            "TODO.md": "# Work\n\n## Phase 1\n\n- [ ] Sift\n\n## Waiting for the mill\n\n- [ ] Grind\n\n"
            "## Later (depends on the oven)\n\n- [ ] Bake\n\n## Archive\n\n- [ ] Eat\n"
        },
        "#1 ready, #2 undecided, #3 undecided, #4 aside",
    ),
    (
        {"mill.md": "---\nkanban-plugin: basic\n---\n\n## To do\n\n- [ ] Sift\n\n## Done\n\n- [x] Stir\n"},
        "mill#1 ready, mill#2 done",
    ),
    (
        {"conductor/tracks.md": "# Tracks\n\n---\n## [x] Track: Sift\n*Link*\n\n## [~] Track: Stir\n"},
        "tracks#1 done, tracks#2 ready",
    ),
    (
        {
            "plans/mill.plan.md": "---\nname: Mill\ntodos:\n  - id: sift\n    content: Sift\n    status: completed\n"
            "  - id: stir\n    content: Stir\n    status: pending\n    dependencies:\n      - sift\n"
            "  - id: bake\n    content: Bake\n    status: pending\n    dependencies: [stir]\n"
            "isProject: false\n---\n\n# Mill\n"
        },
        "sift done, stir ready, bake waits stir",
    ),
    *(
        (
            {"TODO.md": f"# W\n\n## Phase 1: Mill\n\n- [ ] Sift\n\n## Phase 2: Oven\n\n{line}\n\n- [ ] Bake\n"},
            "#1 ready, #2 waits TODO#1",
        )
        for line in (
            "Start only after Phase 1 is done.",
            "Do not start before Phase 1 is complete.",
            "> Blocked by Phase 1",
            "Begins when Phase 1 is finished.",
            "This phase builds on Phase 1.",
            "Phase 1 must be complete first.",
            "**Depends on:** 1",
            "**Abhängigkeiten:** Phase 1",
            "| Depends on | Phase 1 |\n|---|---|",
            "#### Dependencies\n\n- Phase 1: Mill",
        )
    ),
    (
        {
            "TODO.md": "# W\n\n## M1: Mill\n\n- [ ] Sift [blocked by #7]\n\n## M2: Oven\n\nDepends on: M1\n\n"
            "- [ ] Bake 🔒\n"
        },
        "#1 undecided, #2 undecided",
    ),
    (
        {"stories/2.md": "# Oven\n\n## Tasks\n\n- [ ] Bake\n\n## Notes\n\nDependencies:\n- Story 1.1 (the mill)\n"},
        "2#1 undecided",
    ),
    ({"backlog/tasks/task-3 - Bake.md": "# task-3 - Bake\n\n**Status**: Done\n"}, "task-3 undecided"),
]


@pytest.mark.parametrize(("files", "states"), TASKS)
def test_state_of_tasks_by_their_keys(files: Files, states: str) -> None:
    assert states_of(files) == states
