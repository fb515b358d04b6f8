"""The facts of the world language: what a linked world states.

Every fact belongs to one world, named by `world`: the id of its entry file. Facts that another fact owns name their
owner by `site`: the ref of the choice, exit or rule that they stand in, or of the section or location that surrounds
them. `ordinal` numbers the facts of one class and world in the order of the linker: files in topological order, the
entry last; choices after the choices nested in them.
"""

from typing import Any, ClassVar

from compiler.model.facts import Fact, LinkKind, Object, fact

Json = Any

LINK_KINDS = (
    LinkKind("imports", "the file imports the other file", dependent="source"),
    LinkKind("entry", "the world is entered through the file", dependent="source"),
    LinkKind("instance_of", "the entity has the type", dependent="source"),
    LinkKind("has_property", "the type declares the property", dependent="target"),
    LinkKind("starts_in", "the world starts in the location", dependent="source"),
    LinkKind("starts_with", "the world starts with the sequence", dependent="source"),
    LinkKind(
        "contains",
        "the location contains the entity, section or exit; the section its choices; the sequence its phases",
        dependent="none",
    ),
    LinkKind("nested_in", "the choice is offered inside the other choice", dependent="source"),
    LinkKind("exit", "the location has an exit to the other location", dependent="source"),
    LinkKind("leads_to", "the exit leads to the location", dependent="source"),
    LinkKind("jump", "the section or choice jumps to the section or exit", dependent="source"),
    LinkKind("reads", "a condition of the choice, exit or rule reads the property", dependent="source"),
    LinkKind("writes", "an effect of the choice or rule writes the property", dependent="target"),
    LinkKind(
        "tests", "a condition of the choice, exit or rule names the entity, location or section", dependent="source"
    ),
    LinkKind(
        "affects", "an effect of the choice or rule sets, moves, reveals or destroys the entity", dependent="target"
    ),
    LinkKind(
        "moves_to", "an effect of the choice or rule moves something to the entity or location", dependent="source"
    ),
    LinkKind("addresses", "the choice is addressed to the entity, or to any entity of the type", dependent="source"),
    LinkKind("actor", "the rule is acted out by the entity", dependent="source"),
    LinkKind("selects", "the rule selects among the entities", dependent="source"),
    LinkKind("speaks", "the entity speaks or acts in the section or location", dependent="none"),
    LinkKind("refers_to", "a value of the entity or property refers to the entity or type", dependent="source"),
)


@fact
class World(Object):
    """A compiled world, one an entry file: `locked-garden.urd.md` with its frontmatter `world:` block.

    `world` is its id: the entry's file stem, or its path without suffix where two entries share a stem. `name` is the
    slugified name ("" when there is none). `start_location` is a location id, `start_sequence` a sequence id; both ""
    when absent or unresolved. `files` stand in topological
    order.
    """

    table: ClassVar[str] = "world"
    kind: ClassVar[str] = "world"

    world: str
    name: str
    start_location: str
    start_sequence: str
    start_written: str
    version: Json
    description: Json
    author: Json
    seed: Json
    files: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.world

    @property
    def title(self) -> str:
        return self.name or self.world

    @property
    def body(self) -> str:
        return self.description if isinstance(self.description, str) else ""


@fact
class Type(Object):
    """A type with traits: `Character [mobile, container]:`."""

    table: ClassVar[str] = "world_type"
    kind: ClassVar[str] = "type"

    world: str
    name: str
    traits: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.name


@fact
class Property(Object):
    """A property of a type: `~trust: int(0, 5) = 2`. `id` is `Character.trust`.

    `value_type` is boolean, integer, number, string, enum, ref or list. `default` is a JSON value: a string for enums,
    strings and refs (`@lantern`), a list for lists, None when there is none. `element` describes
    what a list holds, as `{type, values?, ref_type?}`.
    """

    table: ClassVar[str] = "world_property"
    kind: ClassVar[str] = "property"

    world: str
    type: str
    name: str
    value_type: str
    hidden: bool
    has_default: bool
    default: Json
    values: tuple[str, ...] | None
    minimum: float | None
    maximum: float | None
    ref_type: str | None
    element: Json
    ordinal: int

    @property
    def id(self) -> str:
        return f"{self.type}.{self.name}"


@fact
class Entity(Object):
    """An entity: `@warden: Character { trust: 2 }`. `overrides` maps property to JSON value; `container` is the id of
    the first location that lists it in a presence line, "" when none does."""

    table: ClassVar[str] = "world_entity"
    kind: ClassVar[str] = "entity"

    world: str
    name: str
    type: str
    container: str
    overrides: dict[str, Json]
    ordinal: int

    @property
    def id(self) -> str:
        return f"@{self.name}"


