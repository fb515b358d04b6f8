"""The operations on conversations: messages, forks, and copies on another branch."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import Conversation, ConversationPart, Message
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import branch_scope
from queries.memory.selection import record_named
from queries.operations.arguments import Text, invalid, not_found, optional, optional_line, text_argument, unavailable
from queries.operations.memory.arguments import CONTEXT, ID, LONG, branch_of
from queries.operations.memory.learned import context
from queries.operations.memory.log_lines import Lines, appending, default_id, owner_of
from queries.operations.operation import Given
from queries.tools.parameters import Parameter

Json = Any

ROLES = ("user", "assistant", "system", "tool", "tool_call", "tool_result")
CONVERSATION = text_argument("conversation_id", "The conversation, or its ref.", most=1_000)
ON_BRANCH = optional("branch", "The branch; that of the conversation by default.")


@appending(
    Parameter("role", "string", "Who speaks.", required=True, choices=ROLES),
    Text("content", "string", "What is said.", required=True, max_length=LONG),
    optional("conversation_id", "The conversation; a new one by default.", most=1_000),
    optional("thinking", "What was thought.", most=LONG),
    Parameter("tool_calls", "objects", "The calls of tools."),
    optional_line("model", "The model that speaks."),
    optional("branch", "The branch; that of the conversation by default, of a new one the default branch."),
    *CONTEXT,
    ID,
)
def memory_log_message(lines: Lines, given: Given) -> None:
    """Adds a message to a conversation, behind the last one; without a conversation, to a new one."""
    snapshot = lines.snapshot
    fields = context(snapshot, given)
    if given.conversation_id is None:
        on, number = branch_of(snapshot, given.branch), 1
        named = default_id("conversation", {"at": lines.at, "branch": on, "begins": given.content})
        made = lines.put("conversation", on, fields, id=named)
    else:
        talk = _conversation(snapshot, given.conversation_id, given.branch)
        on = branch_of(snapshot, given.branch) if given.branch is not None else talk.branch
        made = talk.record_id
        number = max((message.sequence for message in _messages(snapshot, talk)), default=0) + 1
    body = {"conversation_id": made, "seq": number, **given.stated("role", "content", "thinking")}
    body |= {"tool_calls": given.tool_calls or None, "model": given.model}
    lines.put("message", on, body | fields, id=given.id)


@appending(
    CONVERSATION,
    text_argument("fork_at_message_id", "The last message that both share.", most=1_000),
    ON_BRANCH,
    optional("title", "Its title."),
    *CONTEXT,
    ID,
)
def memory_fork_conversation(lines: Lines, given: Given) -> None:
    """Forks a conversation at a message. The fork shares the messages up to that one; none is copied."""
    snapshot = lines.snapshot
    talk = _conversation(snapshot, given.conversation_id, given.branch)
    messages = _messages(snapshot, talk)
    name = given.fork_at_message_id.strip()
    place = next((at for at, message in enumerate(messages, 1) if name in (message.record_id, message.ref)), None)
    if place is None:
        known = [message.record_id for message in messages[-5:]]
        raise not_found("The conversation has no such message", fork_at_message_id=name, last_messages=known)
    body = {
        **context(snapshot, given),
        "title": given.title,
        "parent_conversation_id": talk.record_id,
        "fork_point_message_id": messages[place - 1].record_id,
    }
    on = branch_of(snapshot, given.branch) if given.branch is not None else talk.branch
    lines.put("conversation", on, body, id=given.id)


@appending(
    CONVERSATION,
    text_argument("target_branch", "The branch that gets it.", most=500),
    Parameter("from_sequence", "integer", "The number of the first message; from the beginning by default."),
    Parameter("to_sequence", "integer", "The number of the last message; to the end by default."),
    ID,
)
def memory_cherry_pick_conversation(lines: Lines, given: Given) -> None:
    """Copies a conversation, or a range of its messages, to a branch as a new conversation. Its messages are numbered
    from 1; those that it shares with its parent are copied too."""
    snapshot = lines.snapshot
    talk = record_named(snapshot, Conversation, given.conversation_id, "conversation_id")
    target = branch_of(snapshot, given.target_branch, "target_branch")
    chosen = [
        message
        for message in _messages(snapshot, talk)
        if (given.from_sequence is None or message.sequence >= given.from_sequence)
        and (given.to_sequence is None or message.sequence <= given.to_sequence)
    ]
    if not chosen:
        raise invalid("No message of the conversation is in this range", messages=talk.messages)
    copied_from = {"metadata": {"copied_from": talk.record_id}}
    body = {"title": talk.name, "model": talk.model, **_context_of(talk), **copied_from}
    made = lines.put("conversation", target, body, id=given.id)
    for number, message in enumerate(chosen, 1):
        lines.put("message", target, _copy(message, made, number))


def _copy(message: Message, conversation: str, number: int) -> dict[str, Json]:
    return {
        "conversation_id": conversation,
        "seq": number,
        "role": message.role,
        "content": message.content,
        "thinking": message.thinking,
        "tool_calls": [*message.tool_calls] or None,
        "call_id": message.call_id,
        "model": message.model,
        "token_count": message.tokens or None,
        **_context_of(message),
        "at": message.at,
        "metadata": {"copied_from": message.record_id},
    }


def _context_of(record: Conversation | Message) -> dict[str, str | None]:
    return {"session_id": record.session, "agent_id": record.agent, "task_id": record.task}


def _conversation(snapshot: Snapshot, name: str, branch: str | None) -> Conversation:
    """Return a conversation as a branch sees it, without a branch that of its home. Raises QueryError for one that
    another program writes, and if the branch does not see it."""
    found = record_named(snapshot, Conversation, name, "conversation_id")
    if owner := owner_of(snapshot, found.span.file):
        raise unavailable(owner, source=str(found.span))
    if branch is None:
        return found
    scope = branch_scope(snapshot, branch_of(snapshot, branch))
    for conversation in snapshot.facts(Conversation, record_id=found.record_id):
        if scope.sees("conversation", conversation.record_id, conversation.branch):
            return conversation
    problem = "The branch does not see this conversation: memory_cherry_pick_conversation copies it there"
    raise invalid(problem, conversation_id=name, branch=branch)


def _messages(snapshot: Snapshot, talk: Conversation) -> Sequence[Message]:
    """Return all messages of a conversation in order, those included that it shares with its parent."""
    parts = sorted(snapshot.facts(ConversationPart, conversation=talk.ref), key=lambda part: part.ordinal)
    found: list[Message] = []
    for part in parts:
        there = snapshot.facts(Message, conversation=part.origin)
        found += sorted(
            (message for message in there if part.first <= message.place <= part.last),
            key=lambda message: (message.place, message.position),
        )
    return found
