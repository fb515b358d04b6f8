"""What a world declares: the facts that have an identity."""

from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any


@fact
class World(Object):
    """A compiled world: its entry file, such as `locked-garden.urd.md`, and all files that it imports.

    `world` is its id: the stem of the entry file, or the path without suffix where two entries share a stem. `name` is
    the slugified name, "" without one. `start_location` is a location id, `start_sequence` a sequence id; each is ""
    when absent or unresolved. `start_written` is the start as written. `files` are paths in topological order.
    """

    table: ClassVar[str] = "world"
    indexed: ClassVar[tuple[str, ...]] = ("world",)
    id_field: ClassVar[str] = "world"
    title_fields: ClassVar[tuple[str, ...]] = ("name", "world")

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
    def body(self) -> str:
        return self.description if isinstance(self.description, str) else ""


@fact
class Type(Object):
    """A type with traits: `Character [mobile, container]:`."""

    table: ClassVar[str] = "world_type"
    kind: ClassVar[str] = "type"
    id_field: ClassVar[str] = "name"

    world: str
    name: str
    traits: tuple[str, ...]


@fact
class Property(Object):
    """A property of a type: `~trust: int(0, 5) = 2`. Its id is `Character.trust`.

    `value_type` is boolean, integer, number, string, enum, ref or list. `default` is a JSON value: a string for enums,
    strings and refs (`lantern` for `@lantern`), a list for lists, None without a default. `element` describes the
    elements of a list: `{type, values?, ref_type?}`.
    """

    table: ClassVar[str] = "world_property"
    kind: ClassVar[str] = "property"
    indexed: ClassVar[tuple[str, ...]] = ("type world",)

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
    """An entity: `@warden: Character { trust: 2 }`. Its id is `@warden`.

    `overrides` maps property names to JSON values. `container` is the id of the first location that lists the entity in
    a presence line, "" when none does.
    """

    table: ClassVar[str] = "world_entity"
    kind: ClassVar[str] = "entity"
    shared: ClassVar[tuple[str, ...]] = ("overrides", "container", "world")

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
    """A place: `# Gatehouse`. `slug` is its id. `contains` holds the names of the entities present, without @."""

    table: ClassVar[str] = "world_location"
    kind: ClassVar[str] = "location"
    id_field: ClassVar[str] = "slug"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("description",)
    shared: ClassVar[tuple[str, ...]] = ("world",)

    world: str
    slug: str
    name: str
    description: str
    contains: tuple[str, ...]
    ordinal: int


@fact
class Exit(Object):
    """A way out of a location: `-> garden: The Walled Garden`. Its id is `gatehouse/garden`.

    `to_location` is a location id, "" when the destination is unresolved. `destination` is the destination as written.
    `is_conditional`: it has at least one condition of any kind. `guard_count`: the number of property reads in them.
    """

    table: ClassVar[str] = "world_exit"
    kind: ClassVar[str] = "exit"
    indexed: ClassVar[tuple[str, ...]] = ("from_location world",)
    shared: ClassVar[tuple[str, ...]] = ("from_location", "world")
    body_fields: ClassVar[tuple[str, ...]] = ("blocked_message",)

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


@fact
class Section(Object):
    """A dialogue section: `== greet`. `section` is its id, `<file stem>/greet`.

    `location` is the id of the location around it, "" outside of any.
    """

    table: ClassVar[str] = "world_section"
    kind: ClassVar[str] = "section"
    id_field: ClassVar[str] = "section"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)

    world: str
    section: str
    name: str
    location: str
    text: str
    ordinal: int


@fact
class Choice(Object):
    """A choice of a section: `+ Ask about the garden`. `choice` is its id, `<section id>/<slug of the label>`.

    `section` is the id of its section, for a nested choice too. `parent` is the id of the choice around it, or "".
    `target` is the entity and `target_type` the type that follows `->` on its line. `condition_count` counts the
    property reads of its own body, `effect_count` the writes. `all_condition_count` and `all_effect_count` count its
    conditions and effects of every kind. `text` holds the speech, stage directions and prose of its body, a line each.
    """

    table: ClassVar[str] = "world_choice"
    indexed: ClassVar[tuple[str, ...]] = ("section",)
    shared: ClassVar[tuple[str, ...]] = ("world", "section", "choice", "label")
    kind: ClassVar[str] = "choice"
    id_field: ClassVar[str] = "choice"
    title_fields: ClassVar[tuple[str, ...]] = ("label",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)

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
    all_condition_count: int
    all_effect_count: int
    text: str
    ordinal: int


@fact
class Rule(Object):
    """A rule: `rule host opens:`. `actor` is an entity name without @. `select` is `{as, from}` or None."""

    table: ClassVar[str] = "world_rule"
    kind: ClassVar[str] = "rule"
    id_field: ClassVar[str] = "name"
    body_fields: ClassVar[tuple[str, ...]] = ("trigger",)

    world: str
    name: str
    actor: str | None
    trigger: str
    select: Json
    condition_count: int
    effect_count: int
    all_condition_count: int
    all_effect_count: int
    ordinal: int


@fact
class Sequence(Object):
    """A sequence: `## The Trial`."""

    table: ClassVar[str] = "world_sequence"
    kind: ClassVar[str] = "sequence"
    id_field: ClassVar[str] = "slug"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)

    world: str
    slug: str
    name: str
    ordinal: int


@fact
class Phase(Object):
    """A phase of a sequence: `### Night (auto)`. Its id is `the-trial/night`."""

    table: ClassVar[str] = "world_phase"
    kind: ClassVar[str] = "phase"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)

    world: str
    sequence: str
    slug: str
    name: str
    auto: bool
    ordinal: int

    @property
    def id(self) -> str:
        return f"{self.sequence}/{self.slug}"
