"""Random small worlds, as a dictionary for the naive interpreter and as text for the compiler."""

from random import Random
from typing import Any

World = dict[str, Any]
OPERATORS = ("==", "!=", "<", ">", "<=", ">=")


class Maker:
    """Makes one world of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.number = 0
        self.locations = [f"l{number}" for number in range(self.random.choice((1, 2, 2, 3)))]
        self.entities: dict[str, World] = {
            "player": self._entity("Hero", {"gold": ("integer", (0, 3))}, {"gold": self._maybe(1)}),
            "ann": self._entity("Person", self._person_kinds(), {"mood": "calm", "calm": False}),
            "bob": self._entity("Person", {}, {"trust": 1, "mood": "cross", "calm": True}),
            "key": self._entity("Key", {"used": ("boolean",)}, {"used": False}),
            "box": self._entity("Box", {}, {}),
        }
        self.entities["bob"]["kinds"] = self.entities["ann"]["kinds"]
        self.entities["ann"]["values"].setdefault("trust", 0)
        names = [f"s{number}" for number in range(self.random.choice((1, 2, 2, 3, 4)))]
        homes = [self.random.choice((None, *self.locations, *self.locations)) for _ in names]
        # Sections outside of any location stand before the first heading.
        order = sorted(range(len(names)), key=lambda one: (homes[one] is not None, self._place(homes[one])))
        self.homes = {names[number]: homes[one] for number, one in enumerate(order)}
        self.names = list(self.homes)
        self.exits = self._exits()
        self.has_rules = self.random.random() < 0.4

    def _place(self, home: str | None) -> int:
        return self.locations.index(home) if home else -1

    def _maybe(self, value: Any) -> Any:
        return value if self.random.random() < 0.8 else None

    def _entity(self, kind: str, kinds: World, values: World) -> World:
        container = self.random.choice(("", *(("place", one) for one in self.locations)))
        given = {name: value for name, value in values.items() if value is not None}
        return {"type": kind, "kinds": kinds, "values": given, "container": container}

    def _person_kinds(self) -> World:
        ranged = self.random.random() < 0.6
        trust: tuple[Any, ...] = ("integer", (-2, 4)) if ranged else ("integer",)
        return {"trust": trust, "mood": ("enum",), "calm": ("boolean",)}

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _exits(self) -> list[World]:
        exits = []
        for place in self.locations:
            for number in range(self.random.choice((0, 1, 1, 2))):
                conditions = self.conditions(0.5, reserved=False, can_exhaust=False)
                to = self.random.choice(self.locations)
                exits.append({"from": place, "name": f"way{number}", "to": to, "conditions": conditions})
        for one in exits:
            one["conditions"] = [each for each in one["conditions"] if each[0] != "any"]
        return exits

    # --- conditions and effects ---

    def conditions(self, share: float, *, reserved: bool = False, can_exhaust: bool = True) -> list[Any]:
        found: list[Any] = []
        while self._chance(share) and len(found) < 3:
            if self._chance(0.15):
                some = [self.condition(reserved, can_exhaust) for _ in range(2)]
                found.append(("any", some))
            else:
                found.append(self.condition(reserved, can_exhaust))
        return found

    def condition(self, reserved: bool, can_exhaust: bool) -> Any:
        pick = self.random.random()
        if can_exhaust and pick < 0.12:
            return ("exhausted", self.random.choice(self.names))
        if pick < 0.35:
            container = self.random.choice(("player", "here", "box", *self.locations))
            return ("in", self.random.choice(("key", "key", "player")), container, self._chance(0.4))
        subject = "target" if reserved and self._chance(0.6) else self.random.choice(("ann", "ann", "bob", "player"))
        if subject == "player":
            return ("compare", "player", "gold", self.random.choice(OPERATORS), self.random.randrange(4))
        pick = self.random.random()
        if pick < 0.5:
            return ("compare", subject, "trust", self.random.choice(OPERATORS), self.random.randrange(-2, 5))
        if pick < 0.75:
            words = ("calm", "cross", "glad")
            return ("compare", subject, "mood", self.random.choice(("==", "!=")), self.random.choice(words))
        return ("compare", subject, "calm", self.random.choice(("==", "!=")), self._chance(0.5))

    def effects(self, share: float, *, reserved: bool = False, repeats: bool = True) -> list[Any]:
        found: list[Any] = []
        while self._chance(share) and len(found) < 3:
            found.append(self.effect(reserved, repeats))
        return found

    def effect(self, reserved: bool, repeats: bool) -> Any:
        pick = self.random.random()
        subject = "target" if reserved and self._chance(0.6) else self.random.choice(("ann", "ann", "bob"))
        if pick < 0.4:
            amount = self.random.choice((1, 1, 1, 2, -1, -1, -2))
            is_open = len(self.entities["ann"]["kinds"]["trust"]) == 1
            if is_open and repeats and self._chance(0.8):
                amount = abs(amount)
            return ("add", subject, "trust", amount)
        if pick < 0.5:
            return ("set", subject, "trust", self.random.randrange(-2, 5))
        if pick < 0.62:
            return ("set", subject, "mood", self.random.choice(("calm", "cross", "glad")))
        if pick < 0.74:
            return ("set", subject, "calm", self._chance(0.5))
        if pick < 0.8:
            return ("add", "player", "gold", self.random.choice((1, -1)))
        if pick < 0.94:
            return ("move", "key", self.random.choice(("player", "here", "box", *self.locations)))
        if pick < 0.97:
            return ("move", "player", self.random.choice(self.locations))
        return ("destroy", "key")

    # --- dialogue ---

    def jump(self, share: float, section: str) -> Any:
        if not self._chance(share):
            return None
        pick = self.random.random()
        home = self.homes[section]
        ways = [one["name"] for one in self.exits if one["from"] == home]
        if pick < 0.15 and ways:
            return ("exit", self.random.choice(ways))
        if pick < 0.3:
            return ("end",)
        return ("section", section if self._chance(0.4) else self.random.choice(self.names))

    def choice(self, section: str, level: int) -> World:
        self.number += 1
        number = self.number
        sticky = self._chance(0.35)
        target = self.random.choice((["ann", "bob"], ["key"], ["bob"])) if self._chance(0.12) else None
        bound = target is not None and target != ["key"]
        conditions = self.conditions(0.4, reserved=bound)
        effects = self.effects(0.55, reserved=bound, repeats=sticky)
        nested = (
            [self.choice(section, level + 1) for _ in range(self.random.choice((0, 0, 1, 2)))]
            if level < 2 and self._chance(0.3)
            else []
        )
        return {
            "id": f"{section}/c{number}",
            "sticky": sticky,
            "target": target,
            "conditions": conditions,
            "effects": effects,
            "nested": nested,
            "jump": self.jump(0.6, section),
        }

    def section(self, name: str) -> World:
        choices = [self.choice(name, 0) for _ in range(self.random.choice((0, 1, 2, 2, 3)))]
        has_choices = bool(choices)
        return {
            "name": name,
            "location": self.homes[name],
            "gate": self.conditions(0.2),
            "effects": self.effects(0.2),
            "jump": self.jump(0.05 if has_choices else 0.4, name),
            "choices": choices,
            "effects_after": self.effects(0.2) if has_choices else [],
            "jump_after": self.jump(0.35, name) if has_choices else None,
        }

    def rule(self, number: int) -> World:
        select = self.random.choice((["ann", "bob"], ["bob"], ["key", "box"])) if self._chance(0.4) else None
        bound = select is not None and "ann" in select
        return {
            "name": f"r{number}",
            "select": select,
            "conditions": self.conditions(0.7, reserved=bound),
            "effects": self.effects(0.7, reserved=bound),
        }

    def world(self) -> World:
        sections = [self.section(name) for name in self.names]
        rules = [self.rule(number) for number in range(self.random.choice((1, 1, 2)))] if self.has_rules else []
        for rule in rules:
            rule["conditions"] = [one for one in rule["conditions"] if one[0] != "any"]
        made = {
            "start": self.locations[0],
            "locations": self.locations,
            "entities": self.entities,
            "exits": self.exits,
            "sections": sections,
            "rules": rules,
        }
        for name in opening(made):
            next(one for one in sections if one["name"] == name)["opens"] = True
        for one in sections:
            one.setdefault("opens", False)
        return made


def opening(world: World) -> set[str]:
    """The sections that open (M4), by walking the jumps from each."""
    jumps: dict[str, set[str]] = {one["name"]: set() for one in world["sections"]}

    def add(section: str, jump: Any) -> None:
        if jump and jump[0] == "section":
            jumps[section].add(jump[1])

    def walk(section: str, choices: list[World]) -> None:
        for one in choices:
            add(section, one["jump"])
            walk(section, one["nested"])

    for one in world["sections"]:
        add(one["name"], one["jump"])
        add(one["name"], one["jump_after"])
        walk(one["name"], one["choices"])

    def led(start: str) -> set[str]:
        found, left = {start}, [start]
        while left:
            for other in jumps[left.pop()] - found:
                found.add(other)
                left.append(other)
        return found

    reach = {name: led(name) for name in jumps}
    names = list(jumps)
    homes = {one["name"]: one["location"] for one in world["sections"]}
    found = {next(name for name in names if homes[name] == home) for home in set(homes.values())}
    for name in names:
        circle = {other for other in names if other in reach[name] and name in reach[other]}
        outside = any(target in circle for other in names if other not in circle for target in jumps[other])
        if not outside and name == next(one for one in names if one in circle):
            found.add(name)
    return found


# --- as text ---------------------------------------------------------------------------------------------------------


def text_of(world: World) -> str:
    lines = [
        "---",
        "world:",
        "  name: random",
        f"  start: {world['start']}",
        "types:",
        "  Hero [mobile, container, portable]:",
        "    gold: int(0, 3)",
    ]
    trust = world["entities"]["ann"]["kinds"]["trust"]
    ranged = f"int({trust[1][0]}, {trust[1][1]})" if len(trust) > 1 else "int"
    lines += [
        "  Person [mobile, container]:",
        f"    trust: {ranged}",
        "    mood: enum(calm, cross, glad)",
        "    calm: bool",
    ]
    lines += ["  Key [portable]:", "    used: bool", "  Box [container]:", "entities:"]
    for name, one in world["entities"].items():
        values = ", ".join(f"{key}: {literal(value)}" for key, value in one["values"].items())
        lines.append(f"  @{name}: {one['type']}" + (f" {{ {values} }}" if values else ""))
    lines += ["---", ""]
    for section in world["sections"]:
        if section["location"] is None:
            lines += section_lines(section)
    for place in world["locations"]:
        lines += [f"# {place}", ""]
        present = [
            f"@{name}"
            for name, one in world["entities"].items()
            if one["container"] == ("place", place) and name != "player"
        ]
        lines += [f"[{', '.join(present)}]"] if present else []
        for exit in world["exits"]:
            if exit["from"] == place:
                lines.append(f"-> {exit['name']}: {exit['to']}")
                lines += [f"  ? {condition(one)}" for one in exit["conditions"]]
        lines.append("")
        for section in world["sections"]:
            if section["location"] == place:
                lines += section_lines(section)
    for rule in world["rules"]:
        lines.append(f"rule {rule['name']}:")
        if rule["select"] is not None:
            lines.append(f"  selects target from [{', '.join('@' + one for one in rule['select'])}]")
        lines += [f"  where {condition(one)}" for one in rule["conditions"]]
        lines += [f"  > {effect(one)}" for one in rule["effects"]]
        lines.append("")
    return "\n".join(lines) + "\n"


def section_lines(section: World) -> list[str]:
    lines = [f"== {section['name']}"]
    lines += condition_lines(section["gate"], "")
    lines += [f"> {effect(one)}" for one in section["effects"]]
    lines += jump_lines(section["jump"], "")
    for one in section["choices"]:
        lines += choice_lines(one, "")
    lines += [f"> {effect(one)}" for one in section["effects_after"]]
    return [*lines, *jump_lines(section["jump_after"], ""), ""]


def choice_lines(choice: World, margin: str) -> list[str]:
    label = choice["id"].partition("/")[2]
    aimed = ""
    if choice["target"]:
        aimed = " -> any Person" if len(choice["target"]) > 1 else f" -> @{choice['target'][0]}"
    lines = [f"{margin}{'+' if choice['sticky'] else '*'} {label}{aimed}"]
    inner = margin + "  "
    lines += condition_lines(choice["conditions"], inner)
    lines += [f"{inner}> {effect(one)}" for one in choice["effects"]]
    for one in choice["nested"]:
        lines += choice_lines(one, inner)
    return lines + jump_lines(choice["jump"], inner)


def condition_lines(conditions: list[Any], margin: str) -> list[str]:
    lines = []
    for one in conditions:
        if one[0] == "any":
            lines += [f"{margin}? any:", *(f"{margin}  {condition(each)}" for each in one[1])]
        else:
            lines.append(f"{margin}? {condition(one)}")
    return lines


def jump_lines(jump: Any, margin: str) -> list[str]:
    if not jump:
        return []
    return [f"{margin}-> " + {"section": jump[-1], "exit": f"exit:{jump[-1]}", "end": "end"}[jump[0]]]


def condition(one: Any) -> str:
    if one[0] == "exhausted":
        return f"{one[1]}.exhausted"
    if one[0] == "in":
        return f"@{one[1]} {'not in' if one[3] else 'in'} {one[2]}"
    subject = one[1] if one[1] in ("target", "player") else f"@{one[1]}"
    return f"{subject}.{one[2]} {one[3]} {literal(one[4])}"


def effect(one: Any) -> str:
    if one[0] == "destroy":
        return f"destroy @{one[1]}"
    if one[0] == "move":
        return f"move @{one[1]} -> {one[2]}"
    subject = one[1] if one[1] in ("target", "player") else f"@{one[1]}"
    if one[0] == "set":
        return f"{subject}.{one[2]} = {literal(one[3])}"
    return f"{subject}.{one[2]} {'+' if one[3] > 0 else '-'} {abs(one[3])}"


def literal(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def goal_of(world: World, random: Random) -> tuple[list[str], set[tuple[str, str]], list[Any]]:
    """A random goal: as arguments, as events, and as conditions."""
    maker = Maker.__new__(Maker)
    maker.random, maker.locations, maker.names = random, world["locations"], [one["name"] for one in world["sections"]]
    texts, events, conditions = list[str](), set[tuple[str, str]](), list[Any]()
    choices = [one for section in world["sections"] for one in walked(section["choices"])]
    for _ in range(random.choice((1, 1, 2))):
        kind = random.choice(("location", "section", "choice", "exit", "condition", "condition", "rule", "end"))
        if kind == "location":
            place = random.choice(world["locations"])
            texts.append(f"location:{place}")
            conditions.append(("in", "player", place, False))
        elif kind == "section":
            name = random.choice(maker.names)
            texts.append(f"section:random/{name}")
            events.add(("section", name))
        elif kind == "choice" and choices:
            name = random.choice(choices)["id"]
            texts.append(f"choice:random/{name}")
            events.add(("choice", name))
        elif kind == "exit" and world["exits"]:
            one = random.choice(world["exits"])
            texts.append(f"exit:{one['from']}/{one['name']}")
            events.add(("exit", f"{one['from']}/{one['name']}"))
        elif kind == "rule" and world["rules"]:
            name = random.choice(world["rules"])["name"]
            texts.append(f"rule:{name}")
            events.add(("rule", name))
        elif kind == "end":
            texts.append("end")
            events.add(("end", ""))
        else:
            one = maker.condition(False, True)
            texts.append(condition(one))
            conditions.append(one)
    return texts, events, conditions


def walked(choices: list[World]) -> list[World]:
    return [one for choice in choices for one in (choice, *walked(choice["nested"]))]
