"""Relations between entities, where their formats state them. Tasks state dependencies in front matter, in attributes,
in words, and by the signs of a plugin."""

import re

from compiler.languages.knowledge.facts import RELATION_TYPES, Decision, Entity, EntityName, Note, Task
from queries.operations.arguments import invalid, not_found, text_argument, unavailable, wrong_kind
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.boxes import box_line
from queries.operations.knowledge.entities import PAGES, entity_of, is_heading
from queries.operations.knowledge.moving import page_link
from queries.operations.knowledge.owners import OWNED, Wanted, check_owner
from queries.operations.knowledge.sections import set_field
from queries.operations.knowledge.superseding import add_sentence, decision_supersede
from queries.operations.operation import Given, operation
from queries.tools.parameters import Parameter

APPLIES_TO = "Dependencies of tasks, parents and milestones of Backlog.md, decisions, links of notes."
_ENDS = (
    text_argument("source_id", "The first: the blocker, the newer, the part, the citing one.", most=500),
    text_argument("target_id", "The second: what waits, the older, the whole, the cited one.", most=500),
    Parameter("relation_type", "string", "What the first is to the second.", required=True, choices=RELATION_TYPES),
)
_IDS = r"(?P<ids>(?:[^() \t]++(?:[ \t]++(?=[^() \t]))?)*+)(?P<after>[ \t]*+\))"
_ATTRIBUTE = re.compile(r"(?P<before>\([ \t]*+depends[ \t]*+:[ \t]*+)" + _IDS, re.IGNORECASE)
_WORDS = re.compile(r"(?P<before>\([ \t]*+depends[ \t]++on[: \t]++)" + _IDS, re.IGNORECASE)
_SIGN = re.compile(r"(?P<before>⛔\ufe0f?[ \t]*)(?P<ids>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)(?P<after>)")
_FIELDS = ("depends(?: on)?", "dependenc(?:y|ies)", "blocked by")
_BETWEEN = re.compile(r"(?<![ \t])[ \t]*+(?:[,;&]|\band\b)[ \t]*+(?:and\b[ \t]*+)?", re.IGNORECASE)
_NOTHING = re.compile(r"(?:none|n/a|nothing|-|–|—)?", re.IGNORECASE)
_PROSE = "spec-kit"


@operation(APPLIES_TO, *_ENDS)
def relation_create(draft: Draft, given: Given) -> None:
    """Relates two entities: a blocker to what waits for it, a newer decision to the older one, a part to the whole, a
    page to what it cites. The file that states it is the one that the format has it in: a task names what it waits
    for."""
    source, target = _ends(draft, given.source_id, given.target_id)
    _check_owners(source, target, given.relation_type, "relate")
    if given.relation_type == "supersedes":
        decision_supersede.draft(draft, Given(old_id=target.ref, new_id=source.ref))
        return
    if draft.snapshot.links(source=source.ref, target=target.ref, kind=given.relation_type):
        raise invalid("This relation is there already", source_id=source.entity, target_id=target.entity)
    if given.relation_type == "blocks":
        source_task, target_task = _tasks(source, target)
        add_dependency(draft, target_task, source_task)
    elif given.relation_type == "belongs_to":
        _set_whole(draft, source, target)
    elif given.relation_type == "references":
        _add_link(draft, source, target)
    else:
        problem = f"No format that is edited as text states '{given.relation_type}': only the store of Medulla does"
        raise unavailable(problem, relation_type=given.relation_type)


@operation(APPLIES_TO, *_ENDS)
def relation_delete(draft: Draft, given: Given) -> None:
    """Takes a relation out: a dependency of a task, a parent or a milestone of a task of Backlog.md. Other relations
    are parts of sentences, which only a text edit takes out."""
    source, target = _ends(draft, given.source_id, given.target_id)
    if not draft.snapshot.links(source=source.ref, target=target.ref, kind=given.relation_type):
        raise not_found("There is no such relation", source_id=source.entity, target_id=target.entity)
    _check_owners(source, target, given.relation_type, "unrelate")
    if given.relation_type == "blocks":
        source_task, target_task = _tasks(source, target)
        remove_dependency(draft, target_task, source_task)
    elif given.relation_type == "belongs_to" and source.format == "backlog":
        key = "parent_task_id" if target.kind == "task" else "milestone"
        front_matter.remove_key(draft, source.span.file, key)
    else:
        problem = "The text states this relation: edit the text itself"
        raise unavailable(problem, relation_type=given.relation_type, file=source.span.file)


def _ends(draft: Draft, source_id: str, target_id: str) -> tuple[Entity, Entity]:
    source, target = (
        entity_of(draft, source_id, Entity, "source_id"),
        entity_of(draft, target_id, Entity, "target_id"),
    )
    if source.ref == target.ref:
        raise invalid("An entity is not related to itself", source_id=source.entity)
    return source, target


def _check_owners(source: Entity, target: Entity, relation: str, verb: str) -> None:
    """Raise QueryError if a program owns the file that would state the relation."""
    for entity in (source, target):
        if entity.format not in OWNED:
            check_owner(entity, Wanted(verb, relation))
    owned = [entity for entity in (source, target) if entity.format in OWNED]
    if not owned:
        return
    if source.format != target.format:
        problem = "A program owns the file of one of them, and knows nothing of the other"
        raise unavailable(problem, file=owned[0].span.file)
    check_owner(source, Wanted(verb, relation, f"{source.native_id} {target.native_id}"))


def _tasks(source: Entity, target: Entity) -> tuple[Task, Task]:
    if isinstance(source, Task) and isinstance(target, Task):
        return source, target
    other = target if isinstance(source, Task) else source
    raise wrong_kind(f"Tasks block tasks, and this is a {other.kind}", ref=other.ref)


def _set_whole(draft: Draft, part: Entity, whole: Entity) -> None:
    if part.format != "backlog" or whole.format != "backlog" or not isinstance(part, Task):
        raise unavailable("In a list the place of a task says what it is a part of: edit the text itself", ref=part.ref)
    if whole.kind not in ("task", "component"):
        raise wrong_kind(f"A task belongs to a task or a milestone, and this is a {whole.kind}", ref=whole.ref)
    key = "parent_task_id" if whole.kind == "task" else "milestone"
    if front_matter.has_key(draft, part.span.file, key):
        raise unavailable("This task is a part of another one already", ref=part.ref, key=key)
    front_matter.set_key(draft, part.span.file, key, whole.native_id, behind=("dependencies",))


def _add_link(draft: Draft, source: Entity, target: Entity) -> None:
    """Add a link to a page: among its links, else as its last sentence."""
    if isinstance(source, Decision) and source.format != "backlog":
        add_sentence(draft, source, f"Related to {page_link(source, target)}")
    elif isinstance(source, Note) and source.format != "backlog":
        draft.append(source.span.file, [f"See {page_link(source, target)}."])
    else:
        raise unavailable("Only pages of notes and decisions get links by an operation", ref=source.ref)


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
