"""The objects: one for each record that exists now, with the columns that depend on other records."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.languages.memory.facts import (
    Bundle,
    Consolidation,
    Conversation,
    Handoff,
    MemoryBranch,
    MemoryEntity,
    MemoryFact,
    MemoryRelation,
    MemorySession,
    MemorySnapshot,
    MemoryTask,
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
from compiler.languages.memory.linking.branches import Branches, LinkedBranch
from compiler.languages.memory.linking.context import RecordContext
from compiler.languages.memory.linking.conversations import Conversations, LinkedConversation, neighbours
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog
from compiler.languages.memory.linking.verification import NewestVerdicts
from compiler.languages.memory.linking.version_columns import version_columns

Json = Any


class ObjectBuilder:
    """Builds the objects of all records, by type and then in the order of the source."""

    def __init__(
        self,
        log: RecordLog,
        branches: Branches,
        views: BranchViews,
        conversations: Conversations,
        index_texts: Mapping[str, str],
    ) -> None:
        self._log, self._branches, self._views, self._conversations = log, branches, views, conversations
        self._verdicts = NewestVerdicts(log, views)
        self._context = RecordContext(log, views, index_texts)

    def build(self) -> Iterator[Record]:
        """Yield the objects."""
        yield from self._branch_objects()
        yield from self._sessions()
        yield from self._entities()
        yield from self._facts()
        yield from self._observations()
        yield from (
            MemoryRelation(**self._shared(history), **self._merged_into(history)) for history in self._of("relation")
        )
        yield from self._conversation_objects()
        yield from self._messages()
        yield from self._tasks()
        yield from (TaskAgent(**self._shared(history)) for history in self._of("task_agent"))
        yield from (
            Verification(**self._shared(history), target=self._target_ref(history))
            for history in self._of("verification")
        )
        yield from (
            Merge(**self._shared(history), missing=self._context.missing_items(history))
            for history in self._of("merge")
        )
        yield from (MemorySnapshot(**self._shared(history)) for history in self._of("snapshot"))
        yield from self._handoffs()
        yield from self._templates()
        yield from (Bundle(**self._shared(history)) for history in self._of("bundle"))
        yield from (Consolidation(**self._shared(history)) for history in self._of("consolidation"))

    def _of(self, record_type: str) -> Iterator[RecordHistory]:
        return self._log.of(record_type)

    def _shared(self, history: RecordHistory) -> dict[str, Json]:
        """Return the columns that a record fills by itself."""
        return {**_record_columns(history), **version_columns(history.now)}

    def _merged_into(self, history: RecordHistory) -> dict[str, Json]:
        return {"merged_into": self._context.merged_into(history)}

    def _target_ref(self, history: RecordHistory) -> str:
        return self._views.ref(
            history.now.get("target_type", "fact"), history.now.get("target_id", ""), history.now.branch
        )

    def _branch_objects(self) -> Iterator[MemoryBranch]:
        for branch in self._branches.by_name.values():
            shared = self._shared(branch.declared) if branch.declared else _undeclared_branch(branch)
            yield MemoryBranch(
                **shared
                | {
                    "branch": branch.name,
                    "parent": branch.parent,
                    "lineage": branch.lineage,
                    "children": tuple(branch.children),
                    "depth": len(branch.lineage) - 1,
                    "is_declared": branch.declared is not None,
                    "is_default": branch.name == self._branches.default,
                    "origin": "record",
                }
            )

    def _sessions(self) -> Iterator[MemorySession]:
        for history in self._of("session"):
            yield MemorySession(**self._shared(history) | {"session": history.id}, is_declared=True)
        for name, first in self._context.undeclared_sessions().items():
            unknown = dict.fromkeys(("summary", "started_at", "ended_at", "parent", "project", "revision"))
            shared = {**_undeclared("session", name, first), **unknown, "session": name}
            yield MemorySession(**shared, status="", is_declared=False)

    def _entities(self) -> Iterator[MemoryEntity]:
        facts = {
            (history.now.get("subject"), history.id) for history in self._of("fact")
        }  # each fact once, whatever the branch
        counts = Counter(subject for subject, _ in facts)
        for history in self._of("entity"):
            yield MemoryEntity(**self._shared(history), is_declared=True, facts=counts[history.id])
        for name, first in self._context.undeclared_entities().items():
            shared = _undeclared("entity", name, first)
            yield MemoryEntity(**shared, entity_type="", aliases=(), is_declared=False, facts=counts[name])

    def _facts(self) -> Iterator[MemoryFact]:
        for history in self._of("fact"):
            shared = self._shared(history) | self._verdicts.columns_of(history)
            if shared["superseded_by"] is None:
                shared["superseded_by"] = self._context.successor(history)
            yield MemoryFact(
                **shared,
                **self._merged_into(history),
                versions=len(history.versions),
                neighbours=self._context.neighbours(history),
            )

    def _observations(self) -> Iterator[Observation]:
        for history in self._of("observation"):
            yield Observation(**self._shared(history), **self._merged_into(history), message=self._message_ref(history))

    def _message_ref(self, history: RecordHistory) -> str | None:
        message = history.now.get("message")
        return self._views.ref("message", message, history.now.branch) if message else None

    def _conversation_objects(self) -> Iterator[Conversation]:
        for conversation in self._conversations.by_ref.values():
            shared = (
                self._shared(conversation.history)
                if conversation.is_declared
                else _undeclared_conversation(conversation)
            )
            tokens = sum(message.now.get("token_count", 0) for message in conversation.messages)
            yield Conversation(
                **shared | {"ref": conversation.ref, "branch": conversation.branch},
                **self._merged_into(conversation.history),
                status=_status(conversation),
                is_fork=conversation.parent is not None and shared["relation"] != "sidechain",
                forks=tuple(conversation.forks),
                own_messages=len(conversation.messages),
                messages=len(conversation.messages) + conversation.shared_count,
                tokens=tokens,
                is_declared=conversation.is_declared,
            )

    def _messages(self) -> Iterator[Message]:
        for conversation in self._conversations.by_ref.values():
            place = 0
            for at, message in enumerate(conversation.messages):
                if message.now.branch != conversation.branch:
                    continue
                place += 1
                columns = self._shared(message)
                if columns["session"] is None and conversation.is_declared:
                    columns["session"] = conversation.history.now.get("session_id")
                yield Message(
                    **columns,
                    conversation=conversation.ref,
                    place=place,
                    sequence=message.now.get("seq", conversation.shared_count + at + 1),
                    neighbours=neighbours(conversation, at),
                )

    def _tasks(self) -> Iterator[MemoryTask]:
        agents: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for history in sorted(self._of("task_agent"), key=_time_and_id):
            if agent := history.now.get("agent_id"):
                agents[history.now.get("task_id", "")][agent] = None
        for history in self._of("task"):
            yield MemoryTask(**self._shared(history) | {"task": history.id}, agents=tuple(agents[history.id]))

    def _handoffs(self) -> Iterator[Handoff]:
        for history in self._of("handoff"):
            shared = self._shared(history)
            yield Handoff(
                **shared | {"branch": shared["source_branch"] or shared["branch"]},
                missing_facts=tuple(
                    id for id in shared["facts"] if not self._views.named("fact", id, shared["source_branch"])
                ),
                missing_conversations=tuple(
                    id for id in shared["conversations"] if not self._conversation(id, shared["source_branch"])
                ),
            )

    def _conversation(self, id: str, branch: str) -> LinkedConversation | None:
        known = self._branches.by_name.get(branch)
        return self._conversations.meant(id, known.lineage if known else ())

    def _templates(self) -> Iterator[Template]:
        facts = Counter(history.now.branch for history in self._of("fact"))
        conversations = Counter(history.now.branch for history in self._of("conversation"))
        for history in self._of("template"):
            shared = self._shared(history)
            source = shared["source_branch"]
            yield Template(**shared, fact_count=facts[source], conversation_count=conversations[source])


def _record_columns(history: RecordHistory) -> dict[str, Json]:
    """Return the columns of `Record`, which every record has."""
    now = history.now
    at = now.get("at")
    extra = now.entry.extra
    if now.get("metadata") and history.type != "branch":
        extra = extra | {"metadata": now.get("metadata")}
    return {
        "span": now.span,
        "ref": history.ref,
        "record_id": history.id,
        "branch": now.branch,
        "at": at.text if at else None,
        "at_us": at.us if at else None,
        "at_last_us": at.last if at else None,
        "session": now.get("session_id"),
        "agent": now.get("agent_id"),
        "task": now.get("task_id"),
        "format": now.format,
        "position": history.position,
        "extra": extra,
    }


def _status(conversation: LinkedConversation) -> str:
    """Return "forked" for a conversation with forks that is not completed. A "forked" in its record does not count."""
    written = conversation.history.now.get("status") if conversation.is_declared else None
    if conversation.forks and written != "completed":
        return "forked"
    return "active" if written in (None, "forked") else str(written)


def _undeclared(record_type: str, name: str, first: RecordHistory) -> dict[str, Json]:
    """Return the columns of a record that others only name; `first` is the first that does."""
    unknown = dict.fromkeys(("at", "at_us", "at_last_us", "session", "agent", "task"))
    identity = {"ref": record_ref(record_type, name), "record_id": name, "extra": {}}
    return _record_columns(first) | unknown | identity


def _undeclared_branch(branch: LinkedBranch) -> dict[str, Json]:
    unknown = dict.fromkeys(("at", "at_us", "at_last_us", "session", "agent", "task"))
    return {
        **unknown,
        "span": branch.span,
        "ref": record_ref("branch", branch.name),
        "record_id": branch.name,
        "format": branch.format,
        "position": branch.position,
        "extra": {},
        "description": None,
        "status": "active",
        "merged_at": None,
        "merge_strategy": None,
        "metadata": {},
    }


def _undeclared_conversation(conversation: LinkedConversation) -> dict[str, Json]:
    columns = dict.fromkeys(("name", "model", "parent", "fork_point", "updated_at"))
    version = conversation.history.now
    context = {"session": version.get("session_id"), "agent": version.get("agent_id"), "task": version.get("task_id")}
    return _undeclared("conversation", conversation.id, conversation.history) | columns | context | {"relation": ""}


def _time_and_id(history: RecordHistory) -> tuple[bool, int, str]:
    at = history.now.get("at")
    return at is None, at.us if at else 0, history.id
