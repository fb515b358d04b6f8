"""The third phase of linking: references resolved to edges between entities, and the references that name nothing."""

from dataclasses import dataclass
from typing import NamedTuple

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.claims import path_hint
from compiler.languages.knowledge.facts import Relation, UnresolvedReference, entity_ref
from compiler.languages.knowledge.linking.collect import Collected
from compiler.languages.knowledge.linking.items import BEADS, DEPENDENCIES, STRICT, TASK_PAGE, WAITS_FOR, Item
from compiler.languages.knowledge.linking.names import NameIndex, Resolution
from compiler.languages.knowledge.linking.page_names import PageNames, is_in_site, is_tag_page
from compiler.languages.knowledge.linking.status_folders import REJECTED
from compiler.languages.knowledge.linking.unknown_forms import UnknownForms, UnwrittenNotes
from compiler.languages.knowledge.markdown import joined_path
from compiler.languages.knowledge.records import Reference
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.source import Source
from compiler.model.spans import Span
from compiler.text.markdown import is_markdown
from compiler.text.near_names import NearNames, did_you_mean

_CODES: dict[str, Code] = {
    "blocks": codes.UNKNOWN_DEPENDENCY,
    "supersedes": codes.UNKNOWN_DECISION,
    "belongs_to": codes.UNKNOWN_PARENT,
    "references": codes.UNKNOWN_NOTE,
}

ON_A_BRANCH = "It may stand on another branch, since check_active_branches is set."
IMPLIED = ("phase", "order", "parts")  # words of dependencies that follow from the place of a task in its list
MANY_MISSING = 3  # wikilinks that name nothing: fewer may be slips


@dataclass(slots=True, eq=False)
class Edge:
    """A relation between two existing entities, and the reference that states it. `stated_by` is the item of that
    reference: one of the two ends."""

    source: Item
    target: Item
    stated_by: Item
    reference: Reference

    @property
    def span(self) -> Span:
        return span_of(self.stated_by, self.reference)


@dataclass(slots=True)
class ResolvedReferences:
    """The edges in the order in which they are stated, each once, and the references that name no entity."""

    edges: list[Edge]
    unresolved: list[tuple[Item, Reference]]
    findings: list[Diagnostic]

    def of(self, relation: str) -> list[Edge]:
        """The edges of one relation type."""
        return [edge for edge in self.edges if edge.reference.relation == relation]


def resolve_references(source: Source, collected: Collected) -> ResolvedReferences:
    """Resolve the references of all entities, and report those that name nothing or several entities."""
    names = NameIndex(collected)
    pages = PageNames(source)
    edges: list[Edge] = []
    ambiguous: list[Diagnostic] = []
    seen: set[tuple[str, str, str]] = set()
    wikilinks, unresolved = _Wikilinks(), _Unresolved(source, collected, pages)
    for item in collected.items:
        for stated in item.record.references:
            reference = _in_force(item, stated)
            found = names.resolve(item, reference)
            if reference.relation == "supersedes" and found.item and not reference.is_reversed:
                # An example, such as a page that tests read, replaces nothing of the project.
                is_of_example = item.path in source.examples and found.item.path not in source.examples
                reference = reference._replace(relation="references") if is_of_example else reference
            wikilinks.count(item, reference, is_there=found.item is not None or _names_page(reference, pages))
            if found.item is None:
                unresolved.add(item, reference)
                continue
            unresolved.forms.count(item.path, reference)
            if found.others and not item.is_archived:
                ambiguous.append(_ambiguous(item, reference, found))
            for other in (found.item, *_meant_too(item, reference, found)):
                ends = (other, item) if reference.is_reversed else (item, other)
                key = (ends[0].ref, ends[1].ref, f"{reference.relation} {_sub_kind(reference)}")
                if key not in seen and (ends[0] is not ends[1] or _may_name_itself(item, reference)):
                    seen.add(key)
                    edges.append(Edge(*ends, item, reference))
    findings = [finding for finding in (*ambiguous, *unresolved.findings()) if not wikilinks.holds(finding)]
    return ResolvedReferences(edges, unresolved.references, findings)


def _in_force(item: Item, reference: Reference) -> Reference:
    """A reference as it holds: what was rejected replaces nothing, and cites what it meant to replace."""
    is_replacing = reference.relation == "supersedes" and not reference.is_reversed
    if is_replacing and REJECTED.match(str(item.native.get("status") or "")):
        return reference._replace(relation="references")
    return reference


def _meant_too(item: Item, reference: Reference, found: Resolution) -> tuple[Item, ...]:
    """The other tasks that a dependency may mean: who waits for one of several waits for all of them, and is not known
    to be ready while one is open."""
    if reference.relation != "blocks" or not reference.is_reversed or not found.others or item.group.profile == BEADS:
        return ()
    if any(target.status not in ("done", "archived") for target in (found.item, *found.others) if target):
        item.undecided = item.undecided or f"{reference.target} is the id of {len(found.others) + 1} tasks"
    return tuple(other for other in found.others if other is not item)


