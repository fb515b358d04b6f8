"""The resources of project knowledge: `frieze://decisions`, `frieze://tasks/ready` and others. Each is readable under
`medulla://` too.

Lists of entities have one shape: `{entities, total, limit, offset, next_offset?}`, 50 per page and 100 at most.
"""

from collections.abc import Mapping, Sequence
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
from queries.resources.resource import OFFSET, Listed, answer_of, names_of_kinds, resource, starting
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


@resource(
    "frieze://entities",
    name="entities",
    title="All entities",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://entities",),
)
def entities(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """Decisions, tasks, notes, prompts, components and links, by type, then in the order of their source."""
    return answer_of(snapshot, "entity_list", limit=limit, offset=offset)


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


@resource(
    "frieze://entity/{id}",
    name="entity",
    title="An entity",
    tools=("entity_get",),
    aliases=("medulla://entity/{id}",),
    complete=complete,
)
def entity(snapshot: Snapshot, *, id: str) -> dict[str, Any]:
    """One entity in full, by its id, its sequence number or a prefix of its UUID."""
    return answer_of(snapshot, "entity_get", id=id)


@resource(
    "frieze://decisions",
    name="decisions",
    title="All decisions",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://decisions",),
)
def decisions(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """All decisions with their status, replaced ones included."""
    return entity_page(snapshot, of_type(snapshot, "decision"), limit=limit, offset=offset)


@resource(
    "frieze://decisions/active",
    name="active-decisions",
    title="Decisions that hold",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://decisions/active",),
)
def decisions_that_hold(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """The decisions that no other has replaced."""
    return entity_page(snapshot, active_decisions(snapshot), limit=limit, offset=offset)


@resource(
    "frieze://tasks",
    name="tasks",
    title="All tasks",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://tasks",),
)
def tasks(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """All tasks with their status, finished ones included."""
    return entity_page(snapshot, of_type(snapshot, "task"), limit=limit, offset=offset)


@resource(
    "frieze://tasks/active",
    name="active-tasks",
    title="Open tasks",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://tasks/active",),
)
def unfinished_tasks(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """The tasks that are neither done nor archived, ready or not."""
    return entity_page(snapshot, active_tasks(snapshot), limit=limit, offset=offset)


@resource(
    "frieze://tasks/ready",
    name="ready-tasks",
    title="Tasks that can be worked on",
    tools=("task_ready",),
    query=PAGE,
    aliases=("medulla://tasks/ready",),
)
def ready_tasks(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """The tasks that nothing unfinished blocks, in the order in which to do them."""
    return entity_page(snapshot, [one.ref for one in ready(snapshot)], limit=limit, offset=offset)


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


@resource(
    "frieze://prompts",
    name="prompts",
    title="All prompts",
    tools=("entity_list",),
    query=PAGE,
    aliases=("medulla://prompts",),
)
def prompts(snapshot: Snapshot, *, limit: int, offset: int) -> dict[str, Any]:
    """The prompts with their templates and variables."""
    return entity_page(snapshot, of_type(snapshot, "prompt"), limit=limit, offset=offset)


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
