"""From the facts of a world to its model: what happens where, in the order of the source."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from compiler.graphs.cycles import cycles
from compiler.languages.world import facts
from compiler.languages.world.facts import Condition, Effect, Entity, Jump, Property, World
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.world.play import model
from queries.world.play.binding import Names, names_target
from queries.world.play.exhaustion import exhaustion_formulas
from queries.world.play.formulas import NOWHERE, PLACE, PLAYER, TALK, Variable, at
from queries.world.play.model import Choice, Exit, Model, NotPlayed, Outcome, Rule, Section, taken
from queries.world.play.values import Kind, Value, kind_of

F = TypeVar("F", bound=Fact)
BETWEEN = "It stands between the choices of its section."
AFTER_JUMP = "It stands between the choices of its section, or after another jump."
OUTSIDE = "It stands directly below a location, or in no section."


def model_of(snapshot: Snapshot, world: World) -> Model:
    """Return the model of a world, made once a snapshot. Raises QueryError for a world that cannot be played (S3)."""
    made: Model = snapshot.memoize(
        f"queries.world.play.model {world.world}", lambda snapshot: Reading(snapshot, world).model()
    )
    if made.locations and not made.start:
        raise QueryError(
            "unavailable",
            "The world has no start",
            world=world.id,
            start=world.start_written,
            hint="Give it a start, such as `start: "
            + next(iter(made.locations))
            + "` below `world:` in its entry file.",
        )
    return made


class Reading:
    """Reads the facts of one world, all once."""

    def __init__(self, snapshot: Snapshot, world: World) -> None:
        self._snapshot = snapshot
        self._world = world
        self._files = {path: number for number, path in enumerate(world.files)}
        self._conditions = self._by_site(Condition)
        self._effects = self._by_site(Effect)
        self._jumps = self._by_site(Jump)
        self._entities = {entity.name: entity for entity in self._all(Entity)}
        self._locations = {location.slug: location for location in self._all(facts.Location)}
        self._kinds = self._kinds_of_properties()
        self._names = Names(self._entities.keys(), self._locations.keys(), self._kinds)

    def _all(self, fact_class: type[F]) -> list[F]:
        return sorted(self._snapshot.facts(fact_class, world=self._world.world), key=self._place)

    def _place(self, fact: Fact) -> tuple[int, int, int]:
        return self._files.get(fact.span.file, -1), fact.span.start_line, fact.span.start_col

    def _by_site(self, fact_class: type[F]) -> Mapping[str, list[F]]:
        found: dict[str, list[F]] = defaultdict(list)
        for fact in self._all(fact_class):
            found[fact.site].append(fact)  # type: ignore[attr-defined]
        return found

    def model(self) -> Model:
        choices = {choice.choice: choice for choice in reversed(self._all(facts.Choice))}
        choices = dict(reversed(choices.items()))
        nested: dict[str, list[str]] = defaultdict(list)
        for choice in choices.values():
            nested[f"*{choice.parent}" if choice.parent else f"=={choice.section}"].append(choice.choice)
        known = {section.section for section in self._all(facts.Section)}
        self._names.exhausted = exhaustion_formulas(
            nested, choices, self._conditions, self._names, self._targets, known
        )
        made = {choice.choice: self._choice(choice, nested[f"*{choice.choice}"]) for choice in choices.values()}
        sections = self._sections(nested, choices)
        return Model(
            world=self._world.world,
            start=self._world.start_location,
            locations={location.slug: str(location.span) for location in self._locations.values()},
            exits={exit.id: self._exit(exit) for exit in self._all(facts.Exit) if exit.to_location},
            sections=sections,
            choices=made,
            rules=tuple(self._rule(rule) for rule in sorted(self._all(facts.Rule), key=lambda rule: rule.ordinal)),
            initial=self._initial(made),
            kinds=self._kinds,
            entities={name: str(entity.span) for name, entity in self._entities.items()},
            exhaustion=self._names.exhausted,
            not_played=tuple(self._not_played(sections, choices)),
        )

    # --- exits, choices, rules ---------------------------------------------------------------------------------------

    def _exit(self, exit: facts.Exit) -> Exit:
        clauses = self._names.clauses(self._conditions.get(exit.ref, []))
        blocked = exit.blocked_message or ""
        return Exit(exit.id, exit.ref, exit.from_location, exit.to_location, clauses, str(exit.span), blocked)

    def _targets(self, choice: facts.Choice) -> list[str]:
        """The entities that a choice may be aimed at (M6)."""
        if choice.target_type is not None:
            return [name for name, entity in self._entities.items() if entity.type == choice.target_type]
        return [choice.target] if choice.target in self._entities else []

    def _choice(self, choice: facts.Choice, nested: list[str]) -> Choice:
        conditions, effects = self._conditions.get(choice.ref, []), self._effects.get(choice.ref, [])
        is_aimed = choice.target is not None or choice.target_type is not None
        if not is_aimed:
            outcomes = [self._outcome(conditions, effects, None)]
        elif names_target(conditions) or names_target(effects):
            outcomes = [self._outcome(conditions, effects, name) for name in self._targets(choice)]
        else:
            outcomes = [self._unnamed(conditions, effects, self._targets(choice))]
        jumps = self._jumps.get(choice.ref, [])
        return Choice(
            choice.choice,
            choice.ref,
            choice.label,
            choice.section,
            choice.parent,
            choice.sticky,
            tuple(outcomes),
            tuple(nested),
            _jump(jumps),
            str(choice.span),
        )

    def _rule(self, rule: facts.Rule) -> Rule:
        conditions, effects = self._conditions.get(rule.ref, []), self._effects.get(rule.ref, [])
        if rule.select is None:
            return Rule(rule.name, rule.ref, (self._outcome(conditions, effects, None),), str(rule.span))
        alias = str(rule.select["as"])
        candidates = [name for name in rule.select["from"] if name in self._entities]
        if names_target(conditions, alias) or names_target(effects, alias):
            outcomes = [self._outcome(conditions, effects, name, alias) for name in dict.fromkeys(candidates)]
        else:
            outcomes = [self._unnamed(conditions, effects, candidates)]
        return Rule(rule.name, rule.ref, tuple(outcomes), str(rule.span))

    def _outcome(
        self, conditions: list[Condition], effects: list[Effect], target: str | None, alias: str = ""
    ) -> Outcome:
        exists = self._names.exist([target]) if target is not None else ()
        clauses = (*exists, *self._names.clauses(conditions, target))
        return Outcome(target, clauses, self._names.effects(effects, target, alias))

    def _unnamed(self, conditions: list[Condition], effects: list[Effect], targets: list[str]) -> Outcome:
        """The outcome of a choice or a rule whose target matters to nothing: one must be there."""
        clauses = (*self._names.exist(targets), *self._names.clauses(conditions))
        return Outcome(None, clauses, self._names.effects(effects))

    # --- sections ----------------------------------------------------------------------------------------------------

    def _sections(self, nested: Mapping[str, list[str]], choices: Mapping[str, facts.Choice]) -> dict[str, Section]:
        declared = self._all(facts.Section)
        opening = self._opening(declared)
        return {
            section.section: self._section(section, nested[f"=={section.section}"], choices, opening)
            for section in declared
        }

    def _section(
        self, section: facts.Section, menu: list[str], choices: Mapping[str, facts.Choice], opening: set[str]
    ) -> Section:
        lines = [self._place(choices[name]) for name in menu]
        first, last = (min(lines), max(lines)) if lines else ((len(self._files), 0, 0), (len(self._files), 0, 0))

        def before(found: Iterable[F]) -> list[F]:
            return [each for each in found if self._place(each) < first]

        def after(found: Iterable[F]) -> list[F]:
            return [each for each in found if self._place(each) > last]

        conditions, effects = self._conditions.get(section.ref, []), self._effects.get(section.ref, [])
        jumps = self._jumps.get(section.ref, [])
        return Section(
            section.section,
            section.ref,
            section.location,
            section.section in opening,
            self._names.clauses(before(conditions)),
            self._names.effects(before(effects)),
            _jump(before(jumps)),
            tuple(menu),
            self._names.effects(after(effects)),
            _jump(after(jumps)),
            str(section.span),
        )

    def _opening(self, declared: list[facts.Section]) -> set[str]:
        """The sections that a player can begin (M4)."""
        graph: dict[str, list[str]] = {section.section: [] for section in declared}
        for jumps in self._jumps.values():
            for jump in jumps:
                if jump.target_kind == "section" and jump.from_section in graph and jump.target in graph:
                    graph[jump.from_section].append(jump.target)
        circles = cycles(graph)
        circle_of = {name: number for number, names in enumerate(circles) for name in names}
        groups = {name: circle_of.get(name, name) for name in graph}
        led_to = {groups[to] for source, targets in graph.items() for to in targets if groups[source] != groups[to]}
        first = {(section.location or section.span.file): section.section for section in reversed(declared)}
        first_of_group = {groups[name]: name for name in reversed(graph)}
        return {*first.values(), *(name for group, name in first_of_group.items() if group not in led_to)}

    def _not_played(self, sections: Mapping[str, Section], choices: Mapping[str, facts.Choice]) -> Iterable[NotPlayed]:
        """Statements that are no part of play (N1)."""
        played = {section.ref: section for section in sections.values()}
        others = {choice.ref for choice in choices.values()}
        others.update(fact.ref for fact in (*self._all(facts.Exit), *self._all(facts.Rule)))
        for site in sorted({*self._conditions, *self._effects}):
            statements: list[Any] = [*self._conditions.get(site, []), *self._effects.get(site, [])]
            if site in others:
                continue
            section = played.get(site)
            sources: set[str] = set()
            if section is not None:
                sources |= {clause.source for clause in section.gate}
                sources |= {effect.source for effect in (*section.effects, *section.effects_after)}
            groups = {
                statement.any_group
                for statement in statements
                if isinstance(statement, Condition) and str(statement.span) in sources
            }
            for statement in statements:
                in_group = isinstance(statement, Condition) and statement.any_group and statement.any_group in groups
                if str(statement.span) not in sources and not in_group:
                    yield NotPlayed(statement.text, str(statement.span), BETWEEN if section else OUTSIDE)
        for section in sections.values():
            followed = {jump.source for jump in (section.jump, section.jump_after) if jump is not None}
            for jump in self._jumps.get(section.ref, []):
                if str(jump.span) not in followed:
                    yield NotPlayed(f"-> {jump.target}", str(jump.span), AFTER_JUMP)

    # --- the start ---------------------------------------------------------------------------------------------------

    def _kinds_of_properties(self) -> dict[Variable, Kind]:
        by_type: dict[str, list[Property]] = defaultdict(list)
        for property_ in self._all(Property):
            by_type[property_.type].append(property_)
        return {
            ("value", name, property_.name): kind_of(property_)
            for name, entity in self._entities.items()
            for property_ in by_type[entity.type]
        }

    def _initial(self, choices: Mapping[str, Choice]) -> dict[Variable, Value]:
        start = self._world.start_location
        initial: dict[Variable, Value] = {PLACE: at(start) if start else NOWHERE, TALK: ""}
        defaults = {
            (property_.type, property_.name): property_.default
            for property_ in self._all(Property)
            if property_.has_default
        }
        for variable, kind in self._kinds.items():
            entity = self._entities[variable[1]]
            value = entity.overrides.get(variable[2], defaults.get((entity.type, variable[2])))
            initial[variable] = kind.declared(value)
        for name, entity in self._entities.items():
            if name != PLAYER:
                declared = entity.overrides.get("container")
                inside = self._names.container(declared) if isinstance(declared, str) else None
                initial["in", name] = at(entity.container) if entity.container else inside or NOWHERE
        initial.update({taken(choice): False for choice in choices})
        return initial


def _jump(jumps: list[Jump]) -> model.Jump | None:
    return model.Jump(jumps[0].target_kind, jumps[0].target, str(jumps[0].span)) if jumps else None
