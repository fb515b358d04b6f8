"""Looks for a way in a small part of the world: what a relaxed plan needs, then what may help it, ring by ring.

The plan is read off an `Abstraction`: of everything that may happen it knows the first cause. What it lacks is what one
thing takes from another, so the part is searched, and the way that is found is replayed in the whole world.
"""

from collections.abc import Iterable, Iterator, Set
from decimal import Decimal

from queries.world.play.abstraction import Abstraction
from queries.world.play.cone import is_anchor
from queries.world.play.formulas import PLACE, TALK, Add, All, Assign, Compare, Formula, Here, Not, Variable, holds
from queries.world.play.goals import Goals
from queries.world.play.literals import Literal, literals_of
from queries.world.play.machine import Event, Move, Part
from queries.world.play.model import Model
from queries.world.play.parts import with_variables
from queries.world.play.ranges import Cause, Given
from queries.world.play.sites import Site
from queries.world.play.values import compare

NEVER = 1_000_000


class Plan:
    """The choices, sections and rules that a goal needs, if nothing were ever taken away.

    What holds at the start needs nothing, unless its variable is `threatened`: then it may have to be restored.
    """

    def __init__(self, walked: Abstraction, threatened: frozenset[Variable]) -> None:
        self._walked = walked
        self._threatened = threatened
        self._model = walked.model
        self.causes: set[Cause] = set()
        self._nodes: set[int] = set()
        self._excluded: set[str] = set()

    def add(self, goals: Goals) -> None:
        """Add what some goals need."""
        for event in goals.events:
            self._add_event(event)
        literals = [literal for formula in goals.formulas for literal in literals_of(formula, True)]
        self._excluded = {
            literal.variable[1] for literal, _ in literals if literal.variable[0] == "taken" and _is_free(literal)
        }
        for formula in goals.formulas:
            node = self._node_of(formula)
            if node is not None:
                self._add_node(node)
                self._add_formula(formula, True, node)

    def written(self) -> frozenset[Variable]:
        """Return the variables that the plan changes."""
        return frozenset(
            name
            for name, given in self._walked.ranges.given.items()
            if any(given_value.cause in self.causes for given_value in given)
        )

    def broaden(self, goals: Goals) -> None:
        """Add all that makes a comparison of a goal true, not only what was first found to."""
        for formula in goals.formulas:
            for literal, truth in literals_of(formula, True):
                if isinstance(literal, Compare) and not self._at_start(literal, truth):
                    for given_value in self._walked.ranges.given[literal.variable]:
                        if isinstance(given_value.effect, Assign) and _makes(literal, truth, given_value):
                            self._add_cause(given_value.cause)

    def _node_of(self, formula: Formula) -> int | None:
        test = self._walked.both_of(formula).may
        return next((node for node in self._walked.nodes if test(node)), None)

    def _add_event(self, event: Event) -> None:
        found = self._walked.first.get(event)
        if found is not None:
            self._add_move(found.node, found.move)
            self._add_sites(event, found.node)

    def _add_sites(self, event: Event, node: int) -> None:
        kind, name = event
        if kind == "section":
            self._add_formula(self._walked.formula(("gate", name, 0)), True, node)
        elif kind == "rule":
            rule = next(rule for rule in self._model.rules if rule.name == name)
            for number in range(len(rule.outcomes)):
                self._add_cause(Cause("rule", name, number))

    def _add_cause(self, cause: Cause) -> None:
        found = self._walked.happened.get(cause)
        if found is None or cause in self.causes:
            return
        self.causes.add(cause)
        self._add_move(found.node, found.move)
        site: Site = (cause.kind if cause.kind != "section" else "gate", cause.id, cause.number)
        if cause.kind == "section":
            site = ("gate", cause.id, 0)
        self._add_formula(self._walked.formula(site), True, found.node)

    def _add_move(self, node: int, move: Move) -> None:
        self._add_node(node)
        if move.kind == "choice":
            outcomes = self._model.choices[move.id].outcomes
            number = next(at for at, outcome in enumerate(outcomes) if outcome.target == move.target)
            self._add_cause(Cause("choice", move.id, number, not self._model.choices[move.id].is_sticky))
        elif move.kind == "section":
            self._add_cause(Cause("section", move.id, 0))
        else:
            self._add_formula(self._walked.formula(("exit", move.id, 0)), True, node)

    def _add_node(self, node: int) -> None:
        """Add the way to a node."""
        while node not in self._nodes:
            self._nodes.add(node)
            talk = self._walked.word(node, TALK)
            _, before, move = self._walked.nodes[node]
            if move is None:
                return
            if talk.startswith("=="):
                self._add_cause(Cause("section", talk[2:], 0))
            self._add_move(before, move)
            node = before

    # --- formulas ----------------------------------------------------------------------------------------------------

    def _add_formula(self, formula: Formula, truth: bool, node: int) -> None:
        if isinstance(formula, Not):
            self._add_formula(formula.part, not truth, node)
        elif isinstance(formula, Compare | Here):
            for cause in self._causes_of(formula, truth, node):
                self._add_cause(cause)
        elif isinstance(formula, All) is truth:
            for part in formula.parts:
                self._add_formula(part, truth, node)
        elif formula.parts:
            self._add_formula(min(formula.parts, key=lambda part: self._round_of(part, truth, node)), truth, node)

    def _round_of(self, formula: Formula, truth: bool, node: int) -> int:
        """In which round a formula came to be possible."""
        if isinstance(formula, Not):
            return self._round_of(formula.part, not truth, node)
        if isinstance(formula, Compare | Here):
            given = list(self._givers(formula, truth, node))
            return max((giver.round for giver in given), default=0 if self._at_start(formula, truth) else NEVER)
        rounds = [self._round_of(part, truth, node) for part in formula.parts]
        return (max if isinstance(formula, All) is truth else min)(rounds, default=0)

    def _at_start(self, literal: Compare | Here, truth: bool) -> bool:
        if literal.variable in self._walked.ranges.followed:
            return True
        if literal.variable in self._threatened and self._walked.ranges.given[literal.variable]:
            return False
        return holds(literal, self._model.initial.__getitem__) is truth

    def _causes_of(self, literal: Compare | Here, truth: bool, node: int) -> Iterable[Cause]:
        return [] if self._at_start(literal, truth) else [giver.cause for giver in self._givers(literal, truth, node)]

    def _givers(self, literal: Compare | Here, truth: bool, node: int) -> Iterator[Given]:
        """Yield the first changes that make a comparison have a truth."""
        if self._at_start(literal, truth):
            return
        every = self._walked.ranges.given[literal.variable]
        given = [
            given_value
            for given_value in every
            if given_value.cause.kind != "choice" or given_value.cause.id not in self._excluded
        ]
        if isinstance(literal, Here):
            place = self._walked.word(node, PLACE)
            yield from [
                given_value
                for given_value in given
                if isinstance(given_value.effect, Assign) and (given_value.effect.value == place) is truth
            ][:1]
            return
        fixed = [
            given_value
            for given_value in given
            if isinstance(given_value.effect, Assign) and _makes(literal, truth, given_value)
        ]
        if fixed:
            yield fixed[0]
            return
        yield from self._sum(
            literal, truth, [given_value for given_value in given if isinstance(given_value.effect, Add)]
        )

    def _sum(self, literal: Compare, truth: bool, adds: list[Given]) -> Iterator[Given]:
        """Yield additions until a comparison of a number has a truth."""
        start = self._model.initial[literal.variable]
        total = start if isinstance(start, Decimal) else Decimal(0)
        operand = literal.operand
        for given_value in adds:
            assert isinstance(given_value.effect, Add)
            if (
                isinstance(operand, Decimal)
                and (operand > total) is not (given_value.effect.amount > 0)
                and operand != total
            ):
                continue
            yield given_value
            total += given_value.effect.amount
            if not given_value.cause.is_once or compare(total, literal.operator, operand) is truth:
                return


