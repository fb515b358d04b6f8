"""Makes facts of what other formats state: requirements, their needs as assertions, references, code and coverage."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from compiler.graphs.cycles import cycles
from compiler.languages.requirements.facts import (
    Assertion,
    CodeReference,
    Reference,
    Requirement,
    code_ref,
    ref_of,
)
from compiler.languages.requirements.format_registry import FORMATS
from compiler.languages.requirements.formats.format import Format
from compiler.languages.requirements.formats.listed.ids import kind_of
from compiler.languages.requirements.formats.records import CITES
from compiler.languages.requirements.formats.roots import common_parts
from compiler.languages.requirements.formats.stated import (
    MISSING,
    Stamp,
    StatedItem,
    StatedTag,
    Traced,
    TracedCitation,
)
from compiler.languages.requirements.linking.assertion_ids import AssertionIds
from compiler.languages.requirements.linking.collect import UNKNOWN
from compiler.languages.requirements.linking.covered_files import Covered, FilesOfMaps
from compiler.languages.requirements.linking.evidence import Evidence
from compiler.languages.requirements.linking.hierarchy import KINDS, parents_of
from compiler.languages.requirements.linking.item_coverage import item_coverage
from compiler.languages.requirements.linking.item_references import (
    missing,
    orphans,
    references_of,
    unfound,
    verifies,
    written_tag,
)
from compiler.languages.requirements.linking.stating import Stated, item_span, stated_in, title_of, without_copies
from compiler.languages.requirements.records import Unit
from compiler.model.facts import Link
from compiler.model.language import Linked
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.text.near_names import NearNames

V = TypeVar("V")

Json = Any


@dataclass(slots=True)
class FormatFacts:
    """What the files of all formats make. `formats` says of each what was found and why: see `RequirementProject`."""

    linked: Linked = field(default_factory=Linked)
    formats: list[Json] = field(default_factory=list)


def add_formats(
    source: Source, units: Mapping[str, Unit], evidence: Evidence, taken: Sequence[str], examples: frozenset[str]
) -> FormatFacts:
    """Return the facts of all formats. The tests of `evidence` that a tag stands in are told what they verify. `taken`
    are the ids of elspais's requirements, assertions and journeys. Maps name files of the source."""
    found = FormatFacts()
    covered = Covered(FilesOfMaps(source), evidence.tests)
    used = list(taken)
    titles: dict[str, str] = {}
    on_line = {(each.path, each.comment.citation.line): 1 for each in evidence.citations}
    every: list[tuple[Format, Stated]] = []
    plain = Stated()  # the citations in code that any format may take
    for format_ in FORMATS:
        stated = stated_in(format_, units, evidence.tests, used, examples, on_line, covered)
        if format_.is_last:
            plain = stated
        if format_.is_exchange:
            without_copies(stated, titles)
        if not stated.items:
            found.linked.diagnostics += [
                each for each in stated.findings if stated.is_proven or format_.owns(each.span.file)
            ]
            continue
        on_line = stated.on_line
        used += [each.id for each in stated.items]
        titles |= {each.id: title_of(each.item) for each in stated.items}
        every.append((format_, stated))
    ids = AssertionIds(used)
    for format_, stated in every:
        found.linked.diagnostics += [finding for item in stated.items for finding in ids.add(format_, item)]
    for format_, stated in every:
        traced = _traced(format_, stated, examples)
        if format_.takes_citations:
            _take_citations(stated, traced, plain, examples)
        _add(found.linked, format_, stated, traced, evidence, ids, covered)
        found.formats.append(
            {
                "format": format_.name,
                "title": format_.title,
                "reason": f"{stated.proof}: {format_.detection}",
                "files": len(stated.files),
                "requirements": sum(each.path not in examples for each in stated.items),
                "citations_of_code": sum(each.path not in examples for each in stated.tags),
            }
        )
    return found


