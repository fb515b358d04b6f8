"""Analyze: properties whose reads and writes cannot meet. Works on the facts of one world alone.

Everything is counted by type and property, never by entity: a choice that tests one guard and changes another counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from compiler.languages.world import codes
from compiler.languages.world.facts import Choice, Read, Rule, Write
from compiler.languages.world.linking.misfits import integer
from compiler.model.diagnostics import Diagnostic, Related

MAX_RELATED = 50

Key = tuple[str, str]

_SATISFIES = {
    ">": lambda value, bound: value > bound,
    "<": lambda value, bound: value < bound,
    ">=": lambda value, bound: value >= bound,
    "<=": lambda value, bound: value <= bound,
}


@dataclass(slots=True)
class _Uses:
    """The reads and writes of one property, and what of them is asked for again and again."""

    reads: list[Read] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    tested: set[str] = field(default_factory=set)

    def has_sums(self) -> bool:
        return any(one.operator != "=" for one in self.writes)

    def written_range(self) -> tuple[int, int] | None:
        """The least and the greatest integer that an effect sets."""
        numbers = [integer(one.value) for one in self.writes if one.operator == "=" and one.value_kind == "int"]
        known = [one for one in numbers if one is not None]
        return (min(known), max(known)) if known else None


def analyze(
    reads: Sequence[Read], writes: Sequence[Write], choices: Iterable[Choice], rules: Iterable[Rule]
) -> Iterator[Diagnostic]:
    """The findings about the properties of one world."""
    uses: dict[Key, _Uses] = {}
    for read in reads:
        known = uses.setdefault((read.entity_type, read.property), _Uses())
        known.reads.append(read)
        if read.operator == "==":
            known.tested.add(read.value)
    for write in writes:
        uses.setdefault((write.entity_type, write.property), _Uses()).writes.append(write)
    yield from _one_sided(uses)
    yield from _untested_variants(writes, uses)
    yield from _unreachable_thresholds(reads, uses)
    yield from _circular_dependencies(reads, writes, uses, choices, rules)


def _one_sided(uses: dict[Key, _Uses]) -> Iterator[Diagnostic]:
    """Properties that are only read, then those that are only written."""
    ordered = sorted(uses.items(), key=lambda one: (one[0][0].encode(), one[0][1].encode()))
    for (type_, name), known in ordered:
        if not known.writes:
            places = _places("also read here", known.reads[1:])
            yield codes.NEVER_WRITTEN.at(known.reads[0].span, type=type_, property=name, related=places)
    for (type_, name), known in ordered:
        if not known.reads:
            places = _places("also written here", known.writes[1:])
            yield codes.NEVER_READ.at(known.writes[0].span, type=type_, property=name, related=places)


def _untested_variants(writes: Iterable[Write], uses: dict[Key, _Uses]) -> Iterator[Diagnostic]:
    for write in writes:
        known = uses[write.entity_type, write.property]
        if write.operator == "=" and write.value_kind == "ident" and known.reads and write.value not in known.tested:
            yield codes.UNTESTED_VARIANT.at(
                write.span, type=write.entity_type, property=write.property, value=write.value
            )


def _unreachable_thresholds(reads: Iterable[Read], uses: dict[Key, _Uses]) -> Iterator[Diagnostic]:
    """Comparisons that no written value satisfies. Defaults and ranges do not count; sums reach anything."""
    written: dict[Key, tuple[bool, tuple[int, int] | None]] = {}
    for read in reads:
        satisfies = _SATISFIES.get(read.operator)
        bound = integer(read.value) if read.value_kind == "int" else None
        if satisfies is None or bound is None:
            continue
        key = (read.entity_type, read.property)
        if key not in written:
            written[key] = (uses[key].has_sums(), uses[key].written_range())
        has_sums, span = written[key]
        if has_sums or (span is not None and any(satisfies(value, bound) for value in span)):
            continue
        places = _places("written here", uses[key].writes)
        yield codes.UNREACHABLE_THRESHOLD.at(
            read.span, type=key[0], property=key[1], value=bound, operator=read.operator, related=places
        )


def _circular_dependencies(
    reads: Iterable[Read],
    writes: Iterable[Write],
    uses: dict[Key, _Uses],
    choices: Iterable[Choice],
    rules: Iterable[Rule],
) -> Iterator[Diagnostic]:
    """Properties whose every write stands behind a condition on the same property."""
    read_at = {(one.site, one.entity_type, one.property) for one in reads}
    # Sites of the same native id are one: the first stands for all.
    sites: dict[tuple[str, str], str] = {}
    for choice in choices:
        sites.setdefault(("choice", choice.choice), choice.ref)
    for rule in rules:
        sites.setdefault(("rule", rule.name), rule.ref)
    for key in dict.fromkeys((one.entity_type, one.property) for one in writes):
        guarded = uses[key].writes
        if all((sites.get((one.site_kind, one.site_id), one.site), *key) in read_at for one in guarded):
            places = _places("written here, behind a condition on the same property", guarded)
            yield codes.CIRCULAR_DEPENDENCY.at(guarded[0].span, type=key[0], property=key[1], related=places)


def _places(message: str, uses: Sequence[Read | Write]) -> list[Related]:
    return [Related(message, one.span) for one in uses[:MAX_RELATED]]
