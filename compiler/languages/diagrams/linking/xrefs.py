"""What a session says of objects: cross-references with their status, the selection, what is active."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import Session, Xref
from compiler.languages.diagrams.linking.collect import Opened
from compiler.languages.diagrams.linking.ids import session_ref, xref_ref
from compiler.languages.diagrams.records import XrefRecord
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Link
from compiler.model.language import Linked

STATUSES = {
    (True, True): "ok",
    (False, True): "dangling_from",
    (True, False): "dangling_to",
    (False, False): "dangling_both",
}
MOST_LOOKS = 200  # for near names: each compares one ref with all those of its diagram
MOST_COMPARED = 2_000


class Refs:
    """The refs that exist, and for one that does not, which may have been meant."""

    def __init__(self, refs: Iterable[str]) -> None:
        self.all = frozenset(refs)
        self.by_diagram: dict[str, list[str]] = {}
        self.looks = 0
        for ref in sorted(self.all):
            self.by_diagram.setdefault(ref.partition("/")[0], []).append(ref)

    def __contains__(self, ref: str) -> bool:
        return ref in self.all

    def advice(self, ref: str) -> str | None:
        """A sentence that offers a ref near to one that does not exist."""
        diagram = ref.partition("/")[0]
        rivals = self.by_diagram.get(diagram)
        self.looks += 1
        if self.looks > MOST_LOOKS or len(rivals or self.by_diagram) > MOST_COMPARED:
            return None
        if rivals is None:
            near = get_close_matches(diagram, self.by_diagram, 1, 0.7)
            there_is = f" Did you mean '{near[0]}'?" if near else ""
            return f"There is no diagram '{diagram.removeprefix('d:')}'.{there_is}"
        near = get_close_matches(ref, rivals, 1, 0.85)
        return f"Did you mean '{near[0]}'?" if near else None


def link_session(opened: Opened, refs: Refs, walkthrough: str | None, linked: Linked) -> None:
    """Adds the session, its diagrams and cross-references. `walkthrough` is the id of the active one, if it exists."""
    session = opened.file
    diagram = opened.diagrams.get(session.active_diagram)
    for what, stored, id_ in (
        ("diagram", session.active_diagram, diagram),
        ("walkthrough", session.active_walkthrough, walkthrough),
    ):
        if stored and id_ is None:
            linked.diagnostics.append(codes.UNKNOWN_ACTIVE.at(session.span, what=what, id=stored))
    linked.facts.append(
        Session(
            span=session.span,
            ref=session_ref(opened.id),
            session=opened.id,
            folder=session.folder,
            active_diagram=diagram or session.active_diagram,
            active_walkthrough=walkthrough or session.active_walkthrough,
            selected=tuple(selected(opened, refs, linked.diagnostics)),
        )
    )
    for fact in xrefs(opened, refs, linked.diagnostics):
        linked.facts.append(fact)
        linked.links.append(Link(fact.from_ref, fact.to_ref, "xref", fact.span))


def selected(opened: Opened, refs: Refs, found: list[Diagnostic]) -> Iterator[str]:
    """The selected refs that exist."""
    for written in dict.fromkeys(opened.file.selected):
        ref = opened.resolve(written)
        if ref in refs:
            yield ref
        else:
            advice = refs.advice(ref)
            found.append(codes.DANGLING_SELECTION.at(opened.file.span, ref=written, suggestion=advice))


def xrefs(opened: Opened, refs: Refs, found: list[Diagnostic]) -> Iterator[Xref]:
    """The cross-references in the order of their ids' last declarations, each with its status worked out."""
    by_id: dict[str, XrefRecord] = {}
    for one in opened.file.xrefs:
        if one.id in by_id:
            before = Related("declared before here", by_id.pop(one.id).span)
            found.append(codes.DUPLICATE_ID.at(one.span, what="The cross-reference", id=one.id, related=[before]))
        by_id[one.id] = one
    for one in by_id.values():
        from_ref, to_ref = opened.resolve(one.from_ref), opened.resolve(one.to_ref)
        for direction, ref in (("from", from_ref), ("to", to_ref)):
            if ref not in refs:
                advice = refs.advice(ref)
                found.append(
                    codes.DANGLING_XREF.at(one.span, id=one.id, direction=direction, ref=ref, suggestion=advice)
                )
        yield Xref(
            span=one.span,
            ref=xref_ref(opened.id, one.id),
            xref=one.id,
            session=opened.id,
            from_ref=from_ref,
            to_ref=to_ref,
            xref_kind=one.kind,
            label=one.label,
            status=STATUSES[from_ref in refs, to_ref in refs],
        )
