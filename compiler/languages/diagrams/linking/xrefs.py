"""The references of a session to objects: cross-references with their status, the selection, the active diagram."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import Session, Xref
from compiler.languages.diagrams.linking.collect import IdentifiedSession
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
MAX_SUGGESTIONS = 200  # each compares one ref with all those of its diagram
MAX_COMPARED = 2_000


class KnownRefs:
    """The refs that exist, and suggestions for refs that do not."""

    def __init__(self, refs: Iterable[str]) -> None:
        self.all = frozenset(refs)
        self.by_diagram: dict[str, list[str]] = {}
        self.suggestions = 0
        for ref in sorted(self.all):
            self.by_diagram.setdefault(ref.partition("/")[0], []).append(ref)

    def __contains__(self, ref: str) -> bool:
        return ref in self.all

    def suggestion(self, ref: str) -> str | None:
        """A sentence that offers an existing ref similar to `ref`, or None."""
        diagram = ref.partition("/")[0]
        rivals = self.by_diagram.get(diagram)
        self.suggestions += 1
        if self.suggestions > MAX_SUGGESTIONS or len(rivals or self.by_diagram) > MAX_COMPARED:
            return None
        if rivals is None:
            near = get_close_matches(diagram, self.by_diagram, 1, 0.7)
            there_is = f" Did you mean '{near[0]}'?" if near else ""
            return f"There is no diagram '{diagram.removeprefix('d:')}'.{there_is}"
        near = get_close_matches(ref, rivals, 1, 0.85)
        return f"Did you mean '{near[0]}'?" if near else None


def link_session(session: IdentifiedSession, refs: KnownRefs, walkthrough: str | None, linked: Linked) -> None:
    """Add a session and its cross-references to `linked`. `walkthrough` is the id of the active one, if it exists."""
    file = session.file
    diagram = session.diagrams.get(file.active_diagram)
    for what, stored, id_ in (
        ("diagram", file.active_diagram, diagram),
        ("walkthrough", file.active_walkthrough, walkthrough),
    ):
        if stored and id_ is None:
            linked.diagnostics.append(codes.UNKNOWN_ACTIVE.at(file.span, what=what, id=stored))
    linked.facts.append(
        Session(
            span=file.span,
            ref=session_ref(session.id),
            session=session.id,
            folder=file.folder,
            active_diagram=diagram or file.active_diagram,
            active_walkthrough=walkthrough or file.active_walkthrough,
            selected=tuple(existing_selection(session, refs, linked.diagnostics)),
        )
    )
    for fact in xrefs(session, refs, linked.diagnostics):
        linked.facts.append(fact)
        linked.links.append(Link(fact.from_ref, fact.to_ref, "xref", fact.span))


def existing_selection(session: IdentifiedSession, refs: KnownRefs, diagnostics: list[Diagnostic]) -> Iterator[str]:
    """Yield the selected refs that exist, and report the others."""
    for written in dict.fromkeys(session.file.selected):
        ref = session.resolve(written)
        if ref in refs:
            yield ref
        else:
            suggestion = refs.suggestion(ref)
            diagnostics.append(codes.DANGLING_SELECTION.at(session.file.span, ref=written, suggestion=suggestion))


def xrefs(session: IdentifiedSession, refs: KnownRefs, diagnostics: list[Diagnostic]) -> Iterator[Xref]:
    """Yield the cross-references with their status, in the order of the last declaration of each id."""
    by_id: dict[str, XrefRecord] = {}
    for xref in session.file.xrefs:
        if xref.id in by_id:
            before = Related("declared before here", by_id.pop(xref.id).span)
            diagnostics.append(
                codes.DUPLICATE_ID.at(xref.span, what="The cross-reference", id=xref.id, related=[before])
            )
        by_id[xref.id] = xref
    for record in by_id.values():
        from_ref, to_ref = session.resolve(record.from_ref), session.resolve(record.to_ref)
        for direction, ref in (("from", from_ref), ("to", to_ref)):
            if ref not in refs:
                suggestion = refs.suggestion(ref)
                diagnostics.append(
                    codes.DANGLING_XREF.at(
                        record.span, id=record.id, direction=direction, ref=ref, suggestion=suggestion
                    )
                )
        yield Xref(
            span=record.span,
            ref=xref_ref(session.id, record.id),
            xref=record.id,
            session=session.id,
            from_ref=from_ref,
            to_ref=to_ref,
            xref_kind=record.kind,
            label=record.label,
            status=STATUSES[from_ref in refs, to_ref in refs],
        )