def _is_free(literal: Compare | Here) -> bool:
    """Whether a comparison of a choice asks that it is not taken."""
    return isinstance(literal, Compare) and literal.operand is False


def _makes(literal: Compare, truth: bool, given: Given) -> bool:
    assert isinstance(given.effect, Assign)
    return compare(given.effect.value, literal.operator, literal.operand) is truth


def rings(model: Model, walked: Abstraction, goals: Goals, avoided: Goals) -> Iterator[Part]:
    """Yield growing parts of a world in which a way to the goals may be: what a relaxed plan needs, then also what may
    help its conditions, and so on."""
    plan = Plan(walked, frozenset())
    plan.add(goals)
    yield _part_of(model, plan, goals, avoided)
    threatened: frozenset[Variable] = frozenset()
    while threatened != (threatened := threatened | plan.written()):
        plan = Plan(walked, threatened)
        plan.add(goals)
        yield _part_of(model, plan, goals, avoided)
    plan.broaden(goals)
    part = _part_of(model, plan, goals, avoided)
    yield part
    size = len(part.choices)
    while True:
        choices = part.choices | set(_helping(model, part, walked))
        part = _closed(model, choices, part.sections, goals, avoided)
        if len(part.choices) == size:
            return
        size = len(part.choices)
        yield part


