"""The formula of `name.exhausted` (C4, C5): no choice directly in the section is available."""

from collections.abc import Callable, Mapping, Sequence, Set

from compiler.languages.world.facts import Choice, Condition
from queries.errors.query_error import QueryError
from queries.world.play.binding import Names, names_target
from queries.world.play.formulas import FALSE, All, Any_, Formula, Not, is_equal, simplified
from queries.world.play.model import conjunction, taken

MAX_SIZE = 20_000  # choices that are looked into more than once: circles of sections can multiply


def exhaustion_formulas(
    menus: Mapping[str, Sequence[str]],
    choices: Mapping[str, Choice],
    conditions: Mapping[str, list[Condition]],
    names: Names,
    targets: Callable[[Choice], list[str]],
    sections: Set[str],
) -> dict[str, Formula]:
    """Return the formula of each section."""
    left = [MAX_SIZE + len(choices)]

    def exhausted(section: str, computed: frozenset[str]) -> Formula:
        if section in computed or section not in sections:
            return FALSE
        inside = computed | {section}
        return All(tuple(Not(available(choices[choice], inside)) for choice in menus.get(f"=={section}", ())))

    def available(choice: Choice, computed: frozenset[str]) -> Formula:
        left[0] -= 1
        if left[0] < 0:
            raise QueryError("too_large", "The conditions about exhausted sections lead to each other too often")
        found = conditions.get(choice.ref, [])
        subjects = {condition.subject for condition in found if condition.condition_kind == "exhaustion"}
        inner = Names(
            names.entities,
            names.locations,
            names.kinds,
            {subject: simplified(exhausted(subject, computed)) for subject in subjects},
        )
        is_aimed = choice.target is not None or choice.target_type is not None
        bound: list[str | None] = [*targets(choice)] if is_aimed and names_target(found) else [None]
        offered = Any_(
            tuple(
                conjunction(
                    (
                        *names.exist([picked] if picked else targets(choice) if is_aimed else None),
                        *inner.clauses(found, picked),
                    )
                )
                for picked in bound
            )
        )
        return offered if choice.sticky else All((is_equal(taken(choice.choice), False), offered))

    return {section: simplified(exhausted(section, frozenset())) for section in sorted(sections)}
