"""What the citations of a format become: references, links, and findings on what is missing."""

from collections import Counter
from collections.abc import Iterator, Sequence

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import BrokenReference, Reference, code_ref, ref_of, test_ref
from compiler.languages.requirements.formats.codes import UNREAD_STATEMENT
from compiler.languages.requirements.formats.format import Format
from compiler.languages.requirements.formats.records import DECISION, Tag
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.linking.assertion_ids import AssertionIds
from compiler.languages.requirements.linking.stating import Stated
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link, file_ref
from compiler.model.spans import Span
from compiler.text.near_names import did_you_mean

MANY_ELSEWHERE = 10  # citations of a type of items that nothing states: their specification is somewhere else
# Links that say what becomes of a requirement, or what it waits for: they make no hierarchy and no coverage.
_LINKS_ALONE = frozenset(["depends_on", "modifies", "removes", "renames", "addresses_requirement"])


def references_of(
    form: Format, citations: Sequence[TracedCitation], ids: AssertionIds
) -> tuple[list[Reference], list[BrokenReference], list[Link]]:
    """The citations as facts, and their links. An item that depends on another one has a link alone."""
    references: list[Reference] = []
    broken: list[BrokenReference] = []
    links: list[Link] = []
    for citation in citations:
        source, span = citation.source, _place(citation)
        kind, edge = _kind(source), _edge(form, citation)
        target = ids.of(form, citation.target, citation.label) if citation.label else citation.target
        if citation.reason:
            broken.append(
                BrokenReference(
                    span=span,
                    source=source.id,
                    source_kind=kind,
                    edge_kind=edge,
                    target=citation.target,
                    reason=citation.reason,
                    nearest=citation.nearest,
                    ordinal=len(broken),
                )
            )
        elif edge not in _LINKS_ALONE:
            references.append(
                Reference(
                    span=span,
                    source=source.id,
                    source_kind=kind,
                    edge_kind=edge,
                    requirement=citation.target,
                    label=citation.label,
                    written=_written(form, citation),
                    ordinal=len(references),
                )
            )
        if citation.reason != "ambiguous":  # what it cites exists, but which one is meant cannot be told
            links.append(Link(_ref(source), ref_of(target), edge, span))
    return references, broken, links


def missing(form: Format, citations: Sequence[TracedCitation], stated: Stated) -> Iterator[Diagnostic]:
    """Findings on citations of what nothing states. Many of a type of which the source states no item have one cause:
    their specification is not in it, as where a submodule was not fetched."""
    dangling = [citation for citation in citations if citation.reason == MISSING]
    known = {_type_of(item.item.id) for item in stated.items}
    counts = Counter(_type_of(citation.target) for citation in dangling)
    elsewhere = {kind for kind, count in counts.items() if kind and kind not in known and count >= MANY_ELSEWHERE}
    told: set[str] = set()
    for citation in dangling:
        kind = _type_of(citation.target)
        if kind not in elsewhere:
            yield codes.UNKNOWN_REQUIREMENT.at(
                _place(citation),
                suggestion=did_you_mean(citation.nearest),
                source=citation.source.subject,
                verb=_edge(form, citation).replace("_", " "),
                target=citation.target,
            )
        elif kind not in told:
            told.add(kind)
            reason = f"the source states no item of type {kind}, so {counts[kind]} citations of some are not checked"
            yield UNREAD_STATEMENT.at(_place(citation), severity="info", text=citation.target, reason=reason)


def _type_of(target: str) -> str:
    """The artifact type of an id of OpenFastTrace, "" of any other."""
    return target.partition("~")[0] if target.count("~") > 1 else ""


def _place(citation: TracedCitation) -> Span:
    """Where a citation stands: in the file of what cites, or in a map."""
    source = citation.source
    return citation.cited.place.span((source.map if isinstance(source, StatedTag) else "") or source.path)


def unfound(stated: Stated) -> Iterator[Diagnostic]:
    """Findings on names in maps that stand for nothing, where the map is about requirements of the source."""
    known = {item.item.id for item in stated.items}
    for (path, name), tags in stated.unfound.items():
        if any(tag.cited.target in known for tag in tags):
            reason = "the map names it for a requirement, and no file of the source has this name"
            yield UNREAD_STATEMENT.at(tags[0].cited.place.span(path), severity="info", text=name, reason=reason)


def orphans(stated: Stated, traced: Traced) -> Iterator[Diagnostic]:
    """Findings on items that derive from none."""
    for item in stated.items:
        if item.id in traced.orphans:
            yield codes.ORPHAN.at(item.line_span, id=item.id, level=item.item.level)


def _written(form: Format, citation: TracedCitation) -> str:
    """The citation as written; of a tag that says what it is with that, such as `impl->dsn~lamp~1`."""
    tag = citation.source.tag if isinstance(citation.source, StatedTag) else None
    return citation.cited.target if tag is None or form.covers_whole or form.takes_citations else written_tag(tag)


def written_tag(tag: Tag) -> str:
    """A tag as OpenFastTrace writes it: what it is, and what it covers."""
    return f"{tag.id or tag.kind}->{tag.cited.target}"


def _kind(source: StatedItem | StatedTag) -> str:
    return "requirement" if isinstance(source, StatedItem) else source.kind


def _ref(source: StatedItem | StatedTag) -> str:
    if isinstance(source, StatedItem):
        return ref_of(source.id)
    return _REF_OF[source.kind](source.id)


def _task_ref(native_id: str) -> str:
    """The ref of a task, which the language `knowledge` reads."""
    return f"k:task/{native_id}"


_REF_OF = {"test": test_ref, "code": code_ref, "task": _task_ref, DECISION: file_ref}


def _edge(form: Format, citation: TracedCitation) -> str:
    """The kind of link: a tag of tests verifies."""
    source, kind = citation.source, citation.cited.kind
    if isinstance(source, StatedTag) and kind == "implements" and verifies(form, source):
        return "verifies"
    return kind


def verifies(form: Format, tag: StatedTag) -> bool:
    """Whether a tag is one of tests: by its kind, or where that says nothing by its place."""
    return tag.kind == "test" if form.covers_whole else form.is_test(tag.tag.kind)
