"""The objects: for each record that is there now its fact, with what the other records add to it."""

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
from compiler.languages.memory.linking.branches import Branch, Branches
from compiler.languages.memory.linking.columns import told_columns
from compiler.languages.memory.linking.conversations import Talk, Talks, neighbours
from compiler.languages.memory.linking.histories import Histories, History
from compiler.languages.memory.linking.judging import Verdicts
from compiler.languages.memory.linking.surroundings import Surroundings

Json = Any


class Objects:
    """Makes the facts of all records, in the order of their types and then of the source."""

    def __init__(
        self, made: Histories, branches: Branches, talks: Talks, verdicts: Verdicts, listed: Mapping[str, str]
    ) -> None:
        self._made, self._branches, self._talks, self._verdicts = made, branches, talks, verdicts
        self._around = Surroundings(made, listed)

    def all(self) -> Iterator[Record]:
        """Every record."""
        yield from self._branch_facts()
        yield from self._sessions()
        yield from self._entities()
        yield from self._facts()
        yield from (
            Observation(**self._shared(one), **self._merged(one), message=_call(one)) for one in self._of("observation")
        )
        yield from (MemoryRelation(**self._shared(one), **self._merged(one)) for one in self._of("relation"))
        yield from self._conversations()
        yield from self._messages()
        yield from self._tasks()
        yield from (TaskAgent(**self._shared(one)) for one in self._of("task_agent"))
        yield from (Verification(**self._shared(one), target=_judged(one)) for one in self._of("verification"))
        yield from (Merge(**self._shared(one), missing=self._around.missing(one)) for one in self._of("merge"))
        yield from (MemorySnapshot(**self._shared(one)) for one in self._of("snapshot"))
        yield from self._handoffs()
        yield from self._templates()
        yield from (Bundle(**self._shared(one)) for one in self._of("bundle"))
        yield from (Consolidation(**self._shared(one)) for one in self._of("consolidation"))

    def _of(self, record_type: str) -> Iterator[History]:
        return self._made.of(record_type)

    def _shared(self, one: History) -> dict[str, Json]:
        """What every record has, and what it says by itself."""
        return common(one) | told_columns(one.now)

    def _merged(self, one: History) -> dict[str, Json]:
        return {"merged_into": tuple(self._around.merged_into.get(one.id, ()))}

    def _branch_facts(self) -> Iterator[MemoryBranch]:
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
        for one in self._of("session"):
            yield MemorySession(**self._shared(one) | {"session": one.id}, is_declared=True)
        for name, first in self._around.undeclared_sessions.items():
            unknown = dict.fromkeys(("summary", "started_at", "ended_at", "parent", "project", "revision"))
            shared = {**_undeclared("session", name, first), **unknown, "session": name}
            yield MemorySession(**shared, status="", is_declared=False)

    def _entities(self) -> Iterator[MemoryEntity]:
        counts = Counter(one.now.get("subject") for one in self._of("fact"))
        for one in self._of("entity"):
            yield MemoryEntity(**self._shared(one), is_declared=True, facts=counts[one.id])
        for name, first in self._around.undeclared_entities.items():
            shared = _undeclared("entity", name, first)
            yield MemoryEntity(**shared, entity_type="", aliases=(), is_declared=False, facts=counts[name])

    def _facts(self) -> Iterator[MemoryFact]:
        for one in self._of("fact"):
            shared = self._shared(one) | self._verdicts.of(one)
            if shared["superseded_by"] is None:
                shared["superseded_by"] = self._around.successors.get(one.id)
            yield MemoryFact(
                **shared,
                **self._merged(one),
                versions=len(one.versions),
                neighbours=self._around.beside(one),
            )

    def _conversations(self) -> Iterator[Conversation]:
        for talk in self._talks.by_id.values():
            shared = self._shared(talk.history) if talk.is_declared else _undeclared_talk(talk)
            tokens = sum(one.now.get("token_count", 0) for one in talk.messages)
            yield Conversation(
                **shared,
                **self._merged(talk.history),
                status=talk_status(talk),
                is_fork=talk.parent is not None and shared["relation"] != "sidechain",
                forks=tuple(talk.forks),
                own_messages=len(talk.messages),
                messages=len(talk.messages) + talk.shared_count,
                tokens=tokens,
                is_declared=talk.is_declared,
            )

    def _messages(self) -> Iterator[Message]:
        for talk in self._talks.by_id.values():
            shared = talk.shared_count
            for place, one in enumerate(talk.messages, 1):
                columns = self._shared(one)
                if columns["session"] is None and talk.is_declared:
                    columns["session"] = talk.history.now.get("session_id")
                yield Message(
                    **columns,
                    conversation=record_ref("conversation", talk.id),
                    place=place,
                    sequence=one.now.get("seq", shared + place),
                    neighbours=neighbours(talk, place),
                )

    def _tasks(self) -> Iterator[MemoryTask]:
        agents: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in sorted(self._of("task_agent"), key=_when):
            if agent := one.now.get("agent_id"):
                agents[one.now.get("task_id", "")][agent] = None
        for one in self._of("task"):
            yield MemoryTask(**self._shared(one) | {"task": one.id}, agents=tuple(agents[one.id]))

    def _handoffs(self) -> Iterator[Handoff]:
        for one in self._of("handoff"):
            shared = self._shared(one)
            yield Handoff(
                **shared | {"branch": shared["source_branch"] or shared["branch"]},
                missing_facts=tuple(id for id in shared["facts"] if not self._made.has("fact", id)),
                missing_conversations=tuple(id for id in shared["conversations"] if id not in self._talks.by_id),
            )

    def _templates(self) -> Iterator[Template]:
        facts = Counter(one.now.branch for one in self._of("fact"))
        talks = Counter(one.now.branch for one in self._of("conversation"))
        for one in self._of("template"):
            shared = self._shared(one)
            source = shared["source_branch"]
            yield Template(**shared, fact_count=facts[source], conversation_count=talks[source])


