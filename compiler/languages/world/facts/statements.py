"""What a world says about its objects: jumps, conditions, effects, lines of text, uses of properties."""

from typing import ClassVar

from compiler.model.facts import Fact, fact


@fact
class Jump(Fact):
    """A jump out of a section: `-> revelation`.

    `target_kind` is section, exit or end. `target` is the id of the section or exit, or "end". `site` is the ref of the
    choice that the jump stands in, else of the section.
    """

    table: ClassVar[str] = "world_jump"
    indexed: ClassVar[tuple[str, ...]] = ("from_section",)
    shared: ClassVar[tuple[str, ...]] = ("site", "world", "from_section", "target")

    world: str
    from_section: str
    target_kind: str
    target: str
    site: str
    ordinal: int


@fact
class Read(Fact):
    """A condition that reads a property: `? @warden.trust >= 3`.

    `site_kind` is choice, exit or rule, and `site_id` its native id. `value` is the value as written. `value_kind` is
    bool, int, ident or str.
    """

    table: ClassVar[str] = "world_read"
    indexed: ClassVar[tuple[str, ...]] = ("site",)
    shared: ClassVar[tuple[str, ...]] = ("site", "site_id", "world", "entity")

    world: str
    site: str
    site_kind: str
    site_id: str
    entity: str
    entity_type: str
    property: str
    operator: str
    value: str
    value_kind: str
    ordinal: int


@fact
class Write(Fact):
    """An effect that writes a property: `> @warden.trust + 1`. `operator` is =, + or -."""

    table: ClassVar[str] = "world_write"
    indexed: ClassVar[tuple[str, ...]] = ("site",)
    shared: ClassVar[tuple[str, ...]] = ("site", "site_id", "world", "entity")

    world: str
    site: str
    site_kind: str
    site_id: str
    entity: str
    entity_type: str
    property: str
    operator: str
    value: str
    value_kind: str | None
    ordinal: int


@fact
class Condition(Fact):
    """A condition of any kind. `condition_kind` is comparison, containment or exhaustion.

    `any_group` is the number of the `? any:` block of the site that the condition belongs to, from 1; it is 0 outside
    of such a block. `subject` is an entity name, "target", "player" or a section id. `property` and `operator` are ""
    where the kind has none; the operators of containment are "in" and "not in". `value` is the literal, the container
    (`player`, `here`, an entity name or a location id) or "". `text` is the condition as written, without `? `.
    """

    table: ClassVar[str] = "world_condition"
    indexed: ClassVar[tuple[str, ...]] = ("site",)
    shared: ClassVar[tuple[str, ...]] = ("site", "text", "world", "subject", "condition_kind")

    world: str
    site: str
    condition_kind: str
    any_group: int
    subject: str
    property: str
    operator: str
    value: str
    text: str
    ordinal: int


@fact
class Effect(Fact):
    """An effect of any kind. `effect_kind` is set, move, reveal or destroy.

    `entity` is the name of an entity, "" for rule variables and reserved words. `property` is given for set and reveal,
    `operator` and `value` for set; the `value` of a move is its destination (`player`, `here`, an entity name or a
    location id). `text` is the effect as written, without `> `.
    """

    table: ClassVar[str] = "world_effect"
    indexed: ClassVar[tuple[str, ...]] = ("site",)
    shared: ClassVar[tuple[str, ...]] = ("site", "text", "world", "entity")

    world: str
    site: str
    effect_kind: str
    entity: str
    property: str
    operator: str
    value: str
    text: str
    ordinal: int


@fact
class Line(Fact):
    """A line of text. `line_kind` is speech, stage, prose or blocked. `speaker` is the name of an entity, or ""."""

    table: ClassVar[str] = "world_line"
    indexed: ClassVar[tuple[str, ...]] = ("site",)
    shared: ClassVar[tuple[str, ...]] = ("site", "text", "world")

    world: str
    site: str
    line_kind: str
    speaker: str
    text: str
    ordinal: int


@fact
class PropertyUse(Fact):
    """The dependency index: how often conditions read and effects write a property of a type, over the whole world.

    A property without reads and writes has no row. `container` can have one. The span is that of the first use.
    """

    table: ClassVar[str] = "world_property_use"

    world: str
    type: str
    property: str
    read_count: int
    write_count: int
