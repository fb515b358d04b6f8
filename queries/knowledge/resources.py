"""The resources of project knowledge: `frieze://decisions`, `frieze://tasks/ready` and others. Each is readable under
`medulla://` too.

Lists of entities have one shape: `{entities, total, limit, offset, next_offset?}`, 50 per page and 100 at most.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from compiler.languages.knowledge.facts import TYPES
from compiler.store.snapshot import Snapshot
from queries.knowledge.due_dates import due_dates, due_on
from queries.knowledge.entities import counts_by_type, heads_of
from queries.knowledge.listing import entity_page, offset_page
from queries.knowledge.overview import active_decisions, active_tasks, of_type
from queries.knowledge.overview import graph as whole_graph
from queries.knowledge.overview import schema as schemas
from queries.knowledge.overview import stats as statistics
from queries.knowledge.tasks import blocked_rows
from queries.knowledge.work_states import ready
from queries.resources.resource import OFFSET, Listed, Resource, answered, names_of_kinds, resource, starting
from queries.tools.paging import limit_of

PAGE = (limit_of(50, 100), OFFSET)
NAMES = {
    "decision": "All decisions",
    "task": "All tasks",
    "note": "All notes",
    "prompt": "All prompts",
    "component": "All components",
    "link": "All links",
}


def complete(snapshot: Snapshot, variable: str, prefix: str, _: Mapping[str, str]) -> Sequence[str]:
    """Completions for a type, an id or a date."""
    if variable == "id":
        return starting(names_of_kinds(snapshot, *TYPES), prefix)
    return starting(sorted(TYPES) if variable == "type" else due_dates(snapshot), prefix)


@resource(
    "frieze://schema",
    name="entity-schema",
    title="Types of entities and relations",
    tools=("get_snapshot_info", "entity_get"),
    aliases=("medulla://schema",),
)
def schema(snapshot: Snapshot) -> dict[str, Any]:  # noqa: ARG001
    """The JSON Schema of each type of entity, and the types of relations."""
    return schemas()


@resource(
    "frieze://stats",
    name="stats",
    title="Statistics",
    tools=("get_snapshot_info",),
    aliases=("medulla://stats",),
)
def stats(snapshot: Snapshot) -> dict[str, Any]:
    """The numbers of entities of each type and of relations, the time of the last change, and the collections that were
    read."""
    return statistics(snapshot)


def _listing(
    path: str, name: str, title: str, tool: str, description: str, refs: Callable[[Snapshot], Sequence[str]]
) -> Resource:
    """Declare a list of entities as a resource."""

    def read(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
        return entity_page(snapshot, refs(snapshot), limit=limit, offset=offset)

    read.__doc__ = description
    uri, alias = f"frieze://{path}", f"medulla://{path}"
    return resource(uri, name=name, title=title, tools=(tool,), query=PAGE, aliases=(alias,))(read)


entities = answered(
    "frieze://entities",
    "entities",
    "All entities",
    "entity_list",
    "Decisions, tasks, notes, prompts, components and links, by type, then in the order of their source.",
    query=PAGE,
    aliases=("medulla://entities",),
)


def _types(snapshot: Snapshot) -> list[Listed]:
    counts = counts_by_type(heads_of(snapshot).values())
    return [Listed({"type": name}, NAMES[name]) for name, count in counts.items() if count]


@resource(
    "frieze://entities/{type}",
    name="entities-of-type",
    title="Entities of a type",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://entities/{type}",),
    listed=_types,
    complete=complete,
)
def entities_of_type(snapshot: Snapshot, *, type: str, limit: int, offset: int) -> dict[str, Any]:
    """The entities of one type: decision, task, note, prompt, component or link."""
    return entity_page(snapshot, of_type(snapshot, type), limit=limit, offset=offset)


entity = answered(
    "frieze://entity/{id}",
    "entity",
    "An entity",
    "entity_get",
    "One entity in full, by its id, its sequence number or a prefix of its UUID.",
    aliases=("medulla://entity/{id}",),
    complete=complete,
)

decisions = _listing(
    "decisions",
    "decisions",
    "All decisions",
    "entity_list",
    "All decisions with their status, replaced ones included.",
    lambda snapshot: of_type(snapshot, "decision"),
)

decisions_that_hold = _listing(
    "decisions/active",
    "active-decisions",
    "Decisions that hold",
    "entity_list",
    "The decisions that no other has replaced.",
    active_decisions,
)

tasks = _listing(
    "tasks",
    "tasks",
    "All tasks",
    "entity_list",
    "All tasks with their status, finished ones included.",
    lambda snapshot: of_type(snapshot, "task"),
)

unfinished_tasks = _listing(
    "tasks/active",
    "active-tasks",
    "Open tasks",
    "entity_list",
    "The tasks that are neither done nor archived, ready or not.",
    active_tasks,
)

ready_tasks = _listing(
    "tasks/ready",
    "ready-tasks",
    "Tasks that can be worked on",
    "task_ready",
    "The tasks that nothing unfinished blocks, in the order in which to do them.",
    lambda snapshot: [item.ref for item in ready(snapshot)],
)


@resource(
    "frieze://tasks/blocked",
    name="blocked-tasks",
    title="Blocked tasks",
    tools=("task_blocked",),
    query=PAGE,
    aliases=("medulla://tasks/blocked",),
)
def blocked_tasks(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """The tasks that something unfinished blocks, each with its blockers."""
    return offset_page({"entities": blocked_rows(snapshot)}, "entities", limit=limit, offset=offset)


@resource(
    "frieze://tasks/due/{date}",
    name="due-tasks",
    title="Tasks due on a day",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://tasks/due/{date}",),
    complete=complete,
)
def due_tasks(snapshot: Snapshot, *, date: str, limit: int, offset: int) -> dict[str, Any]:
    """The tasks that are due on a day (YYYY-MM-DD), done or not."""
    return {"due_date": date, **entity_page(snapshot, due_on(snapshot, date), limit=limit, offset=offset)}


prompts = _listing(
    "prompts",
    "prompts",
    "All prompts",
    "entity_list",
    "The prompts with their templates and variables.",
    lambda snapshot: of_type(snapshot, "prompt"),
)


@resource(
    "frieze://graph",
    name="graph",
    title="All entities and relations",
    tools=("entity_list", "graph_relations"),
    query=PAGE,
    aliases=("medulla://graph",),
)
def graph(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """All entities, one line each, followed by all relations; an offset counts both."""
    return whole_graph(snapshot, limit=limit, offset=offset)
