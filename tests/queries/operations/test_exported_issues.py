"""Operations on issues of trackers: the tracker owns them, so an edit of the export is refused, with what to run."""

from pathlib import Path
from typing import Any

import pytest

from tests.queries.cases import each
from tests.queries.operations.proposing import call, propose

GITHUB = (
    '[{"number": 3, "title": "Mend the gate", "state": "OPEN", "url": "https://github.com/canal/locks/issues/3"},\n'
    ' {"number": 4, "title": "Oil it", "state": "CLOSED", "url": "https://github.com/canal/locks/issues/4"}]\n'
)
LINEAR = "ID,Team,Title,Status,Estimate,Completed,Canceled\nPATH-1,Path,Gravel,Todo,1,,\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "issues.json").write_text(GITHUB)
    (tmp_path / "linear.csv").write_text(LINEAR)
    (tmp_path / "todo.md").write_text("- [ ] a\n")
    return tmp_path


@each(
    "op, arguments, says",
    [
        ("task_complete", {"id": "canal/locks#3"}, "gh issue close 3 --repo canal/locks"),
        ("entity_update", {"id": "canal/locks#4", "properties": {"status": "todo"}}, "gh issue reopen 4 --repo"),
        (*call("entity_update id=canal/locks#3 title='Mend it'"), "gh issue edit 3 --repo canal/locks --title 'Me"),
        ("entity_delete", {"id": "canal/locks#3"}, "gh issue delete 3"),
        ("task_reschedule", {"id": "canal/locks#3", "due_date": "2026-01-02"}, "Change it there (due)"),
        ("task_complete", {"id": "PATH-1"}, "Linear keeps its issues"),
        ("entity_create", {"type": "task", "title": "B", "file": "linear.csv"}, "Linear keeps its issues"),
        ("entity_create", {"type": "task", "title": "B", "file": "issues.json"}, "gh issue create --title B"),
    ],
)
def test_operation_on_an_issue_is_refused_with_its_owner(
    source: Path, op: str, arguments: dict[str, Any], says: str
) -> None:
    told = propose(source, op, arguments)
    assert told["code"] == "unavailable", told
    assert says in str(told)
    assert "an edit would be lost" in told["error"]
