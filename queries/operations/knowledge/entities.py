"""The entity that an operation is about, and where a new one goes: the list, or the folder, in which its like stand."""

import re
from typing import NamedTuple, TypeVar

from compiler.languages.knowledge.facts import Entity
from compiler.languages.knowledge.facts.entities import Decision, Note, Task
from queries.errors.query_error import QueryError
from queries.knowledge.entity_lookup import named_entity
from queries.lookup.examples import is_example
from queries.operations.arguments import invalid, unavailable, wrong_kind
from queries.operations.draft import Draft
from queries.operations.knowledge.owners import OWNED

E = TypeVar("E", bound=Entity)

# Formats of tasks in lists.
LISTS = ("task-list", "spec-kit", "kiro", "openspec", "agent-os", "checkbox", "obsidian", "note")
PAGES = ("obsidian", "note")
TASK_PAGE = "task-page"
_CLASSES: dict[str, type[Entity]] = {"decision": Decision, "task": Task, "note": Note}
_SUFFIXES = (".md", ".markdown")


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


def is_heading(draft: Draft, task: Entity) -> bool:
    """Whether a task of a list is a heading, `### T001: …`, and no line with a box."""
    return task.format in LISTS and draft.line(task.span.file, task.span.start_line).lstrip().startswith("#")


class Place(NamedTuple):
    """A list of tasks, or a folder with a file for each entity. `path` is the file or the folder. `beside` are the
    entities of the type that stand there, in their order. `new_file` is the file to make, "" if it is not named."""

    form: str
    path: str
    beside: tuple[Entity, ...]
    new_file: str = ""


def place_for(draft: Draft, kind: str, file: str | None) -> Place:
    """Return the place for a new entity. `file` names it: a list, a folder, or the file to make. Raises QueryError if
    none or several would do."""
    places = {place.path: place for place in _places(draft, kind)}
    if file is None:
        chosen = [place for place in places.values() if kind != "task" or place.form not in PAGES]
        if not chosen:
            raise invalid(f"There is no {kind} yet: name the 'file' to make", type=kind)
        if len(chosen) > 1:
            names = [place.path for place in chosen]
            raise QueryError("ambiguous", f"A {kind} may go to several places: name one as 'file'", candidates=names)
        return chosen[0]
    named = file.strip().rstrip("/")
    if named in places:
        return places[named]
    folder, _, name = named.rpartition("/")
    is_path = not {"", ".", "..", ".git"} & {*named.split("/")} and "\\" not in named
    if not is_path or not name.lower().endswith(_SUFFIXES):
        raise invalid("This is no place of its kind, and no file to make", file=named, candidates=[*places])
    if draft.snapshot.text(named) is not None:
        raise invalid(f"This file is there, and is no place for a {kind}", file=named)
    if kind == "task":
        raise invalid("A task goes to a list that is there", file=named, candidates=[*places])
    form = "madr" if kind == "decision" else "note"
    return places[folder]._replace(new_file=named) if folder in places else Place(form, folder, (), named)


def name_of_file(title: str) -> str:
    """Return a title as Backlog.md has it in the name of a file."""
    return re.sub(r"[^\w.]+", "-", title).strip("-.")[:100] or "untitled"


def _places(draft: Draft, kind: str) -> list[Place]:
    """Return all places, in order. What stands in an example is none."""
    found: dict[tuple[str, str], list[Entity]] = {}
    for fact in draft.snapshot.facts(_CLASSES[kind]):
        if not is_example(draft.snapshot, fact):
            found.setdefault((fact.format, _path(fact, kind)), []).append(fact)
    merged: dict[str, list[Entity]] = {}
    for (_, path), members in found.items():
        merged.setdefault(path, []).extend(members)
    return [Place(members[-1].format, path, tuple(members)) for path, members in merged.items()]


def _path(entity: Entity, kind: str) -> str:
    """Return the place of an entity: its file if it is a line of a list, its backlog, else its folder."""
    if kind == "task" and (entity.format in LISTS or entity.format in OWNED):
        return entity.span.file
    if entity.format == "backlog":
        return entity.collection
    return entity.span.file if entity.format in OWNED else entity.span.file.rpartition("/")[0]
