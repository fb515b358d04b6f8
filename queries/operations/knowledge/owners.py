"""Files that another program owns: an edit of them would be lost, so its own command is named instead."""

import re
from typing import NamedTuple, NoReturn

from compiler.languages.knowledge.facts import Entity
from queries.operations.arguments import unavailable

_PLAIN = re.compile(r"[\w@%+=:,./-]+")
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
_PRIORITIES = {"urgent": 0, "high": 1, "normal": 2, "low": 3}
_LEVELS = {"urgent": "high", "high": "high", "low": "low"}
# The commands of programs by what is to be done, or by that and the value. `reopen` is for a status of what is done.
_COMMANDS = {
    "beads": {
        "create": "bd create {title} --type {kind} --priority {priority}",
        "status:done": "bd close {name}",
        "reopen": "bd reopen {name}",
        "status:todo": "bd update {name} --status open",
        "status:in_progress": "bd update {name} --status in_progress",
        "status:blocked": "bd update {name} --status blocked",
        "priority": "bd update {name} --priority {priority}",
        "due": "bd update {name} --due {value}",
        "title": "bd update {name} --title {value}",
        "content": "bd update {name} --description {value}",
        "assignee": "bd update {name} --assignee {value}",
        "tag": "bd label add {name} {value}",
        "delete": "bd delete {name} --force",
        "rename": "bd rename {name} {value}",
        "supersede": "bd supersede {name} --with {other}",
        "relate:supersedes": "bd supersede {target} --with {source}",
        "relate:blocks": "bd dep add {target} {source}",  # an issue names what it waits for
        "relate:belongs_to": "bd dep add {source} {target} --type parent-child",
        "relate:references": "bd dep add {source} {target} --type related",
        "unrelate:blocks": "bd dep remove {target} {source}",
        "unrelate:belongs_to": "bd dep remove {source} {target}",
        "unrelate:references": "bd dep remove {source} {target}",
    },
    "task-master": {
        "create": "task-master add-task --title={title} --description={title} --priority={level}",
        "status:todo": "task-master set-status --id={name} --status=pending --tag={tag}",
        "status:in_progress": "task-master set-status --id={name} --status=in-progress --tag={tag}",
        "status:done": "task-master set-status --id={name} --status=done --tag={tag}",
        "relate:blocks": "task-master add-dependency --id={target} --depends-on={source} --tag={tag}",
        "unrelate:blocks": "task-master remove-dependency --id={target} --depends-on={source} --tag={tag}",
        "title": "task-master update-{part} --id={name} --prompt={prompt} --tag={tag}",
        "content": "task-master update-{part} --id={name} --prompt={prompt} --tag={tag}",
        "priority": "task-master update-{part} --id={name} --prompt={prompt} --tag={tag}",
        "delete": "task-master remove-{part} --id={name} --tag={tag}",
        "rename": "task-master move --from={name} --to={value} --tag={tag}",
    },
    "medulla": {
        "create": "medulla add {kind} {title}",
        "relate": "medulla relation add {source} {target} -t {value}",
        "unrelate": "medulla relation delete {source} {target} -t {value}",
        "status": "medulla update {name} --status {value}",
        "title": "medulla update {name} --title {value}",
        "content": "medulla update {name} --stdin",
        "tag": "medulla update {name} -t {value}",
        "delete": "medulla delete {name} -f",
        "supersede": "medulla relation add {other} {name} -t supersedes && medulla update {name} --status superseded",
    },
    "github": {
        "create": "gh issue create --title {title} --body {title}",
        "status:done": "gh issue close {issue}",
        "reopen": "gh issue reopen {issue}",
        "delete": "gh issue delete {issue}",
        "title": "gh issue edit {issue} --title {value}",
        "content": "gh issue edit {issue} --body {value}",
        "assignee": "gh issue edit {issue} --add-assignee {value}",
        "tag": "gh issue edit {issue} --add-label {value}",
    },
}


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
        raise unavailable("Decisions in AsciiDoc are not edited: edit the text itself", file=entity.span.file)
    if entity.format in OWNED:
        command = _command_for(entity, wanted)
        refuse_owned(entity.format, command, file=entity.span.file, verb=wanted.verb)


def refuse_owned(form: str, command: str, *, file: str, verb: str) -> NoReturn:
    """Raise QueryError for a file that a program owns."""
    problem = f"{_PROGRAMS[form]}: an edit would be lost"
    again = "Then export it anew." if form in _EXPORTED else ""
    nothing = f"Change it there ({verb})." if form in _EXPORTED else f"It has no command for this ({verb})."
    hint = " ".join(filter(None, ("" if command else nothing, again)))
    raise unavailable(problem, file=file, command=command, hint=hint)


def creating_command(form: str, kind: str, title: str, priority: str) -> str:
    """Return the command by which a program makes an entity, "" if it has none."""
    words = {"title": _quoted(title), "kind": kind, "level": _LEVELS.get(priority, "medium")}
    words["priority"] = str(_PRIORITIES.get(priority, 2))
    return _COMMANDS.get(form, {}).get("create", "").format_map(words)


def _command_for(entity: Entity, wanted: Wanted) -> str:
    """Return the command of the program that owns an entity, "" if it has none. For a relation, `other` is `source
    target`. A draft on a board of GitHub has no number, and so no command."""
    scope, number = entity.entity.partition("#")[0], entity.native_id[1:]
    if entity.format == "github" and not entity.native_id.startswith("#"):
        return ""
    source, _, target = wanted.other.partition(" ")
    words = {"name": entity.native_id, "value": wanted.value, "other": wanted.other, "source": source, "target": target}
    words |= {"tag": entity.collection.rpartition("#")[2], "prompt": f"Set the {wanted.verb} to: {wanted.value}"}
    words = {name: _quoted(word) for name, word in words.items()}
    words["issue"] = f"{number} --repo {_quoted(scope)}" if "/" in scope else number
    words["part"] = "subtask" if "." in entity.native_id else "task"
    words["priority"] = str(_PRIORITIES.get(wanted.value, 2))
    commands = _COMMANDS.get(entity.format, {})
    is_reopened = (wanted.verb, entity.status) == ("status", "done") and wanted.value != "done"
    key = "reopen" if is_reopened and "reopen" in commands else f"{wanted.verb}:{wanted.value}"
    return commands.get(key, commands.get(wanted.verb, "")).format_map(words)


def _quoted(text: str) -> str:
    """Return a text as one word of a shell."""
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "'\"'\"'") + "'"