class _Wikilinks:
    """The wikilinks of notes outside of vaults. Where most of a source name nothing, they name the notes of another
    place, such as a wiki or the memory of an agent."""

    def __init__(self) -> None:
        # By whether they stand in a folder of notes.
        self._there, self._missing = {True: 0, False: 0}, {True: 0, False: 0}
        self._paths: set[str] = set()

    def count(self, item: Item, reference: Reference, *, is_there: bool) -> None:
        """Count a reference if it is one of them."""
        is_wikilink = reference.is_title and reference.relation == "references" and not reference.is_quiet
        if is_wikilink and item.group.format != "obsidian":
            is_note = _is_among_notes(item.path)
            self._there[is_note] += is_there
            self._missing[is_note] += not is_there
            self._paths.add(item.path)

    def holds(self, finding: Diagnostic) -> bool:
        """Whether a finding is about one of those that name the notes of another place: several name nothing, and more
        than name something; of pages that stand among no notes, any does and none names something."""
        if finding.code != codes.UNKNOWN_NOTE.code or finding.span.file not in self._paths:
            return False
        missing, there = sum(self._missing.values()), sum(self._there.values())
        is_alone = not _is_among_notes(finding.span.file) and self._there[False] == 0
        return is_alone or (missing >= MANY_MISSING and missing > there)


def _is_among_notes(path: str) -> bool:
    return path_hint(path).kind == "notes"


def _sub_kind(reference: Reference) -> str:
    """What distinguishes two `blocks` edges between the same entities: waiting for an issue, and for its children."""
    return f"{reference.word} {reference.gate}" if reference.word == WAITS_FOR else ""


def _may_name_itself(item: Item, reference: Reference) -> bool:
    """Whether a relation of an entity to itself is kept: it shows a mistake of the source, or a store has it."""
    return item.group.is_store or reference.relation in ("blocks", "supersedes")


class _Unresolved:
    """The references that name no entity: which of them are kept, and what is said of these."""

    def __init__(self, source: Source, collected: Collected, pages: PageNames) -> None:
        self._source = source
        self._gone = collected.gone
        self._pages = pages
        self._near = NearNames(item.id for item in collected.items)
        self._unwritten = UnwrittenNotes(collected.items)
        self.forms = UnknownForms()
        self.references: list[tuple[Item, Reference]] = []
        self._findings: list[Diagnostic] = []

    def add(self, item: Item, reference: Reference) -> None:
        """Keep a reference, and report it, unless nobody misses the target."""
        if not self._is_missed(item, reference):
            return
        self.references.append((item, reference))
        if _is_of_beads(item, reference):
            self._findings.append(_unknown(item, reference, None))
        elif reference.is_path and _is_file(self._source, item, reference.target):
            return  # `superseded by [the design](../design.md)`, which is there and no decision
        elif not (reference.is_quiet or _is_over(item, reference) or _is_checked_as_link(item, reference)):
            self._report(item, reference)

    def findings(self) -> list[Diagnostic]:
        """What is said: of each reference, then of many at once."""
        return [*self._findings, *self._unwritten.findings(), *self.forms.findings()]

    def _is_missed(self, item: Item, reference: Reference) -> bool:
        """Whether a target is missed. A deleted entity is not, nor what stands in another place: a page, a tag."""
        if reference.is_quiet and item.group.is_store:  # the parser has reported it
            return True
        if reference.target in self._gone:
            return False
        if reference.is_quiet and reference.relation in ("belongs_to", "references"):
            return False  # a link to a file that is no entity becomes a mention (`mentions`)
        if _is_of_beads(item, reference):
            return True
        if is_tag_page(reference) and is_in_site(self._source, item.path):  # of a tag, which the site makes
            return False
        if not reference.is_path or reference.relation != "references":
            return True
        return not (_is_file(self._source, item, reference.target) or _names_page(reference, self._pages))

    def _report(self, item: Item, reference: Reference) -> None:
        is_title = reference.is_title
        nearest = self._unwritten.nearest(reference) if is_title else self._near.nearest(reference.target)
        if nearest in (item.record.name, item.id.rpartition("/")[2]):  # nobody links to the note itself by a slip
            nearest = None
        finding = _unknown(item, reference, nearest)
        # A list cites its own tasks, so that each of its broken dependencies is told by itself.
        is_of_list = item.group.profile == DEPENDENCIES and reference.relation == "blocks"
        if self._unwritten.take(item, reference, finding):
            return
        if is_of_list or not self.forms.take(item.path, reference, finding):
            self._findings.append(finding)


