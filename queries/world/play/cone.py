"""What a goal can depend on (Q5): the rest of the world is left out of the search.

Backwards from the goal: what makes true what it reads, what the conditions of that read, and the sections, choices and
jumps by which play gets there. A condition that nothing of the kept part can make false is left out with what it reads.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from queries.world.play.formulas import (
    PLACE,
    Effect,
    Formula,
    Lookup,
    Variable,
    holds,
    is_constant,
    read_by,
    simplified,
)
from queries.world.play.goals import Goals
from queries.world.play.literals import Literal, Literals, literals_of, without
from queries.world.play.machine import END, Event, Part
from queries.world.play.model import Choice, Clause, Jump, Model, Outcome, Section, Written, conjunction, taken
from queries.world.play.parts import changes_of, variables_changed, whole, with_variables
from queries.world.play.surroundings import kept_locations


class Reduced(NamedTuple):
    """A part of a world that decides a question, with its goals: conditions that always hold there are left out."""

    model: Model
    part: Part
    goals: Goals
    avoided: Goals


def cone(model: Model, goals: Goals, avoided: Goals) -> Reduced:
    """Return the part of a world that decides whether a goal is reached from its initial state, and how soon."""
    if _is_impossible(model, goals):
        nothing = Part(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())
        formulas = [*goals.formulas, *avoided.formulas]
        return Reduced(model, with_variables(model, nothing, formulas), goals, avoided)
    grown = _Cone(model, goals, avoided)
    if grown.grow():
        return grown.reduced()
    formulas = [*goals.formulas, *avoided.formulas]
    return Reduced(model, whole(model, formulas), goals, avoided)


def _is_impossible(model: Model, goals: Goals) -> bool:
    """Whether a goal contradicts itself, in every state there could be."""
    chosen = [name for kind, name in goals.events if kind == "choice"]
    formulas = [*goals.formulas, *(model.available(name) for name in chosen)]
    return any(is_constant(simplified(formula), False) for formula in formulas)


class _Cone:
    """Grows until nothing more is needed."""

    def __init__(self, model: Model, goals: Goals, avoided: Goals) -> None:
        self._model, self._goals, self._avoided = model, goals, avoided
        self._start: Lookup = model.initial.__getitem__
        self._events: set[Event] = {*goals.events, *avoided.events}
        self._sections: set[str] = set()
        self._choices: set[str] = set()
        self._rules: set[str] = set()
        self._exits: set[str] = set()
        self._literals = Literals({}, frozenset(), frozenset())
        self._jumped_to = {(jump.kind, jump.target) for jump in _jumps(model)}
        menus = (*(f"=={name}" for name in model.sections), *(f"*{name}" for name in model.choices))
        self._anchored = {menu: any(is_anchor(model.choices[name]) for name in model.menu(menu)) for menu in menus}

    # --- growing -----------------------------------------------------------------------------------------------------

    def grow(self) -> bool:
        """Add what is needed. Return whether the rules allow to leave anything out."""
        size: tuple[int, ...] = ()
        while size != self._size():
            size = self._size()
            self._exits = self._kept_exits()
            self._literals = self._needed()
            for name, choice in self._model.choices.items():
                if name not in self._choices and self._needs_choice(choice):
                    self._keep_choice(name)
            for section in self._model.sections.values():
                if section.id not in self._sections and self._needs_section(section):
                    self._keep_section(section)
            self._rules |= {rule.name for rule in self._model.rules if self._concerns(rule.outcomes, rule.name)}
        return self._rules_are_harmless()

    def _size(self) -> tuple[int, ...]:
        return len(self._choices), len(self._sections), len(self._rules), len(self._exits), self._literals.size

    @property
    def _part(self) -> Part:
        return Part(self._exits, self._sections, self._choices, self._rules, frozenset())

    def _formulas(self) -> Iterator[tuple[Formula, bool]]:
        """The conditions of what is kept, with the truth that play needs them to have."""
        yield from ((formula, True) for formula in self._goals.formulas)
        yield from ((formula, False) for formula in self._avoided.formulas)
        yield from ((conjunction(self._model.exits[name].clauses), True) for name in self._exits)
        yield from ((conjunction(self._model.sections[name].gate), True) for name in self._sections)
        yield from ((self._model.available(name), True) for name in self._choices)
        for rule in self._model.rules:
            if rule.name in self._rules:
                yield from ((conjunction(outcome.clauses), True) for outcome in rule.outcomes)

    def _needed(self) -> Literals:
        found = {literal for formula, truth in self._formulas() for literal in literals_of(formula, truth)}
        changes = list(changes_of(self._model, self._part))
        used_up = [taken(name) for name in self._choices if not self._model.choices[name].is_sticky]
        return Literals.of(found, self._exact(), changes, used_up, self._start, self._model.kinds)

    def _exact(self) -> frozenset[Variable]:
        """What must be as in the whole world, since the flow may turn on it either way: empty menus, and conditions
        that end the talk when they do not hold."""
        read: set[Variable] = {PLACE}
        for name in self._sections:
            section = self._model.sections[name]
            if not self._anchored[f"=={name}"]:
                read |= self._read_by_menu(section.choices)
            if ("section", name) in self._jumped_to:
                read |= read_by(conjunction(section.gate))
        for name in self._choices:
            if self._model.choices[name].nested and not self._anchored[f"*{name}"]:
                read |= self._read_by_menu(self._model.choices[name].nested)
        for name in self._exits:
            if ("exit", name) in self._jumped_to:
                read |= read_by(conjunction(self._model.exits[name].clauses))
        return frozenset(read)

    def _read_by_menu(self, names: Iterable[str]) -> set[Variable]:
        return {variable for name in names for variable in read_by(self._model.available(name))}

    def _kept_exits(self) -> set[str]:
        home = str(self._start(PLACE)).removeprefix("#")
        places = kept_locations(self._model, self._part, self._goals, self._avoided, self._events, home)
        return {
            name
            for name, exit in self._model.exits.items()
            if (exit.place in places and exit.destination in places) or ("exit", name) in self._events
        }

    # --- choices and sections ----------------------------------------------------------------------------------------

    def _helps(self, effects: Iterable[Written]) -> bool:
        return any(effect.effect is not None and self._literals.is_helped_by(effect.effect) for effect in effects)

    def _needs_choice(self, choice: Choice) -> bool:
        if ("choice", choice.id) in self._events or self._literals.is_used_up(taken(choice.id)):
            return True
        if any(self._helps(outcome.effects) for outcome in choice.outcomes):
            return True
        if any(inner in self._choices for inner in choice.nested):
            return True
        return self._leads_on(choice.jump, choice.section)

    def _leads_on(self, jump: Jump | None, home: str) -> bool:
        """Whether a jump leads to something needed that is not where it comes from."""
        if jump is None:
            return False
        if jump.kind == "section" and jump.target == home:
            section = self._model.sections[home]
            return self._helps(section.effects) or section.jump is not None or ("section", home) in self._events
        if jump.kind == "section":
            return jump.target in self._sections
        return jump.kind == "exit" or END in self._events

    def _needs_section(self, section: Section) -> bool:
        if ("section", section.id) in self._events:
            return True
        if any(self._model.choices[name].section == section.id for name in self._choices):
            return True
        if self._helps((*section.effects, *section.effects_after)):
            return True
        return any(self._leads_on(jump, section.id) for jump in (section.jump, section.jump_after))

    def _keep_section(self, section: Section) -> None:
        self._sections.add(section.id)
        if not self._anchored[f"=={section.id}"]:
            for name in section.choices:
                self._keep_choice(name)

    def _keep_choice(self, name: str) -> None:
        """Keep a choice, its section, the choices around it, and all that are nested in it: they lead back."""
        self._choices.add(name)
        choice = self._model.choices[name]
        for other in (*choice.nested, *((choice.parent,) if choice.parent else ())):
            if other not in self._choices:
                self._keep_choice(other)
        if choice.section not in self._sections:
            self._keep_section(self._model.sections[choice.section])

    # --- rules -------------------------------------------------------------------------------------------------------

    def _concerns(self, outcomes: Iterable[Outcome], name: str) -> bool:
        """Whether a rule changes something that is read, or is itself the goal."""
        changed = {
            variable for outcome in outcomes for variable in variables_changed(each.effect for each in outcome.effects)
        }
        return ("rule", name) in self._events or bool(changed & self._literals.variables)

    def _rules_are_harmless(self) -> bool:
        """Whether rules only help, whenever they fire: then no move is needed to give them a turn.

        Each must set what is read to what all of it needs, must not hold at the start, and must be found true in the
        turn after the move that made it so: no later rule and no effect of a section may do that.
        """
        sections = [effect for name in self._sections for effect in _section_effects(self._model.sections[name])]
        written = variables_changed(sections)
        for rule in reversed([rule for rule in self._model.rules if rule.name in self._rules]):
            if len(rule.outcomes) != 1:
                return False
            (outcome,) = rule.outcomes
            guard = conjunction(outcome.clauses)
            effects = [effect.effect for effect in outcome.effects if effect.effect is not None]
            concerning = [effect for effect in effects if effect.variable in self._literals.variables]
            written |= variables_changed(effects)
            reads = read_by(guard)
            if not all(self._literals.is_only_helped_by(effect) for effect in concerning):
                return False
            if reads & written or PLACE in reads or holds(guard, self._start):
                return False
        return True

    # --- the result --------------------------------------------------------------------------------------------------

    def reduced(self) -> Reduced:
        """Return the part, without the conditions that always hold in it."""
        assumed = self._literals.assumed

        def shortened(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
            return tuple(clause._replace(formula=without(clause.formula, assumed, True)) for clause in clauses)

        def bound(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
            return tuple(outcome._replace(clauses=shortened(outcome.clauses)) for outcome in outcomes)

        model = replace(
            self._model,
            exits={name: exit._replace(clauses=shortened(exit.clauses)) for name, exit in self._model.exits.items()},
            sections={
                name: section._replace(gate=shortened(section.gate)) for name, section in self._model.sections.items()
            },
            choices={
                name: choice._replace(outcomes=bound(choice.outcomes)) for name, choice in self._model.choices.items()
            },
            rules=tuple(rule._replace(outcomes=bound(rule.outcomes)) for rule in self._model.rules),
        )
        goals, avoided = _shortened(self._goals, assumed, True), _shortened(self._avoided, assumed, False)
        formulas = [*goals.formulas, *avoided.formulas]
        return Reduced(model, with_variables(model, self._part, formulas), goals, avoided)


def _shortened(goals: Goals, assumed: frozenset[Literal], truth: bool) -> Goals:
    return Goals(
        tuple(
            goal if goal.formula is None else goal._replace(formula=without(goal.formula, assumed, truth))
            for goal in goals.goals
        )
    )


def _jumps(model: Model) -> Iterator[Jump]:
    parts = [*(choice.jump for choice in model.choices.values())]
    for section in model.sections.values():
        parts += [section.jump, section.jump_after]
    return (part for part in parts if part is not None)


def _section_effects(section: Section) -> Iterator[Effect | None]:
    return (effect.effect for effect in (*section.effects, *section.effects_after))


def is_anchor(choice: Choice) -> bool:
    """Whether a choice is always available, so that its menu is never empty."""
    return choice.is_sticky and any(is_constant(conjunction(outcome.clauses), True) for outcome in choice.outcomes)
