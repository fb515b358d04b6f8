"""What the tasks of Beads, Task Master, Backlog.md and BMAD are by the keys that people and programs write."""

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
    ({"backlog/tasks/task-3 - Bake.md": "# task-3 - Bake\n\n**Status**: Done\n"}, "task-3 undecided"),
]


@pytest.mark.parametrize(("files", "states"), TASKS)
def test_state_of_tasks_by_their_keys(files: Files, states: str) -> None:
    assert states_of(files) == states
