"""The transitions of a world (M, F and R of docs/world-semantics.md) on packed states.

A machine plays a part of a world (`Part`): all of it, or what a goal depends on. Events that a goal asks for set a mark
in the state, above the bits of the world, and stay there (G2).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from queries.world.play.compiled import ALWAYS, Run, Test, as_function, compiled, run_of, test_of
from queries.world.play.formulas import TALK, All, Effect, Variable, at, is_equal
from queries.world.play.layout import Layout
from queries.world.play.model import (
    Jump,
    Model,
    Outcome,
    Rule,
    Section,
    Written,
    choice_menu,
    conjunction,
    section_menu,
    taken,
)

Event = tuple[str, str]  # ("section", "mill/greet"), ("exit", …), ("choice", …), ("rule", …), ("end", "")
END: Event = ("end", "")
Picks = tuple[tuple[str, str], ...]  # what the rules selected, if there was a choice: the rule and the entity
Watch = Callable[[str, int], None]  # the site, such as `rule:night falls`, and the state
Enter = Callable[[int, set[str]], int]


class Move(NamedTuple):
    """A move: `kind` is exit, section or choice. `target` is the entity that a choice is aimed at, if that matters."""

    kind: str
    id: str
    target: str | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}" + (f" -> @{self.target}" if self.target is not None else "")


@dataclass(frozen=True, slots=True)
class Part:
    """What of a world is played."""

    exits: Set[str]
    sections: Set[str]
    choices: Set[str]
    rules: Set[str]
    variables: Set[Variable]


class Menu(NamedTuple):
    """A menu: whether it is never empty, the tests of its choices, and how the flow goes on when it is empty."""

    is_never_empty: bool
    tests: tuple[Test, ...]
    leave: Enter


class Compiled(NamedTuple):
    """A move as the machine makes it. `run` ends with the flow, before the rules."""

    move: Move
    test: Test
    run: Run


class Machine:
    """Plays a part of a world. `marks` are the bits of the events that states remember.

    `watch` is told of each state in which the conditions of a rule, or of a section that is entered, are looked at.
    """

    def __init__(
        self, model: Model, layout: Layout, part: Part, events: Iterable[Event] = (), watch: Watch | None = None
    ) -> None:
        self.model, self.layout, self.part = model, layout, part
        self._watch = watch
        self.marks: Mapping[Event, int] = {
            event: 1 << layout.width + number for number, event in enumerate(dict.fromkeys(events))
        }
        talk = layout.fields[TALK]
        begun = {} if model.initial[TALK] in talk.words else {TALK: ""}  # a menu of what is left out
        self.start = layout.packed({**model.initial, **begun})
        self._talk_shift, self._talk_mask = talk.shift, talk.mask
        self._silent = ~(talk.mask << talk.shift)
        self._enter: dict[str, Enter] = {}
        for name, section in model.sections.items():
            if name in part.sections:
                self._enter[name] = self._entering(section)
        self._menus = [self._menu(str(word)) for word in talk.words]
        self._rules = [self._rule(rule) for rule in model.rules if rule.name in part.rules]
        self._has_picks = any(len(outcomes) > 1 for _, outcomes in self._rules)
        self._by_place = self._moves_by_place()
        self._by_talk = [self._choices(str(word)) for word in talk.words]
        place = layout.fields["place",]
        self._place_shift, self._place_mask = place.shift, place.mask
        exits_and_sections = [move for listed in self._by_place for move in listed]
        every = [*exits_and_sections, *(move for listed in self._by_talk for move in listed)]
        self.moves = list(dict.fromkeys(playable.move for playable in every))

    # --- moves -------------------------------------------------------------------------------------------------------

    def candidates(self, state: int) -> Iterator[Compiled]:
        """Yield the moves of the place and of the menu, possible or not, in their order (Q1)."""
        yield from self._by_place[state >> self._place_shift & self._place_mask]
        yield from self._by_talk[state >> self._talk_shift & self._talk_mask]

    def successors(self, state: int) -> Iterator[tuple[Move, Picks, int]]:
        """Yield each possible move with what the rules select and the state after it."""
        for listed in (
            self._by_place[state >> self._place_shift & self._place_mask],
            self._by_talk[state >> self._talk_shift & self._talk_mask],
        ):
            for move, test, run in listed:
                if test(state):
                    after = run(state)
                    if not self._rules:
                        yield move, (), after
                    elif not self._has_picks:
                        yield move, (), self._after_rules(after)
                    else:
                        for picks, outcome in self._outcomes(after):
                            yield move, picks, outcome

    def _moves_by_place(self) -> list[list[Compiled]]:
        """The exits of each place, then the sections that open there or everywhere."""
        moves: dict[str, list[Compiled]] = defaultdict(list)
        for exit in self.model.exits.values():
            if exit.id in self.part.exits:
                moves[at(exit.place)].append(self._exit(exit.id))
        places = [str(word) for word in self.layout.fields["place",].words]
        for section in self.model.sections.values():
            if section.opens and section.id in self.part.sections:
                begun = self._begin(section)
                for place in [at(section.location)] if section.location else places:
                    moves[place].append(begun)
        return [moves[place] for place in places]

    def _exit(self, name: str) -> Compiled:
        one = self.model.exits[name]
        return Compiled(Move("exit", name), test_of(conjunction(one.clauses), self.layout), self._going(name))

    def _going(self, name: str) -> Run:
        """Going through an exit: the talk ends there (M1)."""
        place = self.layout.fields["place",]
        keep = ~(place.mask << place.shift) & self._silent
        bits = place.encoded(at(self.model.exits[name].destination)) << place.shift | self.marks.get(("exit", name), 0)
        return lambda state: state & keep | bits

    def _begin(self, section: Section) -> Compiled:
        enter = self._enter[section.id]

        def run(state: int) -> int:
            entered: set[str] = set()
            return self._settled(enter(state, entered), entered)

        return Compiled(Move("section", section.id), test_of(conjunction(section.gate), self.layout), run)

    def _choices(self, talk: str) -> list[Compiled]:
        names = [name for name in self.model.menu(talk) if name in self.part.choices]
        return [self._choose(name, outcome) for name in names for outcome in self.model.choices[name].outcomes]

    def _choose(self, name: str, outcome: Outcome) -> Compiled:
        one = self.model.choices[name]
        free = [] if one.is_sticky else [is_equal(taken(name), False)]
        test = test_of(All((*free, conjunction(outcome.clauses))), self.layout)
        bits = self.marks.get(("choice", name), 0)
        field = self.layout.fields.get(taken(name))
        if field is not None:
            bits |= 1 << field.shift
        effects = run_of(_effects(outcome.effects), self.layout, also=(-1, bits))
        leave = self._offering(choice_menu(name)) if one.nested else self._leaving(name)

        def run(state: int) -> int:
            entered: set[str] = set()
            return self._settled(leave(effects(state), entered), entered)

        return Compiled(Move("choice", name, outcome.target), test, run)

    # --- the flow ----------------------------------------------------------------------------------------------------

    def _settled(self, state: int, entered: set[str]) -> int:
        """Leave empty menus (F1)."""
        while talk := state >> self._talk_shift & self._talk_mask:
            menu = self._menus[talk]
            if menu.is_never_empty or any(test(state) for test in menu.tests):
                break
            state = menu.leave(state, entered)
        return state

    def _menu(self, talk: str) -> Menu:
        names = [name for name in self.model.menu(talk) if name in self.part.choices]
        is_whole = len(names) == len(self.model.menu(talk))
        tests = [compiled(self.model.available(name), self.layout) for name in names]
        leave = self._ending if not talk else self._falling(talk[2:]) if talk[:2] == "==" else self._leaving(talk[1:])
        # Choices are left out only of menus that are never empty.
        return Menu(not is_whole or ALWAYS in tests, tuple(map(as_function, tests)), leave)

    def _ending(self, state: int, _entered: set[str]) -> int:
        return state & self._silent

    def _offering(self, menu: str) -> Enter:
        talk = self.layout.fields[TALK]
        keep, bits = self._silent, talk.encoded(menu) << talk.shift
        return lambda state, _entered: state & keep | bits

    def _leaving(self, name: str) -> Enter:
        """From the menu of a choice, or from a choice without one (F1)."""
        one = self.model.choices[name]
        return self._jumping(one.jump) if one.jump else self._offering(section_menu(one.section))

    def _falling(self, name: str) -> Enter:
        """From the empty menu of a section (F3)."""
        section = self.model.sections[name]
        effects = run_of(_effects(section.effects_after), self.layout)
        jump = self._jumping(section.jump_after) if section.jump_after else self._ending
        return lambda state, entered: jump(effects(state), entered)

    def _entering(self, section: Section) -> Enter:
        """Into a section (F2, F5)."""
        name = section.id
        gate = self._watched(f"section:{name}", test_of(conjunction(section.gate), self.layout))
        mark = self.marks.get(("section", name), 0)
        effects = run_of(_effects(section.effects), self.layout, also=(-1, mark))
        onward = self._jumping(section.jump) if section.jump else self._offering(section_menu(name))
        silent = self._silent

        def enter(state: int, entered: set[str]) -> int:
            if name in entered or not gate(state):
                return state & silent
            entered.add(name)
            return onward(effects(state), entered)

        return enter

    def _jumping(self, jump: Jump) -> Enter:
        """Along a jump (F4)."""
        if jump.kind == "section":
            target = jump.target
            return lambda state, entered: (
                self._enter[target](state, entered) if target in self._enter else state & self._silent
            )
        if jump.kind == "exit" and jump.target in self.model.exits:
            return self._jumping_out(jump.target)
        mark = self.marks.get(END, 0) if jump.kind == "end" else 0
        return lambda state, _entered: state & self._silent | mark

    def _jumping_out(self, name: str) -> Enter:
        one = self.model.exits[name]
        here = is_equal(("place",), at(one.place))
        test = test_of(All((here, conjunction(one.clauses))), self.layout)
        going = self._going(name)
        return lambda state, _entered: going(state) if test(state) else state & self._silent

    def _watched(self, site: str, test: Test) -> Test:
        watch = self._watch
        if watch is None:
            return test

        def watched(state: int) -> bool:
            watch(site, state)
            return test(state)

        return watched

    # --- rules -------------------------------------------------------------------------------------------------------

    def _rule(self, rule: Rule) -> tuple[str, list[tuple[Test, Run, Picks]]]:
        mark = self.marks.get(("rule", rule.name), 0)
        several = len(rule.outcomes) > 1
        return rule.name, [
            (
                self._watched(f"rule:{rule.name}", test_of(conjunction(outcome.clauses), self.layout)),
                run_of(_effects(outcome.effects), self.layout, also=(-1, mark)),
                ((rule.name, outcome.target),) if several and outcome.target is not None else (),
            )
            for outcome in rule.outcomes
        ]

    def _after_rules(self, state: int) -> int:
        """The turn of the rules, if none of them has a choice (R1), and the flow after it (M7)."""
        for _, outcomes in self._rules:
            for test, run, _picks in outcomes:
                if test(state):
                    state = run(state)
        return self._settled(state, set())

    def _outcomes(self, state: int) -> list[tuple[Picks, int]]:
        """All that the turn of the rules may lead to (R2)."""
        found: list[tuple[Picks, int]] = [((), state)]
        for _, outcomes in self._rules:
            following: list[tuple[Picks, int]] = []
            for picks, outcome in found:
                fired = [((*picks, *pick), run(outcome)) for test, run, pick in outcomes if test(outcome)]
                following += fired or [(picks, outcome)]
            found = following
        return [(picks, self._settled(outcome, set())) for picks, outcome in found]


def _effects(written: tuple[Written, ...]) -> list[Effect | None]:
    return [given_value.effect for given_value in written]
