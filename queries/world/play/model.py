"""What of a world is played: locations, sections, choices and rules with their conditions and effects, resolved.

Everything is in the order of the source. The parts keep the texts and lines that answers show.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from queries.world.play.formulas import TRUE, All, Any_, Effect, Formula, Variable, is_equal
from queries.world.play.values import Kind, Value


class Clause(NamedTuple):
    """A condition, or an `any` block of them: as written, where it stands, and what it means."""

    text: str
    source: str
    formula: Formula


class Written(NamedTuple):
    """An effect: as written, where it stands, and what it does; None if nothing that a condition can see."""

    text: str
    source: str
    effect: Effect | None


class Jump(NamedTuple):
    """A jump. `kind` is section, exit or end."""

    kind: str
    target: str
    source: str


class Exit(NamedTuple):
    id: str
    ref: str
    place: str
    destination: str
    clauses: tuple[Clause, ...]
    source: str
    blocked: str


class Outcome(NamedTuple):
    """A choice or a rule with one target bound (M6, R2). `target` is None if it has none, or if none matters."""

    target: str | None
    clauses: tuple[Clause, ...]
    effects: tuple[Written, ...]


class Choice(NamedTuple):
    id: str
    ref: str
    label: str
    section: str
    parent: str
    is_sticky: bool
    outcomes: tuple[Outcome, ...]
    nested: tuple[str, ...]
    jump: Jump | None
    source: str


class Section(NamedTuple):
    """`location` is "" for a section outside of any. The two jumps and lists of effects are those of F2 and F3."""

    id: str
    ref: str
    location: str
    opens: bool
    gate: tuple[Clause, ...]
    effects: tuple[Written, ...]
    jump: Jump | None
    choices: tuple[str, ...]
    effects_after: tuple[Written, ...]
    jump_after: Jump | None
    source: str


class Rule(NamedTuple):
    name: str
    ref: str
    outcomes: tuple[Outcome, ...]
    source: str


class NotPlayed(NamedTuple):
    """A statement that is no part of play (N1)."""

    text: str
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Model:
    """A world as it is played. `initial` has the value of each variable at the start, `kinds` those of properties.

    `exhaustion` says when a section is exhausted (C4), `entities` where each is declared.
    """

    world: str
    start: str
    locations: Mapping[str, str]
    exits: Mapping[str, Exit]
    sections: Mapping[str, Section]
    choices: Mapping[str, Choice]
    rules: tuple[Rule, ...]
    initial: Mapping[Variable, Value]
    kinds: Mapping[Variable, Kind]
    entities: Mapping[str, str]
    exhaustion: Mapping[str, Formula]
    not_played: tuple[NotPlayed, ...]

    def menu(self, talk: str) -> tuple[str, ...]:
        """Return the choices of a menu: of a section (`==id`) or of a choice (`*id`)."""
        if talk.startswith("=="):
            return self.sections[talk[2:]].choices
        return self.choices[talk[1:]].nested if talk else ()

    def available(self, choice: str) -> Formula:
        """Return when a choice is available (C7)."""
        one = self.choices[choice]
        offered = Any_(tuple(conjunction(outcome.clauses) for outcome in one.outcomes))
        return offered if one.is_sticky else All((is_equal(taken(choice), False), offered))


def taken(choice: str) -> Variable:
    return ("taken", choice)


def section_menu(section: str) -> str:
    """Return the menu of a section, as a value of the talk."""
    return f"=={section}"


def choice_menu(choice: str) -> str:
    """Return the menu of a choice, as a value of the talk."""
    return f"*{choice}"


def conjunction(clauses: Iterable[Clause]) -> Formula:
    parts = tuple(clause.formula for clause in clauses)
    return parts[0] if len(parts) == 1 else All(parts) if parts else TRUE
