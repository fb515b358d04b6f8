"""A second interpreter of worlds, written from docs/world-semantics.md alone. It is slow and plain on purpose: a state
is a dictionary, nothing is left out, and nothing is computed before it is needed. It shares no code with the product.

A world is a dictionary (`random_worlds` makes some). Conditions are `("compare", entity, property, operator, literal)`,
`("in", entity, container, is_negated)`, `("exhausted", section)` and `("any", conditions)`; effects are
`("set", entity, property, literal)`, `("add", entity, property, number)`, `("move", entity, container)` and
`("destroy", entity)`; jumps are `("section", name)`, `("exit", direction)` and `("end",)`.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

World = dict[str, Any]
State = dict[str, Any]
Event = tuple[str, str]


def key(state: State) -> tuple[Any, ...]:
    parts = ("values", "containers")
    inner = [tuple(sorted(state[name].items())) for name in parts]
    return (state["place"], state["talk"], frozenset(state["taken"]), *inner)


def copied(state: State) -> State:
    return {name: (value.copy() if isinstance(value, dict | set) else value) for name, value in state.items()}


class Naive:
    def __init__(self, world: World) -> None:
        self.world = world
        self.sections = {one["name"]: one for one in world["sections"]}
        self.choices = {
            one["id"]: one for section in world["sections"] for one in self._all(section["choices"], section, None)
        }

    def _all(self, choices: list[World], section: World, parent: str | None) -> Iterator[World]:
        for one in choices:
            one["section"], one["parent"] = section["name"], parent
            yield one
            yield from self._all(one["nested"], section, one["id"])

    # S1, S2
    def initial(self) -> State:
        values = {
            (name, prop): entity["values"].get(prop)
            for name, entity in self.world["entities"].items()
            for prop in entity["kinds"]
        }
        containers = {name: one["container"] for name, one in self.world["entities"].items() if name != "player"}
        return {"place": self.world["start"], "talk": None, "values": values, "containers": containers, "taken": set()}

    # --- conditions ---

    def holds(self, state: State, condition: Any, target: str | None, computing: tuple[str, ...] = ()) -> bool:
        kind = condition[0]
        if kind == "any":
            return any(self.holds(state, one, target, computing) for one in condition[1])
        if kind == "exhausted":
            return self.exhausted(state, condition[1], computing)
        entity = target if condition[1] == "target" and target is not None else condition[1]
        if kind == "in":
            inside = self.container(state, entity)
            return (inside == self.meant(state, condition[2]) and inside != "") is not condition[3]
        value = state["values"].get((entity, condition[2]))
        operator, literal = condition[3], condition[4]
        if value is None:
            return bool(operator == "!=")
        if operator in ("==", "!="):
            return bool((value == literal) is (operator == "=="))
        orders = {"<": value < literal, ">": value > literal, "<=": value <= literal, ">=": value >= literal}
        return bool(orders[operator])

    def container(self, state: State, entity: str) -> Any:
        return ("place", state["place"]) if entity == "player" else state["containers"][entity]

    def meant(self, state: State, name: str) -> Any:
        if name == "player":
            return ("entity", "player")
        if name == "here":
            return ("place", state["place"])
        return ("entity", name) if name in self.world["entities"] else ("place", name)

    def exhausted(self, state: State, section: str, computing: tuple[str, ...]) -> bool:
        if section in computing:
            return False
        inside = (*computing, section)
        return not any(self.targets(state, one, inside) for one in self.sections[section]["choices"])

    def all_hold(
        self, state: State, conditions: list[Any], target: str | None, computing: tuple[str, ...] = ()
    ) -> bool:
        return all(self.holds(state, one, target, computing) for one in conditions)

    # C7, M6: the targets that a choice is available with; [None] without one
    def targets(self, state: State, choice: World, computing: tuple[str, ...] = ()) -> list[str | None]:
        if not choice["sticky"] and choice["id"] in state["taken"]:
            return []
        possible: list[str | None] = [None]
        if choice["target"] is not None:
            possible = [one for one in choice["target"] if self.container(state, one) != "destroyed"]
        return [one for one in possible if self.all_hold(state, choice["conditions"], one, computing)]

    # --- effects ---

    def apply(self, state: State, effects: list[Any], target: str | None) -> None:
        for effect in effects:
            entity = target if effect[1] == "target" and target is not None else effect[1]
            if effect[0] == "set":
                state["values"][entity, effect[2]] = effect[3]
            elif effect[0] == "add":
                kind = self.world["entities"][entity]["kinds"][effect[2]]
                total = (state["values"][entity, effect[2]] or 0) + effect[3]
                low, high = kind[1] if len(kind) > 1 else (-(2**63), 2**63 - 1)
                state["values"][entity, effect[2]] = max(low, min(high, total))
            elif effect[0] == "destroy":
                state["containers"][entity] = "destroyed"
            elif entity == "player":
                state["place"] = effect[2]
            elif state["containers"][entity] != "destroyed":
                state["containers"][entity] = self.meant(state, effect[2])

    # --- the flow ---

    def enter(self, state: State, name: str, entered: set[str], events: set[Event]) -> None:
        section = self.sections[name]
        if name in entered or not self.all_hold(state, section["gate"], None):
            state["talk"] = None
            return
        entered.add(name)
        events.add(("section", name))
        self.apply(state, section["effects"], None)
        if section["jump"]:
            self.jump(state, section["jump"], section, entered, events)
        else:
            state["talk"] = ("section", name)

    def jump(self, state: State, jump: Any, section: World, entered: set[str], events: set[Event]) -> None:
        if jump[0] == "section":
            self.enter(state, jump[1], entered, events)
            return
        state["talk"] = None
        if jump[0] == "end":
            events.add(("end", ""))
            return
        for exit in self.world["exits"]:
            if (exit["from"], exit["name"]) == (section["location"], jump[1]) and self.can_go(state, exit):
                self.go(state, exit, events)
                return

    def can_go(self, state: State, exit: World) -> bool:
        return bool(exit["from"] == state["place"]) and self.all_hold(state, exit["conditions"], None)

    def go(self, state: State, exit: World, events: set[Event]) -> None:
        events.add(("exit", f"{exit['from']}/{exit['name']}"))
        state["place"], state["talk"] = exit["to"], None

    def menu(self, talk: Any) -> list[World]:
        if talk is None:
            return []
        listed: list[World] = (
            self.sections[talk[1]]["choices"] if talk[0] == "section" else self.choices[talk[1]]["nested"]
        )
        return listed

    def settle(self, state: State, entered: set[str], events: set[Event]) -> None:
        while state["talk"] is not None and not any(self.targets(state, one) for one in self.menu(state["talk"])):
            kind, name = state["talk"]
            if kind == "choice":
                choice = self.choices[name]
                if choice["jump"]:
                    self.jump(state, choice["jump"], self.sections[choice["section"]], entered, events)
                else:
                    state["talk"] = ("section", choice["section"])
                continue
            section = self.sections[name]
            self.apply(state, section["effects_after"], None)
            if section["jump_after"]:
                self.jump(state, section["jump_after"], section, entered, events)
            else:
                state["talk"] = None

    # --- moves ---

    def moves(self, state: State) -> Iterator[tuple[str, State, set[Event]]]:
        for exit in self.world["exits"]:
            if self.can_go(state, exit):
                after, events = copied(state), set[Event]()
                self.go(after, exit, events)
                yield from self.finished(f"exit:{exit['from']}/{exit['name']}", after, set(), events)
        for section in self.world["sections"]:
            here = section["location"] in (None, state["place"])
            if here and section["opens"] and self.all_hold(state, section["gate"], None):
                after, events, entered = copied(state), set[Event](), set[str]()
                self.enter(after, section["name"], entered, events)
                yield from self.finished(f"section:{section['name']}", after, entered, events)
        for choice in self.menu(state["talk"]):
            for target in self.targets(state, choice):
                after, events = copied(state), {("choice", choice["id"])}
                after["taken"].add(choice["id"]) if not choice["sticky"] else None
                self.apply(after, choice["effects"], target)
                after["talk"] = ("choice", choice["id"])
                yield from self.finished(f"choice:{choice['id']}", after, set(), events)

    def finished(
        self, name: str, state: State, entered: set[str], events: set[Event]
    ) -> Iterator[tuple[str, State, set[Event]]]:
        self.settle(state, entered, events)
        for after, happened in self.rules(state, events, self.world["rules"]):
            self.settle(after, set(), happened)
            yield name, after, happened

    def rules(self, state: State, events: set[Event], rules: list[World]) -> Iterator[tuple[State, set[Event]]]:
        if not rules:
            yield state, events
            return
        rule, *others = rules
        candidates = rule["select"] if rule["select"] is not None else [None]
        fit = [
            one
            for one in candidates
            if (one is None or self.container(state, one) != "destroyed")
            and self.all_hold(state, rule["conditions"], one)
        ]
        for one in fit:
            after = copied(state)
            self.apply(after, rule["effects"], one)
            yield from self.rules(after, {*events, ("rule", rule["name"])}, others)
        if not fit:
            yield from self.rules(state, events, others)

    # --- exploring ---

    def explored(self, most: int) -> tuple[dict[Any, int], dict[Any, State], dict[Any, set[Any]], set[Event], bool]:
        """The depth of each state by its key, the states, the keys after each, all events, and whether that is all."""
        start = self.initial()
        depths, states, after = {key(start): 0}, {key(start): start}, dict[Any, set[Any]]()
        happened: set[Event] = set()
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if len(depths) > most:
                return depths, states, after, happened, False
            after[key(state)] = set()
            for _, other, events in self.moves(state):
                happened |= events
                after[key(state)].add(key(other))
                if key(other) not in depths:
                    depths[key(other)] = depths[key(state)] + 1
                    states[key(other)] = other
                    queue.append(other)
        return depths, states, after, happened, True

    def shortest(self, events: set[Event], conditions: list[Any], most: int) -> tuple[int | None, bool, int]:
        """The length of a shortest way to a goal, whether all states were explored, and the depth that was."""
        start = self.initial()
        if not events and self.all_hold(start, conditions, None):
            return 0, True, 0
        seen = {(key(start), frozenset[Event]())}
        queue = deque([(start, frozenset[Event](), 0)])
        while queue:
            state, had, depth = queue.popleft()
            if len(seen) > most:
                return None, False, depth
            for _, after, happened in self.moves(state):
                has = had | (happened & events)
                if has == events and self.all_hold(after, conditions, None):
                    return depth + 1, True, depth
                if (key(after), has) not in seen:
                    seen.add((key(after), has))
                    queue.append((after, has, depth + 1))
        return None, True, 0
