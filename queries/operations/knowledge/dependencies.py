"""The dependencies that tasks state: in front matter, in attributes, in words, by the signs of a plugin."""

import re

from compiler.languages.knowledge.facts import EntityName, Task
from queries.operations.arguments import unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line
from queries.operations.knowledge.entities import PAGES, is_heading
from queries.operations.knowledge.sections import set_field

_IDS = r"(?P<ids>(?:[^() \t]++(?:[ \t]++(?=[^() \t]))?)*+)(?P<after>[ \t]*+\))"
_ATTRIBUTE = re.compile(r"(?P<before>\([ \t]*+depends[ \t]*+:[ \t]*+)" + _IDS, re.IGNORECASE)
_WORDS = re.compile(r"(?P<before>\([ \t]*+depends[ \t]++on[: \t]++)" + _IDS, re.IGNORECASE)
_SIGN = re.compile(r"(?P<before>⛔\ufe0f?[ \t]*)(?P<ids>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)(?P<after>)")
_FIELDS = ("depends(?: on)?", "dependenc(?:y|ies)", "blocked by")
_BETWEEN = re.compile(r"(?<![ \t])[ \t]*+(?:[,;&]|\band\b)[ \t]*+(?:and\b[ \t]*+)?", re.IGNORECASE)
_NOTHING = re.compile(r"(?:none|n/a|nothing|-|–|—)?", re.IGNORECASE)
_PROSE = "spec-kit"


def add_dependency(draft: Draft, task: Task, on: Task) -> None:
    """Let a task depend on another one. Raises QueryError if its format has no words for it."""
    file = task.span.file
    if task.format == "backlog":
        if on.format != "backlog" or on.collection != task.collection:
            raise unavailable("A task of Backlog.md depends on tasks of its own backlog", ref=on.ref)
        front_matter.set_list(draft, file, "dependencies", [on.native_id])
        return
    name = _name_for(task, on)
    if is_heading(draft, task):
        if not set_field(draft, file, _below(task), _FIELDS, lambda ids: _with(ids, name)):
            draft.insert(file, task.span.start_line + 1, ["", f"**Depends on**: {name}"])
        return
    line = box_line(draft, task)
    pattern, new = _place_in_line(task, name)
    after, count = pattern.subn(
        lambda found: f"{found['before']}{_with(found['ids'], name)}{found['after']}", line.after, count=1
    )
    draft.set_line(
        file, task.span.start_line, line._replace(after=after if count else f"{line.after.rstrip()} {new}").text()
    )


def _place_in_line(task: Task, name: str) -> tuple[re.Pattern[str], str]:
    """Return what finds the dependencies in a line, and how the first one is written."""
    if task.format == "task-list":
        return _ATTRIBUTE, f"(depends: {name})"
    if task.format == _PROSE:
        return _WORDS, f"(depends on {name})"
    return _SIGN, f"⛔ {name}"


def _name_for(task: Task, on: Task) -> str:
    """Return the name by which a task of a list names another one."""
    if task.format not in ("task-list", _PROSE, "checkbox", *PAGES):
        raise unavailable(f"Tasks of {task.format} state no dependencies", ref=task.ref)
    if on.native_id.startswith("#"):
        raise unavailable("This task has no id of its own by which another one could name it", ref=on.ref)
    if on.span.file == task.span.file:
        return on.native_id
    if task.format != "task-list" or on.format not in ("task-list", _PROSE):
        raise unavailable("A task of this list names tasks of the same list only", ref=on.ref)
    return f"spec:{on.entity}"


def _with(ids: str, name: str) -> str:
    """Return names with one more, behind the sign that stands between them."""
    return name if _NOTHING.fullmatch(ids) else f"{ids}{_sign(ids)}{name}"


def _sign(ids: str) -> str:
    return "," if "," in ids and ", " not in ids else ", "


def remove_dependency(draft: Draft, task: Task, on: Task) -> None:
    """Take a dependency out. Raises QueryError if it is stated in words."""
    file = task.span.file
    names = {name.key for name in draft.snapshot.facts(EntityName, ref=on.ref) if name.rank <= 2}
    names |= {on.native_id.casefold(), f"spec:{on.entity}".casefold()}
    if task.format == "backlog":
        front_matter.set_list(draft, file, "dependencies", (), names)
        return
    for number in range(task.span.start_line, task.span.end_line + 1):
        line = draft.line(file, number)
        for pattern in (_ATTRIBUTE, _WORDS, _SIGN):
            new = pattern.sub(lambda found: _without_in(found, names), line)
            if new != line:
                draft.set_line(file, number, new.rstrip())
                return
    if not is_heading(draft, task) or not set_field(
        draft, file, _below(task), _FIELDS, lambda ids: _without(ids, names) or "none"
    ):
        raise unavailable("This dependency is stated in words: edit the text itself", ref=task.ref)


def _below(task: Task) -> range:
    """Return the lines below the heading of a task."""
    return range(task.span.start_line + 1, task.span.end_line + 1)


def _without_in(found: re.Match[str], names: set[str]) -> str:
    left = _without(found["ids"], names)
    return f"{found['before']}{left}{found['after']}" if left else ""


def _without(ids: str, names: set[str]) -> str:
    """Return what is left of ids without some of them, as they are written if none of them goes."""
    parts = _BETWEEN.split(ids)
    left = [part for part in parts if part.casefold() not in names]
    return ids if left == parts else _sign(ids).join(left)
