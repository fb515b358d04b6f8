"""The context of one session: `memory_session_context`."""

from collections import Counter
from itertools import accumulate
from typing import Any

from compiler.languages.memory.facts import Conversation, MemoryFact, MemorySession, Message, Observation
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import ALL, ANY_BRANCH, BranchScope, branch_scope, scope_of_all
from queries.memory.rows import (
    CONVERSATION,
    FACT,
    MESSAGE,
    OBSERVATION,
    conversation_row,
    fact_row,
    message_row,
    observation_row,
    place_of,
    without_empty,
)
from queries.memory.seen_records import forks_seen, one_each, versions_seen
from queries.memory.selection import record_named
from queries.tools.paging import CURSOR, HEADROOM, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.render import BOUND, size, visible
from queries.tools.schemas import boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

OBSERVATIONS = 50  # the newest that are listed
MESSAGE_SHOWN = 1_000  # characters
MAX_CHARS = 8_000  # of an answer, unless the caller wants more or less
MIN_CHARS = 3_000


@tool(
    title="Context of a session",
    pack="memory",
    parameters=(
        Parameter(
            "session_id", "string", "The session: its id or ref.", required=True, aliases=("session", "id", "ref")
        ),
        ANY_BRANCH,
        Parameter("message_limit", "integer", "The most messages.", default=50, minimum=0, maximum=500),
        Parameter("fact_limit", "integer", "The most facts.", default=20, minimum=0, maximum=500),
        Parameter(
            "max_chars",
            "integer",
            "About how many characters a page may have; a third and more of them are for messages.",
            default=MAX_CHARS,
            minimum=MIN_CHARS,
            maximum=BOUND,
            brief="The size of a page.",
        ),
        CURSOR,
    ),
    result={
        "session": mapping(
            "The session.",
            id=string("Its id."),
            status=string("active or completed; left out if the source does not say."),
            summary=string("What it says it did."),
            started_at=string("When it began."),
            ended_at=string("When it ended."),
            parent_session=string("The session it continues."),
            continued_by=strings("The sessions that continue it."),
            branch=string("The branch it worked on."),
            agent_id=string("The agent of the session."),
            task_id=string("The task of the session."),
            project=string("The folder it worked in."),
            is_declared=boolean("False when only other records name it."),
            source=string("Where it stands: path:line."),
        ),
        "facts": objects("Its newest active facts, oldest first.", **FACT),
        "conversations": objects("Its conversations, oldest first.", **CONVERSATION),
        "observations": objects("Its newest observations, 50 at most, oldest first.", **OBSERVATION),
        "messages": objects(
            "Its newest messages, oldest first; further pages have earlier ones. Shared messages are not repeated, and "
            "those that say nothing are left out.",
            **MESSAGE,
        ),
        "counts": mapping(
            "All of the session.",
            facts=integer("Active facts."),
            conversations=integer("Conversations."),
            observations=integer("Observations."),
            messages=integer("Messages that say something."),
            empty_messages=integer("Messages without text and tool calls, if there are any."),
        ),
        "observation_types": mapping("How many observations of each type."),
        "tools_used": mapping("How often each tool was used."),
        "left_out": strings("Lists that were cut to leave room for messages."),
    },
)
def memory_session_context(
    snapshot: Snapshot,
    *,
    session_id: str,
    branch: str | None,
    message_limit: int,
    fact_limit: int,
    max_chars: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """A whole session: what it learnt and did, its last messages. Use it to continue.

    Each list holds the newest records, oldest first. The first page has facts, conversations, observations and the last
    messages, in max_chars characters; each further page has earlier messages. With a branch, only what it reads.
    """
    session = record_named(
        snapshot,
        MemorySession,
        session_id,
        "session_id",
        "memory_timeline with types ['session'] and branch 'all' lists them.",
    )
    scope = scope_of_all(snapshot) if branch in (None, ALL) else branch_scope(snapshot, branch)
    session = next(iter(versions_seen(snapshot, scope, session)), session) if scope.lineage else session
    id = session.record_id
    messages, empty = _message_rows(snapshot, scope, id)

    parts = _parts(snapshot, scope, id)
    answer: dict[str, Any] = {"session": _session_row(snapshot, session)}
    is_first = cursor.position == 0
    rows = {
        "facts": [fact_row(fact) for fact in parts["facts"][:fact_limit]],
        "conversations": [
            conversation_row(conversation, forks_seen(snapshot, scope, conversation.forks))
            for conversation in parts["conversations"]
        ],
        "observations": [observation_row(observation) for observation in parts["observations"][:OBSERVATIONS]],
    }
    for_messages = _needed_for(snapshot, messages[:message_limit], max_chars // 3)
    room = max_chars - HEADROOM - for_messages - size(answer)
    answer |= _fit(rows, room) if is_first else dict.fromkeys(rows, ())
    answer |= {"messages": messages, "total": len(messages)}
    answer |= _counted(parts, len(messages), empty)
    rows_of = {"messages": lambda row: _message_row(snapshot, row)}
    shown = page(answer, "messages", limit=message_limit, cursor=cursor, rows=rows_of, bound=max_chars)
    if not message_limit:
        shown.pop("next_cursor", None)
    shown["messages"].reverse()
    return {name: list(value) if value == () else value for name, value in shown.items()}


def _counted(parts: dict[str, list[Any]], messages: int, empty: int) -> dict[str, Any]:
    """How many records of each kind the session has, `empty` of the messages without text, and what it did."""
    counts = {**{name: len(found) for name, found in parts.items()}, "messages": messages}
    types = Counter(observation.observation_type for observation in parts["observations"])
    tools = Counter(observation.tool_name for observation in parts["observations"] if observation.tool_name)
    return {
        "counts": {**counts, "empty_messages": empty} if empty else counts,
        "observation_types": dict(sorted(types.items())),
        "tools_used": dict(sorted(tools.items())),
    }


def _parts(snapshot: Snapshot, scope: BranchScope, session: str) -> dict[str, list[Any]]:
    """The facts, conversations and observations of a session that a branch reads, the newest of each."""

    def seen(records: list[Any]) -> list[Any]:
        kind = records[0].kind.removeprefix("memory_") if records else ""
        return _newest([record for record in records if scope.sees(kind, record.record_id, record.branch)])

    return {
        "facts": seen(snapshot.facts(MemoryFact, session=session, is_active=1)),
        "conversations": seen(snapshot.facts(Conversation, session=session)),
        "observations": seen(snapshot.facts(Observation, session=session)),
    }


def _session_row(snapshot: Snapshot, session: MemorySession) -> dict[str, Any]:
    later = [other.record_id for other in one_each(snapshot.facts(MemorySession, parent=session.record_id))]
    row = {
        "id": session.record_id,
        "status": session.status or None,
        "summary": session.summary,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "parent_session": session.parent,
        "continued_by": later,
        "branch": session.branch,
        "agent_id": session.agent,
        "task_id": session.task,
        "project": session.project,
        "revision": session.revision,
        "is_declared": None if session.is_declared else False,
        "ref": session.ref,
        "source": place_of(session),
    }
    return without_empty(row)


def _newest(records: list[Any]) -> list[Any]:
    """Return records, newest first; records without a time last."""
    return sorted(records, key=lambda record: (record.at_us is None, -(record.at_us or 0), record.record_id))


def _fit(rows: dict[str, list[dict[str, Any]]], room: int) -> dict[str, Any]:
    """Return the newest rows of each list that fit into `room` characters, oldest first. Each list has its share; what
    a
    short one does not need goes to the longer ones."""
    shown = {name: visible(listed) for name, listed in rows.items()}
    sizes = {name: [size(row) + 1 for row in listed] for name, listed in shown.items()}
    found: dict[str, Any] = {}
    left_out = []
    for at, name in enumerate(sorted(sizes, key=lambda name: sum(sizes[name]))):
        share = max(room // (len(sizes) - at), 0)
        count = sum(total <= share for total in accumulate(sizes[name]))
        room -= sum(sizes[name][:count])
        found[name] = shown[name][:count][::-1]
    for name, listed in shown.items():
        if len(found[name]) < len(listed):
            left_out.append(f"{len(listed) - len(found[name])} of {len(listed)} {name}")
    return {name: found[name] for name in rows} | ({"left_out": left_out} if left_out else {})


def _needed_for(snapshot: Snapshot, messages: list[int], most: int) -> int:
    """Return how many characters messages need, `most` at most."""
    needed = 0
    for row in messages:
        if needed >= most:
            return most
        needed += size(visible([_message_row(snapshot, row)]))
    return min(needed, most)


def _message_rows(snapshot: Snapshot, scope: BranchScope, session: str) -> tuple[list[int], int]:
    """Return the rows of the messages of a session, newest first, and the number of those that were left out since they
    have neither text nor tool calls. They are the messages that name the session, and those of its conversations."""
    sql = (
        "SELECT rowid, record_id, branch, "
        "role <> 'tool_result' AND tool_calls = '[]' AND trim(content, ' \t\n\r') = '' "
        "FROM fact_memory_message WHERE session = ? OR conversation IN "
        "(SELECT ref FROM fact_memory_conversation WHERE session = ?) "
        "ORDER BY at_us IS NULL, at_us DESC, position DESC"
    )
    rows = snapshot.rows(sql, (session, session))
    found = [(row, is_empty) for row, id, on, is_empty in rows if scope.sees("message", id, on)]
    shown = [row for row, is_empty in found if not is_empty]
    return shown, len(found) - len(shown)


def _message_row(snapshot: Snapshot, row: int) -> dict[str, Any]:
    return message_row(snapshot.facts(Message, rowid=row)[0], most=MESSAGE_SHOWN)
