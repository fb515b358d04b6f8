"""Conversations and their messages: `memory_list_conversations`, `memory_search_messages`.

A fork shares the beginning of another conversation. A message exists once, in the conversation where it was written; in
answers about a fork it is shown as a message of the fork.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.languages.memory.facts import Conversation, ConversationPart, MemorySession, Message
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.memory.branch_scope import ALL, ANY_BRANCH, OWN_ONLY, BranchScope
from queries.memory.git_branches import read_branch
from queries.memory.ranking import Candidate, Hit, candidates, find
from queries.memory.rows import (
    CONVERSATION,
    MESSAGE,
    conversation_row,
    conversation_status,
    message_row,
    shortened,
)
from queries.memory.seen_records import forks_seen, versions_seen
from queries.memory.selection import (
    AGENT,
    SESSION,
    TASK,
    agent_named,
    record_named,
)
from queries.memory.tasks import task_or_id
from queries.memory.time_ranges import TIME_RANGE, parse_range
from queries.memory.vector_search import SEARCHED_BY, check_search_type, goes_by_words, search_type_of, with_meaning
from queries.memory.word_query import QUERY, parse_query
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, mapping, number, objects, string
from queries.tools.tool import tool

NEIGHBOUR_SHOWN = 200  # characters of the messages before and after one
ROLES = {"tool": ("tool_call", "tool_result")}  # a role that stands for several


NEIGHBOUR_ROW = {"id": string("Its id."), "role": string("Who said it."), "content": string("What was said.")}


@tool(
    title="Conversations",
    pack="memory",
    parameters=(
        ANY_BRANCH,
        OWN_ONLY,
        SESSION,
        AGENT,
        TASK,
        Parameter("status", "string", "Only with this status: active, completed, forked."),
        limit_of(20),
        CURSOR,
    ),
    result={
        "conversations": objects("The newest first, then by id; those without a time last.", **CONVERSATION),
        "searched": mapping("In an answer without rows: what was searched.", conversations=integer("All of them.")),
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_list_conversations(
    workspace: Workspace,
    *,
    branch: str | None,
    own_only: bool,
    session_id: str | None,
    agent_id: str | None,
    task_id: str | None,
    status: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Conversations, newest first: of a branch, session, agent or task.

    Use it to answer "what did we talk about last?"; memory_search_messages finds what was said. A fork is a
    conversation of its own, and names the message at which it leaves its parent. 20 a page, the newest first.
    """
    snapshot, scope = read_branch(workspace, ALL if branch is None else branch, own_only)
    filters = {
        "session": record_named(snapshot, MemorySession, session_id, "session_id").record_id if session_id else None,
        "agent": agent_named(snapshot, agent_id) if agent_id else None,
        "task": task_or_id(snapshot, task_id)[0] if task_id else None,
        "status": status,
    }
    where = {name: value for name, value in filters.items() if value is not None}

    def row_of(row: int) -> dict[str, Any]:
        (one,) = snapshot.facts(Conversation, rowid=row)
        return conversation_row(one, forks_seen(snapshot, scope, one.forks))

    found = [
        candidate.row
        for candidate in _as_seen(snapshot, scope)
        if scope.sees("conversation", candidate.id, candidate.branch)
        and all(getattr(candidate, name) == value for name, value in where.items())
    ]
    answer: dict[str, Any] = {"conversations": found}
    if not found:
        count = snapshot.count(Conversation)
        hint = f"None of {count} conversations fits." if count else "The memory has no conversations."
        answer |= {"searched": {"conversations": count}, "hint": hint}
    return page(answer, "conversations", limit=limit, cursor=cursor, rows={"conversations": row_of})


class ConversationFilterRow(NamedTuple):
    """The columns of a conversation that filters look at, and its row."""

    row: int
    id: str
    branch: str
    session: str | None
    agent: str | None
    task: str | None
    status: str
    forks: Sequence[str]


def _as_seen(snapshot: Snapshot, scope: BranchScope) -> Iterator[ConversationFilterRow]:
    """Yield all conversations, the newest first, each with the status that it has for those who read it."""
    for row in snapshot.memoize("queries.memory.conversations", _newest_first):
        forks = forks_seen(snapshot, scope, row.forks) if row.status == "forked" else ()
        yield row._replace(status=conversation_status(row.status, forks))


def _newest_first(snapshot: Snapshot) -> list[ConversationFilterRow]:
    """Return all conversations, the newest first."""
    columns = "rowid, record_id, branch, session, agent, task, status, forks"
    order = "at_us IS NULL, at_us DESC, record_id, rowid"
    return [
        ConversationFilterRow._make((*row, orjson.loads(forks)))
        for *row, forks in snapshot.rows(f"SELECT {columns} FROM fact_memory_conversation ORDER BY {order}")
    ]


