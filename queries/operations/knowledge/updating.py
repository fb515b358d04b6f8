"""Other values of an entity: its title, text, tags and properties, each where its format has it, and the citations that
name an entity by its title."""

import re
from functools import partial
from typing import Any

from compiler.languages.knowledge.facts import Decision, Entity, Task
from queries.knowledge.entity_lookup import ID
from queries.operations.arguments import invalid, optional, optional_line, unavailable, wrong_kind
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line
from queries.operations.knowledge.creating import APPLIES_TO, MAX_CONTENT, MAX_TITLE, PROPERTIES, check_properties
from queries.operations.knowledge.entities import LISTS, PAGES, entity_of, is_heading, same_entity
from queries.operations.knowledge.new_tasks import description
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.knowledge.sections import outside_code, sections_of, set_field
from queries.operations.knowledge.statuses import set_decision_status, set_task_status
from queries.operations.knowledge.tasks import set_due_date
from queries.operations.operation import Given, Steps, operation
from queries.tools.parameters import Parameter

_SIGNS = {"urgent": "🔺", "high": "⏫", "normal": "", "low": "🔽"}
_SIGN = re.compile(r"(?<![ \t])[ \t]*+[🔺⏫🔼🔽⏬]\ufe0f?")
_WIKILINK = re.compile(r"\[\[(?P<target>[^\[\]|#\n]*+)(?P<rest>[^\[\]\n]*+)\]\]")
_LINK = re.compile(r"\[(?P<text>[^\[\]\n]*)\]\((?P<path>[^()\n]*)\)")
_DESCRIPTION = re.compile(r"[ \t]*<!-- SECTION:DESCRIPTION:(?:BEGIN|END) -->[ \t]*")
_OWNER = re.compile(r"(?P<before>\([ \t]*+owner[ \t]*+:[ \t]*+)[^()]*+(?=\))", re.IGNORECASE)


@operation(
    APPLIES_TO,
    ID,
    optional_line("title", "Another title, one line.", most=MAX_TITLE),
    optional(
        "content",
        "Another text, in place of all that stands below its title or its line; of a task of Backlog.md its "
        "description.",
        most=MAX_CONTENT,
    ),
    Parameter("add_tags", "strings", "Tags to add.", max_items=50, max_length=100),
    Parameter("remove_tags", "strings", "Tags to remove.", max_items=50, max_length=100),
    Parameter("tags", "strings", "All its tags, in place of those that it has.", max_items=50, max_length=100),
    Parameter(
        "properties",
        "object",
        "Of a decision: status, which may be rejected. Of a task: status, priority, due_date, assignee. Of a note: "
        "note_type.",
    ),
)
def entity_update(draft: Draft, given: Given) -> Steps:
    """Gives an entity another title, text, tags or properties. Links that name a note by its title follow, and so does
    the text of links to a decision. What superseded a decision is said by decision_supersede."""
    entity = entity_of(draft, given.id, Entity)
    stated = given.properties or {}
    listed = [*(given.tags or []), *(given.add_tags or []), *(given.remove_tags or [])]
    wanted = _wanted(given.title, given.content, stated, listed) or [Wanted("tag")] * (given.tags is not None)
    _check(entity, wanted, stated)
    for name, value in stated.items():
        set_property(draft, same_entity(draft, entity), name, value)
        draft = yield
    if given.title is not None:
        if given.title == entity.name:
            raise invalid("This is its title already", title=given.title)
        set_title(draft, same_entity(draft, entity), given.title)
        draft = yield
    if listed or given.tags is not None:
        now = same_entity(draft, entity)
        removed = {tag.casefold() for tag in given.remove_tags or ()}
        kept = [tag for tag in now.tags if tag.casefold() not in removed] if given.tags is None else given.tags
        set_tags(draft, now, [*dict.fromkeys([*kept, *(given.add_tags or ())])])
        draft = yield
    if given.content is not None:
        set_content(draft, same_entity(draft, entity), given.content)


def _wanted(title: str | None, content: str | None, stated: dict[str, Any], tags: list[str]) -> list[Wanted]:
    """Return what is asked for, as commands of programs name it."""
    found = [Wanted(name.removesuffix("_date"), str(value)) for name, value in stated.items()]
    found += [Wanted("title", title)] if title is not None else []
    found += [Wanted("tag", tag) for tag in tags]
    return [*found, *([Wanted("content", content)] if content is not None else [])]