def _is_of_beads(item: Item, reference: Reference) -> bool:
    """Whether an issue of Beads refers to another one without a dependency."""
    return item.group.format == "beads" and reference.relation == "references" and not reference.is_quiet


def _is_over(item: Item, reference: Reference) -> bool:
    """Whether it does not matter any more that a target is not there."""
    is_done = item.group.profile in STRICT and reference.relation == "blocks" and item.status == "done"
    return item.is_archived or is_done


def _names_page(reference: Reference, pages: PageNames) -> bool:
    """Whether a wikilink names a page that is no entity."""
    return reference.is_title and reference.target in pages


def _is_checked_as_link(item: Item, reference: Reference) -> bool:
    """Whether a reference is a link with an address in a page, which is reported with the other links of pages."""
    is_address = reference.is_path and not reference.is_title
    return reference.relation == "references" and is_address and is_markdown(item.path)


def _is_file(source: Source, item: Item, target: str) -> bool:
    """Whether the source has a file of this name, in any language."""
    folder = item.path.rpartition("/")[0]
    return any(path in source.files for path in (target, joined_path(folder, target), f"{target}.md"))


def _unknown(item: Item, reference: Reference, nearest: str | None) -> Diagnostic:
    code = _CODES[reference.relation]
    is_elsewhere = item.type == "task" and any(setting.has_branches for setting in item.group.settings)
    return code.at(
        span_of(item, reference),
        suggestion=did_you_mean(nearest) or (ON_A_BRANCH if is_elsewhere else None),
        severity="info" if is_elsewhere else None,
        id=item.id,
        target=reference.target,
        word=reference.word,
        effect="holds it up" if _counts_as(item, reference) == "unfinished" else "holds nothing up",
    )


def _ambiguous(item: Item, reference: Reference, found: Resolution) -> Diagnostic:
    assert found.item
    every = [found.item, *found.others]
    candidates = " or ".join(f"{target.id} ({target.path}:{target.record.line})" for target in every[:5])
    return codes.AMBIGUOUS_REFERENCE.at(
        span_of(item, reference), target=reference.target, id=item.id, candidates=candidates, chosen=found.item.id
    )


def span_of(item: Item, reference: Reference) -> Span:
    """Where an item states a reference."""
    return reference.span(item.path)


def relation_facts(resolved: ResolvedReferences) -> list[Relation]:
    """The relations as facts, dangling ones included, by the time at which they were made (those without one first)."""
    found = [
        _RelationRow(_end(edge.source), _end(edge.target), edge.reference, edge.span, _is_derived(edge))
        for edge in resolved.edges
    ]
    for item, reference in resolved.unresolved:
        is_kept = item.group.format == "beads" or item.group.is_store
        if is_kept or reference.relation in ("blocks", "supersedes", "belongs_to"):
            own, other = _end(item), (entity_ref(item.type, reference.target), reference.target, "unknown")
            ends = (other, own) if reference.is_reversed else (own, other)
            found.append(_RelationRow(*ends, reference, span_of(item, reference), False))
    found.sort(key=_order)
    return [_relation(row, at) for at, row in enumerate(found)]


def _is_derived(edge: Edge) -> bool:
    """Whether no relation of the source states it: only a field does (`superseded_by` of Medulla), or the order of a
    list and its phases."""
    if edge.reference.relation == "blocks" and edge.reference.word in IMPLIED:
        return True
    return edge.stated_by.group.format == "medulla" and edge.reference.word == "superseded_by"


def _order(row: "_RelationRow") -> tuple[str, int, str, str, str]:
    reference = row.reference
    return reference.created_at or "", reference.instant, row.source[1], reference.relation, row.target[1]


class _RelationRow(NamedTuple):
    """A relation before its position is known. An end is (ref, id, type)."""

    source: tuple[str, str, str]
    target: tuple[str, str, str]
    reference: Reference
    span: Span
    is_derived: bool


def _end(item: Item) -> tuple[str, str, str]:
    return item.ref, item.id, item.type


def _relation(row: _RelationRow, position: int) -> Relation:
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


def counts_as_open(item: Item, reference: Reference) -> bool:
    """Whether a dependency on what is not in the source holds up: where the format has it so, or no format says what it
    does, or the export says that the other issue is open."""
    return item.group.profile in STRICT or item.group.format == TASK_PAGE or reference.state == "open"


def _counts_as(item: Item, reference: Reference) -> str:
    if reference.relation != "blocks":
        return ""
    return "unfinished" if counts_as_open(item, reference) else "satisfied"


def unresolved_facts(resolved: ResolvedReferences) -> list[UnresolvedReference]:
    """The unresolved references as facts."""
    return [
        UnresolvedReference(
            span=span_of(item, reference),
            ref=item.ref,
            entity=item.id,
            text=reference.target,
            relation_type=reference.relation,
            counts_as=_counts_as(item, reference),
        )
        for item, reference in resolved.unresolved
    ]
