"""The facts of sequence diagrams: participants, messages, blocks and their sections."""

from typing import ClassVar

from compiler.model.facts import Object, fact

# The kind of a message by its arrow, if not sync. A dotted line without a head (`-->`) is an ordinary message.
_KINDS = {"-)": "async", "--)": "async", "-->>": "return", "<<-->>": "return"}


def message_kind(arrow: str) -> str:
    """Return the kind of a message by its arrow: sync, async or return."""
    return _KINDS.get(arrow, "sync")


@fact
class Participant(Object):
    """A participant of a sequence: `participant A as Alice`. `participant` is its id, `p:A`; `name` is `A` and `label`
    is `Alice`.

    `type` is participant, actor, boundary, database, and so on. `box` is the number of the box around it, 0 for none.
    """

    table: ClassVar[str] = "diagram_participant"
    kind: ClassVar[str] = "participant"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    id_field: ClassVar[str] = "participant"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "name")
    body_fields: ClassVar[tuple[str, ...]] = ("note",)
    shared: ClassVar[tuple[str, ...]] = ("diagram",)

    diagram: str
    participant: str
    name: str
    label: str
    type: str
    box: int
    note: str
    ordinal: int


@fact
class Message(Object):
    """A message: `A->>B: Hello`. `message` is its id, `m:0001`, counted from 1 in the order of the source.

    `message_kind` is sync, async or return, by the arrow; `arrow` is the arrow as written. `order_key` is 1000 times
    the number of the message. `sections` are the ids of the block sections around it, outermost first, and `block` is
    the id of the innermost block, "" outside of any. `from_participant` and `to_participant` are ids, `from_name` and
    `to_name` the names of these participants.
    """

    table: ClassVar[str] = "diagram_message"
    kind: ClassVar[str] = "message"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    shared: ClassVar[tuple[str, ...]] = (
        "sections",
        "diagram",
        "from_participant",
        "to_participant",
        "from_name",
        "to_name",
        "block",
        "message_kind",
        "message",
    )
    id_field: ClassVar[str] = "message"
    title_fields: ClassVar[tuple[str, ...]] = ("text", "message")

    diagram: str
    message: str
    from_participant: str
    to_participant: str
    from_name: str
    to_name: str
    message_kind: str
    arrow: str
    text: str
    order_key: int
    sections: tuple[str, ...]
    block: str
    ordinal: int


@fact
class Block(Object):
    """A block of a sequence: alt, opt, loop, par, critical, break, rect. `block` is its id, `b:0001`, counted in the
    order in which blocks open.

    `parent` is the id of the block around it and `parent_section` that of the section, both "" at the top.
    """

    table: ClassVar[str] = "diagram_block"
    kind: ClassVar[str] = "block"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    shared: ClassVar[tuple[str, ...]] = ("diagram",)
    id_field: ClassVar[str] = "block"

    diagram: str
    block: str
    block_kind: str
    header: str
    parent: str
    parent_section: str
    ordinal: int

    @property
    def title(self) -> str:
        return f"{self.block_kind} {self.header}".strip()


@fact
class BlockSection(Object):
    """A section of a block: the main section, or an `else`, `and` or `option`. `section` is its id, `sec:0001:00`; the
    sections of a block are counted from 00.

    `header` of the main section is "", because the header of the block is its condition. `messages` are the ids of the
    messages in it, those of nested blocks included.
    """

    table: ClassVar[str] = "diagram_section"
    kind: ClassVar[str] = "block_section"
    indexed: ClassVar[tuple[str, ...]] = ("diagram",)
    shared: ClassVar[tuple[str, ...]] = ("diagram", "messages", "section")
    id_field: ClassVar[str] = "section"

    diagram: str
    section: str
    block: str
    section_kind: str
    header: str
    messages: tuple[str, ...]
    ordinal: int

    @property
    def title(self) -> str:
        return f"{self.section_kind} {self.header}".strip()
