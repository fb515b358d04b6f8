"""How each format writes the status of a task or a decision."""

import re

from compiler.languages.knowledge.facts import Decision, Task
from queries.errors.query_error import QueryError
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import set_box_status
from queries.operations.knowledge.decision_status import set_decision_word
from queries.operations.knowledge.entities import LISTS
from queries.tools.parameters import echoed

TASK_STATUSES = ("todo", "in_progress", "done", "blocked")
DECISION_STATUSES = ("proposed", "accepted", "deprecated", "superseded")
_SPELLED = {"in-progress": "in_progress", "inprogress": "in_progress", "in progress": "in_progress", "to do": "todo"}
_DEFAULTS = ("To Do", "In Progress", "Done")
_LISTED = re.compile(r"^statuses:[ \t]*(?:\[(?P<short>[^\]]*)\]|(?P<long>(?:\r?\n[ \t]*-[ \t]+[^\n]*)+))", re.MULTILINE)
_STARTED = re.compile(r"progress|doing|started|active|wip", re.IGNORECASE)
_BLOCKED = re.compile(r"block|hold", re.IGNORECASE)


def set_task_status(draft: Draft, task: Task, status: str) -> None:
    """Write the status of a task, in a word of the model or of its project."""
    word = _SPELLED.get(status.strip().lower(), status.strip().lower())
    if task.format == "backlog":
        _set_backlog_status(draft, task, word, status.strip())
        return
    if word not in TASK_STATUSES:
        raise QueryError(
            "invalid_argument", "A task has none of this status", status=echoed(status), allowed=[*TASK_STATUSES]
        )
    assert task.format in LISTS
    if word != task.status:
        set_box_status(draft, task, word)


def _set_backlog_status(draft: Draft, task: Task, word: str, written: str) -> None:
    words = backlog_statuses(draft, task.collection)
    own = next((one for one in words if one.lower() == written.lower()), None)
    if own is None and word in TASK_STATUSES:
        own = _backlog_word(words, word)
    if own is None:
        problem = "The settings of this backlog have no such status"
        raise QueryError("invalid_argument", problem, status=echoed(written), allowed=words)
    front_matter.set_key(draft, task.span.file, "status", own, behind=("title", "id"))


def backlog_statuses(draft: Draft, collection: str) -> list[str]:
    """Return the statuses that the settings of a backlog define, in their order."""
    found = _LISTED.search(backlog_settings(draft, collection))
    if found is None:
        return [*_DEFAULTS]
    parts = found["short"].split(",") if found["short"] is not None else re.split(r"\n[ \t]*-[ \t]+", found["long"])
    words = [part.strip().strip("\"'").strip() for part in parts]
    return [word for word in words if word] or [*_DEFAULTS]


def backlog_settings(draft: Draft, collection: str) -> str:
    """Return the text of the settings of a backlog, "" if it has none."""
    above = collection.rpartition("/")[0]
    paths = (f"{collection}/config.yml", f"{collection}/config.yaml", f"{above}/backlog.config.yml".lstrip("/"))
    return next((text for path in paths if (text := draft.snapshot.text(path))), "")


def backlog_word(draft: Draft, collection: str, status: str) -> str:
    """Return the word of a backlog for a status of the model. Raises QueryError if it has none."""
    words = backlog_statuses(draft, collection)
    found = _backlog_word(words, status)
    if found is None:
        raise QueryError(
            "invalid_argument", "The settings of this backlog have no such status", status=status, allowed=words
        )
    return found


def _backlog_word(words: list[str], status: str) -> str | None:
    if status == "todo":
        return words[0]
    if status == "done":
        return words[-1]
    pattern = _BLOCKED if status == "blocked" else _STARTED
    return next((one for one in words if pattern.search(one)), None)


def set_decision_status(draft: Draft, decision: Decision, status: str) -> None:
    """Write the status of a decision in a word of the model, or `rejected`."""
    word = status.strip().lower()
    if word not in (*DECISION_STATUSES, "rejected"):
        allowed = [*DECISION_STATUSES, "rejected"]
        raise QueryError(
            "invalid_argument", "A decision has none of this status", status=echoed(status), allowed=allowed
        )
    if word == "superseded":
        raise QueryError(
            "invalid_argument", "decision_supersede names the decision that replaces this one", ref=decision.ref
        )
    if decision.superseded_by:
        by = decision.superseded_by[0]
        raise QueryError(
            "unavailable", "This decision is superseded: edit the text of both", ref=decision.ref, superseded_by=by
        )
    set_decision_word(draft, decision, word)