def common(one: History) -> dict[str, Json]:
    """The fields that every record has."""
    now = one.now
    at = now.get("at")
    extra = now.entry.extra
    if now.get("metadata") and one.type != "branch":
        extra = extra | {"metadata": now.get("metadata")}
    return {
        "span": now.span,
        "ref": record_ref(one.type, one.id),
        "record_id": one.id,
        "branch": now.branch,
        "at": at.text if at else None,
        "at_us": at.us if at else None,
        "at_last_us": at.last if at else None,
        "session": now.get("session_id"),
        "agent": now.get("agent_id"),
        "task": now.get("task_id"),
        "format": now.format,
        "position": one.position,
        "extra": extra,
    }


def talk_status(talk: Talk) -> str:
    """Forked when it has forks and is not completed; what the record says of forks does not count."""
    written = talk.history.now.get("status") if talk.is_declared else None
    if talk.forks and written != "completed":
        return "forked"
    return "active" if written in (None, "forked") else str(written)


def _undeclared(record_type: str, name: str, first: History) -> dict[str, Json]:
    """What is known of a record that others only name."""
    unknown = dict.fromkeys(("at", "at_us", "at_last_us", "session", "agent", "task"))
    identity = {"ref": record_ref(record_type, name), "record_id": name, "extra": {}}
    return common(first) | unknown | identity


def _undeclared_branch(branch: Branch) -> dict[str, Json]:
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


def _undeclared_talk(talk: Talk) -> dict[str, Json]:
    columns = dict.fromkeys(("name", "model", "parent", "fork_point", "updated_at"))
    told = talk.history.now
    said = {"session": told.get("session_id"), "agent": told.get("agent_id"), "task": told.get("task_id")}
    return _undeclared("conversation", talk.id, talk.history) | columns | said | {"relation": ""}


def _call(one: History) -> str | None:
    message = one.now.get("message")
    return record_ref("message", message) if message else None


def _judged(one: History) -> str:
    return record_ref(one.now.get("target_type", "fact"), one.now.get("target_id", ""))


def _when(one: History) -> tuple[bool, int, str]:
    at = one.now.get("at")
    return at is None, at.us if at else 0, one.id
