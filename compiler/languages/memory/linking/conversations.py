"""Conversations as branches see them: their messages in order, and the messages that a fork shares with its parent.

A conversation is seen alike on all branches until one of them writes something of its own: its record, a message of it,
or something of the conversation that it forks. From then on that branch has a conversation of its own, with the
messages that it sees: its own ones and those of the branches it was forked from.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from compiler.languages.memory import codes
from compiler.languages.memory.facts import OwnVersion, record_ref
from compiler.languages.memory.linking.branch_views import BranchViews
from compiler.languages.memory.linking.branches import Branches
from compiler.languages.memory.linking.conversation_writers import conversation_writers
from compiler.languages.memory.linking.parent_cycles import cycle_text, find_cycles
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog
from compiler.model.diagnostics import Diagnostic

MAX_ANCESTORS = 100
_MAX_NEIGHBOUR = 400  # characters of a message that count as context of the messages beside it


@dataclass(frozen=True, slots=True)
class MessageRange:
    """The messages that the branch of the conversation `origin` (a ref) wrote in it, at the places `first` to `last`,
    inclusive."""

    origin: str
    first: int
    last: int


@dataclass(slots=True)
class LinkedConversation:
    """A conversation as a branch sees it. `history` is its record, or that of its first message if nothing declares the
    conversation. `messages` are those that it does not share with its parent, `own` those of them that the branch wrote
    itself, `ranges` the places where they were written. `parent` is a ref."""

    id: str
    branch: str
    ref: str
    history: RecordHistory
    is_declared: bool
    messages: list[RecordHistory]
    own: list[RecordHistory]
    ranges: list[MessageRange] = field(default_factory=list)
    parent: str | None = None
    forks: list[str] = field(default_factory=list)
    shared: list[MessageRange] = field(default_factory=list)
    is_settled: bool = False  # `shared` is final

    @property
    def shared_count(self) -> int:
        return sum(part.last - part.first + 1 for part in self.shared)

    @property
    def parts(self) -> list[MessageRange]:
        return [*self.shared, *self.ranges]


@dataclass(slots=True)
class Conversations:
    """All conversations by ref. `on_branches` has them by id and branch, None where a branch has ended what others
    have. `place` maps the ref of each message to its conversation and its place there."""

    by_ref: dict[str, LinkedConversation] = field(default_factory=dict)
    on_branches: dict[str, dict[str, LinkedConversation | None]] = field(default_factory=dict)
    place: dict[str, tuple[str, int]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def meant(self, id: str, lineage: tuple[str, ...]) -> LinkedConversation | None:
        """Return what a record on a branch means by an id: what the branch sees; if it never had that conversation, the
        one at its home. None if nothing has it."""
        on = self.on_branches.get(id, {})
        nearest = next((name for name in lineage if name in on), None)
        if nearest is not None:
            return on[nearest]
        home = self.by_ref.get(record_ref("conversation", id))
        return home or next(filter(None, on.values()), None)


def link_conversations(log: RecordLog, branches: Branches, views: BranchViews) -> Conversations:
    """Return the conversations of all files."""
    conversations = Conversations()
    messages = _messages_by_conversation(log)
    for id, names in conversation_writers(log, branches).items():
        of_id = messages.get(id, [])
        conversations.on_branches[id] = {
            name: _seen(views, id, name, of_id, is_alone=len(names) == 1) for name in names
        }
        _set_refs(log, conversations, id)
    for conversation in conversations.by_ref.values():
        places = enumerate(conversation.own, 1)
        conversations.place |= {message.ref: (conversation.ref, place) for place, message in places}
    for conversation in conversations.by_ref.values():
        conversation.ranges = list(_ranges(conversations, conversation))
    _set_parents(conversations, lambda name: branches.by_name[name].lineage)
    for conversation in conversations.by_ref.values():
        _settle(conversations, conversation, views)
    return conversations


def own_conversations(log: RecordLog, conversations: Conversations) -> Iterator[OwnVersion]:
    """Yield the own versions of the conversations that several branches have for themselves."""
    for id, on in conversations.on_branches.items():
        records = log.on_branches("conversation", id)
        for branch, conversation in on.items() if len(on) > 1 else ():
            written = [*([records[branch]] if branch in records else []), *(conversation.own if conversation else [])]
            history = (
                conversation.history if conversation else next(iter(records.values()), None) or _any_message(log, id)
            )
            times = (version.starts for each in written for version in each.versions if version.starts is not None)
            yield OwnVersion(
                span=history.now.span,
                record_type="conversation",
                record_id=id,
                branch=branch,
                ref=conversation.ref if conversation else record_ref("conversation", id),
                is_retracted=conversation is None,
                since=min(times, default=None),
            )


def neighbours(conversation: LinkedConversation, at: int) -> str:
    """Return the texts of the messages before and after the one at an index, for the search."""
    messages = conversation.messages
    beside = (messages[index] for index in (at - 1, at + 1) if 0 <= index < len(messages))
    texts = (message.now.get("content", "")[:_MAX_NEIGHBOUR] for message in beside)
    return "\n".join(filter(None, texts))


def _any_message(log: RecordLog, id: str) -> RecordHistory:
    return next(
        history
        for history in log.histories
        if history.type == "message" and any(version.get("conversation_id") == id for version in history.versions)
    )


def _messages_by_conversation(log: RecordLog) -> dict[str, list[RecordHistory]]:
    """Return the messages of all branches by conversation. The versions of a message stand where its first one does."""

    def begins(history: RecordHistory) -> int:
        return min(other.position for other in log.on_branches("message", history.id).values())

    found: dict[str, list[RecordHistory]] = {}
    for message in sorted(log.of("message"), key=begins):
        found.setdefault(message.now.get("conversation_id"), []).append(message)
    return found


def _seen(
    views: BranchViews, id: str, branch: str, messages: list[RecordHistory], *, is_alone: bool
) -> LinkedConversation | None:
    """Return a conversation as a branch sees it. `messages` are those of all branches; `is_alone`: no other branch
    wrote any of them."""
    seen = (
        messages
        if is_alone
        else [message for message in messages if views.seen("message", message.id, branch) is message]
    )
    record = views.seen("conversation", id, branch)
    history = record or next(iter(seen), None)
    if history is None:
        return None
    ordered = _ordered(seen)
    own = [conversation for conversation in ordered if conversation.now.branch == branch]
    return LinkedConversation(id, branch, record.ref if record else "", history, record is not None, ordered, own)


def _set_refs(log: RecordLog, conversations: Conversations, id: str) -> None:
    """Give each branch's conversation a ref of its own: that of its record, or a new one if another branch has that."""
    plain, on = record_ref("conversation", id), conversations.on_branches[id]
    home = log.home(
        log.on_branches("conversation", id)
        or {name: conversation for name, conversation in on.items() if conversation}
        or on
    )
    for branch, conversation in on.items():
        if conversation is not None:
            is_own = conversation.is_declared and conversation.history.now.branch == branch
            if not is_own:
                conversation.ref = plain if branch == home else log.ref_on("conversation", id, branch)
            log.refs.add(conversation.ref)
            conversations.by_ref[conversation.ref] = conversation


