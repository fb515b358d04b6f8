"""Entities one by one and in lists: `entity_get`, `entity_list`."""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.knowledge.facts import Decision, Note, Task, UnresolvedReference
from compiler.store.snapshot import Snapshot
from queries.knowledge.entities import ENTITY, TYPE, Head, counted, entity_rows, heads_of, rows_of
from queries.knowledge.relations import relation_counts
from queries.knowledge.selection import ID, named_entity
from queries.knowledge.traits import traits_of
from queries.knowledge.work import work_row
from queries.near import nearest
from queries.paging import HEADROOM, Cursor, page
from queries.parameters import Parameter, echoed
from queries.render import BOUND, shortened, size
from queries.schemas import DID_YOU_MEAN, boolean, integer, mapping, objects, string, strings
from queries.tool import tool

MOST = 100  # entities in one page
STATUSES_SHOWN = 30

WORK = mapping(
    "Tasks only: whether it can be worked on, by the rules of its format.",
    is_ready=boolean("Work can begin now."),
    is_blocked=boolean("Something unfinished holds it up."),
    why=string("In a sentence."),
    blockers=objects("What holds it up.", id=string("Its id."), title=string("Its title."), source=string("path:line")),
)


@tool(
    title="Entity",
    pack="knowledge",
    parameters=(ID,),
    result={
        **ENTITY,
        "date_precision": string("day or minute, where the source tells no more."),
        "relations": mapping("How many relations of each type lead from it (outgoing) and to it (incoming)."),
        "work": WORK,
        "parent": string("Tasks: the id of the task that it is a part of."),
        "superseded_by": strings("Decisions: the ids of those that replace it, next in the chain."),
        "supersedes": strings("Decisions: the ids of those that it replaces."),
        "current": strings("Decisions: the ids at the end of the chain: what holds now."),
        "in_cycle": boolean("Decisions: true when the chain is a circle."),
        "aliases": strings("Notes: other names."),
        "unresolved": objects(
            "Names in it that no entity has.", text=string("As written."), source=string("path:line")
        ),
        "truncated": string("size, when long texts and lists are shortened to fit the answer."),
    },
)
def entity_get(snapshot: Snapshot, *, id: str) -> dict[str, Any]:
    """Returns one decision, task, note, prompt, component or link whole: its text, tags, times and properties, in a
    task whether it is ready or what blocks it, in a decision what replaced it and what holds now. Use it when you have
    an id.

    The id is the source's own (bd-12, BACK-7, T023, ADR-0003; task-7 is BACK-7), a sequence number, 4 or more digits of
    a UUID, a title, or a ref. When several entities share it, the error lists them with their refs.
    """
    return whole_entity(snapshot, named_entity(snapshot, id))


def whole_entity(snapshot: Snapshot, head: Head) -> dict[str, Any]:
    """An entity with all that is said of it."""
    (row,) = rows_of(snapshot, [head.ref], whole=True)
    unresolved = [
        {"text": one.text, "source": str(one.span)} for one in snapshot.facts(UnresolvedReference, ref=head.ref)
    ]
    parts = {
        "relations": relation_counts(snapshot, head.ref),
        **_of_its_type(snapshot, head),
        **({"work": work} if (work := work_row(snapshot, head.ref)) else {}),
        **({"unresolved": unresolved} if unresolved else {}),
    }
    return fitted(row | parts)


def fitted(row: dict[str, Any]) -> dict[str, Any]:
    """A whole entity with its texts and lists shortened, where one answer cannot hold it."""
    room = BOUND - HEADROOM
    short = shortened(row, room) if size(row) > room else None
    return row if short is None else {**short, "truncated": "size"}


def _of_its_type(snapshot: Snapshot, head: Head) -> dict[str, Any]:
    fact = snapshot.fact_of(head.ref)
    if isinstance(fact, Task):
        return {"parent": fact.parent} if fact.parent else {}
    if isinstance(fact, Note):
        return {"aliases": list(fact.aliases)} if fact.aliases else {}
    if isinstance(fact, Decision):
        chain = {"superseded_by": fact.superseded_by, "supersedes": fact.supersedes, "current": fact.current}
        told = {name: list(ids) for name, ids in chain.items()} if fact.superseded_by or fact.supersedes else {}
        return told | ({"in_cycle": True} if fact.in_cycle else {})
    return {}