def _traced(format_: Format, stated: Stated, examples: frozenset[str]) -> Traced:
    """What the format finds. What an example cites covers nothing of the project, so that examples are traced beside
    the project, not with it."""
    if examples.isdisjoint(stated.files):
        return format_.trace(stated.items, stated.tags)
    own = format_.trace(
        [each for each in stated.items if each.path not in examples],
        [each for each in stated.tags if each.path not in examples],
    )
    whole = format_.trace(stated.items, stated.tags)
    others = {each.id for each in stated.items if each.path in examples}
    there = {(each.source.id, each.cited): each for each in whole.citations if each.target in others}
    return Traced(
        citations=[
            # The project may cite an example: it is there.
            *(there.get((each.source.id, each.cited), each) if each.reason else each for each in own.citations),
            *(each for each in whole.citations if each.source.path in examples),
        ],
        met={**_of(others, whole.met), **own.met},
        made=None if own.made is None else {**_of(others, whole.made or {}), **own.made},
        verdicts={**_of(others, whole.verdicts), **own.verdicts},
        stamps={**whole.stamps, **own.stamps},
        orphans=own.orphans,
        findings=own.findings,
    )


def _take_citations(stated: Stated, traced: Traced, plain: Stated, examples: frozenset[str]) -> None:
    """Add the plain citations in code of what a format states, which has no words of its own for them."""
    by_id: dict[str, list[StatedItem]] = defaultdict(list)  # without the folders of their projects
    for item in stated.items:
        if item.duplicate_of is None:
            by_id[item.item.id.rpartition("/")[2]].append(item)
    kinds = Counter(kind_of(key) for key in by_id)
    seen: set[tuple[str, str]] = set()
    missed: list[StatedTag] = []
    for tag in plain.tags:
        cited = tag.tag.cited
        found = [item for item in by_id.get(cited.target, ()) if tag.path not in examples or item.path in examples]
        if tag.map or tag.tag.kind != CITES:
            continue
        if not found:
            missed += [tag] if cited.target not in by_id and kinds[kind_of(cited.target)] > 1 else []
            continue
        item = max(found, key=lambda item: common_parts(item.path, tag.path))
        if (tag.id, item.id) in seen:
            continue
        seen.add((tag.id, item.id))
        kind = "verifies" if tag.evidence == "test" else cited.kind
        traced.citations.append(TracedCitation(tag, cited._replace(kind=kind), item.id))
        stated.tags.append(tag)
        if tag.id in plain.functions:
            stated.functions[tag.id] = plain.functions[tag.id]
    if len({tag.tag.cited.target for tag in missed}) <= len({item for _, item in seen}):  # else of another list
        near = NearNames(list(by_id))
        traced.citations += [
            TracedCitation(tag, tag.tag.cited, target, reason=MISSING, nearest=near.nearest(target))
            for tag in missed
            if (target := tag.tag.cited.target)
        ]


def _of(ids: Collection[str], values: Mapping[str, V]) -> dict[str, V]:
    """The values of some ids."""
    return {key: value for key, value in values.items() if key in ids}


def _add(
    linked: Linked,
    format_: Format,
    stated: Stated,
    traced: Traced,
    evidence: Evidence,
    ids: AssertionIds,
    covered: Covered,
) -> None:
    references, broken, links = references_of(format_, traced.citations, ids)
    linked.diagnostics += [
        *stated.findings,
        *traced.findings,
        *missing(format_, traced.citations, stated),
        *orphans(stated, traced),
        *unfound(stated),
    ]
    linked.facts += _requirements(format_, stated, traced, references)
    for item in stated.items:
        needs = _needs(format_, item, ids)
        linked.facts += needs
        linked.links += [Link(ref_of(item.id), each.ref, "has_assertion", each.span) for each in needs]
    linked.facts += _codes(format_, stated, references, covered)
    linked.facts += item_coverage(format_, stated, traced, references, evidence)
    linked.facts += [*references, *broken]
    linked.links += links
    for each in references:
        if each.source_kind == "test" and each.source in evidence.tests:
            evidence.tests[each.source].requirements[each.requirement] = None