@fact
class Location(Object):
    """A place: `# Gatehouse`. `slug` is its id; `contains` the names of entities present, without @."""

    table: ClassVar[str] = "world_location"
    kind: ClassVar[str] = "location"

    world: str
    slug: str
    name: str
    description: str
    contains: tuple[str, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.slug

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.description


@fact
class Exit(Object):
    """A way out of a location: `-> garden: The Walled Garden`. `id` is `gatehouse/garden`.

    `to_location` is a location id, "" when the destination is unresolved (`destination` keeps what was written).
    `is_conditional`: it has at least one condition of any kind. `guard_count`: how many property reads guard it.
    """

    table: ClassVar[str] = "world_exit"
    kind: ClassVar[str] = "exit"

    world: str
    from_location: str
    to_location: str
    destination: str
    name: str
    is_conditional: bool
    guard_count: int
    blocked_message: str | None
    ordinal: int

    @property
    def id(self) -> str:
        return f"{self.from_location}/{self.name}"

    @property
    def body(self) -> str:
        return self.blocked_message or ""


@fact
class Section(Object):
    """A dialogue section: `== greet`. `section` is its id, `<file stem>/greet`; `location` surrounds it, or is ""."""

    table: ClassVar[str] = "world_section"
    kind: ClassVar[str] = "section"

    world: str
    section: str
    name: str
    location: str
    text: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.section

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.text


@fact
class Choice(Object):
    """A choice of a section: `+ Ask about the garden`. `choice` is its id, `<section id>/<slug of the label>`.

    A nested choice has the id of its section too; `parent` is the choice id it is nested in, or "". `target` and
    `target_type` are what follows `->` on its line. Counts are of property reads and writes of the choice's own body.
    `text` is what is said in its body. Choices are numbered after those nested in them.
    """

    table: ClassVar[str] = "world_choice"
    indexed: ClassVar[tuple[str, ...]] = ("section",)
    kind: ClassVar[str] = "choice"

    world: str
    section: str
    choice: str
    label: str
    sticky: bool
    parent: str
    target: str | None
    target_type: str | None
    condition_count: int
    effect_count: int
    text: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.choice

    @property
    def title(self) -> str:
        return self.label

    @property
    def body(self) -> str:
        return self.text


@fact
class Rule(Object):
    """A rule: `rule host opens:`. `select` is `{as, from}` or None; `actor` without @."""

    table: ClassVar[str] = "world_rule"
    kind: ClassVar[str] = "rule"

    world: str
    name: str
    actor: str | None
    trigger: str
    select: Json
    condition_count: int
    effect_count: int
    ordinal: int

    @property
    def id(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.trigger


@fact
class Sequence(Object):
    """A sequence: `## The Trial`."""

    table: ClassVar[str] = "world_sequence"
    kind: ClassVar[str] = "sequence"

    world: str
    slug: str
    name: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.slug

    @property
    def title(self) -> str:
        return self.name


@fact
class Phase(Object):
    """A phase of a sequence: `### Night (auto)`. `id` is `the-trial/night`."""

    table: ClassVar[str] = "world_phase"
    kind: ClassVar[str] = "phase"

    world: str
    sequence: str
    slug: str
    name: str
    auto: bool
    ordinal: int

    @property
    def id(self) -> str:
        return f"{self.sequence}/{self.slug}"

    @property
    def title(self) -> str:
        return self.name


@fact
class Jump(Fact):
    """A jump out of a section: `-> revelation`. `target_kind` is section, exit or end; `target` its id ("end" for the
    end).

    `site` is the ref of the choice that owns it, or of the section.
    """

    table: ClassVar[str] = "world_jump"
    indexed: ClassVar[tuple[str, ...]] = ("from_section",)

    world: str
    from_section: str
    target_kind: str
    target: str
    site: str
    ordinal: int


@fact
class Read(Fact):
    """A condition that reads a property: `? @warden.trust >= 3`.

    `site_kind` is choice, exit or rule and `site_id` its native id; `value` as written; `value_kind` bool, int, ident
    or str.
    """

    table: ClassVar[str] = "world_read"
    indexed: ClassVar[tuple[str, ...]] = ("site",)

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
    """A condition of any kind, where it stands: comparison, containment, exhaustion.

    `any_group` numbers the `? any:` block of the site that it belongs to (from 1), 0 when it must hold by itself.
    `subject` is an entity name, "target", "player" or a section id. `property` and `operator` are "" where the kind
    has none; containment has the operators "in" and "not in". `value` is the literal, the container (`player`, `here`,
    an entity name or a location id) or "". `text` is the condition as written, without `? `.
    """

    table: ClassVar[str] = "world_condition"
    indexed: ClassVar[tuple[str, ...]] = ("site",)

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
    """An effect of any kind, where it stands: `effect_kind` is set, move, reveal or destroy.

    `entity` is its name ("" for rule variables and reserved words), `property` for set and reveal; `operator` and
    `value` for set; `value` is the destination of a move (`player`, `here`, an entity name or a location id). `text`
    as written, without `> `.
    """

    table: ClassVar[str] = "world_effect"
    indexed: ClassVar[tuple[str, ...]] = ("site",)

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
    """A line of text where it stands: `line_kind` is speech, stage, prose or blocked; `speaker` an entity or ""."""

    table: ClassVar[str] = "world_line"
    indexed: ClassVar[tuple[str, ...]] = ("site",)

    world: str
    site: str
    line_kind: str
    speaker: str
    text: str
    ordinal: int


@fact
class PropertyUse(Fact):
    """The dependency index: how often a property of a type is read and written over the whole world.

    Only properties that are read or written have a row; `container` can be one. The span is that of the first use.
    """

    table: ClassVar[str] = "world_property_use"

    world: str
    type: str
    property: str
    read_count: int
    write_count: int


FACT_CLASSES: tuple[type[Fact], ...] = (
    World,
    Type,
    Property,
    Entity,
    Location,
    Exit,
    Section,
    Choice,
    Rule,
    Sequence,
    Phase,
    Jump,
    Read,
    Write,
    Condition,
    Effect,
    Line,
    PropertyUse,
)
