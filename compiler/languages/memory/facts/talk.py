"""What was said: sessions, conversations and their messages."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record, one_line
from compiler.model.facts import Fact, fact

Json = Any


@fact
class MemorySession(Record):
    """A session of an agent: `m:session/s-100`. `at` is when it started.

    `is_declared`: a record or transcript declares it; else other records name it. `status` is active, completed, or ""
    when nothing is said. `project` is the folder that it worked in, `revision` the git branch it saw.
    """

    table: ClassVar[str] = "memory_session"
    kind: ClassVar[str] = "memory_session"

    is_declared: bool
    status: str
    summary: str | None
    started_at: str | None
    ended_at: str | None
    parent: str | None
    project: str | None
    revision: str | None

    @property
    def title(self) -> str:
        return one_line(self.summary) if self.summary else self.record_id

    @property
    def body(self) -> str:
        return self.summary or ""


@fact
class Conversation(Record):
    """A conversation: `m:conversation/c-1`. What it holds is said by its `ConversationPart`s.

    A fork has a `parent` (id) and a `fork_point`, the id of the last message that it shares with the parent (None:
    all of them); `is_fork` when the parent is there. `forks` are the ids of its own forks. In a transcript a rewind
    makes a fork. A sidechain has a parent, shares nothing with it and is no fork; `relation` is then sidechain, fork
    for a fork of a transcript, else "".

    `status` is active, completed or forked (it has forks, and is not completed); `own_messages` and `messages` count
    the messages without and with those that it shares, `tokens` those of its own messages.
    """

    table: ClassVar[str] = "memory_conversation"
    kind: ClassVar[str] = "memory_conversation"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "session", "task", "agent")

    name: str | None
    status: str
    model: str | None
    parent: str | None
    fork_point: str | None
    is_fork: bool
    relation: str
    forks: tuple[str, ...]
    own_messages: int
    messages: int
    tokens: int
    updated_at: str | None
    is_declared: bool
    merged_into: tuple[str, ...]

    @property
    def title(self) -> str:
        return one_line(self.name) if self.name else self.record_id


@fact
class ConversationPart(Fact):
    """A stretch of messages of a conversation. A conversation without a parent has one part, its own messages; a fork
    has the parts of its parent up to the fork point before its own.

    The messages of `conversation` (a ref) in order are, part by part in the order of `ordinal`, those whose
    `conversation` is `origin` and whose `place` is `first` to `last`. Origins are refs. A message is in one part of a
    conversation at most.
    """

    table: ClassVar[str] = "memory_conversation_part"
    indexed: ClassVar[tuple[str, ...]] = ("conversation", "origin")

    conversation: str
    ordinal: int
    origin: str
    first: int
    last: int


@fact
class Message(Record):
    """A message: `m:message/m-1`, once, in the conversation that it was written in (`conversation`, a ref, and
    `conversation_id`).

    `role` is user, assistant, system, tool_call or tool_result (`tool` of a source is tool_result). `place` numbers
    the messages of its own conversation from 1 without a gap; `sequence` is the number that the source gives, or the
    place among the messages of the whole conversation. `tool_calls` are as the source has them; `call_id` joins a
    result with its call. `neighbours` are the texts of the messages before and after it, for the search.
    """

    table: ClassVar[str] = "memory_message"
    kind: ClassVar[str] = "memory_message"
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "conversation", "session")
    meaning: ClassVar[str] = "content"

    conversation: str
    conversation_id: str
    place: int
    sequence: int
    role: str
    content: str
    thinking: str | None
    tool_calls: tuple[Json, ...]
    call_id: str | None
    model: str | None
    tokens: int
    parent: str | None
    neighbours: str

    @property
    def title(self) -> str:
        return one_line(self.content) or self.role

    @property
    def body(self) -> str:
        return self.content

    @property
    def context(self) -> str:
        return self.neighbours
