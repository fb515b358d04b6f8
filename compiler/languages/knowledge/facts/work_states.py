"""What can be worked on, what cannot, and why."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class WorkState(Fact):
    """Whether an item can be worked on, by the rules (`profile`) of its format.

    Every task has one, and each decision that Beads tracks as work. `ref`, `entity`, `type` name the item; `status` and
    `priority` are those of the model.

    `is_ready`: its status and links allow work once `hidden_until` (a UTC time, None for now) is not after the
    snapshot's `as_of`. The ready items are `is_ready AND (hidden_until IS NULL OR hidden_until <= as_of)`, in the order
    of `ready_rank`, which numbers all states of the snapshot: by priority, due date (none last), collection, then as
    each format orders.

    `is_current` is False for a task of a Task Master tag that is not worked on; the queue leaves it out unless asked.

    `is_begun`: work on it has begun, by its status. `undecided` says what of its status or its dependencies is not
    understood, "" if all is: such an item is not ready.

    `is_blocked`: something holds it up. `is_listed`: its format lists it among the blocked ones (an item that only
    waits for the children of something finished is blocked and not listed). The listed ones are in the order of
    `blocked_rank`. `Blocker` facts name what holds an item up.

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
    is_begun: bool
    undecided: str
    hidden_until: str | None
    is_blocked: bool
    is_listed: bool
    is_current: bool
    ready_rank: int
    blocked_rank: int
    why: str


@fact
class Blocker(Fact):
    """Something unfinished that an item waits for. Its span is where the source says so.

    `ref` and `entity` wait for `blocker` (a ref) and `blocker_id`. In Backlog.md and Task Master a task that does not
    exist is unfinished too: its `blocker_status` is `missing`, its id and name are as written. `native_type` is the
    word of the source (`blocks`, `waits-for`, `depends on`; `parent-child` when a blocked parent blocks its parts).
    `reason` says what the link is and in which state the blocker is, `unblock` what would end it. `ordinal` orders the
    blockers of one item as its format does. Items that are done keep their unfinished blockers, except in Beads.
    """

    table: ClassVar[str] = "knowledge_blocker"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "blocker", "entity", "blocker_id")

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
