"""How each format writes the status of a task or a decision."""

import re

from compiler.languages.knowledge.facts import Decision, Task
from queries.operations.arguments import invalid, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import set_box_status
from queries.operations.knowledge.entities import LISTS, TASK_PAGE
from queries.operations.knowledge.sections import add_paragraph, body_line, field_of, section_of

TASK_STATUSES = ("todo", "in_progress", "done", "blocked")
DECISION_STATUSES = ("proposed", "accepted", "deprecated", "superseded")
_SPELLED = {"in-progress": "in_progress", "inprogress": "in_progress", "in progress": "in_progress", "to do": "todo"}
_DEFAULTS = ("To Do", "In Progress", "Done")
_LISTED = re.compile(r"^statuses:[ \t]*(?:\[(?P<short>[^\]]*)\]|(?P<long>(?:\r?\n[ \t]*-[ \t]+[^\n]*)+))", re.MULTILINE)
_STARTED = re.compile(r"progress|doing|started|active|wip", re.IGNORECASE)
_BLOCKED = re.compile(r"block|hold", re.IGNORECASE)
_BULLET = re.compile(
    r"(?P<mark>[ \t]*[-*+][ \t]+)(?P<bold>\*\*|__)?(?P<key>[A-Za-z][\w-]*?(?: +[\w-]+?)*?)(?:\*\*|__)?"
    r"[ \t]*+:(?:\*\*|__)?"
)


def set_task_status(draft: Draft, task: Task, status: str) -> None:
    """Write the status of a task, in a word of the model or of its project."""
    word = _of_model(status)
    if task.format == "backlog":
        own = backlog_word(draft, task.collection, status.strip())
        front_matter.set_key(draft, task.span.file, "status", own, behind=("title", "id"))
        return
    if word not in TASK_STATUSES:
        raise invalid("A task has none of this status", status=status, allowed=[*TASK_STATUSES])
    if task.format == TASK_PAGE:
        if not front_matter.has_key(draft, task.span.file, "status"):
            raise unavailable("The front matter of this page has no status: edit the text", ref=task.ref)
        others = draft.snapshot.facts(Task, collection=task.collection)
        own = next((str(other.native.get("status")) for other in others if other.status == word), word)
        front_matter.set_key(draft, task.span.file, "status", own)
        return
    assert task.format in LISTS
    if word != task.status:
        set_box_status(draft, task, word)


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
    """Return the word of a backlog for one of its own statuses, or for one of the model. Raises QueryError if it has
    none."""
    words, word = backlog_statuses(draft, collection), _of_model(status)
    own = [own for own in words if own.lower() == status.lower()]
    if not own and word == "todo":
        own = words[:1]
    elif not own and word == "done":
        own = words[-1:]
    elif not own and word in TASK_STATUSES:
        own = [own for own in words if (_BLOCKED if word == "blocked" else _STARTED).search(own)]
    if not own:
        raise invalid("The settings of this backlog have no such status", status=status, allowed=words)
    return own[0]


def _of_model(status: str) -> str:
    return _SPELLED.get(status.strip().lower(), status.strip().lower())


def set_decision_status(draft: Draft, decision: Decision, status: str) -> None:
    """Write the status of a decision in a word of the model, or `rejected`."""
    word, allowed = status.strip().lower(), [*DECISION_STATUSES, "rejected"]
    if word not in allowed:
        raise invalid("A decision has none of this status", status=status, allowed=allowed)
    if word == "superseded":
        raise invalid("decision_supersede names the decision that replaces this one", ref=decision.ref)
    if decision.superseded_by:
        by = decision.superseded_by[0]
        raise unavailable("This decision is superseded: edit the text of both", ref=decision.ref, superseded_by=by)
    set_decision_word(draft, decision, word)


def set_decision_word(draft: Draft, decision: Decision, word: str) -> None:
    """Write another word for the status of a decision where the old one stands, capitalised as that is. Where none
    stands, it is written where the template has it. Raises QueryError if the line says more."""
    file, number = decision.span.file, int(decision.native.get("status_line") or 0)
    old = str(decision.native.get("status") or "")
    if not number:
        _add_status(draft, decision, word)
    elif front_matter.has_key(draft, file, "status"):
        value = draft.line(file, front_matter.key_lines(draft, file, "status")[0]).partition(":")[2].strip(" \t\"'")
        front_matter.set_key(draft, file, "status", _as_written(word, value))
    else:
        line = draft.line(file, number)
        field = field_of(line, "status")
        start = field.end("before") if field else 0
        found = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE).search(line, start) if old else None
        if found is None:
            problem = "The status does not stand in its line as it is read: edit the text itself"
            raise unavailable(problem, file=file, line=number)
        new = line[: found.start()] + _as_written(word, found[0]) + line[found.end() :]
        draft.set_line(file, number, new)


def _as_written(word: str, like: str) -> str:
    """Return a word with a capital if the old one has it."""
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def _add_status(draft: Draft, decision: Decision, word: str) -> None:
    file = decision.span.file
    behind_title = range(body_line(draft, file), len(draft.lines(file)) + 1)
    first = next((number for number in behind_title if draft.line(file, number).strip()), 0)
    bullet = _BULLET.match(draft.line(file, first)) if first else None
    if section := section_of(draft, file, "status"):
        add_paragraph(draft, file, section, word[:1].upper() + word[1:])
    elif front_matter.has_front_matter(draft, file):
        front_matter.set_key(draft, file, "status", word)
    elif bullet:
        bold = bullet["bold"] or ""
        draft.insert(file, first, [f"{bullet['mark']}{bold}Status:{bold} {word}"])
    elif decision.format == "log4brains":
        draft.insert(file, body_line(draft, file), ["", f"- Status: {word}"])
    else:
        front_matter.set_key(draft, file, "status", word)


def status_line(draft: Draft, decision: Decision) -> int:
    """Return the line of the status of a decision, 0 if it states none."""
    keys = front_matter.key_lines(draft, decision.span.file, "status")
    return keys[0] if keys else int(decision.native.get("status_line") or 0)
