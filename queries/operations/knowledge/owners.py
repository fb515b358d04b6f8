"""Files that another program owns: an edit of them would be lost, so its own command is named instead."""

import re
from typing import NamedTuple, NoReturn

from compiler.languages.knowledge.facts import Entity
from queries.errors.query_error import QueryError

_PLAIN = re.compile(r"[\w@%+=:,./-]+")
_PRIORITIES = {"urgent": 0, "high": 1, "normal": 2, "low": 3}
_OF_BEADS = {"todo": "open", "in_progress": "in_progress", "blocked": "blocked"}
_OF_TASK_MASTER = {"todo": "pending", "in_progress": "in-progress", "done": "done"}
_PROGRAMS = {
    "beads": "Beads keeps its issues in a database and exports this file",
    "task-master": "Task Master rewrites this file as a whole",
    "medulla": "Medulla keeps its entities in a store and generates these files",
    "github": "GitHub keeps its issues, and its command line wrote this file",
    "jira": "Jira keeps its issues and exported this file",
    "linear": "Linear keeps its issues and exported this file",
}
_EXPORTED = frozenset({"github", "jira", "linear"})  # the file is a copy of what a server has
OWNED = frozenset(_PROGRAMS)
_ASCIIDOC = (".adoc", ".asciidoc")


class Wanted(NamedTuple):
    """What is to be done to an entity: `verb` is status, due, title, content, priority, assignee, tag, delete, rename,
    relate, unrelate or supersede; `value` is what shall be written, `other` the second entity."""

    verb: str
    value: str = ""
    other: str = ""


def check_owner(entity: Entity, wanted: Wanted) -> None:
    """Raise QueryError with the command to run, if another program owns the file of an entity; or if the file is
    AsciiDoc, which is read and not written."""
    if entity.span.file.lower().endswith(_ASCIIDOC):
        raise QueryError(
            "unavailable", "Decisions in AsciiDoc are not edited: edit the text itself", file=entity.span.file
        )
    if entity.format in OWNED:
        command = _COMMANDS.get(entity.format, _no_command)(entity, wanted)
        refuse_owned(entity.format, command, file=entity.span.file, verb=wanted.verb)


def refuse_owned(form: str, command: str, *, file: str, verb: str) -> NoReturn:
    """Raise QueryError for a file that a program owns."""
    problem = f"{_PROGRAMS[form]}: an edit would be lost"
    again = "Then export it anew." if form in _EXPORTED else ""
    nothing = f"Change it there ({verb})." if form in _EXPORTED else f"It has no command for this ({verb})."
    hint = " ".join(filter(None, ("" if command else nothing, again)))
    raise QueryError("unavailable", problem, file=file, command=command, hint=hint)


def creating_command(form: str, kind: str, title: str, priority: str) -> str:
    """Return the command by which a program makes an entity."""
    if form == "beads":
        return f"bd create {_quoted(title)} --type {kind} --priority {_PRIORITIES.get(priority, 2)}"
    if form == "task-master":
        word = {"urgent": "high", "high": "high", "low": "low"}.get(priority, "medium")
        return f"task-master add-task --title={_quoted(title)} --description={_quoted(title)} --priority={word}"
    if form == "github":
        return f"gh issue create --title {_quoted(title)} --body {_quoted(title)}"
    return f"medulla add {kind} {_quoted(title)}" if form == "medulla" else ""


def _beads(entity: Entity, wanted: Wanted) -> str:
    name, value = _quoted(entity.native_id), wanted.value
    if wanted.verb == "status":
        if value == "done":
            return f"bd close {name}"
        if entity.status == "done":
            return f"bd reopen {name}"
        return f"bd update {name} --status {_OF_BEADS[value]}" if value in _OF_BEADS else ""
    if wanted.verb == "priority":
        return f"bd update {name} --priority {_PRIORITIES.get(value, 2)}"
    if wanted.verb == "relate":
        return _beads_relation(wanted, "add")
    other = _quoted(wanted.other)
    return {
        "due": f"bd update {name} --due {_quoted(value)}",
        "title": f"bd update {name} --title {_quoted(value)}",
        "content": f"bd update {name} --description {_quoted(value)}",
        "assignee": f"bd update {name} --assignee {_quoted(value)}",
        "tag": f"bd label add {name} {_quoted(value)}",
        "delete": f"bd delete {name} --force",
        "rename": f"bd rename {name} {_quoted(value)}",
        "unrelate": _beads_relation(wanted, "remove"),
        "supersede": f"bd supersede {name} --with {other}",
    }.get(wanted.verb, "")


