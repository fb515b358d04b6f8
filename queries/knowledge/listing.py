"""Entities one by one and in lists: `entity_get`, `entity_list`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from compiler.languages.knowledge.facts import Decision, Note, Task, UnresolvedReference
from compiler.store.snapshot import Snapshot
from queries.knowledge.due_dates import DUE, due_condition
from queries.knowledge.entities import (
    ENTITY,
    TYPE,
    Head,
    counts_by_type,
    entity_rows,
    heads_of,
    kinds_of_type,
    rows_of,
)
from queries.knowledge.entity_lookup import ID, named_entity
from queries.knowledge.relations import relation_counts
from queries.knowledge.work_states import work_row
from queries.objects.field_filters import PRIORITY, STATUS, TAG, VALUES, WHERE, Filter, conditions_of
from queries.tools.not_understood import DECISIONS, TASKS
from queries.tools.paging import HEADROOM, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.render import BOUND, shortened, size
from queries.tools.schemas import DID_YOU_MEAN, boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

MAX_PAGE = 100  # entities in one page

WORK = mapping(
    "Tasks: whether it can be worked on, by the rules of its format.",
    is_ready=boolean("Whether work can begin now."),
    is_blocked=boolean("Whether something unfinished blocks it."),
    why=string("Why, in a sentence."),
    blockers=objects(
        "The unfinished tasks that it waits for.",
        id=string("Its id."),
        title=string("Its title."),
        source=string("path:line"),
    ),
)


@tool(
    title="Entity",
    pack="knowledge",
    of_object=True,
    parameters=(ID,),
    result={
        **ENTITY,
        "relations": mapping("How many relations of each type lead from it (outgoing) and to it (incoming)."),
        "work": WORK,
        "parent": string("Tasks: the id of the task that it is a part of."),
        "superseded_by": strings("Decisions: the ids of the decisions that directly replace it."),
        "supersedes": strings("Decisions: the ids of the decisions that it directly replaces."),
        "current": strings("Decisions: the ids at the end of the chain, which hold now."),
        "in_cycle": boolean("Decisions: true when the chain is a cycle."),
        "aliases": strings("Notes: other names."),
        "unresolved": objects(
            "References in it to entities that do not exist.", text=string("As written."), source=string("path:line")
        ),
        "truncated": string("size, when long texts and lists are shortened to fit the answer."),
    },
)
def entity_get(snapshot: Snapshot, *, id: str) -> dict[str, Any]:
    """One decision, task or note in full: text, state, what blocks it, what replaced it and holds now.

    Also prompts, components and links, with tags, times and properties. The id is the source's own (bd-12, BACK-7,
    T023, ADR-0003; task-7 is BACK-7), a sequence number, 4 or more digits of a UUID, a title, or a ref. When several
    entities share it, the error lists them with their refs.
    """
    return full_entity(snapshot, named_entity(snapshot, id))


def full_entity(snapshot: Snapshot, head: Head) -> dict[str, Any]:
    """An entity with its relations counted, its work state and its unresolved references."""
    (row,) = rows_of(snapshot, [head.ref], whole=True)
    unresolved = [
        {"text": reference.text, "source": str(reference.span)}
        for reference in snapshot.facts(UnresolvedReference, ref=head.ref)
    ]
    parts = {
        "relations": relation_counts(snapshot, head.ref),
        **_fields_of_type(snapshot, head),
        **({"work": work} if (work := work_row(snapshot, head.ref)) else {}),
        **({"unresolved": unresolved} if unresolved else {}),
    }
    return fit_to_bound(row | parts)


def fit_to_bound(row: dict[str, Any]) -> dict[str, Any]:
    """The row, with its texts and lists shortened if one answer cannot hold it."""
    room = BOUND - HEADROOM
    short = shortened(row, room) if size(row) > room else None
    return row if short is None else {**short, "truncated": "size"}


def _fields_of_type(snapshot: Snapshot, head: Head) -> dict[str, Any]:
    fact = snapshot.fact_of(head.ref)
    if isinstance(fact, Task):
        return {"parent": fact.parent} if fact.parent else {}
    if isinstance(fact, Note):
        return {"aliases": list(fact.aliases)} if fact.aliases else {}
    if isinstance(fact, Decision):
        chain = {"superseded_by": fact.superseded_by, "supersedes": fact.supersedes, "current": fact.current}
        shown = {name: list(ids) for name, ids in chain.items()} if fact.superseded_by or fact.supersedes else {}
        return shown | ({"in_cycle": True} if fact.in_cycle else {})
    return {}


@tool(
    title="Entities",
    pack="knowledge",
    parameters=(
        TYPE,
        STATUS,
        PRIORITY,
        TAG,
        DUE,
        WHERE,
        Parameter(
            "limit",
            "integer",
            f"The number of entities in one page, {MAX_PAGE} at most.",
            default=50,
            minimum=0,
            maximum=10_000_000,
        ),
        Parameter("offset", "integer", "How many entities to skip.", default=0, minimum=0, maximum=10_000_000),
    ),
    result={
        "entities": objects("By type, then in the order of their source.", **ENTITY),
        "total": integer("How many there are in all pages."),
        "limit": integer("The largest number of entities in one page."),
        "offset": integer("How many entities were skipped."),
        "next_offset": integer("Pass it as offset for the next page; absent on the last one."),
        "truncated": string("Why there are fewer rows than the limit allows: size."),
        "hint": string("What to do next, if anything."),
        "searched": mapping("When nothing was found: how many entities of each type there are."),
        "values": VALUES,
        "did_you_mean": DID_YOU_MEAN,
    },
    looks_like=(*DECISIONS, *TASKS),
)
def entity_list(
    snapshot: Snapshot,
    *,
    type: str | None,
    status: str | None,
    priority: str | None,
    tag: str | None,
    due: str | None,
    where: dict[str, Any] | None,
    limit: int,
    offset: Cursor,
) -> dict[str, Any]:
    """Decisions, tasks and notes by type, status and tag. For joins and counts take query_facts.

    Lists decisions, tasks, notes, prompts, components and links, filtered by type, status, priority, tag, due date and,
    with where, any field. Use it to see what there is: which decisions hold, all tasks with a tag. To see what can be
    worked on, use task_ready; to find words, use search_fulltext. Entities come by type, then in the order of their
    source. Long texts are cut; entity_get has them in full. 50 per page; continue with next_offset. Entities without a
    status never match one.
    """
    heads = heads_of(snapshot)
    conditions = [*conditions_of(where, status=status, priority=priority, tag=tag), *due_condition(due)]
    of_type = [ref for ref, head in heads.items() if type is None or head.type == type]
    filter_ = Filter(snapshot, kinds_of_type(snapshot, type), conditions, what=type or "entity")
    found = filter_.kept(of_type)
    answer: dict[str, Any] = {} if found else _no_match(snapshot, type, of_type, filter_)
    return entity_page(snapshot, found, limit=min(limit, MAX_PAGE), offset=offset, **answer)


def entity_page(
    snapshot: Snapshot, refs: Sequence[str], *, limit: int, offset: int | Cursor, **more: Any
) -> dict[str, Any]:
    """A page of entities: `{entities, total, limit, offset, next_offset?}`."""
    return offset_page({"entities": entity_rows(snapshot, refs), **more}, "entities", limit=limit, offset=offset)


def offset_page(answer: Mapping[str, Any], *fields: str, limit: int, offset: int | Cursor) -> dict[str, Any]:
    """A page of an answer, by offset: a number, or the argument of a tool with the projection of its rows.

    `fields` name the lists of the answer, which are paged one after the other. Adds total, limit, offset and, if there
    is more, next_offset. An offset beyond the end gives an empty page.
    """
    asked = offset if isinstance(offset, Cursor) else Cursor("", "", offset)
    start = min(asked.position, sum(len(answer[name]) for name in fields))
    shown = page(answer, *fields, limit=limit, cursor=replace(asked, position=start))
    goes_on = shown.pop("next_cursor", None) is not None
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace("next_cursor", "next_offset")
    shown |= {"limit": limit, "offset": asked.position}
    taken = sum(len(shown[name]) for name in fields)
    return shown | ({"next_offset": start + taken} if goes_on and taken else {})


def _no_match(snapshot: Snapshot, type_: str | None, of_type: Sequence[str], filter_: Filter) -> dict[str, Any]:
    """Why no entity matches: how many there are of each type, and the values of the fields that were asked for."""
    searched = {"searched": counts_by_type(heads_of(snapshot).values())}
    if not of_type:
        return searched | {"hint": f"There is no {type_}." if type_ else "There are no entities."}
    return searched | filter_.no_match(of_type)
