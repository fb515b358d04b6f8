"""The dependencies that tasks state: in front matter, in attributes, in words, by the signs of a plugin."""

import re

from compiler.languages.knowledge.facts import EntityName, Task
from queries.operations.arguments import unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line
from queries.operations.knowledge.entities import PAGES, is_heading

_IDS = r"(?P<ids>(?:[^() \t]++(?:[ \t]++(?=[^() \t]))?)*+)(?P<after>[ \t]*+\))"
_ATTRIBUTE = re.compile(r"(?P<before>\([ \t]*+depends[ \t]*+:[ \t]*+)" + _IDS, re.IGNORECASE)
_WORDS = re.compile(r"(?P<before>\([ \t]*+depends[ \t]++on[: \t]++)" + _IDS, re.IGNORECASE)
_SIGN = re.compile(r"(?P<before>⛔\ufe0f?[ \t]*)(?P<ids>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)(?P<after>)")
_FIELD = re.compile(
    r"(?P<before>[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}(?:depends(?: on)?|dependenc(?:y|ies)|blocked by)[*_`]{0,3}"
    r"[ \t]*:[*_`]{0,3}[ \t]*)"
    r"(?P<ids>.*?)(?P<after>[ \t]*(?:\|.*)?)",
    re.IGNORECASE,
)
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
        _add_to_field(draft, task, name)
        return
    line = box_line(draft, task)
    pattern, new = _place_in_line(task, name)
    after, count = pattern.subn(lambda found: _with(found, name), line.after, count=1)
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


def _with(found: re.Match[str], name: str) -> str:
    ids = found["ids"]
    sign = "," if "," in ids and ", " not in ids else ", "
    return f"{found['before']}{f'{ids}{sign}{name}' if ids and not _NOTHING.fullmatch(ids) else name}{found['after']}"


def _add_to_field(draft: Draft, task: Task, name: str) -> None:
    file = task.span.file
    for number in range(task.span.start_line + 1, task.span.end_line + 1):
        if found := _FIELD.fullmatch(draft.line(file, number)):
            draft.set_line(file, number, _with(found, name))
            return
    draft.insert(file, task.span.start_line + 1, ["", f"**Depends on**: {name}"])


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
        for pattern in (_ATTRIBUTE, _WORDS, _SIGN, *([_FIELD] if is_heading(draft, task) else [])):
            new = pattern.sub(lambda found: _without(found, names), line)
            if new != line:
                draft.set_line(file, number, new.rstrip())
                return
    raise unavailable("This dependency is stated in words: edit the text itself", ref=task.ref)


def _without(found: re.Match[str], names: set[str]) -> str:
    parts = _BETWEEN.split(found["ids"])
    left = [part for part in parts if part.casefold() not in names]
    if len(left) == len(parts):
        return found[0]
    is_field = found.re is _FIELD
    if not left:
        return f"{found['before']}none{found['after']}" if is_field else ""
    sign = "," if "," in found["ids"] and ", " not in found["ids"] else ", "
    return f"{found['before']}{sign.join(left)}{found['after']}"
