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


def _context_links(record: Record, views: BranchViews) -> Ends:
    """Yield the links of a record to its branch, session and task. A message only has one to its conversation."""
    if isinstance(record, Message):
        yield record.ref, record.conversation, "in_conversation"
        return
    if not isinstance(record, MemoryBranch):
        yield record.ref, record_ref("branch", record.branch), "on_branch"
    if record.session and not record.ref.startswith("m:session/"):
        yield record.ref, views.ref("session", record.session, record.branch), "in_session"
    if record.task and not record.ref.startswith(("m:task/", "m:task_agent/")):
        yield record.ref, views.ref("task", record.task, record.branch), "of_task"


def _mergeable_ref(views: BranchViews, id: str, branch: str, otherwise: str) -> str:
    """Return the ref of the record with an id that a merge may copy, else the ref of the type `otherwise`."""
    found = (views.named(kind, id, branch) for kind in MERGEABLE)
    return next((history.ref for history in found if history), record_ref(otherwise, id))


def _of_fact(fact: Any, views: BranchViews) -> Ends:
    if fact.parent:
        yield fact.ref, views.ref("fact", fact.parent, fact.branch), "replaces"
    if fact.superseded_by:
        yield views.ref("fact", fact.superseded_by, fact.branch), fact.ref, "replaces"
    if fact.source_id:
        yield fact.ref, _mergeable_ref(views, fact.source_id, fact.branch, "observation"), "drawn_from"
    if fact.subject:
        yield fact.ref, record_ref("entity", fact.subject), "about"


def _of_observation(observation: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    if observation.message:
        yield observation.ref, observation.message, "called_in"


def _of_relation(relation: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    source, target = record_ref("entity", relation.source), record_ref("entity", relation.target)
    if relation.is_live:
        yield source, target, "related_to"
    yield relation.ref, source, "relates"
    yield relation.ref, target, "relates"


def _of_conversation(conversation: Any, views: BranchViews) -> Ends:
    if conversation.parent and conversation.parent != conversation.record_id:
        yield conversation.ref, views.ref("conversation", conversation.parent, conversation.branch), "forked_from"


def _of_branch(branch: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    if branch.parent:
        yield branch.ref, record_ref("branch", branch.parent), "branched_from"


def _of_agent(agent: Any, views: BranchViews) -> Ends:
    if agent.task:
        yield agent.ref, views.ref("task", agent.task, agent.branch), "joined"


def _of_verification(verification: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    yield verification.ref, verification.target, "judges"


def _of_merge(merge: Any, views: BranchViews) -> Ends:
    for item in merge.merged:
        yield merge.ref, _mergeable_ref(views, item, merge.source, "fact"), "merged"
    for item in merge.rejected:
        yield merge.ref, _mergeable_ref(views, item, merge.source, "fact"), "rejected"


def _of_handoff(handoff: Any, views: BranchViews) -> Ends:
    for fact in handoff.facts:
        yield handoff.ref, views.ref("fact", fact, handoff.source_branch), "hands_over"
    for conversation in handoff.conversations:
        yield handoff.ref, views.ref("conversation", conversation, handoff.source_branch), "hands_over"


def _made_from(record: Any, views: BranchViews) -> Ends:  # noqa: ARG001
    if record.source_branch:
        yield record.ref, record_ref("branch", record.source_branch), "made_from"


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
        return any(log.has(kind, name) for kind in MERGEABLE)
    return log.has(kind, name)
