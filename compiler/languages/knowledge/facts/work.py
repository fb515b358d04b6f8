"""What can be worked on, what cannot, and why."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class WorkState(Fact):
    """Whether something can be worked on, by the semantics of the format that it comes from (`profile`).

    Every task has one, and each decision that its format tracks as work (Beads). `ref`, `entity`, `type` name it;
    `status` and `priority` are those of the model.

    `is_ready`: work can begin as far as status and links go, once `hidden_until` (a UTC time, None for now) is not
    after the snapshot's `as_of`. So the ready ones are `is_ready AND (hidden_until IS NULL OR hidden_until <= as_of)`,
    in the order of `ready_rank`, which numbers all states of the snapshot: by priority, then as each format orders.

    `is_blocked`: something holds it up; `is_listed`: the format lists it among what is blocked (an item that only
    waits for the children of something finished is blocked and not listed). The blocked ones are `is_listed`, in the
    order of `blocked_rank`. `Blocker` facts say what holds it up.

    `why` is a sentence: "It is open and nothing that it waits for is.", "It is in progress, and only open issues are
    ready.".
    """

    table: ClassVar[str] = "knowledge_work"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "ready_rank", "blocked_rank")

    ref: str
    entity: str
    type: str
    collection: str
    profile: str
    status: str
    priority: str
    is_done: bool
    is_ready: bool
    hidden_until: str | None
    is_blocked: bool
    is_listed: bool
    ready_rank: int
    blocked_rank: int
    why: str


@fact
class Blocker(Fact):
    """Something unfinished that an item waits for; its span is where the source says so.

    `ref` and `entity` wait for `blocker` (a ref) and `blocker_id`. `native_type` is the word of the source (`blocks`,
    `waits-for`, `depends on`, `parent-child` when a blocked parent holds its parts up). `reason` says what the link is
    and what state the blocker is in, `unblock` what would end it. `ordinal` orders the blockers of one item as its
    format does. Items that are done keep the blockers that are not
    (in Beads they have none).
    """

    table: ClassVar[str] = "knowledge_blocker"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "blocker")

    ref: str
    entity: str
    blocker: str
    blocker_id: str
    blocker_name: str
    blocker_status: str
    native_type: str
    reason: str
    unblock: str
    ordinal: int
