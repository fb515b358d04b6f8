"""Conversations: their messages in order, and what forks share with the conversation that they leave."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.languages.memory import codes
from compiler.languages.memory.linking.histories import Histories, History
from compiler.model.diagnostics import Diagnostic

MOST_ANCESTORS = 100
_NEIGHBOUR = 400  # characters of a message that the search of its neighbours sees


@dataclass(frozen=True, slots=True)
class Part:
    """The messages of `origin` (an id) at the places `first` to `last`."""

    origin: str
    first: int
    last: int


@dataclass(slots=True)
class Talk:
    """A conversation: its record, or that of a message where nothing declares it; its own messages in order."""

    id: str
    history: History
    is_declared: bool
    messages: list[History] = field(default_factory=list)
    parent: str | None = None
    forks: list[str] = field(default_factory=list)
    shared: list[Part] = field(default_factory=list)
    is_settled: bool = False

    @property
    def shared_count(self) -> int:
        return sum(one.last - one.first + 1 for one in self.shared)

    @property
    def parts(self) -> list[Part]:
        own = [Part(self.id, 1, len(self.messages))] if self.messages else []
        return [*self.shared, *own]


@dataclass(slots=True)
class Talks:
    """All conversations by id."""

    by_id: dict[str, Talk] = field(default_factory=dict)
    place: dict[str, tuple[str, int]] = field(default_factory=dict)  # of a message: its conversation and its place
    findings: list[Diagnostic] = field(default_factory=list)


def conversations(made: Histories) -> Talks:
    """The conversations of all files."""
    talks = Talks()
    for history in made.of("conversation"):
        talks.by_id[history.id] = Talk(history.id, history, True)
    for message in made.of("message"):
        named = message.now.get("conversation_id")
        talks.by_id.setdefault(named, Talk(named, message, False)).messages.append(message)
    for talk in talks.by_id.values():
        talk.messages = _ordered(talk.messages)
        talks.place |= {one.id: (talk.id, place) for place, one in enumerate(talk.messages, 1)}
    _find_parents(talks)
    for talk in talks.by_id.values():
        _settle(talks, talk)
    return talks


def neighbours(talk: Talk, place: int) -> str:
    """The texts of the messages before and after one, for the search; of a fork also the last that it shares."""
    around = [place - 2, place]
    texts = [talk.messages[at].now.get("content", "")[:_NEIGHBOUR] for at in around if 0 <= at < len(talk.messages)]
    return "\n".join(filter(None, texts))


def _ordered(messages: list[History]) -> list[History]:
    """By their numbers; one without a number stays behind the one before it."""
    if all(one.now.get("seq") is None for one in messages):
        return messages
    keyed: list[tuple[int, int, History]] = []
    last = 0
    for at, one in enumerate(messages):
        last = one.now.get("seq", last)
        keyed.append((last, at, one))
    return [one for _, _, one in sorted(keyed, key=lambda key: key[:2])]


def _find_parents(talks: Talks) -> None:
    """Whom each forks. A circle is reported once; the first of it then has no parent."""
    for talk in talks.by_id.values():
        parent = talk.history.now.get("parent_conversation_id") if talk.is_declared else None
        talk.parent = parent if parent in talks.by_id else None
    settled: set[str] = set()
    for start in talks.by_id:
        path: dict[str, None] = {}
        name: str | None = start
        while name is not None and name not in settled and name not in path:
            path[name] = None
            name = talks.by_id[name].parent
        if name is not None and name in path:
            names = list(path)
            circle = names[names.index(name) :]
            first = min(circle, key=lambda one: talks.by_id[one].history.position)
            at = circle.index(first)
            shown = " -> ".join([*circle[at:], *circle[:at], first])
            talks.findings.append(codes.FORK_CYCLE.at(talks.by_id[first].history.now.span, cycle=shown))
            talks.by_id[first].parent = None
        settled.update(path)
    for talk in talks.by_id.values():
        if talk.parent is not None and talk.history.now.get("relation") != "sidechain":
            talks.by_id[talk.parent].forks.append(talk.id)


def _settle(talks: Talks, talk: Talk) -> None:
    """Finds what a conversation shares, and first what its ancestors do."""
    waiting = [talk]
    while waiting[-1].parent is not None and not talks.by_id[waiting[-1].parent].is_settled:
        waiting.append(talks.by_id[waiting[-1].parent])
    for one in reversed(waiting):
        if not one.is_settled and one.parent is not None:
            one.shared = _shared(talks, one, talks.by_id[one.parent])
            if len(one.shared) > MOST_ANCESTORS:
                span = one.history.now.span
                talks.findings.append(codes.TOO_DEEP.at(span, id=f"conversation {one.id}", most=MOST_ANCESTORS))
                one.shared = one.shared[-MOST_ANCESTORS:]
        one.is_settled = True


def _shared(talks: Talks, talk: Talk, parent: Talk) -> list[Part]:
    """The parent's messages up to the fork point; all of them when none is named, none of a sidechain's."""
    now = talk.history.now
    if now.get("relation") == "sidechain":
        return []
    point = now.get("fork_point_message_id")
    if point is None:
        return list(parent.parts)
    found = talks.place.get(point) or _numbered(talks, parent, point)
    before: list[Part] = []
    for part in parent.parts:
        if found and part.origin == found[0] and part.first <= found[1] <= part.last:
            return [*before, Part(part.origin, part.first, found[1])]
        before.append(part)
    talks.findings.append(
        codes.UNKNOWN_FORK_POINT.at(now.span, id=f"conversation {talk.id}", parent=parent.id, target=point)
    )
    return []


def _numbered(talks: Talks, parent: Talk, point: str) -> tuple[str, int] | None:
    """The last message of the parent whose number is not beyond a number."""
    if not point.isdecimal() or len(point) > 9:
        return None
    wanted = int(point)
    for part, place in _places(parent):
        message = talks.by_id[part.origin].messages[place - 1]
        if message.now.get("seq", place) == wanted:
            return part.origin, place
    return None


def _places(talk: Talk) -> Iterator[tuple[Part, int]]:
    return ((part, place) for part in talk.parts for place in range(part.first, part.last + 1))
