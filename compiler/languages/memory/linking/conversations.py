"""Conversations: their messages in order, and the messages that a fork shares with its parent."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.languages.memory import codes
from compiler.languages.memory.linking.parent_cycles import cycle_text, find_cycles
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog
from compiler.model.diagnostics import Diagnostic

MAX_ANCESTORS = 100
_MAX_NEIGHBOUR = 400  # characters of a message that count as context of the messages beside it


@dataclass(frozen=True, slots=True)
class MessageRange:
    """The messages of the conversation `origin` (an id) at the places `first` to `last`, inclusive."""

    origin: str
    first: int
    last: int


@dataclass(slots=True)
class LinkedConversation:
    """A conversation with its own messages in order and the ranges that it shares with its parent. `history` is its
    record, or that of its first message if nothing declares the conversation."""

    id: str
    history: RecordHistory
    is_declared: bool
    messages: list[RecordHistory] = field(default_factory=list)
    parent: str | None = None
    forks: list[str] = field(default_factory=list)
    shared: list[MessageRange] = field(default_factory=list)
    is_settled: bool = False  # `shared` is final

    @property
    def shared_count(self) -> int:
        return sum(part.last - part.first + 1 for part in self.shared)

    @property
    def parts(self) -> list[MessageRange]:
        own = [MessageRange(self.id, 1, len(self.messages))] if self.messages else []
        return [*self.shared, *own]


@dataclass(slots=True)
class Conversations:
    """All conversations by id. `place` maps each message to its conversation and its place there."""

    by_id: dict[str, LinkedConversation] = field(default_factory=dict)
    place: dict[str, tuple[str, int]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def link_conversations(log: RecordLog) -> Conversations:
    """Return the conversations of all files."""
    conversations = Conversations()
    by_id = conversations.by_id
    for history in log.of("conversation"):
        by_id[history.id] = LinkedConversation(history.id, history, True)
    for message in log.of("message"):
        name = message.now.get("conversation_id")
        by_id.setdefault(name, LinkedConversation(name, message, False)).messages.append(message)
    for conversation in by_id.values():
        conversation.messages = _ordered(conversation.messages)
        places = enumerate(conversation.messages, 1)
        conversations.place |= {message.id: (conversation.id, place) for place, message in places}
    _set_parents(conversations)
    for conversation in by_id.values():
        _settle(conversations, conversation)
    return conversations


def neighbours(conversation: LinkedConversation, place: int) -> str:
    """Return the texts of the own messages before and after a place, for the search."""
    messages = conversation.messages
    beside = (messages[at] for at in (place - 2, place) if 0 <= at < len(messages))
    texts = (message.now.get("content", "")[:_MAX_NEIGHBOUR] for message in beside)
    return "\n".join(filter(None, texts))


def _ordered(messages: list[RecordHistory]) -> list[RecordHistory]:
    """Return messages in the order of their numbers. A message without a number stays behind the one before it."""
    if all(message.now.get("seq") is None for message in messages):
        return messages
    keyed: list[tuple[int, int, RecordHistory]] = []
    last = 0
    for at, message in enumerate(messages):
        last = message.now.get("seq", last)
        keyed.append((last, at, message))
    return [message for _, _, message in sorted(keyed, key=lambda key: key[:2])]


def _set_parents(conversations: Conversations) -> None:
    """Set the parents and forks. A cycle is reported once and broken at the conversation that comes first."""
    by_id = conversations.by_id
    for conversation in by_id.values():
        parent = conversation.history.now.get("parent_conversation_id") if conversation.is_declared else None
        conversation.parent = parent if parent in by_id else None
    for cycle in find_cycles(by_id, lambda name: by_id[name].parent):
        first = by_id[min(cycle, key=lambda name: by_id[name].history.position)]
        shown = cycle_text(cycle, first.id)
        conversations.diagnostics.append(codes.FORK_CYCLE.at(first.history.now.span, cycle=shown))
        first.parent = None
    for conversation in by_id.values():
        if conversation.parent is not None and conversation.history.now.get("relation") != "sidechain":
            by_id[conversation.parent].forks.append(conversation.id)


def _settle(conversations: Conversations, conversation: LinkedConversation) -> None:
    """Set the shared ranges of a conversation, after those of its ancestors."""
    by_id = conversations.by_id
    unsettled = [conversation]
    while (parent := unsettled[-1].parent) is not None and not by_id[parent].is_settled:
        unsettled.append(by_id[parent])
    for one in reversed(unsettled):
        if not one.is_settled and one.parent is not None:
            one.shared = _shared(conversations, one, by_id[one.parent])
            if len(one.shared) > MAX_ANCESTORS:
                span = one.history.now.span
                finding = codes.TOO_DEEP.at(span, id=f"conversation {one.id}", most=MAX_ANCESTORS)
                conversations.diagnostics.append(finding)
                one.shared = one.shared[-MAX_ANCESTORS:]
        one.is_settled = True


def _shared(
    conversations: Conversations, conversation: LinkedConversation, parent: LinkedConversation
) -> list[MessageRange]:
    """Return the parent's ranges up to the fork point: all if none is named, none for a sidechain."""
    now = conversation.history.now
    if now.get("relation") == "sidechain":
        return []
    point = now.get("fork_point_message_id")
    if point is None:
        return list(parent.parts)
    found = conversations.place.get(point) or _message_numbered(conversations, parent, point)
    shared: list[MessageRange] = []
    for part in parent.parts:
        if found and part.origin == found[0] and part.first <= found[1] <= part.last:
            return [*shared, MessageRange(part.origin, part.first, found[1])]
        shared.append(part)
    conversations.diagnostics.append(
        codes.UNKNOWN_FORK_POINT.at(now.span, id=f"conversation {conversation.id}", parent=parent.id, target=point)
    )
    return []


def _message_numbered(conversations: Conversations, parent: LinkedConversation, point: str) -> tuple[str, int] | None:
    """Return the first message of the parent with a number, as its conversation and place."""
    if not point.isdecimal() or len(point) > 9:
        return None
    number = int(point)
    for part, place in _places(parent):
        message = conversations.by_id[part.origin].messages[place - 1]
        if message.now.get("seq", place) == number:
            return part.origin, place
    return None


def _places(conversation: LinkedConversation) -> Iterator[tuple[MessageRange, int]]:
    return ((part, place) for part in conversation.parts for place in range(part.first, part.last + 1))
