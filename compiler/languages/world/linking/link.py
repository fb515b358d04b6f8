"""The linker of the world language: from the units of all files to the facts, links and findings of each world.

A source may hold several worlds, one an entry file. Each is linked by itself, as below; a file of two worlds gives its
facts to both, and its findings once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from compiler.languages.world import codes
from compiler.languages.world.claims import SUFFIX
from compiler.languages.world.linking.analyze import analyze
from compiler.languages.world.linking.collect import collect
from compiler.languages.world.linking.compilation import Compilation, gather
from compiler.languages.world.linking.doubt import beyond_doubt
from compiler.languages.world.linking.extract import extract
from compiler.languages.world.linking.imports import locate, wanted
from compiler.languages.world.linking.objects import objects, property_uses, world_fact
from compiler.languages.world.linking.resolve import resolve
from compiler.languages.world.linking.sites import Extracted
from compiler.languages.world.linking.structure import validate_settings, validate_structure
from compiler.languages.world.linking.symbols import Refs
from compiler.languages.world.linking.validate import validate_values
from compiler.languages.world.linking.worlds import entries_among, world_ids
from compiler.languages.world.records import Unit
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.language import Linked
from compiler.model.source import REPORTED_BY_DISCOVERY, Source
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
    """Adds the worlds of the given entries with their ids, which are made of these files. `paths` are those that an
    import may have meant; `is_only`: there is but one world in the whole source."""
    linked.links += _import_links(units)
    taken: set[str] = set()
    findings: list[tuple[Compilation, list[Diagnostic]]] = []
    for entry, world_id in ids.items():
        world = gather(source, units, entry, paths)
        findings.append((world, _link_world(linked, world, units, Refs(world_id, taken))))
    linked.diagnostics += findings[0][1] if is_only else _merged(findings)


def _link_world(linked: Linked, world: Compilation, units: Mapping[str, Unit], refs: Refs) -> list[Diagnostic]:
    """Collect, resolve, extract, analyze, validate: adds the facts and links of one world, and gives its findings."""
    ref = refs.claim_world()
    symbols, duplicates = collect(world, units, refs)
    resolution, unresolved = resolve(symbols, units)
    content = extract(symbols, resolution, units)
    unused = analyze(content.reads, content.writes, content.choices, content.rules)
    unsettled = validate_settings(symbols, resolution, units)
    misfits = validate_values(symbols, resolution, units)
    misshapen = validate_structure(symbols, resolution, units)
    findings = [*world.diagnostics, *duplicates, *unresolved, *unused, *unsettled, *misfits, *misshapen]
    unit = units.get(world.entry)
    fact, links = world_fact(symbols, resolution, unit, ref)
    linked.facts.append(fact)
    linked.links += links
    _add(linked, objects(symbols, content))
    _add_content(linked, content)
    return list(beyond_doubt(findings, world, units))


def _merged(findings: list[tuple[Compilation, list[Diagnostic]]]) -> Iterator[Diagnostic]:
    """Each finding once. One that does not hold in every world of its file says in which it does."""
    worlds_of_file = Counter(path for world, _ in findings for path in world.files)
    merged: dict[tuple[str, str, Span, int], tuple[Diagnostic, list[str]]] = {}
    for world, found in findings:
        repeats: Counter[tuple[str, str, Span]] = Counter()
        for one in found:
            said = (one.code, one.message, one.span)
            repeats[said] += 1
            merged.setdefault((*said, repeats[said]), (one, []))[1].append(world.entry)
    for one, entries_of in merged.values():
        if len(entries_of) == worlds_of_file[one.span.file]:
            yield one
        else:
            places = [Related("in the world entered here", whole_file(entry)) for entry in entries_of[:MAX_RELATED]]
            yield replace(one, related=(*one.related, *places))


def _add(linked: Linked, stated: Iterable[Fact | Link]) -> None:
    for one in stated:
        if isinstance(one, Link):
            linked.links.append(one)
        else:
            linked.facts.append(one)


def _add_content(linked: Linked, content: Extracted) -> None:
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
        return [source.entry] if source.entry.endswith(SUFFIX) else []
    return entries_among({path: [one for one in wanted(path, unit) if one in units] for path, unit in units.items()})


def _import_links(units: Mapping[str, Unit]) -> Iterator[Link]:
    """From each file to those it imports, also to those that are not there."""
    for path, unit in units.items():
        for record in unit.imports:
            target = locate(path, record)
            if isinstance(target, str) and target != path:
                yield Link(file_ref(path), file_ref(target), "imports", record.span)


def _unread_files(source: Source, units: Mapping[str, Unit]) -> Iterator[Diagnostic]:
    """The files that could not be read and that no import would report: the entry, or any of a directory."""
    imported = {target for path, unit in units.items() for target in wanted(path, unit)}
    for path, problem in sorted(source.problems.items(), key=lambda one: one[0].encode()):
        if path.endswith(SUFFIX) and path not in imported and problem.kind not in REPORTED_BY_DISCOVERY:
            if problem.kind == "too_large":
                yield codes.TOO_LARGE.at(whole_file(path), path=path, size=problem.size)
            else:
                yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