def _beads_relation(wanted: Wanted, verb: str) -> str:
    """Return the command for a relation. `other` is `source target`: an issue of Beads names what it waits for."""
    source, _, target = wanted.other.partition(" ")
    if wanted.value == "supersedes":
        return f"bd supersede {_quoted(target)} --with {_quoted(source)}" if verb == "add" else ""
    ends = f"{target} {source}" if wanted.value == "blocks" else f"{source} {target}"
    kind = {"blocks": "", "belongs_to": " --type parent-child", "references": " --type related"}.get(wanted.value)
    if kind is None:
        return ""
    return f"bd dep add {ends}{kind}" if verb == "add" else f"bd dep remove {ends}"


def _task_master(entity: Entity, wanted: Wanted) -> str:
    tag = entity.collection.rpartition("#")[2]
    name, value, behind = _quoted(entity.native_id), wanted.value, f" --tag={_quoted(tag)}"
    is_part = "." in entity.native_id
    if wanted.verb == "status":
        word = _OF_TASK_MASTER.get(value)
        return f"task-master set-status --id={name} --status={word}{behind}" if word else ""
    if wanted.verb in ("relate", "unrelate") and value == "blocks":
        source, _, target = wanted.other.partition(" ")
        verb = "add" if wanted.verb == "relate" else "remove"
        return f"task-master {verb}-dependency --id={_quoted(target)} --depends-on={_quoted(source)}{behind}"
    if wanted.verb in ("title", "content", "priority"):
        kind = "subtask" if is_part else "task"
        prompt = _quoted(f"Set the {wanted.verb} to: {value}")
        return f"task-master update-{kind} --id={name} --prompt={prompt}{behind}"
    if wanted.verb == "delete":
        return f"task-master remove-{'subtask' if is_part else 'task'} --id={name}{behind}"
    return f"task-master move --from={name} --to={_quoted(value)}{behind}" if wanted.verb == "rename" else ""


def _medulla(entity: Entity, wanted: Wanted) -> str:
    name, value = _quoted(entity.native_id), _quoted(wanted.value)
    if wanted.verb in ("relate", "unrelate"):
        source, _, target = wanted.other.partition(" ")
        verb = "add" if wanted.verb == "relate" else "delete"
        return f"medulla relation {verb} {_quoted(source)} {_quoted(target)} -t {value}"
    return {
        "status": f"medulla update {name} --status {value}",
        "title": f"medulla update {name} --title {value}",
        "content": f"medulla update {name} --stdin",
        "tag": f"medulla update {name} -t {value}",
        "delete": f"medulla delete {name} -f",
        "supersede": f"medulla relation add {_quoted(wanted.other)} {name} -t supersedes"
        f" && medulla update {name} --status superseded",
    }.get(wanted.verb, "")


def _github(entity: Entity, wanted: Wanted) -> str:
    """The command for an issue; "" for a draft on a board, which has no number."""
    if not entity.native_id.startswith("#"):
        return ""
    scope, number = entity.entity.partition("#")[0], entity.native_id[1:]
    behind = f"{number} --repo {_quoted(scope)}" if "/" in scope else number
    value = _quoted(wanted.value)
    if wanted.verb == "status":
        if wanted.value == "done":
            return f"gh issue close {behind}"
        return f"gh issue reopen {behind}" if entity.status == "done" else ""
    if wanted.verb == "delete":
        return f"gh issue delete {behind}"
    option = {"title": "title", "content": "body", "assignee": "add-assignee", "tag": "add-label"}.get(wanted.verb)
    return f"gh issue edit {behind} --{option} {value}" if option else ""


def _no_command(entity: Entity, wanted: Wanted) -> str:  # noqa: ARG001
    return ""


_COMMANDS = {"beads": _beads, "task-master": _task_master, "medulla": _medulla, "github": _github}


def _quoted(text: str) -> str:
    """Return a text as one word of a shell."""
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "'\"'\"'") + "'"
