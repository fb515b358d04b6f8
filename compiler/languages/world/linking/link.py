"""The linker of the world language: from the units of all files to the facts, links and findings of each world.

A source has one world per entry file. Each world is linked by itself. A file of two worlds has facts in both; its
findings are reported once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from compiler.languages.world import codes
from compiler.languages.world.claims import claims
from compiler.languages.world.linking.analyze import analyze
from compiler.languages.world.linking.cascades import suppress_cascades
from compiler.languages.world.linking.collect import collect
from compiler.languages.world.linking.extract import extract
from compiler.languages.world.linking.ids import Refs
from compiler.languages.world.linking.imports import imported_paths, resolve_path
from compiler.languages.world.linking.objects import objects, property_uses, world_fact
from compiler.languages.world.linking.resolve import resolve
from compiler.languages.world.linking.statements import ContentFacts
from compiler.languages.world.linking.validate_structure import validate_settings, validate_structure
from compiler.languages.world.linking.validate_values import validate_values
from compiler.languages.world.linking.world_files import WorldFiles, follow_imports
from compiler.languages.world.linking.worlds import entry_files, world_ids
from compiler.languages.world.records import Unit
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.language import Linked
from compiler.model.source import Source
from compiler.model.spans import Span, whole_file
from compiler.text.near_names import NearNames

MAX_RELATED = 20


def link(source: Source, units: Mapping[str, Unit]) -> Linked:
    """The facts, links and findings of every world of a source."""
    linked = Linked()
    linked.diagnostics += _unread_files(source, units)
    ids = world_ids(_entries(source, units))
    link_worlds(linked, source, units, ids, NearNames(units), is_only=len(ids) == 1)
    return linked


def link_worlds(
    linked: Linked,
    source: Source,
    units: Mapping[str, Unit],
    ids: Mapping[str, str],
    paths: NearNames,
    *,
    is_only: bool,
) -> None:
    """Add worlds to `linked`. `ids` maps their entries to the ids of the worlds, `units` holds their files.

    `paths` suggest near file names. `is_only`: the source has one world.
    """
    linked.links += _import_links(units)
    taken: set[str] = set()
    findings: list[tuple[WorldFiles, list[Diagnostic]]] = []
    for entry, world_id in ids.items():
        world = follow_imports(source, units, entry, paths)
        findings.append((world, _link_world(linked, world, units, Refs(world_id, taken))))
    linked.diagnostics += findings[0][1] if is_only else _merged(findings)


def _link_world(linked: Linked, world: WorldFiles, units: Mapping[str, Unit], refs: Refs) -> list[Diagnostic]:
    """Collect, resolve, extract, analyze, validate: add the facts and links of one world, and return its findings."""
    ref = refs.claim_world()
    symbols, duplicates = collect(world, units, refs)
    resolution, unresolved = resolve(symbols, units)
    content = extract(symbols, resolution, units)
    findings = [
        *world.diagnostics,
        *duplicates,
        *unresolved,
        *analyze(content.reads, content.writes, content.choices, content.rules),
        *validate_settings(symbols, resolution, units),
        *validate_values(symbols, resolution, units),
        *validate_structure(symbols, resolution, units),
    ]
    fact, links = world_fact(symbols, resolution, units.get(world.entry), ref)
    linked.facts.append(fact)
    linked.links += links
    _add_objects(linked, objects(symbols, content))
    _add_content(linked, content)
    return list(suppress_cascades(findings, world, units))


def _merged(findings: list[tuple[WorldFiles, list[Diagnostic]]]) -> Iterator[Diagnostic]:
    """The findings of all worlds, each once. A finding that holds in some of the worlds of its file names those."""
    worlds_of_file = Counter(path for world, _ in findings for path in world.files)
    merged: dict[tuple[str, str, Span, int], tuple[Diagnostic, list[str]]] = {}
    for world, world_findings in findings:
        repeats: Counter[tuple[str, str, Span]] = Counter()
        for finding in world_findings:
            key = (finding.code, finding.message, finding.span)
            repeats[key] += 1
            merged.setdefault((*key, repeats[key]), (finding, []))[1].append(world.entry)
    for finding, entries in merged.values():
        if len(entries) == worlds_of_file[finding.span.file]:
            yield finding
        else:
            related = [Related("in the world entered here", whole_file(entry)) for entry in entries[:MAX_RELATED]]
            yield replace(finding, related=(*finding.related, *related))


def _add_objects(linked: Linked, facts_and_links: Iterable[Fact | Link]) -> None:
    for item in facts_and_links:
        if isinstance(item, Link):
            linked.links.append(item)
        else:
            linked.facts.append(item)


def _add_content(linked: Linked, content: ContentFacts) -> None:
    linked.facts += content.choices
    linked.facts += content.rules
    linked.facts += content.jumps
    linked.facts += content.reads
    linked.facts += content.writes
    linked.facts += content.conditions
    linked.facts += content.effects
    linked.facts += content.lines
    linked.facts += property_uses(content)
    linked.links += content.links


def _entries(source: Source, units: Mapping[str, Unit]) -> list[str]:
    """The entry files of a source in bytewise order."""
    if source.entry is not None:
        return [source.entry] if claims(source.entry) else []
    imports = {path: imported_paths(path, unit) for path, unit in units.items()}
    return entry_files({path: [target for target in targets if target in units] for path, targets in imports.items()})


def _import_links(units: Mapping[str, Unit]) -> Iterator[Link]:
    """Links from each file to those that it imports, missing ones included."""
    for path, unit in units.items():
        for record in unit.imports:
            target = resolve_path(path, record)
            if isinstance(target, str) and target != path:
                yield Link(file_ref(path), file_ref(target), "imports", record.span)


def _unread_files(source: Source, units: Mapping[str, Unit]) -> Iterator[Diagnostic]:
    """The world files that could not be read, except imported ones, which are reported at their imports."""
    imported = {target for path, unit in units.items() for target in imported_paths(path, unit)}
    unread = source.unread(lambda path: claims(path) and path not in imported, missing=True)
    for path, problem in unread:
        if problem.kind == "too_large":
            yield codes.TOO_LARGE.at(whole_file(path), path=path, size=problem.size)
        else:
            yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