@tool(
    title="Entities",
    pack="knowledge",
    parameters=(
        TYPE,
        Parameter("status", "string", "Only this status, of the model (todo, accepted) or as written (open)."),
        Parameter("tag", "string", "Only entities with exactly this tag."),
        Parameter(
            "limit",
            "integer",
            f"The most entities in one page; whatever is asked, {MOST} at most.",
            default=50,
            minimum=0,
            maximum=10_000_000,
        ),
        Parameter("offset", "integer", "How many to pass over.", default=0, minimum=0, maximum=10_000_000),
    ),
    result={
        "entities": objects("By type, then as their source numbers or writes them.", **ENTITY),
        "total": integer("How many there are in all pages."),
        "limit": integer("The most in one page."),
        "offset": integer("How many were passed over."),
        "next_offset": integer("Pass it as offset for the next page; absent on the last one."),
        "truncated": string("Why there are fewer rows than the limit allows: size."),
        "hint": string("What to do next, when there is something to say."),
        "searched": mapping("In an answer without rows: how many entities of each type there are."),
        "did_you_mean": DID_YOU_MEAN,
    },
)
def entity_list(
    snapshot: Snapshot,
    *,
    type: str | None,
    status: str | None,
    tag: str | None,
    limit: int,
    offset: int,
) -> dict[str, Any]:
    """Lists decisions, tasks, notes, prompts, components and links, filtered by type, status and tag. Use it to see
    what is there: which decisions hold, all tasks with a tag. What can be worked on is told by task_ready, words are
    found by search_fulltext.

    Entities come by type, then as their source numbers or writes them; long texts are cut (entity_get has them whole).
    50 a page; go on with next_offset. Entities without a status never match one.
    """
    heads = heads_of(snapshot)
    asked = {"type": type, "status": status, "tag": tag}
    found = [ref for ref, one in heads.items() if type is None or one.type == type]
    for field in ("status", "tag"):
        if asked[field] is not None:
            fitting = traits_of(snapshot).exact.get((field, asked[field] or ""), ())
            found = [ref for ref in found if ref in fitting]
    answer: dict[str, Any] = {} if found else _none(snapshot, asked)
    return entity_page(snapshot, found, limit=min(limit, MOST), offset=offset, **answer)


def entity_page(snapshot: Snapshot, refs: Sequence[str], *, limit: int, offset: int, **more: Any) -> dict[str, Any]:
    """A page of entities: `{entities, total, limit, offset, next_offset?}`."""
    return offset_page({"entities": entity_rows(snapshot, refs), **more}, "entities", limit=limit, offset=offset)


def offset_page(answer: Mapping[str, Any], *fields: str, limit: int, offset: int) -> dict[str, Any]:
    """A page of an answer whose fields hold all rows, one after the other: adds total, limit, offset and, when there is
    more, next_offset. An offset behind the end is an empty page."""
    start = min(offset, sum(len(answer[name]) for name in fields))
    shown = page(answer, *fields, limit=limit, cursor=Cursor("", "", start))
    goes_on = shown.pop("next_cursor", None) is not None
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace("next_cursor", "next_offset")
    shown |= {"limit": limit, "offset": offset}
    taken = sum(len(shown[name]) for name in fields)
    return shown | ({"next_offset": start + taken} if goes_on and taken else {})


def _none(snapshot: Snapshot, asked: Mapping[str, str | None]) -> dict[str, Any]:
    """Why nothing fits: what there is, and which statuses and tags are near."""
    heads, traits = heads_of(snapshot), traits_of(snapshot)
    of_type = [ref for ref, one in heads.items() if asked["type"] in (None, one.type)]
    known = {field: traits.values(field, of_type) for field in ("status", "tag")}
    near = [name for field, values in known.items() if (value := asked[field]) for name in nearest(value, values)]
    filters = ", ".join(f"{field} {echoed(value)}" for field, value in asked.items() if value is not None)
    statuses = ", ".join(known["status"][:STATUSES_SHOWN]) or "none"
    told = f"No entity fits {filters}. Statuses that occur: {statuses}." if filters else "There are no entities."
    return {"searched": counted(heads.values()), "hint": told} | ({"did_you_mean": near} if near else {})
