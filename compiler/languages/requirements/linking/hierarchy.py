"""The fourth phase of linking: parents, children, cycles and levels."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from compiler.graphs.cycles import cycles
from compiler.languages.requirements import codes
from compiler.languages.requirements.configuration.configuration import Level
from compiler.languages.requirements.facts import BrokenReference, Reference
from compiler.languages.requirements.linking.spec_item import SpecItem
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

KINDS = ("implements", "refines")
_ORDER = {"implements": 0, "refines": 1, "satisfies": 2, "integrates": 3}

Json = Any


@dataclass(slots=True)
class Hierarchy:
    """By requirement id: the parents as in the fact, the ids of children and templates, the number of the cycle."""

    parents: dict[str, tuple[Json, ...]] = field(default_factory=dict)
    children: dict[str, tuple[str, ...]] = field(default_factory=dict)
    satisfies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cycles: dict[str, int] = field(default_factory=dict)
    orphans: set[str] = field(default_factory=set)
    findings: list[Diagnostic] = field(default_factory=list)


def hierarchy(
    requirements: Mapping[str, SpecItem], resolved: Iterable[Reference], broken: Iterable[BrokenReference]
) -> Hierarchy:
    """The hierarchy that the citations between requirements make, and findings on cycles, levels and orphans."""
    found = Hierarchy()
    upward: dict[str, list[str]] = {native_id: [] for native_id in requirements}
    selves: dict[str, Span] = {}
    declared = {reference.source for reference in broken if reference.source_kind == "requirement"}
    for source, citations in _by_source(resolved).items():
        # A requirement that cites itself is a cycle, but not its own parent.
        own = [citation for citation in citations if citation.requirement != source]
        if len(own) < len(citations):
            selves.update(
                (source, citation.span)
                for citation in citations
                if citation.requirement == source and citation.edge_kind in KINDS
            )
        parents = found.parents[source] = tuple(parents_of(own))
        found.satisfies[source] = tuple(
            dict.fromkeys([citation.requirement for citation in own if citation.edge_kind == "satisfies"])
        )
        upward[source] = list(dict.fromkeys([parent["id"] for parent in parents]))
        _check_levels(found.findings, requirements, source, own)
        declared.add(source)
    _add_children(found, upward)
    _add_cycles(found, requirements, upward, selves)
    _add_orphans(found, requirements, declared)
    return found


def _by_source(resolved: Iterable[Reference]) -> dict[str, list[Reference]]:
    """The citations of each requirement, those of Implements first, otherwise as declared."""
    sources: dict[str, list[Reference]] = {}
    for reference in resolved:
        if reference.source_kind == "requirement":
            sources.setdefault(reference.source, []).append(reference)
    for citations in sources.values():
        citations.sort(key=lambda citation: _ORDER[citation.edge_kind])
    return sources


def parents_of(citations: Iterable[Reference]) -> Iterator[Json]:
    """`Requirement.parents`: one entry per parent and kind."""
    labels: dict[tuple[str, str], dict[str, None]] = {}
    for citation in citations:
        if citation.edge_kind in KINDS:
            listed = labels.setdefault((citation.requirement, citation.edge_kind), {})
            if citation.label:
                listed[citation.label] = None
    for (parent, kind), listed in labels.items():
        yield {"id": parent, "kind": kind, "labels": list(listed)}


def _add_children(found: Hierarchy, upward: Mapping[str, list[str]]) -> None:
    downward: dict[str, list[str]] = {}
    for child, parents in upward.items():
        for parent in parents:
            downward.setdefault(parent, []).append(child)
    found.children = {parent: tuple(children) for parent, children in downward.items()}


def _add_cycles(
    found: Hierarchy, requirements: Mapping[str, SpecItem], upward: Mapping[str, list[str]], selves: Mapping[str, Span]
) -> None:
    graph = {id_: [*parents, id_] if id_ in selves else parents for id_, parents in upward.items()}
    for number, members in enumerate(cycles(graph), 1):
        found.cycles.update(dict.fromkeys(members, number))
        first = requirements[members[0]]
        if first.configuration.allows_cycles:
            continue
        span = selves.get(members[0]) or _header(first)
        shown = " → ".join([*members[:10], "…" if len(members) > 10 else members[0]])
        found.findings.append(codes.CYCLE.at(span, cycle=shown))


def _check_levels(
    findings: list[Diagnostic], requirements: Mapping[str, SpecItem], source: str, citations: Iterable[Reference]
) -> None:
    child = requirements[source]
    level = child.configuration.level_of(child.level)
    if level is None:
        return
    checked: set[str] = set()
    for citation in citations:
        if citation.edge_kind != "implements" or citation.requirement in checked:
            continue
        checked.add(citation.requirement)
        parent = requirements[citation.requirement]
        above = child.configuration.level_of(parent.level)
        if above is not None and above.key not in level.implements:
            allowed = " or ".join(level.implements) or "nothing"
            finding = codes.HIERARCHY.at(
                citation.span,
                id=source,
                level=level.key,
                parent=parent.id,
                parent_level=parent.level,
                suggestion=f"A requirement of level {level.key} may implement {allowed}.",
            )
            findings.append(finding)


def _add_orphans(found: Hierarchy, requirements: Mapping[str, SpecItem], declared: set[str]) -> None:
    for native_id, item in requirements.items():
        level = item.configuration.level_of(item.level)
        written = item.fields.get("level")
        if level is None and written:
            names = ", ".join(level.key for level in item.configuration.levels)
            span = _header(item)
            found.findings.append(codes.UNKNOWN_LEVEL.at(span, id=native_id, level=written, levels=names))
        top = min((level.rank for level in item.configuration.levels), default=0)
        if not found.parents.get(native_id) and (level is None or level.rank > top):
            found.orphans.add(native_id)
            is_expected = native_id in declared or item.configuration.allows_orphans
            if level is not None and not is_expected and level.key not in roots(item.configuration.levels):
                found.findings.append(codes.ORPHAN.at(_header(item), id=native_id, level=item.level))


@cache
def roots(levels: tuple[Level, ...]) -> frozenset[str]:
    """The keys of the levels that have none above: each level that such a one may implement may implement it too. Where
    every level may implement every other, only the first is one."""
    by_key = {level.key: level for level in levels}
    top = {level.key for level in levels if level.rank == min(each.rank for each in levels)}
    found = {
        level.key
        for level in levels
        if all(above not in by_key or level.key in by_key[above].implements for above in level.implements)
    }
    return frozenset(top | found if len(found) < len(levels) else top)


def _header(item: SpecItem) -> Span:
    return item.block.header.span(item.path)
