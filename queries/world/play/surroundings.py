"""The locations that a question needs: those where something of it happens, and the ways between them."""

from collections import defaultdict
from collections.abc import Iterable, Set

from queries.world.play.formulas import PLACE, Assign, Compare, Formula, read_by
from queries.world.play.goals import Goals
from queries.world.play.literals import literals_of
from queries.world.play.machine import Event, Part
from queries.world.play.model import Jump, Model
from queries.world.play.parts import changes_of, formulas_of


def kept_locations(model: Model, part: Part, goals: Goals, avoided: Goals, events: Set[Event], home: str) -> set[str]:
    """Return the locations that are kept. A region that hangs on one location and has nothing that is needed is not:
    who goes there comes back to that location, with nothing changed."""
    places = set(model.locations)
    needed = _needed(model, part, events)
    asked = _asked(goals, avoided)
    if asked is None or any(section.opens and not section.location for section in _sections(model, part)):
        return places
    needed |= asked & places
    needed |= {home} & places
    neighbours: dict[str, set[str]] = defaultdict(set)
    for exit in model.exits.values():
        neighbours[exit.place].add(exit.destination)
        neighbours[exit.destination].add(exit.place)
    for gate in model.locations:
        if gate in places:
            for region in _regions(places - {gate}, neighbours):
                if not region & needed:
                    places -= region
    return places


def _sections(model: Model, part: Part) -> Iterable:  # type: ignore[type-arg]
    return (model.sections[name] for name in part.sections)


def _needed(model: Model, part: Part, events: Set[Event]) -> set[str]:
    """Where something of the part happens."""
    needed = {section.location for section in _sections(model, part) if section.location}
    jumps: list[Jump | None] = [model.choices[name].jump for name in part.choices]
    for section in _sections(model, part):
        jumps += [section.jump, section.jump_after]
    passed = {jump.target for jump in jumps if jump is not None and jump.kind == "exit" and jump.target in model.exits}
    passed |= {name for kind, name in events if kind == "exit"}
    for name in passed:
        needed |= {model.exits[name].place, model.exits[name].destination}
    for change in changes_of(model, part):
        if change.effect.variable == PLACE and isinstance(change.effect, Assign):
            needed.add(str(change.effect.value).removeprefix("#"))
    for formula in formulas_of(model, part):
        needed |= _places_in(formula)
    return needed


def _places_in(formula: Formula) -> set[str]:
    if PLACE not in read_by(formula):
        return set()
    pairs = [*literals_of(formula, True)]
    return {
        str(literal.operand).removeprefix("#")
        for literal, _ in pairs
        if isinstance(literal, Compare) and literal.variable == PLACE
    }


def _asked(goals: Goals, avoided: Goals) -> set[str] | None:
    """The places that goals name; None if a goal may hold in any other place."""
    found: set[str] = set()
    for formula, truth in (
        *((formula, True) for formula in goals.formulas),
        *((formula, False) for formula in avoided.formulas),
    ):
        for literal, is_true in literals_of(formula, truth):
            if not isinstance(literal, Compare):
                return None
            if literal.variable == PLACE:
                if truth and not is_true:
                    return None
                found.add(str(literal.operand).removeprefix("#"))
    return found


def _regions(places: set[str], neighbours: dict[str, set[str]]) -> Iterable[set[str]]:
    """The parts into which some places fall."""
    left = set(places)
    while left:
        region, queue = set[str](), [left.pop()]
        while queue:
            place = queue.pop()
            region.add(place)
            more = (neighbours[place] & left) - region
            left -= more
            queue += more
        yield region
