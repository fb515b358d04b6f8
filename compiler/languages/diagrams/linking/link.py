"""The linker of the diagrams language: from the units of all files to facts, links and diagnostics.

First every diagram gets its id, then each is linked by itself; then sessions and walkthroughs, which refer to objects.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.claims import (
    DIAGRAM_SUFFIXES,
    NOT_CLAIMED,
    PAGE_SUFFIXES,
    SESSION_NAME,
    WALKTHROUGH_SUFFIX,
)
from compiler.languages.diagrams.facts import Diagram
from compiler.languages.diagrams.linking.collect import IdentifiedDiagram, IdentifiedSession, collect_diagrams
from compiler.languages.diagrams.linking.graph_readers import GRAPH_READERS
from compiler.languages.diagrams.linking.graphs import link_graph
from compiler.languages.diagrams.linking.ids import diagram_ref, session_ref
from compiler.languages.diagrams.linking.sequences import link_sequence
from compiler.languages.diagrams.linking.walkthroughs import (
    IdentifiedWalkthrough,
    collect_walkthroughs,
    link_walkthrough,
)
from compiler.languages.diagrams.linking.xrefs import KnownRefs, link_session
from compiler.model.diagnostics import Diagnostic, Severity
from compiler.model.facts import Link, Object, file_ref
from compiler.model.language import Linked, Units
from compiler.model.source import Source
from compiler.model.spans import whole_file

CERTAIN_NAMES = (*DIAGRAM_SUFFIXES, WALKTHROUGH_SUFFIX, SESSION_NAME)


def link(source: Source, units: Units) -> Linked:
    """Link all diagrams, sessions and walkthroughs of a source."""
    linked = Linked(diagnostics=list(unread_files(source)))
    sessions, diagrams = collect_diagrams(source, units, linked.diagnostics)
    walkthroughs = collect_walkthroughs(units, sessions, linked.diagnostics)
    for _, in_file in groupby(diagrams, key=lambda diagram: diagram.path):
        for ordinal, diagram in enumerate(in_file):
            link_diagram(diagram, ordinal, linked)
    refs = KnownRefs(fact.ref for fact in linked.facts if isinstance(fact, Object))
    link_sessions(sessions, walkthroughs, refs, linked)
    return linked


def link_sessions(
    sessions: Sequence[IdentifiedSession],
    walkthroughs: Sequence[IdentifiedWalkthrough],
    refs: KnownRefs,
    linked: Linked,
) -> None:
    """Add sessions and walkthroughs to `linked`. `refs` are those of all diagrams and their objects."""
    for session in sessions:
        ids = {walkthrough.own_id: walkthrough.id for walkthrough in walkthroughs if walkthrough.session is session}
        link_session(session, refs, ids.get(session.file.active_walkthrough), linked)
    for ordinal, walkthrough in enumerate(walkthroughs):
        link_walkthrough(walkthrough, ordinal, refs, linked)


def link_diagram(diagram: IdentifiedDiagram, ordinal: int, linked: Linked) -> None:
    """Add a diagram and its objects to `linked`, the diagram before its objects. `ordinal` is its place among those of
    its file."""
    ref, text = diagram_ref(diagram.id), diagram.text
    index = len(linked.facts)
    linked.links.append(Link(ref, file_ref(diagram.path), "diagram_in", text.span))
    if diagram.session:
        linked.links.append(Link(ref, session_ref(diagram.session), "part_of", text.span))
    ast = text.ast
    if text.kind == "sequence":
        ast = link_sequence(diagram, linked)
    elif text.kind in GRAPH_READERS:
        ast = link_graph(diagram, linked)
    linked.facts.insert(index, diagram_fact(diagram, ordinal, ast))


def diagram_fact(diagram: IdentifiedDiagram, ordinal: int, ast: dict[str, Any]) -> Diagram:
    text, listed = diagram.text, diagram.listed
    return Diagram(
        span=text.span,
        ref=diagram_ref(diagram.id),
        diagram=diagram.id,
        name=(listed.name if listed else "") or text.title or diagram.id,
        type=text.kind,
        mermaid_type=text.mermaid_type,
        session=diagram.session,
        revision=listed.revision if listed else 0,
        direction=str(ast.get("direction") or ""),
        fenced=text.fenced,
        has_errors=text.has_errors,
        text=text.text,
        ast=ast,
        ordinal=ordinal,
    )


def unread_files(source: Source) -> Iterator[Diagnostic]:
    """Report the files that could not be read: markdown, which may hold no diagram, as a warning.

    A missing file is reported by the session that lists it.
    """
    for path, problem in source.unread(is_expected):
        severity: Severity | None = None if is_certain(path) else "warning"
        yield codes.UNREADABLE_FILE.at(whole_file(path), path=path, reason=problem.reason, severity=severity)


def is_expected(path: str) -> bool:
    name = path.lower()
    return is_certain(path) or (name.endswith(PAGE_SUFFIXES) and not name.endswith(NOT_CLAIMED))


def is_certain(path: str) -> bool:
    """Whether the name of a file tells that it is of this language."""
    return path.lower().endswith(CERTAIN_NAMES)
