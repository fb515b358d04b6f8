"""All that may happen in a world, and more: the moves and the flow with few variables followed, the others by `Ranges`.

A node is a state of the followed variables only, at least the place and the talk. A condition on others may hold
if some of their values let it; where it may and may not hold, the flow goes both ways. So every playthrough is a walk
over nodes, but not every walk is a playthrough: what no walk does, no playthrough does.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from queries.world.play.compiled import Run, Test, run_of, test_of
from queries.world.play.formulas import PLACE, TALK, Assign, AssignHere, Effect, Formula, Variable, at
from queries.world.play.layout import Layout
from queries.world.play.machine import END, Event, Move
from queries.world.play.model import Jump, Model, Rule, choice_menu, section_menu, taken
from queries.world.play.parts import part_layout, whole
from queries.world.play.ranges import Cause, Ranges, placed
from queries.world.play.sites import Site, moves_of, sites
from queries.world.play.values import Value

Charge = Callable[[int], None]
STEPS_A_NODE = 20  # of the request's work
Entered = frozenset[str]


class Both(NamedTuple):
    """Whether a condition may hold at a node, and whether it may not."""

    may: Test
    may_not: Test


class Happened(NamedTuple):
    """When something was first found to be possible: the round, the node, and the move that began it."""

    round: int
    node: int
    move: Move


class Edge(NamedTuple):
    """A move at a node, and the nodes it may lead to. `is_sure`: it is possible in every state of the node."""

    move: Move
    is_sure: bool
    nodes: frozenset[int]


@dataclass(slots=True)
class Abstraction:
    """Walks over the nodes of a world until nothing new is possible.

    Events that are `marked` leave a bit in a node, and nothing is walked behind it. `graph` has the moves of all nodes.
    """

    model: Model
    variables: frozenset[Variable]
    marked: tuple[Event, ...] = ()
    goals: tuple[Formula, ...] = ()
    layout: Layout = field(init=False)
    ranges: Ranges = field(init=False)
    marks: Mapping[Event, int] = field(init=False)
    happened: dict[Cause, Happened] = field(default_factory=dict)
    first: dict[Event, Happened] = field(default_factory=dict)
    nodes: dict[int, tuple[int, int, Move | None]] = field(default_factory=dict)
    graph: dict[int, list[Edge]] = field(default_factory=dict)
    looked: dict[Site, set[int]] = field(default_factory=lambda: defaultdict(set))
    _formulas: dict[Site, Formula] = field(default_factory=dict)
    _tests: dict[Site, Both] = field(default_factory=dict)
    _runs: dict[tuple[Cause, Value], Run] = field(default_factory=dict)
    _moves: dict[str, list[tuple[Move, Site]]] = field(default_factory=dict)
    _ruled: dict[int, frozenset[int]] = field(default_factory=dict)
    _pending: list[tuple[tuple[Effect | None, ...], Cause]] = field(default_factory=list)
    is_fixed: bool = False
    _round: int = 0
    _origin: tuple[int, Move] = field(default=(0, Move("", "")))

    def __post_init__(self) -> None:
        followed = frozenset({PLACE, TALK, *self.variables})
        part = replace(whole(self.model, self.goals), variables=followed)
        self.layout = part_layout(self.model, part, self.goals)
        self.ranges = Ranges(self.model.initial, self.model.kinds, followed)
        self._formulas = dict(sites(self.model))
        self.marks = {event: 1 << self.layout.width + number for number, event in enumerate(self.marked)}

    def refined(self, variables: frozenset[Variable]) -> "Abstraction":
        """Return an abstraction that follows more variables, and takes what the others may be from this one."""
        made = Abstraction(self.model, self.variables | variables, self.marked, self.goals)
        made.ranges = self.ranges.following(made.ranges.followed)
        made.is_fixed = True
        return made

    # --- walking -----------------------------------------------------------------------------------------------------

    def walk(self, charge: Charge, max_nodes: int) -> bool:
        """Walk until nothing new is possible. Return whether all was walked within the bound of nodes."""
        size = -1
        while size != (size := len(self.happened) + len(self.nodes) + self.ranges.size):
            self._round += 1
            self._tests.clear()
            self._ruled.clear()
            queue = [self.start]
            seen = {self.start}
            self.nodes.setdefault(self.start, (self._round, self.start, None))
            for node in queue:
                if node >> self.layout.width:
                    continue
                charge(STEPS_A_NODE)
                edges = self.graph[node] = list(self.edges(node))
                for edge in edges:
                    for after in edge.nodes - seen:
                        if len(seen) >= max_nodes:
                            return False
                        seen.add(after)
                        queue.append(after)
                        self.nodes.setdefault(after, (self._round, node, edge.move))
            if self.is_fixed:
                break
            for effects, cause in self._pending:
                self.ranges.add(effects, cause, self._round)
            self._pending.clear()
        return True

    def way(self, node: int) -> Iterator[tuple[int, Move]]:
        """Yield the nodes and moves by which a node was first found, the last one first."""
        _, before, move = self.nodes[node]
        while move is not None:
            yield before, move
            _, before, move = self.nodes[before]

    @property
    def start(self) -> int:
        return self.layout.packed({name: self.model.initial[name] for name in self.layout.fields})

    def word(self, node: int, variable: Variable) -> str:
        """Return the place or the talk of a node."""
        return str(self.layout.value(node, variable))

    def edges(self, node: int) -> Iterator[Edge]:
        """Yield the moves that may be possible at a node."""
        talk = self.word(node, TALK)
        for move, site in (*self._offered(self.word(node, PLACE)), *(self._offered(talk) if talk else ())):
            yield from self._edge(node, move, site)

    def _offered(self, word: str) -> list[tuple[Move, Site]]:
        """The moves of a place or of a menu."""
        found = self._moves.get(word)
        if found is None:
            found = self._moves[word] = list(moves_of(self.model, word))
        return found

    def _edge(self, node: int, move: Move, site: Site) -> Iterator[Edge]:
        test = self.both(site)
        if not test.may(node):
            return
        self._origin = (node, move)
        found: set[int] = set()
        for after in self._made(node, move, site[2]):
            found.update(self._after_rules(after))
        yield Edge(move, not test.may_not(node), frozenset(found))

    def both(self, site: Site) -> Both:
        """Return whether a condition may hold, and may not, with the values that were possible before this round."""
        made = self._tests.get(site)
        if made is None:
            made = self._tests[site] = self.both_of(self._formulas[site])
        return made

    def both_of(self, formula: Formula, ranges: Ranges | None = None) -> Both:
        """Return whether a formula may hold, and may not hold; other ranges may be closer."""
        known = ranges or self.ranges
        holds, fails = known.relaxed(formula, True), known.relaxed(formula, False)
        return Both(test_of(holds, self.layout), test_of(fails, self.layout))

    def formula(self, site: Site) -> Formula:
        return self._formulas[site]

    # --- what happens ------------------------------------------------------------------------------------------------

    def _happen(self, node: int, cause: Cause, effects: Iterable[Effect | None], event: Event | None = None) -> int:
        """Take note of something that happens; return the node after it."""
        listed = tuple(effects)
        key = (
            cause,
            self.layout.value(node, PLACE) if any(isinstance(effect, AssignHere) for effect in listed) else None,
        )
        if key not in self._runs:
            listed = tuple(placed(listed, key[1]))
            self._runs[key] = run_of(listed, self.layout)
            self._pending.append((listed, cause))
            self.happened.setdefault(cause, Happened(self._round, *self._origin))
        after = self._runs[key](node)
        return self._meet(after, event) if event is not None else after

    def _meet(self, node: int, event: Event) -> int:
        if event not in self.first:
            self.first[event] = Happened(self._round, *self._origin)
        return node | self.marks.get(event, 0)

    def _made(self, node: int, move: Move, number: int) -> Iterator[int]:
        nothing: Entered = frozenset()
        if move.kind == "exit":
            yield self._gone(node, move.id)
        elif move.kind == "section":
            for after, entered in self._enter(move.id, node, nothing):
                yield from self._settled(after, entered)
        else:
            choice = self.model.choices[move.id]
            cause = Cause("choice", move.id, number, not choice.is_sticky)
            used = () if choice.is_sticky else (Assign(taken(move.id), True),)
            effects = (*used, *(effect.effect for effect in choice.outcomes[number].effects))
            after = self._happen(node, cause, effects, ("choice", move.id))
            if choice.nested:
                yield from self._settled(self._offer(after, choice_menu(move.id)), nothing)
            else:
                for state_after, entered in self._leave(move.id, after, nothing):
                    yield from self._settled(state_after, entered)

    def _gone(self, node: int, name: str) -> int:
        place = self.layout.fields[PLACE]
        node = self._meet(self._silent(node), ("exit", name))
        kept = node & ~(place.mask << place.shift)
        return kept | place.encoded(at(self.model.exits[name].destination)) << place.shift

    def _silent(self, node: int) -> int:
        talk = self.layout.fields[TALK]
        return node & ~(talk.mask << talk.shift)

    def _offer(self, node: int, menu: str) -> int:
        talk = self.layout.fields[TALK]
        return self._silent(node) | talk.encoded(menu) << talk.shift

    # --- the flow (F1 to F5) -----------------------------------------------------------------------------------------

    def _settled(self, node: int, entered: Entered) -> Iterator[int]:
        """Yield the nodes in which the flow may stop."""
        talk = self.word(node, TALK)
        if not talk:
            yield node
            return
        tests = [self.both(("available", name, 0)) for name in self.model.menu(talk)]
        if any(test.may(node) for test in tests):
            yield node
        if all(test.may_not(node) for test in tests):
            onward = self._fall(talk[2:], node, entered) if talk[:2] == "==" else self._leave(talk[1:], node, entered)
            for after, others in onward:
                yield from self._settled(after, others)

    def _leave(self, name: str, node: int, entered: Entered) -> Iterator[tuple[int, Entered]]:
        choice = self.model.choices[name]
        if choice.jump:
            yield from self._jump(choice.jump, node, entered)
        else:
            yield self._offer(node, section_menu(choice.section)), entered

    def _fall(self, name: str, node: int, entered: Entered) -> Iterator[tuple[int, Entered]]:
        section = self.model.sections[name]
        after = self._happen(node, Cause("section", name, 1), (effect.effect for effect in section.effects_after))
        if section.jump_after:
            yield from self._jump(section.jump_after, after, entered)
        else:
            yield self._silent(after), entered

    def _enter(self, name: str, node: int, entered: Entered) -> Iterator[tuple[int, Entered]]:
        section = self.model.sections[name]
        gate = self.both(("gate", name, 0))
        self.looked["gate", name, 0].add(node)
        if name in entered or gate.may_not(node):
            yield self._silent(node), entered
        if name in entered or not gate.may(node):
            return
        effects = (effect.effect for effect in section.effects)
        after = self._happen(node, Cause("section", name, 0), effects, ("section", name))
        entered = entered | {name}
        if section.jump:
            yield from self._jump(section.jump, after, entered)
        else:
            yield self._offer(after, section_menu(name)), entered

    def _jump(self, jump: Jump, node: int, entered: Entered) -> Iterator[tuple[int, Entered]]:
        if jump.kind == "section":
            if jump.target in self.model.sections:
                yield from self._enter(jump.target, node, entered)
            else:
                yield self._silent(node), entered
        elif jump.kind == "exit" and jump.target in self.model.exits:
            one = self.model.exits[jump.target]
            test = self.both(("passed", one.id, 0))
            if test.may(node):
                yield self._gone(node, one.id), entered
            if test.may_not(node):
                yield self._silent(node), entered
        else:
            after = self._silent(node)
            yield (self._meet(after, END) if jump.kind == "end" else after), entered

    # --- rules (R1, R2) ----------------------------------------------------------------------------------------------

    def _after_rules(self, node: int) -> frozenset[int]:
        made = self._ruled.get(node)
        if made is None:
            found = {node}
            for rule in self.model.rules:
                found = {after for state in found for after in self._tried(rule, state)}
            made = frozenset(after for state in found for after in self._settled(state, frozenset()))
            self._ruled[node] = made
        return made

    def _tried(self, rule: Rule, node: int) -> Iterator[int]:
        self.looked["rule", rule.name, 0].add(node)
        is_quiet = True
        for number, outcome in enumerate(rule.outcomes):
            test = self.both(("rule", rule.name, number))
            is_quiet = is_quiet and test.may_not(node)
            if test.may(node):
                effects = (each.effect for each in outcome.effects)
                yield self._happen(node, Cause("rule", rule.name, number), effects, ("rule", rule.name))
        if is_quiet:
            yield node
