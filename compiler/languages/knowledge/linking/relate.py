"""The third phase of linking: references resolved to relations, and those that lead nowhere."""

from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.facts import Relation, UnresolvedReference, entity_ref
from compiler.languages.knowledge.linking.collect import Collected
from compiler.languages.knowledge.linking.names import Found, Names
from compiler.languages.knowledge.linking.stated import WAITS_FOR, Item
from compiler.languages.knowledge.records import Reference
from compiler.languages.knowledge.syntax.markdown import joined_path
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.source import Source
from compiler.model.spans import Span
from compiler.text.near_names import NearNames, did_you_mean

_CODES: dict[str, Code] = {
    "blocks": codes.UNKNOWN_DEPENDENCY,
    "supersedes": codes.UNKNOWN_DECISION,
    "belongs_to": codes.UNKNOWN_PARENT,
    "references": codes.UNKNOWN_NOTE,
}


@dataclass(slots=True, eq=False)
class Edge:
    """A relation of two entities that are there, from source to target, and the reference that makes it."""

    source: Item
    target: Item
    stated_by: Item
    reference: Reference

    @property
    def span(self) -> Span:
        return _span(self.stated_by, self.reference)


@dataclass(slots=True)
class Related:
    """The edges in the order they are stated, each once, and what was named and is not there."""

    edges: list[Edge] = field(default_factory=list)
    missing: list[tuple[Item, Reference]] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)

    def of(self, relation: str) -> list[Edge]:
        return [one for one in self.edges if one.reference.relation == relation]


def relate(source: Source, collected: Collected) -> Related:
    """Resolves the references of all entities."""
    names = Names(collected)
    near = NearNames(one.id for one in collected.items)
    related = Related()
    seen: set[tuple[str, str, str]] = set()
    for item in collected.items:
        for reference in item.entry.references:
            found = names.find(item, reference)
            if found.item is None:
                _missing(source, collected, item, reference, related, near)
                continue
            if found.others:
                related.findings.append(_ambiguous(item, reference, found))
            ends = (found.item, item) if reference.is_reversed else (item, found.item)
            key = (ends[0].ref, ends[1].ref, f"{reference.relation} {_condition(reference)}")
            if key in seen or (ends[0] is ends[1] and not _may_be_of_itself(item, reference)):
                continue
            seen.add(key)
            related.edges.append(Edge(*ends, item, reference))
    return related


def _condition(reference: Reference) -> str:
    """What tells it from another relation of its kind between the same two: to wait for an issue is not to wait for its
    children."""
    return f"{reference.word} {reference.gate}" if reference.word == WAITS_FOR else ""


def _may_be_of_itself(item: Item, reference: Reference) -> bool:
    """Whether it says something that an entity has a relation to itself."""
    return item.group.is_store or reference.relation in ("blocks", "supersedes")


def _missing(
    source: Source, collected: Collected, item: Item, reference: Reference, related: Related, near: NearNames
) -> None:
    """Notes what is not there. What is gone, or lies outside by its name, is missed by nobody."""
    if item.group.is_store and reference.is_quiet:  # its parser has told
        related.missing.append((item, reference))
        return
    if reference.target in collected.gone or (reference.is_quiet and reference.relation == "belongs_to"):
        return
    if reference.relation == "references" and (reference.is_quiet or item.group.format == "beads"):
        # A link to a file that is no entity is a mention, and made elsewhere.
        if item.group.format == "beads" and not reference.is_quiet:
            related.missing.append((item, reference))
            related.findings.append(_unknown(item, reference, None))
        return
    if reference.is_path and reference.relation == "references" and _is_file(source, item, reference.target):
        return
    related.missing.append((item, reference))
    if not reference.is_quiet:
        related.findings.append(_unknown(item, reference, near.nearest(reference.target)))


def _is_file(source: Source, item: Item, target: str) -> bool:
    """Whether there is a file of this name, of any language."""
    folder = item.path.rpartition("/")[0]
    return any(path in source.files for path in (target, joined_path(folder, target), f"{target}.md"))


def _unknown(item: Item, reference: Reference, nearest: str | None) -> Diagnostic:
    code = _CODES[reference.relation]
    return code.at(
        _span(item, reference),
        suggestion=did_you_mean(nearest),
        id=item.id,
        target=reference.target,
        word=reference.word,
    )


def _ambiguous(item: Item, reference: Reference, found: Found) -> Diagnostic:
    assert found.item
    every = [found.item, *found.others]
    candidates = " or ".join(f"{one.id} ({one.path}:{one.entry.line})" for one in every[:5])
    return codes.AMBIGUOUS_REFERENCE.at(
        _span(item, reference), target=reference.target, id=item.id, candidates=candidates, chosen=found.item.id
    )


def _span(item: Item, reference: Reference) -> Span:
    return Span(item.path, reference.line, reference.column, reference.line, reference.end)


def relation_facts(related: Related) -> list[Relation]:
    """The relations as facts, those that dangle too, in the order of their making."""
    found = [
        _Row(_end(edge.source), _end(edge.target), edge.reference, edge.span, _is_derived(edge))
        for edge in related.edges
    ]
    for item, reference in related.missing:
        is_kept = item.group.format == "beads" or item.group.is_store
        if is_kept or reference.relation in ("blocks", "supersedes", "belongs_to"):
            own, other = _end(item), (entity_ref(item.type, reference.target), reference.target, "unknown")
            ends = (other, own) if reference.is_reversed else (own, other)
            found.append(_Row(*ends, reference, _span(item, reference), False))
    found.sort(key=_order)
    return [_relation(one, at) for at, one in enumerate(found)]


def _is_derived(edge: Edge) -> bool:
    """Whether a field says it and no relation does."""
    return edge.stated_by.group.format == "medulla" and edge.reference.word == "superseded_by"


def _order(row: "_Row") -> tuple[str, int, str, str, str]:
    reference = row.reference
    return reference.created_at or "", reference.instant, row.source[1], reference.relation, row.target[1]


class _Row(NamedTuple):
    """A relation on its way to a fact; either end as ref, id and type."""

    source: tuple[str, str, str]
    target: tuple[str, str, str]
    reference: Reference
    span: Span
    is_derived: bool


def _end(item: Item) -> tuple[str, str, str]:
    return item.ref, item.id, item.type


def _relation(row: _Row, position: int) -> Relation:
    return Relation(
        span=row.span,
        source=row.source[0],
        source_id=row.source[1],
        source_type=row.source[2],
        target=row.target[0],
        target_id=row.target[1],
        target_type=row.target[2],
        relation_type=row.reference.relation,
        native_type=row.reference.word,
        created_at=row.reference.created_at,
        is_derived=row.is_derived,
        is_dangling="unknown" in (row.source[2], row.target[2]),
        position=position,
    )


def unresolved_facts(related: Related) -> list[UnresolvedReference]:
    """What was named and is not there."""
    return [
        UnresolvedReference(
            span=_span(item, reference),
            ref=item.ref,
            entity=item.id,
            text=reference.target,
            relation_type=reference.relation,
            counts_as="satisfied" if reference.relation == "blocks" else "",
        )
        for item, reference in related.missing
    ]
