"""The entity that an operation is about, and the lines that it stands in."""

from typing import TypeVar

from compiler.languages.knowledge.facts import Entity
from queries.knowledge.entity_lookup import named_entity
from queries.operations.arguments import unavailable, wrong_kind
from queries.operations.draft import Draft

E = TypeVar("E", bound=Entity)

# Formats of tasks in lists.
LISTS = ("task-list", "spec-kit", "kiro", "openspec", "agent-os", "checkbox", "obsidian", "note")
PAGES = ("obsidian", "note")
TASK_PAGE = "task-page"


def entity_of(draft: Draft, name: str, kind: type[E], argument: str = "id") -> E:
    """Return the entity of a name. Raises QueryError if there is none, several, or one of another type."""
    head = named_entity(draft.snapshot, name, argument)
    found = draft.snapshot.fact_of(head.ref)
    if not isinstance(found, kind):
        problem = f"This is a {head.type}, and no {kind.__name__.lower()}"
        raise wrong_kind(problem, **{argument: head.id}, ref=head.ref)
    return found


def same_entity(draft: Draft, entity: Entity) -> Entity:
    """Return an entity as it is after the edits so far. Raises QueryError if it is no more."""
    found = draft.snapshot.fact_of(entity.ref)
    if not isinstance(found, Entity):
        raise unavailable("After this edit the entity would not be read any more", ref=entity.ref)
    return found


def leads_to(draft: Draft, source: str, target: str, kind: str) -> bool:
    """Whether links of a kind lead from one object to another, by whatever objects."""
    waiting, seen = [source], {source}
    while waiting:
        found = {link.target for link in draft.snapshot.links(source=waiting.pop(), kind=kind)} - seen
        waiting += found
        seen |= found
    return target in seen - {source}


def is_heading(draft: Draft, task: Entity) -> bool:
    """Whether a task of a list is a heading, `### T001: …`, and no line with a box."""
    return task.format in LISTS and draft.line(task.span.file, task.span.start_line).lstrip().startswith("#")
