"""The parts of a world that a machine plays, with the formulas that they read and the changes that they make."""

from collections.abc import Iterable, Iterator, Sequence

from queries.world.play.formulas import PLACE, TALK, Effect, Formula, Variable, read_by
from queries.world.play.layout import Change, Layout, layout_of
from queries.world.play.machine import Event, Machine, Part, Watch
from queries.world.play.model import Model, choice_menu, conjunction, section_menu


def whole(model: Model, goals: Iterable[Formula] = ()) -> Part:
    """Return all of a world, with the variables that something reads (Q4)."""
    rules = frozenset(rule.name for rule in model.rules)
    part = Part(model.exits.keys(), model.sections.keys(), model.choices.keys(), rules, frozenset())
    return with_variables(model, part, goals)


def everything(model: Model) -> Part:
    """Return all of a world, with all of its variables: what a state is shown from."""
    rules = frozenset(rule.name for rule in model.rules)
    return Part(model.exits.keys(), model.sections.keys(), model.choices.keys(), rules, model.initial.keys())


def with_variables(model: Model, part: Part, goals: Iterable[Formula]) -> Part:
    """Return a part with the variables that it or a goal reads."""
    read = {PLACE, TALK}
    for formula in (*formulas_of(model, part), *goals):
        read |= read_by(formula)
    return Part(part.exits, part.sections, part.choices, part.rules, frozenset(read & model.initial.keys()))


def machine_of(
    model: Model,
    part: Part,
    goals: Sequence[Formula] = (),
    events: Iterable[Event] = (),
    *,
    is_exact: bool = False,
    watch: Watch | None = None,
) -> Machine:
    """Return the machine of a part. With `is_exact`, numbers are not bounded by what is compared (Q3)."""
    return Machine(model, part_layout(model, part, goals, is_exact=is_exact), part, events, watch)


def part_layout(model: Model, part: Part, goals: Sequence[Formula], *, is_exact: bool = False) -> Layout:
    """Return the layout of the variables of a part."""
    menus = [section_menu(name) for name in model.sections if name in part.sections]
    menus += [choice_menu(name) for name, choice in model.choices.items() if name in part.choices and choice.nested]
    return layout_of(
        [name for name in model.initial if name in part.variables],
        model.initial,
        model.kinds,
        [*formulas_of(model, part), *goals],
        changes_of(model, part),
        model.locations,
        menus,
        is_exact=is_exact,
    )


def formulas_of(model: Model, part: Part) -> Iterator[Formula]:
    """Yield what the exits, sections, choices and rules of a part read."""
    for name in part.exits:
        yield conjunction(model.exits[name].clauses)
    for name in part.sections:
        yield conjunction(model.sections[name].gate)
    for name in part.choices:
        yield model.available(name)
    for rule in model.rules:
        if rule.name in part.rules:
            yield from (conjunction(outcome.clauses) for outcome in rule.outcomes)


def changes_of(model: Model, part: Part) -> Iterator[Change]:
    """Yield the effects of a part."""
    for name in part.choices:
        choice = model.choices[name]
        for outcome in choice.outcomes:
            yield from _changes((effect.effect for effect in outcome.effects), not choice.is_sticky)
    for name in part.sections:
        section = model.sections[name]
        yield from _changes((effect.effect for effect in (*section.effects, *section.effects_after)), False)
    for rule in model.rules:
        if rule.name in part.rules:
            for outcome in rule.outcomes:
                yield from _changes((effect.effect for effect in outcome.effects), False)


def _changes(effects: Iterable[Effect | None], is_once: bool) -> Iterator[Change]:
    return (Change(effect, is_once) for effect in effects if effect is not None)


def variables_changed(effects: Iterable[Effect | None]) -> set[Variable]:
    return {effect.variable for effect in effects if effect is not None}
