"""Links between records, and references to records that do not exist."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from compiler.languages.memory import codes
from compiler.languages.memory.facts import (
    Bundle,
    Conversation,
    Handoff,
    MemoryBranch,
    MemoryFact,
    MemoryRelation,
    Merge,
    Message,
    Observation,
    Record,
    TaskAgent,
    Template,
    Verification,
    record_ref,
)
from compiler.languages.memory.linking.branch_views import BranchViews
from compiler.languages.memory.linking.branches import Branches
from compiler.languages.memory.linking.context import MERGEABLE
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link

Json = Any
Ends = Iterator[tuple[str, str, str]]  # source, target, kind


def links(objects: Iterable[Record], views: BranchViews) -> Iterator[Link]:
    """Yield the links of all records, in their order. An id means what the branch of the record sees."""
    for record in objects:
        links_of = _LINKS_OF.get(type(record))
        seen: set[tuple[str, str, str]] = set()
        for ends in (*_context_links(record, views), *(links_of(record, views) if links_of else ())):
            if ends not in seen:
                seen.add(ends)
                source, target, kind = ends
                yield Link(source, target, kind, record.span)


def _context_links(one: Record, views: BranchViews) -> Ends:
    """Yield the links of a record to its branch, session and task. A message only has one to its conversation."""
    if isinstance(one, Message):
        yield one.ref, one.conversation, "in_conversation"
        return
    if not isinstance(one, MemoryBranch):
        yield one.ref, record_ref("branch", one.branch), "on_branch"
    if one.session and not one.ref.startswith("m:session/"):
        yield one.ref, views.ref("session", one.session, one.branch), "in_session"
    if one.task and not one.ref.startswith(("m:task/", "m:task_agent/")):
        yield one.ref, views.ref("task", one.task, one.branch), "of_task"


def _mergeable_ref(views: BranchViews, id: str, branch: str, otherwise: str) -> str:
    """Return the ref of the record with an id that a merge may copy, else the ref of the type `otherwise`."""
    found = (views.named(kind, id, branch) for kind in MERGEABLE)
    return next((history.ref for history in found if history), record_ref(otherwise, id))


def _of_fact(one: Any, views: BranchViews) -> Ends:
    if one.parent:
        yield one.ref, views.ref("fact", one.parent, one.branch), "replaces"
    if one.superseded_by:
        yield views.ref("fact", one.superseded_by, one.branch), one.ref, "replaces"
    if one.source_id:
        yield one.ref, _mergeable_ref(views, one.source_id, one.branch, "observation"), "drawn_from"
    if one.subject:
        yield one.ref, record_ref("entity", one.subject), "about"


def _of_observation(one: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    if one.message:
        yield one.ref, one.message, "called_in"


def _of_relation(one: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    source, target = record_ref("entity", one.source), record_ref("entity", one.target)
    if one.is_live:
        yield source, target, "related_to"
    yield one.ref, source, "relates"
    yield one.ref, target, "relates"


def _of_conversation(one: Any, views: BranchViews) -> Ends:
    if one.parent and one.parent != one.record_id:
        yield one.ref, views.ref("conversation", one.parent, one.branch), "forked_from"


def _of_branch(one: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    if one.parent:
        yield one.ref, record_ref("branch", one.parent), "branched_from"


def _of_agent(one: Any, views: BranchViews) -> Ends:
    if one.task:
        yield one.ref, views.ref("task", one.task, one.branch), "joined"


def _of_verification(one: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    yield one.ref, one.target, "judges"


def _of_merge(one: Any, views: BranchViews) -> Ends:
    for item in one.merged:
        yield one.ref, _mergeable_ref(views, item, one.source, "fact"), "merged"
    for item in one.rejected:
        yield one.ref, _mergeable_ref(views, item, one.source, "fact"), "rejected"


def _of_handoff(one: Any, views: BranchViews) -> Ends:
    for fact in one.facts:
        yield one.ref, views.ref("fact", fact, one.source_branch), "hands_over"
    for conversation in one.conversations:
        yield one.ref, views.ref("conversation", conversation, one.source_branch), "hands_over"


def _made_from(one: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    if one.source_branch:
        yield one.ref, record_ref("branch", one.source_branch), "made_from"


_LINKS_OF: dict[type[Record], Callable[[Any, BranchViews], Ends]] = {
    MemoryFact: _of_fact,
    Observation: _of_observation,
    MemoryRelation: _of_relation,
    Conversation: _of_conversation,
    MemoryBranch: _of_branch,
    TaskAgent: _of_agent,
    Verification: _of_verification,
    Merge: _of_merge,
    Handoff: _of_handoff,
    Template: _made_from,
    Bundle: _made_from,
}

# By record type: the fields that name records, and the type of these ("" for any type that a merge copies).
_REFERENCE_FIELDS = {
    "fact": (("parent_id", "fact"), ("superseded_by", "fact"), ("task_id", "task")),
    "observation": (("parent_observation_id", "observation"), ("task_id", "task")),
    "conversation": (("parent_conversation_id", "conversation"), ("task_id", "task")),
    "session": (("parent_session", "session"), ("task_id", "task")),
    "message": (("conversation_id", "conversation"),),
    "task_agent": (("task_id", "task"),),
    "merge": (("source", "branch"), ("target", "branch"), ("items_merged", ""), ("items_rejected", "")),
    "handoff": (
        ("source_branch", "branch"),
        ("target_branch", "branch"),
        ("fact_ids", "fact"),
        ("conversation_ids", "conversation"),
    ),
    "template": (("source_branch", "branch"),),
    "bundle": (("source_branch", "branch"),),
}


def unknown_records(log: RecordLog, branches: Branches) -> Iterator[Diagnostic]:
    """Report references to records that do not exist, each once, where it comes first."""
    seen: set[tuple[str, str]] = set()
    # A memory without any task record keeps its tasks elsewhere; their ids are no references then.
    has_tasks = next(log.of("task"), None) is not None
    for history in log.histories:
        if not history.now.is_put:
            continue
        for kind, name in _references(history):
            if kind == "task" and not has_tasks:
                continue
            if (kind, name) not in seen and not _exists(log, branches, kind, name):
                seen.add((kind, name))
                shown = kind or "record"
                named = f"{history.type} {history.id}"
                yield codes.UNKNOWN_RECORD.at(history.now.span, id=named, type=shown, target=name)


def _references(history: RecordHistory) -> Iterator[tuple[str, str]]:
    now = history.now
    for field, kind in _REFERENCE_FIELDS.get(history.type, ()):
        value = now.get(field)
        for name in value if isinstance(value, list | tuple) else (value,):
            if name:
                yield kind, name
    if history.type == "verification":
        yield now.get("target_type", "fact"), now.get("target_id")


def _exists(log: RecordLog, branches: Branches, kind: str, name: str) -> bool:
    if kind == "branch":
        return name in branches.by_name
    if not kind:
        return any(log.has(one, name) for one in MERGEABLE)
    return log.has(kind, name)
