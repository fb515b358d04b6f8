"""The linker of knowledge: the units of all files to facts, links and diagnostics, one phase after the other."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from compiler.languages.knowledge import claims, codes
from compiler.languages.knowledge.facts import Relation
from compiler.languages.knowledge.linking.build_facts import (
    collection_facts,
    entity_facts,
    name_facts,
    relation_links,
    tag_facts,
)
from compiler.languages.knowledge.linking.collect import Collected, collect
from compiler.languages.knowledge.linking.items import Item
from compiler.languages.knowledge.linking.names import folded_title, page_preference
from compiler.languages.knowledge.linking.readiness import judge
from compiler.languages.knowledge.linking.references import relation_facts, resolve_references, unresolved_facts
from compiler.languages.knowledge.linking.statuses import set_task_statuses
from compiler.languages.knowledge.linking.supersession import complete_decisions, statuses_of_indexes, supersession
from compiler.languages.knowledge.linking.work_states import work_facts
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Fact, Link
from compiler.model.language import Linked, Units
from compiler.model.source import Source
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc

_DATED = re.compile(r"(?<!\d)\d{4}[-./]\d{2}[-./]\d{2}(?!\d)")
_MANY_NOTES = 3  # notes that begin with one heading: it is a section that all of them have, such as "Set up"
_OF_NOTES = ("note", "obsidian")


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
    findings += [*_shared_titles(items), *_incomplete_sources(collected)]
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


def _shared_titles(items: Iterable[Item]) -> Iterator[Diagnostic]:
    """A finding for each note with the title of another note of its folder or vault, but the one that a link by this
    title means. Notes that are titled by nothing but the names of their files share no title, and pages such as
    `index.md` are not linked by one. Of a title that many notes have, of one with a date, such as those of a log, and
    in a vault of Obsidian, which links by the names of files, only a link makes it one, and in a vault only if no file
    has the name."""
    items = list(items)
    linked = {folded_title(reference.target) for item in items for reference in item.record.references}
    by_title: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        if item.type == "note" and item.format in _OF_NOTES and not claims.is_template_or_index(item.path):
            by_title.setdefault((item.group.name, folded_title(item.record.name)), []).append(item)
    for (_, title), sharing in by_title.items():
        named = [one for one in sharing if _file_title(one) == title]
        is_vault = sharing[0].format == "obsidian"
        if len(named) == len(sharing) or (named and is_vault):
            continue
        if title not in linked and (len(sharing) >= _MANY_NOTES or is_vault or _DATED.search(title)):
            continue
        chosen = min(sharing, key=page_preference)
        for item in sharing:
            if item is not chosen:
                related = (Related("the note that a link by this title means", chosen.span),)
                yield codes.SHARED_TITLE.at(
                    item.span, related=related, id=item.id, title=item.record.name, other=chosen.id, chosen=chosen.id
                )


def _file_title(item: Item) -> str:
    return folded_title(item.path.rpartition("/")[2].rpartition(".")[0])