def _requirements(
    format_: Format, stated: Stated, traced: Traced, references: Sequence[Reference]
) -> Iterator[Requirement]:
    by_source: dict[str, list[Reference]] = defaultdict(list)
    for each in references:
        if each.source_kind == "requirement" and each.source != each.requirement and each.edge_kind in KINDS:
            by_source[each.source].append(each)
    parents = {key: tuple(parents_of(found)) for key, found in by_source.items()}
    children: dict[str, dict[str, None]] = defaultdict(dict)
    for child, above in parents.items():
        for parent in above:
            children[parent["id"]][child] = None
    graph = {item.id: [each["id"] for each in parents.get(item.id, ())] for item in stated.items}
    circles = {key: number for number, members in enumerate(cycles(graph), 1) for key in members}
    for ordinal, item in enumerate(stated.items):
        said, above = item.item, parents.get(item.id, ())
        role = format_.role_of(said.status)
        stamp = traced.stamps.get(item.id, _NO_STAMP)
        yield Requirement(
            span=item_span(item.path, said),
            ref=ref_of(item.id),
            requirement=item.id,
            name=said.title or _first_line(said.text) or said.id,
            level=said.level,
            status=said.status or UNKNOWN,
            role=role,
            is_active=role in ("active", "provisional"),
            expects_implementation=role != "retired",
            is_template=False,
            duplicate_of=item.duplicate_of,
            parents=above,
            children=tuple(children.get(item.id, ())),
            satisfies=(),
            is_root=not above,
            is_orphan=item.id in traced.orphans,
            in_cycle=item.id in circles,
            cycle=circles.get(item.id, 0),
            hash=stamp.written,
            hash_state=stamp.state,
            hash_algorithm="",
            hash_sorted=None,
            hash_file_order=None,
            right_hash=stamp.right or None,
            project="",
            text="\n\n".join(filter(None, (said.text, *(text for name, text in said.fields if name in _TEXTS)))),
            changelog=(),
            format=format_.name,
            statements={**dict(said.fields), **_said(traced.verdicts.get(item.id, {}))},
            ordinal=ordinal,
        )


def _said(verdict: Mapping[str, Json]) -> dict[str, Json]:
    """What a verdict says: an empty list, map or text says nothing."""
    return {name: value for name, value in verdict.items() if value or isinstance(value, bool | int)}


_NO_STAMP = Stamp(None, "none", "")
_TEXTS = ("rationale", "comment")  # fields that search finds with the text


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:120]


def _needs(format_: Format, item: StatedItem, ids: AssertionIds) -> list[Assertion]:
    """The needs and criteria of an item as assertions. What is rejected needs nothing any more."""
    return [
        Assertion(
            span=need.place.span(item.path),
            ref=ref_of(ids.of(format_, item.id, need.label)),
            assertion=ids.of(format_, item.id, need.label),
            requirement=item.id,
            label=need.label,
            text=need.text or f"It needs {need.label}.",
            directive="",
            is_retired=format_.role_of(item.item.status) == "retired",
            ordinal=ordinal,
        )
        for ordinal, need in enumerate(item.item.needs)
    ]


def _codes(
    format_: Format, stated: Stated, references: Sequence[Reference], covered: Covered
) -> Iterator[CodeReference]:
    reached: dict[str, dict[str, None]] = defaultdict(dict)
    shown = {each.source: each.written for each in references}
    for each in references:
        reached[each.source][each.requirement] = None
    verifying = {each.source for each in references if each.edge_kind == "verifies"}
    made: set[str] = set()  # a map may name a file for many requirements
    for ordinal, tag in enumerate(stated.tags):
        if tag.kind != "code" or (format_.covers_whole and tag.id not in reached):
            continue  # a word that only looks like a citation
        if tag.id in made:
            continue
        made.add(tag.id)
        function = stated.functions.get(tag.id)
        yield CodeReference(
            span=whole_file(tag.path) if tag.map and covered.is_file(tag.path) else tag.place,
            ref=code_ref(tag.id),
            code=tag.id,
            path=tag.path,
            keyword="verifies" if verifies(format_, tag) or tag.id in verifying else "implements",
            written=shown.get(tag.id, "") if format_.covers_whole or format_.takes_citations else written_tag(tag.tag),
            is_refused=False,
            function=function.name if function else "",
            class_name=function.class_name if function else "",
            requirements=tuple(reached.get(tag.id, ())),
            ordinal=ordinal,
        )