class MessageRange(NamedTuple):
    """The messages of the conversation `origin` (a ref) at the places `first` to `last`, inclusive."""

    origin: str
    first: int
    last: int


def parts_of(snapshot: Snapshot, conversation: str) -> Sequence[MessageRange]:
    """Return the ranges of messages that make up a conversation (a ref), in order."""
    found = snapshot.facts(ConversationPart, conversation=conversation)
    return [MessageRange(part.origin, part.first, part.last) for part in sorted(found, key=lambda part: part.ordinal)]


def messages_of(snapshot: Snapshot, conversation: Conversation) -> list[int]:
    """Return the rows of all messages of a conversation in order, shared messages first."""
    sql = "SELECT rowid FROM fact_memory_message WHERE conversation = ? AND place BETWEEN ? AND ? ORDER BY place"
    return [row for part in parts_of(snapshot, conversation.ref) for (row,) in snapshot.rows(sql, part)]


@tool(
    title="Search messages",
    pack="memory",
    parameters=(
        QUERY,
        search_type_of("keyword", hybrid="words in any form", keyword="words in any form"),
        ANY_BRANCH,
        OWN_ONLY,
        Parameter("conversation_id", "string", "Only this conversation, with what a fork shares of another."),
        SESSION,
        Parameter(
            "role",
            "string",
            "Only what this one said; tool stands for tool_call and tool_result.",
            choices=("user", "assistant", "system", "tool", "tool_call", "tool_result"),
        ),
        TIME_RANGE,
        limit_of(10),
        CURSOR,
    ),
    result={
        "results": objects(
            "Best first, then the newest, then by id. Each message once.",
            score=number("How well it matches, 0 to 1, within this answer only."),
            previous=mapping("The message before it, or its beginning.", **NEIGHBOUR_ROW),
            next=mapping("The message after it, or its beginning.", **NEIGHBOUR_ROW),
            **MESSAGE,
        ),
        "searched_by": SEARCHED_BY,
        "searched": mapping(
            "In an answer without rows: what was searched.",
            messages=integer("Messages that passed the filters."),
            messages_in_memory=integer("All messages."),
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_search_messages(
    workspace: Workspace,
    *,
    query: str,
    search_type: str,
    branch: str | None,
    own_only: bool,
    conversation_id: str | None,
    session_id: str | None,
    role: str | None,
    time_range: dict[str, Any] | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Finds what was said in conversations but not recorded as a fact.

    Messages that have the words come best first, on all branches unless one is named. memory_search finds facts. A
    message matches if it contains one of the words; the messages around it only add to its rank. The messages before
    and after are shown with it. Long messages are cut (object_get returns them whole). Thinking is not searched. 10 a
    page.

    Where get_snapshot_info lists embeddings, hybrid and vector also find by meaning, as in memory_search.
    """
    check_search_type(workspace, search_type)
    snapshot, scope = read_branch(workspace, ALL if branch is None else branch, own_only)
    conversations = _conversations_named(snapshot, scope, conversation_id) if conversation_id else None
    passes = _filter(snapshot, scope, conversations, session_id, role, time_range)
    parsed = parse_query(query)
    by_words = find(snapshot, Message, parsed, passes, "text") if goes_by_words(search_type, parsed) else ()
    hits, notes = with_meaning(workspace.similarity, snapshot, Message, parsed, passes, by_words, search_type)
    answer: dict[str, Any] = {"results": hits, **notes}
    if not hits:
        answer |= _empty_answer(snapshot, passes)
    return page(
        answer,
        "results",
        limit=limit,
        cursor=cursor,
        rows={"results": lambda hit: _hit_row(snapshot, scope, hit, conversations)},
    )


def _filter(
    snapshot: Snapshot,
    scope: BranchScope,
    conversations: Sequence[Conversation] | None,
    session_id: str | None,
    role: str | None,
    time_range: dict[str, Any] | None,
) -> Callable[[Candidate], bool]:
    """Return a function that tells whether a message is among those to search. Raises QueryError for a session that
    does not exist, and for a time that cannot be read."""
    session = record_named(snapshot, MemorySession, session_id, "session_id") if session_id else None
    within = parse_range(time_range)
    is_in = _in_conversations(snapshot, conversations)
    rows_of_session = _rows_of_session(snapshot, session)
    roles = ROLES.get(role, (role,)) if role else ()

    def passes(candidate: Candidate) -> bool:
        return (
            is_in(candidate)
            and scope.sees("message", candidate.id, candidate.branch)
            and (not roles or candidate.traits[2] in roles)
            and (rows_of_session is None or candidate.row in rows_of_session)
            and within.holds(candidate.at, candidate.at_last)
        )

    return passes


def _empty_answer(snapshot: Snapshot, passes: Callable[[Candidate], bool]) -> dict[str, Any]:
    """Return what was searched, for an answer without hits."""
    known = candidates(snapshot, Message).values()
    counts = {"messages": sum(map(passes, known)), "messages_in_memory": len(known)}
    return {"searched": counts, "hint": f"None of {counts['messages']} messages fits. Try other words."}


def _conversations_named(snapshot: Snapshot, scope: BranchScope, name: str) -> Sequence[Conversation]:
    """Return the conversation of a ref, or what is read of the conversation of an id: of all branches each that has one
    for itself. Raises QueryError."""
    named = record_named(snapshot, Conversation, name, "conversation_id")
    seen = versions_seen(snapshot, scope, named) if named.record_id == name.strip() else []
    return seen or [named]


def _in_conversations(snapshot: Snapshot, conversations: Sequence[Conversation] | None) -> Callable[[Candidate], bool]:
    """Return a function that tells whether a message belongs to one of these conversations, as its own or shared; every
    message if there is no list."""
    if conversations is None:
        return lambda _: True
    parts: dict[str, list[MessageRange]] = {}
    for conversation in conversations:
        for part in parts_of(snapshot, conversation.ref):
            parts.setdefault(part.origin, []).append(part)

    def is_in(candidate: Candidate) -> bool:
        origin, place, _ = candidate.traits
        return any(part.first <= place <= part.last for part in parts.get(origin, ()))

    return is_in


def _rows_of_session(snapshot: Snapshot, session: MemorySession | None) -> set[int] | None:
    """Return the rows of the messages of a session, None for all messages."""
    if session is None:
        return None
    rows = snapshot.rows("SELECT rowid FROM fact_memory_message WHERE session = ?", (session.record_id,))
    return {row for (row,) in rows}


def _hit_row(
    snapshot: Snapshot, scope: BranchScope, hit: Hit, conversations: Sequence[Conversation] | None
) -> dict[str, Any]:
    (message,) = snapshot.facts(Message, rowid=hit.entry.row)
    shown = conversations
    if shown is None:
        (origin,) = snapshot.facts(Conversation, ref=message.conversation)
        shown = [origin] if scope.lineage is None else versions_seen(snapshot, scope, origin)
    conversation = next((handoff for handoff in shown if _holds(snapshot, handoff, message)), None)
    row = message_row(message, conversation)
    beside = _neighbours(snapshot, message, conversation.ref if conversation else message.conversation)
    return {"id": row.pop("id"), "score": round(hit.score, 4), **row, **beside}


def _holds(snapshot: Snapshot, conversation: Conversation, message: Message) -> bool:
    """Return whether a message is in a conversation, as its own or shared."""
    parts = parts_of(snapshot, conversation.ref)
    return any(part.origin == message.conversation and part.first <= message.place <= part.last for part in parts)


def _neighbours(snapshot: Snapshot, message: Message, conversation: str) -> dict[str, Any]:
    """Return the messages before and after a message: an answer often has none of the words of its question."""
    parts = parts_of(snapshot, conversation)
    at = next(
        (
            n
            for n, part in enumerate(parts)
            if part.origin == message.conversation and part.first <= message.place <= part.last
        ),
        None,
    )
    if at is None:
        return {}
    places = {
        "previous": _before(parts, at, message.place),
        "next": _after(parts, at, message.place),
    }
    sql = "SELECT record_id, role, content FROM fact_memory_message WHERE conversation = ? AND place = ?"
    return {
        name: {"id": id, "role": role, "content": shortened(content, NEIGHBOUR_SHOWN)}
        for name, place in places.items()
        if place is not None
        for id, role, content in snapshot.rows(sql, place)
    }


def _before(parts: Sequence[MessageRange], at: int, place: int) -> tuple[str, int] | None:
    """Return the conversation and place of the message before a place, across the ranges of a fork."""
    if place > parts[at].first:
        return parts[at].origin, place - 1
    return next(((part.origin, part.last) for part in reversed(parts[:at]) if part.last >= part.first), None)


def _after(parts: Sequence[MessageRange], at: int, place: int) -> tuple[str, int] | None:
    """Return the conversation and place of the message after a place."""
    if place < parts[at].last:
        return parts[at].origin, place + 1
    return next(((part.origin, part.first) for part in parts[at + 1 :] if part.last >= part.first), None)
