"""What worlds state, without places: compared before and after an edit, it tells whether the edit did what it promised.

Objects are named by refs, in links and as `about`; every other name of an entity is a `Name`, that of a property a
`Key`. So a renaming is a mapping of refs and names, and whatever else differs is a mistake.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from compiler.languages.world.facts import (
    Choice,
    Condition,
    Effect,
    Entity,
    Exit,
    Jump,
    Line,
    Location,
    Phase,
    Property,
    Rule,
    Section,
    Sequence,
    Type,
    World,
)
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot

PLACES = ("player", "here")  # containers that are no objects
RESERVED = ("player", "target")  # subjects of comparisons that are no objects
LINK = "link "  # before the kind of a link


class Name(NamedTuple):
    """The name of an entity where no link names it: of a speaker, or as the value of a property of the type ref."""

    text: str


class Key(NamedTuple):
    """The name of a property that a condition, an effect or an entity names. `type` is None where it is not known."""

    type: str | None
    name: str


class Statement(NamedTuple):
    """One thing that a world states. `kind` is that of a fact or link, `about` the ref of its object or site, `target`
    what a link leads to, `values` the rest."""

    kind: str
    about: str
    target: str
    values: tuple[Any, ...]


def statements(snapshot: Snapshot, worlds: Iterable[str], *, is_typed: bool = True) -> Counter[Statement]:
    """Return what worlds state, by their ids. Without types, no value is told to be a name, and no property to be that
    of a type: so little is left of them when an entity or a property is gone."""
    return Counter(one for world in worlds for one in _World(snapshot, world, is_typed=is_typed))


class _World:
    """The statements of one world."""

    def __init__(self, snapshot: Snapshot, world: str, *, is_typed: bool) -> None:
        self._snapshot = snapshot
        self._world = world
        properties = snapshot.facts(Property, world=world)
        self._refs = {(one.type, one.name) for one in properties if is_typed and _holds_refs(one)}
        self._types = {one.name: one.type for one in snapshot.facts(Entity, world=world) if is_typed}

    def __iter__(self) -> Iterator[Statement]:
        for fact_class, values in _VALUES.items():
            for fact in self._snapshot.facts(fact_class, world=self._world):
                kind = fact_class.__name__.lower()
                yield Statement(kind, getattr(fact, "ref", "") or getattr(fact, "site", ""), "", values(self, fact))
        yield from self._overrides()
        yield from self._links()

    def named(self, type_: str | None, name: str, value: Any) -> Any:
        """Return a value of a property as a statement has it: names of entities where it holds refs."""
        if (type_, name) not in self._refs:
            return orjson.dumps(value)
        if isinstance(value, list):
            return tuple(self.named(type_, name, one) for one in value)
        return Name(value.removeprefix("@")) if isinstance(value, str) else orjson.dumps(value)

    def type_of(self, entity: str) -> str | None:
        """Return the type of an entity, None if there is none of that name."""
        return self._types.get(entity)

    def _overrides(self) -> Iterator[Statement]:
        for one in self._snapshot.facts(Entity, world=self._world):
            for key, value in one.overrides.items():
                named = self.named(one.type, key, value)
                yield Statement("override", one.ref, "", (Key(self.type_of(one.name), key), named))

    def _links(self) -> Iterator[Statement]:
        sql = "SELECT kind, source, target, dangling FROM link_full WHERE source >= ? AND source < ?"
        world = f"w:{self._world}"
        for kind, source, target, dangling in [
            *self._snapshot.rows(sql, (f"{world}/", f"{world}0")),
            *self._snapshot.rows(sql, (world, f"{world}\x00")),
        ]:
            yield Statement(f"{LINK}{kind}", source, target, (bool(dangling),))


def _holds_refs(declared: Property) -> bool:
    return declared.value_type == "ref" or (declared.element or {}).get("type") == "ref"


def _property(world: _World, one: Property) -> tuple[Any, ...]:
    default = world.named(one.type, one.name, one.default)
    limits = (one.values, one.minimum, one.maximum, (one.element or {}).get("type"))
    return (one.value_type, one.hidden, one.has_default, default, *limits)


def _condition(world: _World, one: Condition) -> tuple[Any, ...]:
    subject = one.text.partition(".")[0] if one.subject in RESERVED else ""
    key = Key(world.type_of(one.subject), one.property)
    return (one.condition_kind, one.any_group, subject, key, one.operator, _value(world, one, one.subject))


def _effect(world: _World, one: Effect) -> tuple[Any, ...]:
    text = "" if one.entity else one.text
    key = Key(world.type_of(one.entity), one.property)
    return (one.effect_kind, key, one.operator, _value(world, one, one.entity), text)


def _value(world: _World, one: Condition | Effect, entity: str) -> Any:
    """Return what is compared or set, or a container that is no object: links name the others."""
    if not one.property:
        return one.value if one.value in PLACES else ""
    return world.named(world.type_of(entity), one.property, one.value)


_VALUES: dict[type[Fact], Callable[[_World, Any], tuple[Any, ...]]] = {
    World: lambda _, one: (
        one.name,
        *map(orjson.dumps, (one.version, one.description, one.author, one.seed)),
        one.files,
    ),
    Type: lambda _, one: one.traits,
    Property: _property,
    Entity: lambda _, __: (),
    Location: lambda _, one: (one.name, one.description),
    Exit: lambda _, one: (one.blocked_message,),
    Section: lambda _, one: (one.name,),
    Choice: lambda _, one: (one.label, one.sticky),
    Rule: lambda _, one: (one.trigger, (one.select or {}).get("as")),
    Sequence: lambda _, one: (one.name,),
    Phase: lambda _, one: (one.name, one.auto),
    Jump: lambda _, one: (one.target_kind,),
    Condition: _condition,
    Effect: _effect,
    Line: lambda _, one: (one.line_kind, Name(one.speaker), one.text),
}


def renamed(
    stated: Counter[Statement], ref: Callable[[str], str], value: Callable[[Name | Key], Name | Key]
) -> Counter[Statement]:
    """Return statements with other refs, and with other names of entities and properties."""
    found: Counter[Statement] = Counter()
    for one, count in stated.items():
        found[Statement(one.kind, ref(one.about), ref(one.target), _renamed_values(value, one.values))] += count
    return found


def _renamed_values(value: Callable[[Name | Key], Name | Key], values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        value(one) if isinstance(one, Name | Key) else _renamed_values(value, one) if isinstance(one, tuple) else one
        for one in values
    )
