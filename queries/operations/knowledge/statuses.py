"""How each format writes the status of a task or a decision."""

import re

from compiler.languages.knowledge.facts import Decision, Task
from queries.operations.arguments import invalid, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import set_box_status
from queries.operations.knowledge.entities import LISTS, TASK_PAGE
from queries.operations.knowledge.sections import body_line, last_text_line, section_of

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
_KEY = re.compile(
    r"(?P<key>[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?status(?:\*\*|__)?[ \t]*:(?:\*\*|__)?[ \t]*)(?P<rest>.*)", re.IGNORECASE
)


def set_task_status(draft: Draft, task: Task, status: str) -> None:
    """Write the status of a task, in a word of the model or of its project."""
    word = _SPELLED.get(status.strip().lower(), status.strip().lower())
    if task.format == "backlog":
        _set_backlog_status(draft, task, word, status.strip())
        return
    if word not in TASK_STATUSES:
        raise invalid("A task has none of this status", status=status, allowed=[*TASK_STATUSES])
    if task.format == TASK_PAGE:
        _set_status_of_page(draft, task, word)
        return
    assert task.format in LISTS
    if word != task.status:
        set_box_status(draft, task, word)


def _set_status_of_page(draft: Draft, task: Task, word: str) -> None:
    """Write the status of a task that is a page, in the word of another page of its folder if one has it."""
    if not front_matter.has_key(draft, task.span.file, "status"):
        raise unavailable("The front matter of this page has no status: edit the text", ref=task.ref)
    tasks = (fact for fact in draft.snapshot.facts(Task, collection=task.collection) if fact.status == word)
    own = next((one.native.get("status") for one in tasks), word)
    front_matter.set_key(draft, task.span.file, "status", str(own), behind=("title", "id"))


def _set_backlog_status(draft: Draft, task: Task, word: str, written: str) -> None:
    words = backlog_statuses(draft, task.collection)
    own = next((one for one in words if one.lower() == written.lower()), None)
    if own is None and word in TASK_STATUSES:
        own = _backlog_word(words, word)
    if own is None:
        raise invalid("The settings of this backlog have no such status", status=written, allowed=words)
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
    if (found := _backlog_word(words, status)) is None:
        raise invalid("The settings of this backlog have no such status", status=status, allowed=words)
    return found


def _backlog_word(words: list[str], status: str) -> str | None:
    if status == "todo":
        return words[0]
    if status == "done":
        return words[-1]
    pattern = _BLOCKED if status == "blocked" else _STARTED
    return next((word for word in words if pattern.search(word)), None)


def set_decision_status(draft: Draft, decision: Decision, status: str) -> None:
    """Write the status of a decision in a word of the model, or `rejected`."""
    word = status.strip().lower()
    if word not in (*DECISION_STATUSES, "rejected"):
        allowed = [*DECISION_STATUSES, "rejected"]
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
        key = _KEY.fullmatch(line)
        start = key.end("key") if key else 0
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
    if section := section_of(draft, file, "status"):
        draft.insert(file, last_text_line(draft, file, section) + 1, ["", word[:1].upper() + word[1:]])
    elif front_matter.has_front_matter(draft, file):
        front_matter.set_key(draft, file, "status", word)
    elif bullet := _first_bullet(draft, decision):
        number, found = bullet
        bold = found["bold"] or ""
        mark = f"{found['mark']}{bold}Status:{bold} {word}" if bold else f"{found['mark']}Status: {word}"
        draft.insert(file, number, [mark])
    elif decision.format == "log4brains":
        draft.insert(file, body_line(draft, file), ["", f"- Status: {word}"])
    else:
        front_matter.set_key(draft, file, "status", word)


def _first_bullet(draft: Draft, decision: Decision) -> tuple[int, re.Match[str]] | None:
    """Return the first bullet of metadata below the title, with its line; None if other text stands there."""
    file = decision.span.file
    for number in range(body_line(draft, file), len(draft.lines(file)) + 1):
        line = draft.line(file, number)
        if line.strip():
            found = _BULLET.match(line)
            return (number, found) if found else None
    return None


def status_line(draft: Draft, decision: Decision) -> int:
    """Return the line of the status of a decision, 0 if it states none."""
    keys = front_matter.key_lines(draft, decision.span.file, "status")
    return keys[0] if keys else int(decision.native.get("status_line") or 0)
