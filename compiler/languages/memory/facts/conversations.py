"""Sessions, conversations and their messages."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record, one_line
from compiler.model.facts import Fact, fact

Json = Any


@fact
class MemorySession(Record):
    """A session of an agent: `m:session/s-100`. `at` is its start.

    `is_declared`: a record or transcript declares the session; an undeclared session is only named by other records.
    `status` is active, completed, or "" if not given. `project` is the working directory, `revision` the git branch.
    """

    table: ClassVar[str] = "memory_session"
    body_fields: ClassVar[tuple[str, ...]] = ("summary",)

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


@fact
class Conversation(Record):
    """A conversation as a branch sees it: `m:conversation/c-1`, `m:conversation/c-1@dev` where another branch wrote in
    it too. Its `ConversationPart`s list its messages.

    A fork has a `parent` (id) and a `fork_point`: the id of the last message that both share, None if they share all.
    `is_fork`: the parent exists. `forks` are the ids of the conversation's own forks. In a transcript a rewind makes a
    fork. A sidechain has a parent but shares no message with it, and is no fork. `relation` is sidechain, fork for a
    fork of a transcript, or "".

    `status` is active, completed or forked (it has forks and is not completed); `forks` are those of all branches.
    `messages` counts all messages that the branch sees, `own_messages` those that are not shared with the parent;
    `tokens` are those of its own messages.
    """

    table: ClassVar[str] = "memory_conversation"
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
    """A range of the messages of a conversation. A conversation without a parent that one branch alone wrote has one
    part, its own messages; a fork has the parts of its parent up to the fork point, then its own. Where several
    branches wrote, the parts are runs of messages of one branch.

    To list the messages of `conversation` (a ref), take its parts in the order of `ordinal`; a part stands for the
    messages whose `conversation` is `origin` (a ref) and whose `place` is `first` to `last`, inclusive. No message is
    in two parts of one conversation.
    """

    table: ClassVar[str] = "memory_conversation_part"
    indexed: ClassVar[tuple[str, ...]] = ("conversation", "origin")
    shared: ClassVar[tuple[str, ...]] = ("origin", "conversation")

    conversation: str
    ordinal: int
    origin: str
    first: int
    last: int


@fact
class Message(Record):
    """A message: `m:message/m-1`. It exists once for each branch with its own version, in the conversation where that
    was written (`conversation`, the ref of the conversation on that branch, and `conversation_id`), however many forks
    share it.

    `role` is user, assistant, system, tool_call or tool_result; `tool` in a source means tool_result. `place` numbers
    the messages that its branch wrote in the conversation from 1 without gaps. `sequence` is the number that the source
    gives, else the place among all messages of the conversation. `tool_calls` are as the source has them. `call_id`
    joins a result with its call. `neighbours` are the texts of the messages before and after, for the search.
    """

    table: ClassVar[str] = "memory_message"
    body_fields: ClassVar[tuple[str, ...]] = ("content",)
    context_fields: ClassVar[tuple[str, ...]] = ("neighbours",)
    indexed: ClassVar[tuple[str, ...]] = ("record_id", "branch", "at_us", "conversation", "session")
    embedded_field: ClassVar[str] = "content"
    packed: ClassVar[tuple[str, ...]] = ("neighbours",)

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
