"""What the conditions of a world belong to: its exits, sections, choices and rules."""

from collections.abc import Iterator

from queries.world.play.formulas import PLACE, All, Formula, at, is_equal
from queries.world.play.machine import Move
from queries.world.play.model import Model, conjunction, taken

# exit, gate, choice (with the number of an outcome), available, rule (so too) or passed; the id; the number
Site = tuple[str, str, int]


def moves_of(model: Model, word: str) -> Iterator[tuple[Move, Site]]:
    """Yield the moves of a place (`#id`, or nowhere) or of a menu, with their conditions."""
    if word.startswith(("==", "*")):
        for name in model.menu(word):
            for number, outcome in enumerate(model.choices[name].outcomes):
                yield Move("choice", name, outcome.target), ("choice", name, number)
        return
    for exit in model.exits.values():
        if at(exit.place) == word:
            yield Move("exit", exit.id), ("exit", exit.id, 0)
    for section in model.sections.values():
        if section.opens and section.location in ("", word.removeprefix("#")):
            yield Move("section", section.id), ("gate", section.id, 0)


def sites(model: Model) -> Iterator[tuple[Site, Formula]]:
    """Yield the conditions of a world, with what they belong to. Equal tuples may be different formulas: no keys."""
    for exit in model.exits.values():
        yield ("exit", exit.id, 0), conjunction(exit.clauses)
        yield ("passed", exit.id, 0), All((is_equal(PLACE, at(exit.place)), conjunction(exit.clauses)))
    for section in model.sections.values():
        yield ("gate", section.id, 0), conjunction(section.gate)
    for choice in model.choices.values():
        yield ("available", choice.id, 0), model.available(choice.id)
        free = () if choice.is_sticky else (is_equal(taken(choice.id), False),)
        for number, outcome in enumerate(choice.outcomes):
            yield ("choice", choice.id, number), All((*free, conjunction(outcome.clauses)))
    for rule in model.rules:
        for number, outcome in enumerate(rule.outcomes):
            yield ("rule", rule.name, number), conjunction(outcome.clauses)
