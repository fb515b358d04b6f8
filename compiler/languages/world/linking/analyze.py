"""Analyze: properties whose reads and writes do not fit together. Uses the facts of one world only.

Reads and writes are grouped by type and property, not by entity: reading the property of one guard and writing that of
another counts as reading and writing the same property.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from compiler.languages.world import codes
from compiler.languages.world.facts import Choice, Read, Rule, Write
from compiler.languages.world.linking.literals import integer
from compiler.model.diagnostics import Diagnostic, Related

MAX_RELATED = 50

PropertyKey = tuple[str, str]

_SATISFIES = {
    ">": lambda value, bound: value > bound,
    "<": lambda value, bound: value < bound,
    ">=": lambda value, bound: value >= bound,
    "<=": lambda value, bound: value <= bound,
}


@dataclass(slots=True)
class _PropertyUses:
    """The reads and writes of one property. `tested` are the values that conditions compare with `==`."""

    reads: list[Read] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    tested: set[str] = field(default_factory=set)

    def has_sums(self) -> bool:
        """Whether an effect adds to the property or subtracts from it."""
        return any(write.operator != "=" for write in self.writes)

    def written_range(self) -> tuple[int, int] | None:
        """The least and the greatest integer that an effect sets."""
        numbers = [integer(write.value) for write in self.writes if write.operator == "=" and write.value_kind == "int"]
        integers = [value for value in numbers if value is not None]
        return (min(integers), max(integers)) if integers else None


def analyze(
    reads: Sequence[Read], writes: Sequence[Write], choices: Iterable[Choice], rules: Iterable[Rule]
) -> Iterator[Diagnostic]:
    """The findings about the properties of one world, from the facts of its content."""
    uses: dict[PropertyKey, _PropertyUses] = {}
    for read in reads:
        use = uses.setdefault((read.entity_type, read.property), _PropertyUses())
        use.reads.append(read)
        if read.operator == "==":
            use.tested.add(read.value)
    for write in writes:
        uses.setdefault((write.entity_type, write.property), _PropertyUses()).writes.append(write)
    yield from _unpaired_uses(uses)
    yield from _untested_variants(writes, uses)
    yield from _unreachable_thresholds(reads, uses)
    yield from _circular_dependencies(reads, writes, uses, choices, rules)


def _unpaired_uses(uses: dict[PropertyKey, _PropertyUses]) -> Iterator[Diagnostic]:
    """Properties that are never written, then those that are never read, each in bytewise order."""
    ordered = sorted(uses.items(), key=lambda use: (use[0][0].encode(), use[0][1].encode()))
    for (type_, name), use in ordered:
        if not use.writes:
            related = _related("also read here", use.reads[1:])
            yield codes.NEVER_WRITTEN.at(use.reads[0].span, type=type_, property=name, related=related)
    for (type_, name), use in ordered:
        if not use.reads:
            related = _related("also written here", use.writes[1:])
            yield codes.NEVER_READ.at(use.writes[0].span, type=type_, property=name, related=related)


def _untested_variants(writes: Iterable[Write], uses: dict[PropertyKey, _PropertyUses]) -> Iterator[Diagnostic]:
    for write in writes:
        use = uses[write.entity_type, write.property]
        if write.operator == "=" and write.value_kind == "ident" and use.reads and write.value not in use.tested:
            yield codes.UNTESTED_VARIANT.at(
                write.span, type=write.entity_type, property=write.property, value=write.value
            )


def _unreachable_thresholds(reads: Iterable[Read], uses: dict[PropertyKey, _PropertyUses]) -> Iterator[Diagnostic]:
    """Comparisons that no written value satisfies. Defaults and ranges are ignored; sums satisfy any comparison."""
    written: dict[PropertyKey, tuple[bool, tuple[int, int] | None]] = {}
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
        related = _related("written here", uses[key].writes)
        yield codes.UNREACHABLE_THRESHOLD.at(
            read.span, type=key[0], property=key[1], value=bound, operator=read.operator, related=related
        )


def _circular_dependencies(
    reads: Iterable[Read],
    writes: Iterable[Write],
    uses: dict[PropertyKey, _PropertyUses],
    choices: Iterable[Choice],
    rules: Iterable[Rule],
) -> Iterator[Diagnostic]:
    """Properties whose every write belongs to a site that reads the same property."""
    read_at = {(read.site, read.entity_type, read.property) for read in reads}
    # Sites with the same native id count as one site, the first.
    sites: dict[tuple[str, str], str] = {}
    for choice in choices:
        sites.setdefault(("choice", choice.choice), choice.ref)
    for rule in rules:
        sites.setdefault(("rule", rule.name), rule.ref)
    for key in dict.fromkeys((write.entity_type, write.property) for write in writes):
        guarded = uses[key].writes
        if all((sites.get((guard.site_kind, guard.site_id), guard.site), *key) in read_at for guard in guarded):
            related = _related("written here, behind a condition on the same property", guarded)
            yield codes.CIRCULAR_DEPENDENCY.at(guarded[0].span, type=key[0], property=key[1], related=related)


def _related(message: str, uses: Sequence[Read | Write]) -> list[Related]:
    return [Related(message, use.span) for use in uses[:MAX_RELATED]]