def _ranges(conversations: Conversations, conversation: LinkedConversation) -> Iterator[MessageRange]:
    """Yield the places of the messages of a conversation, runs of one origin together."""
    run: MessageRange | None = None
    for message in conversation.messages:
        origin, place = conversations.place[message.ref]
        if run is not None and run.origin == origin and place == run.last + 1:
            run = MessageRange(origin, run.first, place)
            continue
        if run is not None:
            yield run
        run = MessageRange(origin, place, place)
    if run is not None:
        yield run


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


def _set_parents(conversations: Conversations, lineage_of: Callable[[str], tuple[str, ...]]) -> None:
    """Set the parents and forks. A cycle is reported once and broken at the conversation that comes first."""
    by_ref = conversations.by_ref
    for conversation in by_ref.values():
        parent = conversation.history.now.get("parent_conversation_id") if conversation.is_declared else None
        found = conversations.meant(parent, lineage_of(conversation.branch)) if parent else None
        conversation.parent = found.ref if found else None
    reported: set[str] = set()
    for cycle in find_cycles(by_ref, lambda ref: by_ref[ref].parent):
        first = by_ref[min(cycle, key=lambda ref: by_ref[ref].history.position)]
        shown = cycle_text([by_ref[ref].id for ref in cycle], first.id)
        if shown not in reported:
            reported.add(shown)
            conversations.diagnostics.append(codes.FORK_CYCLE.at(first.history.now.span, cycle=shown))
        first.parent = None
    _set_forks(conversations)


def _set_forks(conversations: Conversations) -> None:
    """Set the forks of each conversation: those of all branches, since a question chooses what its branch sees."""
    by_ref = conversations.by_ref
    forks: dict[str, dict[str, None]] = {}
    for conversation in by_ref.values():
        if conversation.parent is not None and conversation.history.now.get("relation") != "sidechain":
            forks.setdefault(by_ref[conversation.parent].id, {})[conversation.id] = None
    for conversation in by_ref.values():
        conversation.forks = list(forks.get(conversation.id, ()))


def _settle(conversations: Conversations, conversation: LinkedConversation, views: BranchViews) -> None:
    """Set the shared ranges of a conversation, after those of its ancestors."""
    by_ref = conversations.by_ref
    unsettled = [conversation]
    while (parent := unsettled[-1].parent) is not None and not by_ref[parent].is_settled:
        unsettled.append(by_ref[parent])
    for unsettled_talk in reversed(unsettled):
        if not unsettled_talk.is_settled and unsettled_talk.parent is not None:
            unsettled_talk.shared = _shared(conversations, unsettled_talk, by_ref[unsettled_talk.parent], views)
            if len(unsettled_talk.shared) > MAX_ANCESTORS:
                span = unsettled_talk.history.now.span
                finding = codes.TOO_DEEP.at(span, id=f"conversation {unsettled_talk.id}", most=MAX_ANCESTORS)
                conversations.diagnostics.append(finding)
                unsettled_talk.shared = unsettled_talk.shared[-MAX_ANCESTORS:]
        unsettled_talk.is_settled = True


def _shared(
    conversations: Conversations, conversation: LinkedConversation, parent: LinkedConversation, views: BranchViews
) -> list[MessageRange]:
    """Return the parent's ranges up to the fork point: all if none is named, none for a sidechain."""
    now = conversation.history.now
    if now.get("relation") == "sidechain":
        return []
    point = now.get("fork_point_message_id")
    if point is None:
        return list(parent.parts)
    named = views.named("message", point, conversation.branch)
    found = conversations.place.get(named.ref) if named else None
    found = found or _message_numbered(conversations, parent, point)
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
        message = conversations.by_ref[part.origin].own[place - 1]
        if message.now.get("seq", place) == number:
            return part.origin, place
    return None


def _places(conversation: LinkedConversation) -> Iterator[tuple[MessageRange, int]]:
    return ((part, place) for part in conversation.parts for place in range(part.first, part.last + 1))
