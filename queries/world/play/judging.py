"""Conditions that are always or never true where they stand (G5)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from queries.world.play.compiled import Test, test_of
from queries.world.play.formulas import PLACE, TALK, at, is_equal
from queries.world.play.machine import Machine
from queries.world.play.model import Clause, Model, taken
from queries.world.play.search import Charge

Key = tuple[str, str, str]  # the site, the source and the text of a condition: of all its targets together


@dataclass(slots=True)
class _Seen:
    """A condition: for each target its test, and whether some state met it true or false."""

    clause: Clause
    tests: list[Test] = field(default_factory=list)
    was_true: bool = False
    was_false: bool = False


class Judged:
    """Gathers what conditions were where play met them."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._seen: dict[Key, _Seen] = {}
        self._pending: dict[str, list[_Seen]] = {}
        self._machine: Machine | None = None

    def bind(self, machine: Machine) -> None:
        """Test the conditions on the states of this machine."""
        self._machine = machine
        for site, clauses in self._sites():
            for clause in clauses:
                seen = self._seen.setdefault((site, clause.source, clause.text), _Seen(clause))
                seen.tests.append(test_of(clause.formula, machine.layout))
        pending: dict[str, list[_Seen]] = defaultdict(list)
        for (site, _, _), seen in self._seen.items():
            pending[site].append(seen)
        self._pending = dict(pending)

    def _sites(self) -> list[tuple[str, tuple[Clause, ...]]]:
        model = self._model
        sites = [(f"exit:{exit.id}", exit.clauses) for exit in model.exits.values()]
        sites += [(f"section:{section.id}", section.gate) for section in model.sections.values()]
        for choice in model.choices.values():
            sites += [(f"choice:{choice.id}", outcome.clauses) for outcome in choice.outcomes]
        for rule in model.rules:
            sites += [(f"rule:{rule.name}", outcome.clauses) for outcome in rule.outcomes]
        return [(site, tuple(clause for clause in clauses if clause.source)) for site, clauses in sites]

    def look(self, site: str, state: int) -> None:
        """Look at the conditions of a site in a state that meets them."""
        pending = self._pending.get(site)
        if not pending:
            return
        for seen in pending:
            for test in seen.tests:
                if test(state):
                    seen.was_true = True
                else:
                    seen.was_false = True
        self._pending[site] = [judged for judged in pending if not (judged.was_true and judged.was_false)]

    def look_at(self, states: Sequence[int], charge: Charge) -> None:
        """Look at the conditions of exits, sections and choices in the states that offer them."""
        assert self._machine is not None
        layout = self._machine.layout
        place, talk = layout.fields[PLACE], layout.fields[TALK]
        at_places = self._by_place()
        by_place = {bits: at_places.get(str(word), []) for bits, word in enumerate(place.words)}
        by_talk = {bits: self._in_menu(str(word)) for bits, word in enumerate(talk.words)}
        for number, state in enumerate(states):
            if not number % 1_024:
                charge(1_024)
            for site in by_place[state >> place.shift & place.mask]:
                self.look(site, state)
            for site, is_free in by_talk[state >> talk.shift & talk.mask]:
                if is_free is None or is_free(state):
                    self.look(site, state)

    def _by_place(self) -> dict[str, list[str]]:
        """The sites that each place looks at, without those of which all is known."""
        sites: dict[str, list[str]] = defaultdict(list)
        for exit in self._model.exits.values():
            sites[at(exit.place)].append(f"exit:{exit.id}")
        for section in self._model.sections.values():
            if section.opens:
                for place in [section.location] if section.location else self._model.locations:
                    sites[at(place)].append(f"section:{section.id}")
        return {place: [site for site in listed if self._pending.get(site)] for place, listed in sites.items()}

    def _in_menu(self, talk: str) -> list[tuple[str, Test | None]]:
        assert self._machine is not None
        found: list[tuple[str, Test | None]] = []
        for name in self._model.menu(talk):
            if self._pending.get(f"choice:{name}"):
                is_sticky = self._model.choices[name].is_sticky
                free = None if is_sticky else test_of(is_equal(taken(name), False), self._machine.layout)
                found.append((f"choice:{name}", free))
        return found

    def unsettled(self) -> list[tuple[str, Clause, bool]]:
        """Return the conditions, each with a truth that no state showed: the site, the condition, the truth."""
        return [
            (site, seen.clause, truth)
            for (site, _, _), seen in self._seen.items()
            for truth, was in ((True, seen.was_true), (False, seen.was_false))
            if not was
        ]

    def is_never(self, clause: Clause) -> bool:
        """Whether a condition was met and never true."""
        found = [
            seen for (_, source, text), seen in self._seen.items() if (source, text) == (clause.source, clause.text)
        ]
        return any(judged.was_false and not judged.was_true for judged in found)

    def constant(self) -> list[dict[str, Any]]:
        """Return the conditions that were met and always the same."""
        return [
            {"site": site, "condition": text, "is": "always true" if seen.was_true else "never true", "source": source}
            for (site, source, text), seen in self._seen.items()
            if seen.was_true is not seen.was_false
        ]
