"""Selects records and branches by id or ref. An unknown name is a `not_found` error with the nearest names."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from compiler.languages.memory.facts import MemoryBranch, Record, record_ref
from compiler.model.facts import sql_table
from compiler.store.snapshot import Snapshot, memoized
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped

R = TypeVar("R", bound=Record)

CANDIDATES = 20  # refs that an `ambiguous` error lists

SESSION = Parameter("session_id", "string", "Only this session.")
AGENT = Parameter("agent_id", "string", "Only what this agent wrote.")
TASK = Parameter("task_id", "string", "Only this task.")


@memoized
def branches_of(snapshot: Snapshot) -> Mapping[str, MemoryBranch]:
    """Return all branches by name, the default branch first, then by the time of forking and by name."""
    found = snapshot.facts(MemoryBranch)
    found.sort(
        key=lambda session: (not session.is_default, session.at_us is None, session.at_us or 0, session.record_id)
    )
    return {branch.record_id: branch for branch in found}


def default_branch(snapshot: Snapshot) -> str:
    """Return the branch that is read if none is named."""
    return next((branch.record_id for branch in branches_of(snapshot).values() if branch.is_default), "main")


def branch_named(snapshot: Snapshot, name: str, argument: str = "branch") -> MemoryBranch:
    """Return the branch with a name or ref. Raises QueryError `not_found`."""
    known = branches_of(snapshot)
    for spelling in dict.fromkeys((name, name.strip(), unescaped(name.strip()))):
        found = known.get(spelling) or known.get(spelling.removeprefix("m:branch/"))
        if found is not None:
            return found
    hint = f"memory_branch_list lists the branches; {default_branch(snapshot)} is read when none is named."
    raise _not_found("Branch", name, argument, known, hint)


def record_named(snapshot: Snapshot, record_class: type[R], name: str, argument: str, hint: str = "") -> R:
    """Return the record of a class with an id or ref. Raises QueryError `not_found`, or `ambiguous` with the refs.

    If several branches have versions of their own, an id means the version of the record's home, the default branch if
    that wrote the record.
    """
    for spelling in dict.fromkeys((name, name.strip(), unescaped(name.strip()))):
        field = "ref" if spelling.startswith("m:") else "record_id"
        found = snapshot.facts(record_class, **{field: spelling})
        home = record_ref(record_class.kind.removeprefix("memory_"), spelling)
        found = [fact for fact in found if fact.ref == home] or found
        if len(found) == 1:
            return found[0]
        if found:
            raise ambiguous(record_class, found, name, argument)
    ids = (id for (id,) in snapshot.rows(f'SELECT record_id FROM "{sql_table(record_class.table)}"'))
    raise _not_found(noun(record_class), name, argument, ids, hint)


def noun(record_class: type[Record]) -> str:
    """Return the word for a class of records: Task, Conversation."""
    return record_class.kind.removeprefix("memory_").capitalize()


def ambiguous(record_class: type[Record], found: Collection[Record], name: str, argument: str) -> QueryError:
    """Return the error for a name that several records have."""
    message = f"{len(found)} records of this kind have this name: {noun(record_class).lower()}"
    refs = [record.ref for record in found][:CANDIDATES]
    return QueryError(
        "ambiguous", message, **{argument: echoed(name)}, candidates=refs, hint="Ask with one of the refs."
    )


def agent_named(snapshot: Snapshot, name: str, argument: str = "agent_id") -> str:
    """Return the agent with an id. Agents have no records; other records name them. Raises QueryError `not_found`."""
    known = snapshot.memoize("queries.memory.agents", _agents_of)
    if name in known or (name := name.strip()) in known:
        return name
    if snapshot.rows("SELECT 1 FROM fact_memory_message WHERE agent = ? LIMIT 1", (name,)):
        return name
    raise _not_found("Agent", name, argument, known, "memory_task_status lists the agents of a task.")


def _agents_of(snapshot: Snapshot) -> Collection[str]:
    kinds = ("fact", "observation", "relation", "conversation", "session", "task_agent")
    columns = [(kind, "agent") for kind in kinds] + [("handoff", "source_agent"), ("handoff", "target_agent")]
    sql = " UNION ".join(
        f"SELECT {name} AS agent FROM fact_memory_{kind} WHERE {name} IS NOT NULL" for kind, name in columns
    )
    return [agent for (agent,) in snapshot.rows(f"{sql} ORDER BY 1")]


def _not_found(what: str, name: str, argument: str, known: Iterable[str], hint: str) -> QueryError:
    near = nearest(name, known)
    return QueryError(
        "not_found", f"{what} not found", **{argument: echoed(name)}, did_you_mean=near, hint=hint or None
    )
