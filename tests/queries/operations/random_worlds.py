"""Random operations on whatever worlds a source has, with names that may be read as something else."""

from collections import Counter
from random import Random
from typing import Any

from compiler.languages.world.facts import (
    Choice,
    Condition,
    Effect,
    Entity,
    Exit,
    Jump,
    Line,
    Location,
    Property,
    Rule,
    Section,
    Type,
    World,
)
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot

Json = dict[str, Any]
COUNTED: tuple[type[Fact], ...] = (
    *(Type, Property, Entity, Location, Exit, Section, Choice, Rule),
    *(Condition, Effect, Jump, Line),
)
MANY = 10**6
NAMES = (
    *("a", "ann", "anna", "an_n", "Ann", "North Wing", "north-wing", "end", "exit", "any", "player", "target", "here"),
    *("rule x:", "x: y", "x -> y", "x // y", "//", "x.exhausted", "#", "# x", "== x", "* x", "> x", "? x", "! x"),
    *(
        "@x",
        "[@x]",
        "-> x",
        '"',
        "'",
        'it\'s "so"',
        "%%",
        ":::",
        "\N{ROCKET} lift",
        "caf\u00e9",
        "a\tb",
        "a\nb",
        " ",
        "",
    ),
    *("{x}", "a, b", "true", "12", "---", "(auto)", "x (auto)", "a/b", "a\u2028b", "x #y", "container", "trust"),
)
STATEMENTS = (
    *("{e}.{p} == {v}", "{e}.{p}>=1", "{e} in player", "{e} in {l}", "{e} not in here", "{s}.exhausted"),
    *("{e}.{p} = {v}", "{e}.{p} + 1", "move {e} -> player", "move {e} -> {l}", "reveal {e}.{p}", "destroy {e}"),
    *("any:", "player.x > 1", "{n}"),
)


def random_operation(random: Random, snapshot: Snapshot) -> Json:
    """Return an operation on something that is there, most of the time."""
    world = random.choice(snapshot.facts(World)).world
    pick = _Picker(random, snapshot, world)
    op, arguments = random.choice(_OPERATIONS)
    stated = {name: pick.value(kind) for name, kind in arguments.items()}
    return {"op": f"world_{op}", "world": world} | {name: value for name, value in stated.items() if value is not None}


_OPERATIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("add_entity", {"entity_id": "new_id", "type": "type", "properties": "values", "location": "?location"}),
    ("remove_entity", {"entity_id": "entity", "confirm": "true"}),
    ("rename_entity", {"old_id": "entity", "new_id": "new_id"}),
    ("place_entity", {"entity_id": "entity", "location": "location"}),
    ("set_property", {"entity_id": "entity", "property": "property", "value": "value"}),
    ("unset_property", {"entity_id": "entity", "property": "property"}),
    ("rename_type", {"type": "type", "new_name": "name"}),
    ("add_property", {"type": "type", "name": "name", "kind": "kind", "default": "?value", "hidden": "bool"}),
    ("remove_property", {"type": "type", "property": "property", "confirm": "true"}),
    ("rename_property", {"type": "type", "property": "property", "new_name": "name"}),
    ("add_location", {"name": "name", "description": "?text", "after": "?location"}),
    ("remove_location", {"location": "location", "confirm": "true"}),
    ("rename_location", {"location": "location", "new_name": "name"}),
    ("add_exit", {"location": "location", "direction": "name", "to": "location", "blocked": "?name"}),
    ("remove_exit", {"location": "location", "direction": "exit", "confirm": "true"}),
    ("retarget_exit", {"location": "location", "direction": "exit", "to": "location"}),
    ("rename_exit", {"location": "location", "direction": "exit", "new_direction": "name"}),
    ("add_section", {"location": "location", "name": "name", "text": "?text"}),
    ("remove_section", {"section": "section", "confirm": "true"}),
    ("rename_section", {"section": "section", "new_name": "name"}),
    ("add_choice", {"section": "section", "label": "name", "sticky": "bool", "text": "?text", "jump": "?jump"}),
    ("add_choice", {"section": "section", "label": "name", "parent": "choice", "target": "?entity"}),
    ("remove_choice", {"choice": "choice", "confirm": "true"}),
    ("edit_choice", {"choice": "choice", "label": "?name", "sticky": "bool", "target": "?entity"}),
    ("add_condition", {"site": "site", "condition": "statement"}),
    ("remove_condition", {"site": "site", "condition": "condition"}),
    ("add_effect", {"site": "site", "effect": "statement"}),
    ("remove_effect", {"site": "site", "effect": "effect"}),
    ("add_rule", {"name": "name", "actor": "?entity", "trigger": "?name"}),
    ("remove_rule", {"rule": "rule", "confirm": "true"}),
    ("rename_rule", {"rule": "rule", "new_name": "name"}),
)


