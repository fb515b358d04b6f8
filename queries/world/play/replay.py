"""Replaying moves without any reduction: what each changed, why it was allowed, or why it is refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.languages.world.facts import World
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.world.play.formulas import DESTROYED, PLACE, PLAYER, TALK, Variable, comparisons, holds
from queries.world.play.machine import END, Compiled, Event, Machine, Move, Picks
from queries.world.play.model import Clause, Model, Outcome
from queries.world.play.parts import everything, machine_of
from queries.world.play.reading import model_of
from queries.world.play.values import Value, shown

KINDS = ("exit", "section", "choice")


@dataclass(frozen=True, slots=True)
class Played:
    """One move that was made: the states before and after it, and what happened."""

    move: Move
    picks: Picks
    before: int
    after: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that is not possible: the reason, and the conditions that do not hold."""

    text: str
    reason: str
    conditions: tuple[Clause, ...] = ()
    near: tuple[str, ...] = ()


class Player:
    """Plays all of a world, exactly. It has no state of its own."""

    def __init__(self, model: Model) -> None:
        events: list[Event] = [("section", name) for name in model.sections]
        events += [("exit", name) for name in model.exits]
        events += [("rule", rule.name) for rule in model.rules]
        self.model = model
        self.machine: Machine = machine_of(model, everything(model), (), [*events, END], is_exact=True)
        self.start = self.machine.start
        self._bits = (1 << self.machine.layout.width) - 1

    def value(self, state: int, variable: Variable) -> Value:
        return self.machine.layout.value(state, variable)

    def steps(self, state: int, move: Move) -> Iterator[Played]:
        """Yield the outcomes of a move; none if it is not possible."""
        for made, picks, after in self.machine.successors(state):
            if made == move:
                events = tuple(event for event, mark in self.machine.marks.items() if after & mark)
                yield Played(move, picks, state, after & self._bits, events)

    def replay(self, steps: Sequence[tuple[Move, Picks]], start: int | None = None) -> list[Played]:
        """Return the moves of a way that was found. Rules that the way does not name select the first that they can."""
        state = self.start if start is None else start
        played: list[Played] = []
        for move, picks in steps:
            one = next(each for each in self.steps(state, move) if set(picks) <= set(each.picks))
            played.append(one)
            state = one.after
        return played

    def open_moves(self, state: int) -> list[Move]:
        """Return the moves that are possible."""
        return list(
            dict.fromkeys(candidate.move for candidate in self.machine.candidates(state) if candidate.test(state))
        )

    def closed(self, state: int) -> list[Compiled]:
        """Return the moves of the place and the menu that are not possible."""
        return [candidate for candidate in self.machine.candidates(state) if not candidate.test(state)]

    # --- texts -------------------------------------------------------------------------------------------------------

    def read(self, state: int, text: str) -> Played | Refused:
        """Make the move of a text: `choice:mill/greet/nod`, an id without its kind, or a ref."""
        written, *selected = text.split(" | ")
        named, _, target = written.partition(" -> @")
        kinds = [(kind, name) for kind, name in self._named(named.strip())]
        if not kinds:
            parts = [*self.model.exits, *self.model.sections, *self.model.choices]
            near = tuple(nearest(named.partition(":")[2] or named, parts))
            return Refused(text, "There is no exit, section or choice of this id.", near=near)
        possible = [move for kind, name in kinds for move in self._moves(state, kind, name, target)]
        if len(possible) > 1:
            listed = tuple(map(str, possible))
            return Refused(text, "It may be several moves: say which.", near=listed)
        if not possible:
            return self._refused(state, text, *kinds[0], target)
        wanted = {tuple(text.rsplit(": @", 1)) for text in selected}
        outcomes = [step for step in self.steps(state, possible[0]) if wanted <= set(step.picks)]
        if len(outcomes) == 1:
            return outcomes[0]
        listed = tuple(text_of(step.move, step.picks) for step in self.steps(state, possible[0]))
        return Refused(text, "The outcome depends on what a rule selects: say which.", near=listed)

    def _named(self, text: str) -> Iterator[tuple[str, str]]:
        parts = {"exit": self.model.exits, "section": self.model.sections, "choice": self.model.choices}
        for kind in KINDS:
            name = text.partition(f"/{kind}/")[2] if text.startswith("w:") else text.removeprefix(f"{kind}:")
            if name in parts[kind]:
                yield kind, name

    def _moves(self, state: int, kind: str, name: str, target: str) -> list[Move]:
        found = [move for move in self.open_moves(state) if (move.kind, move.id) == (kind, name)]
        return [move for move in found if not target or move.target == target]

    def _refused(self, state: int, text: str, kind: str, name: str, target: str) -> Refused:
        reason = self._misplaced(state, kind, name)
        if reason:
            return Refused(text, reason)
        outcomes = self._outcomes(kind, name)
        if target and target not in {outcome.target for outcome in outcomes}:
            near = tuple(f"@{outcome.target}" for outcome in outcomes if outcome.target is not None)
            return Refused(text, f"@{target} is no target of it.", near=near)
        closed = [outcome.clauses for outcome in outcomes if not target or outcome.target == target]
        failing = min((self.failing(state, clauses) for clauses in closed), key=len, default=())
        return Refused(text, "Its conditions do not hold." if failing else "It has no target.", failing)

    def _outcomes(self, kind: str, name: str) -> tuple[Outcome, ...]:
        if kind == "choice":
            return self.model.choices[name].outcomes
        clauses = self.model.exits[name].clauses if kind == "exit" else self.model.sections[name].gate
        return (Outcome(None, clauses, ()),)

    def _misplaced(self, state: int, kind: str, name: str) -> str:
        """Why a move is not possible here, whatever its conditions."""
        place = container_name(self.value(state, PLACE))
        if kind == "exit":
            home = self.model.exits[name].place
            return "" if home == place else f"It is an exit of {home}; the player is in {place}."
        if kind == "section":
            section = self.model.sections[name]
            if not section.opens:
                return "It is only jumped to: a player cannot begin it."
            return (
                "" if section.location in ("", place) else f"It opens in {section.location}; the player is in {place}."
            )
        choice = self.model.choices[name]
        menu = f"*{choice.parent}" if choice.parent else f"=={choice.section}"
        talk = str(self.value(state, TALK))
        if talk != menu:
            return f"It is offered by the menu of {menu_name(menu)}; {offered(talk)}."
        return (
            "It was taken, and can be taken once."
            if self.value(state, ("taken", name)) is True and not choice.is_sticky
            else ""
        )

    def failing(self, state: int, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
        """Return the conditions that do not hold in a state."""
        return tuple(clause for clause in clauses if not holds(clause.formula, lambda name: self.value(state, name)))

    # --- answers -----------------------------------------------------------------------------------------------------

    def clause_row(self, clause: Clause, state: int) -> dict[str, Any]:
        """Return a condition as answers show it, with the values that it reads."""
        values = dict.fromkeys(
            comparison.variable
            for comparison in comparisons(clause.formula)
            if comparison.variable[0] in ("value", "in")
        )
        row: dict[str, Any] = {"condition": clause.text}
        if values:
            row["values"] = {
                variable_name(value): value_name(value, self.value(state, value)) for value in list(values)[:6]
            }
        return {**row, "source": clause.source} if clause.source else row

    def changes(self, before: int, after: int) -> list[dict[str, Any]]:
        """Return what differs between two states; taken choices and the talk are shown elsewhere."""
        return [
            {
                "what": variable_name(field),
                "from": value_name(field, self.value(before, field)),
                "to": value_name(field, self.value(after, field)),
            }
            for field in self.machine.layout.fields
            if field[0] in ("value", "in", "place") and self.value(before, field) != self.value(after, field)
        ]

    def move_row(self, played: Played, number: int) -> dict[str, Any]:
        """Return a move as answers show it: its line, why it was allowed, and what it changed."""
        model, move = self.model, played.move
        row: dict[str, Any] = {"step": number, "move": text_of(move, played.picks)}
        row |= self.described(move)
        clauses = next(
            (
                outcome.clauses
                for outcome in self._outcomes(move.kind, move.id)
                if move.target in (None, outcome.target)
            ),
            (),
        )
        allowed = [self.clause_row(clause, played.before) for clause in clauses if clause.source]
        if allowed:
            row["allowed_by"] = allowed
        if changes := self.changes(played.before, played.after):
            row["changes"] = changes
        sections = [name for kind, name in played.events if kind == "section"]
        if sections:
            row["enters"] = sections
        rules = {rule.name: rule.source for rule in model.rules}
        if fired := [{"rule": name, "source": rules[name]} for kind, name in played.events if kind == "rule"]:
            row["rules"] = fired
        if END in played.events:
            row["ends"] = True
        return row

    def closed_row(self, state: int, compiled: Compiled) -> dict[str, Any]:
        """Return a move that is not possible as answers show it, with the reason."""
        refused = self.read(state, str(compiled.move))
        assert isinstance(refused, Refused)
        row: dict[str, Any] = {"move": str(compiled.move), **self.described(compiled.move), "reason": refused.reason}
        if refused.conditions:
            row["conditions"] = [self.clause_row(clause, state) for clause in refused.conditions]
        return row

    def described(self, move: Move) -> dict[str, Any]:
        """Return the line of a move and where it stands."""
        if move.kind == "exit":
            one = self.model.exits[move.id]
            return {"label": f"go to {one.destination}", "source": one.source}
        if move.kind == "section":
            section = self.model.sections[move.id]
            return {"label": f"begin {section.id}", "source": section.source}
        choice = self.model.choices[move.id]
        return {"label": choice.label, "source": choice.source}

    def state_row(self, state: int) -> dict[str, Any]:
        """Return a state as answers show it: what differs from the start, beside place and menu."""
        talk = str(self.value(state, TALK))
        taken = [
            choice_id
            for choice_id, choice in self.model.choices.items()
            if not choice.is_sticky and self.value(state, ("taken", choice_id))
        ]
        fields = [field for field in self.machine.layout.fields if field[0] in ("value", "in")]
        values = {
            variable_name(field): value_name(field, self.value(state, field))
            for field in fields
            if self.value(state, field) != self.value(self.start, field)
        }
        row: dict[str, Any] = {
            "location": container_name(self.value(state, PLACE)) or None,
            "menu": menu_name(talk) or None,
        }
        return {**{name: value for name, value in row.items() if value}, "changed": values, "taken": taken}


def player_of(snapshot: Snapshot, world: World) -> Player:
    """Return the player of a world, made once a snapshot."""
    model = model_of(snapshot, world)
    made: Player = snapshot.memoize(f"queries.world.play.player {world.world}", lambda _: Player(model))
    return made


def replayed(player: Player, texts: Sequence[str]) -> tuple[list[Played], Refused | None]:
    """Make the moves of some texts, up to the first that is refused."""
    state, made = player.start, list[Played]()
    for text in texts:
        one = player.read(state, text.strip())
        if isinstance(one, Refused):
            return made, one
        made.append(one)
        state = one.after
    return made, None


def state_after(player: Player, texts: Sequence[str], argument: str) -> int:
    """Return the state after some moves. Raises QueryError for one that is refused."""
    made, refused = replayed(player, texts)
    if refused is not None:
        raise QueryError(
            "invalid_argument",
            f"Move {len(made) + 1} is refused: {refused.reason}",
            **{argument: refused.text},
            conditions=[condition.text for condition in refused.conditions],
            did_you_mean=list(refused.near)[:5],
        )
    return made[-1].after if made else player.start


def text_of(move: Move, picks: Picks) -> str:
    """Return a move as it is written in arguments and answers."""
    return "".join([str(move), *(f" | {rule}: @{entity}" for rule, entity in picks)])


def variable_name(variable: Variable) -> str:
    """Return a variable as answers name it: `@warden.trust`, `@key` for a container, `player` for the place."""
    if variable == PLACE:
        return PLAYER
    return ".".join([f"@{variable[1]}", *variable[2:]])


def value_name(variable: Variable, value: Value) -> str:
    return shown(value) if variable[0] == "value" else container_name(value) or "nowhere"


def container_name(value: Value) -> str:
    """Return a container as conditions write it."""
    return DESTROYED if value == DESTROYED else str(value).removeprefix("#").removeprefix("@")


def menu_name(talk: str) -> str:
    return talk[2:] if talk.startswith("==") else talk[1:]


def offered(talk: str) -> str:
    return f"now that of {menu_name(talk)} is offered" if talk else "now none is offered"
