"""The queue of Task Master: its current tag, and the others on request."""

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.queries.asking import ask

HOME = ".taskmaster/tasks/tasks.json"


def one(identifier: int, *waits: int, status: str = "pending") -> dict[str, Any]:
    return {"id": identifier, "title": f"T{identifier}", "status": status, "dependencies": list(waits)}


@pytest.fixture
def tagged(tmp_path: Path) -> Snapshot:
    (tmp_path / HOME).parent.mkdir(parents=True)
    tags = {"master": {"tasks": [one(1), one(2, 1)]}, "next": {"tasks": [one(1), one(2), one(3, 2), one(4, 9)]}}
    (tmp_path / HOME).write_text(json.dumps(tags))
    (tmp_path / ".taskmaster/state.json").write_text('{"currentTag": "next"}')
    return compile_source(tmp_path)


def test_task_ready_lists_current_tag_and_counts_the_others(tagged: Snapshot) -> None:
    found = ask(tagged, "task_ready")
    assert [row["id"] for row in found["tasks"]] == ["next/1", "next/2"]
    assert found["other_tags"] == {f"{HOME}#master": 1}


def test_task_ready_all_tags_lists_every_tag(tagged: Snapshot) -> None:
    found = ask(tagged, "task_ready", all_tags=True)
    assert [row["id"] for row in found["tasks"]] == ["master/1", "next/1", "next/2"]
    assert "other_tags" not in found


def test_task_blocked_lists_current_tag_and_missing_tasks(tagged: Snapshot) -> None:
    found = ask(tagged, "task_blocked", explain=True)
    rows = {row["id"]: [one["id"] for one in row["blockers"]] for row in found["blocked_tasks"]}
    assert rows == {"next/3": ["next/2"], "next/4": ["9"]}
    assert found["other_tags"] == {f"{HOME}#master": 1}
    missing = found["blocked_tasks"][1]["blockers"][0]
    assert (missing["status"], "ref" in missing) == ("missing", False)
    assert missing["unblock"] == "It is free of this when the dependency on 9 is corrected or taken away."


def test_task_next_is_of_the_current_tag(tagged: Snapshot) -> None:
    assert ask(tagged, "task_next")["id"] == "next/1"


def test_task_of_another_tag_keeps_its_own_state(tagged: Snapshot) -> None:
    assert ask(tagged, "task_blocked", id="master/1")["is_ready"]
    assert ask(tagged, "entity_get", id="master/2")["work"]["is_blocked"]