class _Picker:
    """Picks arguments: mostly of what a world has."""

    def __init__(self, random: Random, snapshot: Snapshot, world: str) -> None:
        self._random, self._snapshot, self._world = random, snapshot, world
        self._declared = random.choice(snapshot.facts(Property, world=world) or [None])
        self._way = random.choice(snapshot.facts(Exit, world=world) or [None])

    def value(self, kind: str) -> Any:
        """Return a value for an argument of a kind; None now and then for one with a question mark."""
        if kind.startswith("?"):
            return self.value(kind[1:]) if self._random.random() < 0.5 else None
        return getattr(self, f"_{kind}")()

    def _one(self, fact_class: type[Fact], field: str) -> str:
        found = [getattr(one, field) for one in self._snapshot.facts(fact_class, world=self._world)]
        return self._random.choice(found) if found and self._random.random() < 0.97 else self._name()

    def _true(self) -> bool:
        return True

    def _bool(self) -> bool:
        return self._random.random() < 0.5

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _new_id(self) -> str:
        taken = self._entity()
        return self._random.choice((f"{taken}x", taken[:3], f"new_{self._random.randrange(99)}", self._name()))

    def _entity(self) -> str:
        known = self._snapshot.facts(Entity, world=self._world)
        fitting = [one.id for one in known if self._declared and one.type == self._declared.type]
        return self._random.choice(fitting) if fitting and self._bool() else self._one(Entity, "id")

    def _type(self) -> str:
        return self._declared.type if self._declared and self._bool() else self._one(Type, "name")

    def _property(self) -> str:
        return self._declared.name if self._declared and self._bool() else self._one(Property, "name")

    def _location(self) -> str:
        if self._way and self._bool():
            return self._way.from_location
        return self._one(Location, self._random.choice(("slug", "name")))

    def _exit(self) -> str:
        return self._way.name if self._way and self._bool() else self._one(Exit, "name")

    def _section(self) -> str:
        return self._one(Section, "section")

    def _jump(self) -> str:
        return self._one(Section, "name")

    def _choice(self) -> str:
        return self._one(Choice, "choice")

    def _rule(self) -> str:
        return self._one(Rule, "name")

    def _site(self) -> str:
        return self._one(self._random.choice((Choice, Choice, Exit, Rule)), "ref")

    def _condition(self) -> str:
        return self._one(Condition, "text")

    def _effect(self) -> str:
        return self._one(Effect, "text")

    def _text(self) -> str:
        forms = (self._name(), f"{self._entity()}: {self._name()}", "Steam.")
        return "\n".join(self._random.choices(forms, k=2))

    def _value(self) -> str:
        return self._random.choice((self._name(), "3", "true", self._entity(), f"[{self._entity()}]"))

    def _values(self) -> Json:
        return {self._property(): self._value()} if self._bool() else {}

    def _kind(self) -> str:
        forms = ("bool", "int(0, 5)", "str", "enum(a, b)", "ref(Person)", "list", "text", "int, x: bool")
        return self._random.choice(forms)

    def _statement(self) -> str:
        form = self._random.choice(STATEMENTS)
        parts = {"e": self._entity(), "p": self._property(), "v": self._value(), "l": self._location()}
        return form.format(**parts, s=self._jump(), n=self._name())


def counts(snapshot: Snapshot) -> Counter[str]:
    """Return how many facts of each class there are, links that lead nowhere, and errors."""
    found = Counter({one.__name__: snapshot.count(one) for one in COUNTED})
    found["dangling"] = snapshot.rows("SELECT count(*) FROM link_full WHERE dangling")[0][0]
    found["errors"] = len(snapshot.diagnostics(severity="error"))
    return found


def broken_promises(op: str, before: Counter[str], after: Counter[str], shared: int) -> list[str]:
    """Return what an operation changed that its name does not say. A file belongs to at most `shared` worlds."""
    verb, _, kind = op.removeprefix("world_").partition("_")
    allowed = {"dangling": (-MANY, 0), "errors": (-MANY, 0)}
    required: set[str] = set()
    if verb == "remove":
        allowed = {one.__name__: (-MANY, 0) for one in COUNTED} | {"dangling": (-MANY, MANY), "errors": (-MANY, MANY)}
        allowed[kind.capitalize()] = (-MANY, -1)
        required = {kind.capitalize()}
    elif verb == "add":
        allowed |= dict.fromkeys(("Line", "Condition", "Effect", "Jump"), (0, 20 * shared))
        allowed[kind.capitalize()] = (1, shared)
        required = {kind.capitalize()}
    wrong = [f"no change of {name}" for name in sorted(required) if before[name] == after[name]]
    for name in sorted(before.keys() | after.keys()):
        least, most = allowed.get(name, (0, 0))
        if before[name] != after[name] and not least <= after[name] - before[name] <= most:
            wrong.append(f"{name}: {before[name]}, then {after[name]}")
    return wrong