def _check(entity: Entity, wanted: list[Wanted], stated: dict[str, Any]) -> None:
    if not wanted:
        raise invalid("Nothing is to be changed: give a title, a content, tags or properties")
    check_owner(entity, wanted[0])
    if entity.kind not in PROPERTIES:
        raise wrong_kind(f"No operation edits a {entity.kind}: edit the text itself", ref=entity.ref)
    check_properties(entity.kind, stated)


def set_property(draft: Draft, entity: Entity, name: str, value: str) -> None:
    """Write another value of a property. Raises QueryError where its format has no place for it."""
    if isinstance(entity, Task):
        _set_of_task(draft, entity, name, value)
    elif isinstance(entity, Decision):
        if name != "status":
            raise unavailable("This stands in the text of a decision: give its content", field=name)
        set_decision_status(draft, entity, value)
    else:
        keys = ("type", "note_type", "kind", "category")
        key = next((key for key in keys if front_matter.has_key(draft, entity.span.file, key)), "type")
        front_matter.set_key(draft, entity.span.file, key, value)


def _set_of_task(draft: Draft, task: Task, name: str, value: str) -> None:
    if name == "status":
        set_task_status(draft, task, value)
    elif name == "due_date":
        set_due_date(draft, task, value)
    elif task.format == "backlog":
        _set_of_backlog(draft, task, name, value)
    else:
        _set_in_line(draft, task, name, value)


def _set_of_backlog(draft: Draft, task: Task, name: str, value: str) -> None:
    file = task.span.file
    if name == "assignee":
        listed = [str(assignee) for assignee in task.native.get("assignees", ())]
        front_matter.set_list(draft, file, "assignee", [part.strip() for part in value.split(",")], listed)
        return
    if value == "urgent":
        raise unavailable("Backlog.md has the priorities high, medium and low", field=name)
    front_matter.set_key(draft, file, "priority", "medium" if value == "normal" else value, behind=("dependencies",))


def _set_in_line(draft: Draft, task: Task, name: str, value: str) -> None:
    line = box_line(draft, task)
    if name == "priority" and task.format in ("checkbox", *PAGES):
        sign = _SIGNS[value]
        rest = _SIGN.sub("", line.after)
        after = f"{rest} {sign}" if sign else rest
    elif name == "assignee" and task.format == "task-list":
        after, count = _OWNER.subn(lambda found: found["before"] + value, line.after, count=1)
        after = after if count else f"{line.after.rstrip()} (owner: {value})"
    else:
        raise unavailable(f"A line of a list ({task.format}) has no place for this", field=name)
    draft.set_line(task.span.file, task.span.start_line, line._replace(after=after).text())


def set_tags(draft: Draft, entity: Entity, wanted: list[str]) -> None:
    """Write other tags in place of those that an entity has. Raises QueryError where its format has no place for
    them."""
    come = [tag for tag in wanted if tag not in entity.tags]
    go = [tag for tag in entity.tags if tag not in wanted]
    file = entity.span.file
    if entity.format == "backlog" and entity.kind != "decision":
        front_matter.set_list(draft, file, "labels", come, go)
    elif entity.kind == "note" or (entity.kind == "decision" and front_matter.has_front_matter(draft, file)):
        front_matter.set_list(draft, file, "tags", come, go)
    elif not set_field(draft, file, _bullets(draft, file), ["tags"], partial(_as_tags, wanted)):
        raise unavailable("Its format has no place for tags", ref=entity.ref)


def _bullets(draft: Draft, file: str) -> list[int]:
    return [number for number, line in enumerate(draft.lines(file), 1) if line.lstrip()[:1] in ("-", "*", "+")]


def _as_tags(tags: list[str], like: str) -> str:
    return (", " if "," in like else " ").join(tags)


