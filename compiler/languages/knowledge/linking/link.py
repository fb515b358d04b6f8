"""The linker of knowledge: from the units of all files to facts, links and findings, a phase a line."""

from collections.abc import Iterator

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.collect import Collected, collect
from compiler.languages.knowledge.linking.objects import (
    collection_facts,
    entity_facts,
    facts_of,
    name_facts,
    relation_links,
)
from compiler.languages.knowledge.linking.readiness import judge, work_facts
from compiler.languages.knowledge.linking.relate import relate, relation_facts, unresolved_facts
from compiler.languages.knowledge.linking.statuses import settle_tasks
from compiler.languages.knowledge.linking.supersession import settle_decisions, supersession
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Linked, Units
from compiler.model.source import Source
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc


def link(source: Source, units: Units) -> Linked:
    """The facts of a source."""
    collected = collect(source, units)
    items = collected.items
    wrong = settle_tasks(items)
    related = relate(source, collected)
    chains, broken = supersession(items, related)
    wrong += settle_decisions(items, chains)
    verdicts, circles = judge(items, related)
    relations = relation_facts(related)
    facts = facts_of(
        entity_facts(items, chains, related),
        name_facts(items),
        collection_facts(collected.groups, items),
        relations,
        unresolved_facts(related),
        work_facts(verdicts),
    )
    findings = [*collected.findings, *wrong, *related.findings, *broken, *circles, *_not_the_truth(collected)]
    latest = max((one.entry.latest for one in items), default=0)
    return Linked(
        facts=facts,
        links=list(relation_links(relations)),
        diagnostics=findings,
        as_of=format_utc(latest) if latest else None,
    )


def _not_the_truth(collected: Collected) -> Iterator[Diagnostic]:
    """Sources that may be behind, or have lost something."""
    for group in collected.groups:
        members = [one for one in collected.items if one.group is group]
        if not members:
            continue
        first = Span(members[0].path, 1, 1, 1, 1)
        if group.format == "beads" and any(one.is_stale_export for one in group.settings):
            latest = max(one.entry.latest for one in members)
            shown = format_utc(latest) if latest else "unknown time"
            yield codes.STALE_EXPORT.at(first, path=members[0].path, store="a database", latest=shown)
        for settings in group.settings:
            for kind, expected in settings.counts:
                found = sum(one.type == kind for one in members)
                if found < expected:
                    place = Span(settings.path, 1, 1, 1, 1)
                    yield codes.MISSING_ENTITIES.at(place, expected=expected, kind=kind, found=found)