def _part_of(model: Model, plan: Plan, goals: Goals, avoided: Goals) -> Part:
    choices = {cause.id for cause in plan.causes if cause.kind == "choice"}
    sections = {cause.id for cause in plan.causes if cause.kind == "section"}
    sections |= {name for kind, name in goals.events if kind == "section"}
    return _closed(model, choices, sections, goals, avoided)


def _helping(model: Model, part: Part, walked: Abstraction) -> Iterator[str]:
    """The possible choices that may make something true that the part reads."""
    needed: set[tuple[Variable, Literal]] = set()
    for name in part.choices:
        for literal in literals_of(model.available(name), True):
            needed.add((literal[0].variable, literal))
    for name in part.exits:
        for clause in model.exits[name].clauses:
            needed |= {(literal[0].variable, literal) for literal in literals_of(clause.formula, True)}
    read = {variable for variable, _ in needed}
    for name, choice in model.choices.items():
        if name not in part.choices and ("choice", name) in walked.first:
            changed = {effect.effect.variable for each in choice.outcomes for effect in each.effects if effect.effect}
            if changed & read:
                yield name


def _closed(model: Model, choices: Set[str], sections: Set[str], goals: Goals, avoided: Goals) -> Part:
    """Return the part of some choices and sections, with the menus that lead to them. A menu that may become empty is
    kept whole."""
    kept: set[str] = set()
    homes: set[str] = set()
    queue = [*sorted(choices), *(f"=={name}" for name in sorted(sections))]
    while queue:
        name = queue.pop()
        if name.startswith("=="):
            if name[2:] not in homes:
                homes.add(name[2:])
                queue += _whole_menu(model, name)
        elif name not in kept:
            choice = model.choices[name]
            kept.add(name)
            queue += [
                f"=={choice.section}",
                *([choice.parent] if choice.parent else []),
                *_whole_menu(model, f"*{name}"),
            ]
            if choice.jump is not None and choice.jump.kind == "section":
                queue.append(f"=={choice.jump.target}")
    rules = frozenset(rule.name for rule in model.rules)
    part = Part(model.exits.keys(), homes, kept, rules, frozenset())
    return with_variables(model, part, [*goals.formulas, *avoided.formulas])


def _whole_menu(model: Model, menu: str) -> tuple[str, ...]:
    names = model.menu(menu)
    return () if any(is_anchor(model.choices[name]) for name in names) else names