def set_content(draft: Draft, entity: Entity, content: str) -> None:
    """Write another text of an entity. Raises QueryError for a task that is a heading."""
    file, lines = entity.span.file, content.strip("\n").split("\n")
    if entity.kind == "task" and entity.format == "backlog":
        _set_description(draft, file, lines)
    elif entity.kind == "task":
        if is_heading(draft, entity):
            raise unavailable("This task is a heading: edit the text below it itself", ref=entity.ref)
        _set_below(draft, entity, lines)
    elif entity.content_line:
        draft.replace(file, entity.content_line, entity.span.end_line, lines)
    else:
        draft.insert(file, len(draft.lines(file)) + 1, lines)


def _set_below(draft: Draft, task: Entity, lines: list[str]) -> None:
    """Write the lines below the line of a task, indented."""
    file, start = task.span.file, task.span.start_line
    own = draft.line(file, start)
    indent = " " * (len(own) - len(own.lstrip()) + 2)
    is_indented = all(line[:1] in ("", " ", "\t") for line in lines)
    new = [line if is_indented else f"{indent}{line}".rstrip() for line in lines] if any(lines) else []
    draft.replace(file, start, task.span.end_line, [own, *new])


def _set_description(draft: Draft, file: str, lines: list[str]) -> None:
    """Write the description of a task of Backlog.md, between the marks of its section."""
    marks = [number for number, line in enumerate(draft.lines(file), 1) if _DESCRIPTION.fullmatch(line)]
    if len(marks) == 2:
        begin, end = (draft.line(file, mark) for mark in marks)
        draft.replace(file, marks[0], marks[1], [begin, *lines, end])
        return
    if marks or any(line.startswith("## ") for line in draft.lines(file)):
        raise unavailable("Its description has no marks of Backlog.md: edit the text itself", file=file)
    draft.append(file, description(lines))


def set_title(draft: Draft, entity: Entity, title: str) -> None:
    """Write another title of an entity. Raises QueryError where it has none of its own, as a note whose name is that of
    its file."""
    file = entity.span.file
    if entity.kind == "task" and entity.format in LISTS:
        _replace_once(draft, file, entity.span.start_line, entity.name, title)
        return
    heading = next((section for section in sections_of(draft, file) if section.level == 1), None)
    if front_matter.has_key(draft, file, "title"):
        front_matter.set_key(draft, file, "title", title)
    if heading and entity.name in heading.title:
        _replace_once(draft, file, heading.line, entity.name, title)
    elif not front_matter.has_key(draft, file, "title"):
        problem = "This title is the name of the file: entity_rename gives it another one"
        raise unavailable(problem, ref=entity.ref, file=file)
    follow_title(draft, entity, title)


def _replace_once(draft: Draft, file: str, number: int, old: str, new: str) -> None:
    line = draft.line(file, number)
    at = line.rfind(old)
    if at < 0:
        problem = "The title does not stand in its line as it is read: edit the text itself"
        raise unavailable(problem, file=file, line=number)
    draft.set_line(file, number, line[:at] + new + line[at + len(old) :])


def follow_title(draft: Draft, entity: Entity, title: str) -> None:
    """Write the new title where links to an entity name it by the old one: `[[Old title]]`, and the text of links to
    the file of a decision, `[2. Old title](0002-x.md)`."""
    name = entity.span.file.rpartition("/")[2]
    by_title = entity.kind == "note" and name.rpartition(".")[0].casefold() != entity.name.casefold()
    for file, number in sorted(draft.lines_of(draft.snapshot.links(target=entity.ref))):
        if by_title:
            draft.rewrite(
                file, number, partial(outside_code, _WIKILINK, lambda link: _retitled(link, entity.name, title))
            )
        elif entity.kind == "decision":
            draft.rewrite(
                file, number, partial(outside_code, _LINK, lambda link: _with_text(link, name, (entity.name, title)))
            )


def _retitled(link: re.Match[str], old: str, new: str) -> str:
    is_it = link["target"].strip().casefold() == old.casefold()
    return f"[[{new}{link['rest']}]]" if is_it else link[0]


def _with_text(link: re.Match[str], file_name: str, names: tuple[str, str]) -> str:
    old, new = names
    is_it = link["path"].partition("#")[0].rpartition("/")[2] == file_name and link["text"].endswith(old)
    can_be_shown = "[" not in new and "]" not in new
    return f"[{link['text'][: -len(old)]}{new}]({link['path']})" if is_it and can_be_shown else link[0]
