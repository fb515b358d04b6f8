"""The linker of knowledge: the units of all files to facts, links and diagnostics, one phase after the other."""

from collections.abc import Iterable, Iterator
from itertools import chain

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.facts import Relation
from compiler.languages.knowledge.linking.build_facts import (
    collection_facts,
    entity_facts,
    name_facts,
    relation_links,
    tag_facts,
)
from compiler.languages.knowledge.linking.collect import Collected, collect
from compiler.languages.knowledge.linking.readiness import judge
from compiler.languages.knowledge.linking.references import relation_facts, resolve_references, unresolved_facts
from compiler.languages.knowledge.linking.shared_titles import shared_titles
from compiler.languages.knowledge.linking.statuses import set_task_statuses
from compiler.languages.knowledge.linking.supersession import complete_decisions, statuses_of_indexes, supersession
from compiler.languages.knowledge.linking.work_states import work_facts
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact, Link
from compiler.model.language import Linked, Units
from compiler.model.source import Source
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc


def link(source: Source, units: Units) -> Linked:
    """Link the units of all files."""
    collected = collect(source, units)
    items = collected.items
    unknown = set_task_statuses(items)
    resolved = resolve_references(source, collected)
    chains, supersession_findings = supersession(items, resolved)
    listed = statuses_of_indexes(setting for unit in units.values() for setting in unit.settings)
    unknown += complete_decisions(items, chains, listed)
    verdicts, cycles = judge(items, resolved)
    relations = relation_facts(resolved)
    later = chain(
        entity_facts(items, chains, resolved),
        name_facts(items),
        tag_facts(items),
        collection_facts(collected.groups, items),
        _with_links(relations),
        unresolved_facts(resolved),
        work_facts(verdicts),
    )
    findings = [*collected.findings, *unknown, *resolved.findings, *supersession_findings, *cycles]
    findings += [*shared_titles(items), *_incomplete_sources(collected)]
    latest = max((item.record.times.latest for item in items if item.path not in source.examples), default=0)
    return Linked(diagnostics=findings, as_of=format_utc(latest) if latest else None, later=later)


def _with_links(relations: Iterable[Relation]) -> Iterator[Fact | Link]:
    for relation in relations:
        yield relation
        yield from relation_links([relation])


def _incomplete_sources(collected: Collected) -> Iterator[Diagnostic]:
    """Findings for exports that may be out of date, and for snapshots that have lost entities."""
    for group in collected.groups:
        members = [item for item in collected.items if item.group is group]
        if not members:
            continue
        first = Span(members[0].path, 1, 1, 1, 1)
        if group.format == "beads" and any(setting.is_stale_export for setting in group.settings):
            latest = max(member.record.times.latest for member in members)
            shown = format_utc(latest) if latest else "unknown time"
            yield codes.STALE_EXPORT.at(first, path=members[0].path, store="a database", latest=shown)
        for settings in group.settings:
            for kind, expected in settings.counts:
                found = sum(member.type == kind for member in members)
                if found < expected:
                    place = Span(settings.path, 1, 1, 1, 1)
                    yield codes.MISSING_ENTITIES.at(place, expected=expected, kind=kind, found=found)
