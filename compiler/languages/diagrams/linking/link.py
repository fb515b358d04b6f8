"""The linker of the diagrams language: from the units of all files to diagrams, their objects, and what binds them.

First every diagram gets its id, then each is linked by itself; then sessions and walkthroughs, which speak of objects.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.claims import (
    DIAGRAM_SUFFIXES,
    MARKDOWN_SUFFIXES,
    NOT_OURS,
    SESSION_NAME,
    WALKTHROUGH_SUFFIX,
)
from compiler.languages.diagrams.facts import Diagram
from compiler.languages.diagrams.linking.collect import Drawn, Opened, open_sessions
from compiler.languages.diagrams.linking.graph_model import READINGS
from compiler.languages.diagrams.linking.graphs import link_graph
from compiler.languages.diagrams.linking.ids import diagram_ref, session_ref
from compiler.languages.diagrams.linking.sequences import link_sequence
from compiler.languages.diagrams.linking.walkthroughs import Told, link_walkthrough, open_walkthroughs
from compiler.languages.diagrams.linking.xrefs import Refs, link_session
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link, Object, file_ref
from compiler.model.language import Linked
from compiler.model.source import Source
from compiler.model.spans import whole_file

OURS_BY_NAME = (*DIAGRAM_SUFFIXES, WALKTHROUGH_SUFFIX, SESSION_NAME)


def link(source: Source, units: Mapping[str, Any]) -> Linked:
    """The facts, links and findings of all diagrams, sessions and walkthroughs of a source."""
    linked = Linked(diagnostics=list(unread_files(source)))
    sessions, diagrams = open_sessions(source, units, linked.diagnostics)
    told = open_walkthroughs(units, sessions, linked.diagnostics)
    for ordinal, drawn in enumerate(diagrams):
        link_diagram(drawn, ordinal, linked)
    link_sessions(sessions, told, Refs(one.ref for one in linked.facts if isinstance(one, Object)), linked)
    return linked


def link_sessions(sessions: Sequence[Opened], told: Sequence[Told], refs: Refs, linked: Linked) -> None:
    """Adds the sessions and walkthroughs, which speak of what is in the diagrams."""
    for session in sessions:
        own = {one.own: one.id for one in told if one.session is session}
        link_session(session, refs, own.get(session.file.active_walkthrough), linked)
    for ordinal, walkthrough in enumerate(told):
        link_walkthrough(walkthrough, ordinal, refs, linked)


def link_diagram(drawn: Drawn, ordinal: int, linked: Linked) -> None:
    """Adds a diagram and all that is in it."""
    ref, text = diagram_ref(drawn.id), drawn.text
    place = len(linked.facts)
    linked.links.append(Link(ref, file_ref(drawn.path), "diagram_in", text.span))
    if drawn.session:
        linked.links.append(Link(ref, session_ref(drawn.session), "part_of", text.span))
    ast = text.ast
    if text.kind == "sequence":
        ast = link_sequence(drawn, linked)
    elif text.kind in READINGS:
        ast = link_graph(drawn, linked)
    linked.facts.insert(place, diagram_fact(drawn, ordinal, ast))


def diagram_fact(drawn: Drawn, ordinal: int, ast: dict[str, Any]) -> Diagram:
    text, listed = drawn.text, drawn.listed
    return Diagram(
        span=text.span,
        ref=diagram_ref(drawn.id),
        diagram=drawn.id,
        name=(listed.name if listed else "") or text.title or drawn.id,
        type=text.kind,
        mermaid_type=text.mermaid_type,
        session=drawn.session,
        revision=listed.revision if listed else 0,
        direction=str(ast.get("direction") or ""),
        fenced=text.fenced,
        has_errors=text.has_errors,
        text=text.text,
        ast=ast,
        ordinal=ordinal,
    )


def unread_files(source: Source) -> Iterator[Diagnostic]:
    """The files of ours that could not be read. Of a markdown file nobody knows whether it holds a diagram."""
    for path, problem in sorted(source.problems.items(), key=lambda one: one[0].encode()):
        # Those not there are missed by the session that lists them, those out of the source were reported where met.
        if problem.kind in ("missing", "outside", "not_regular"):
            continue
        name = path.lower()
        if name.endswith(OURS_BY_NAME):
            yield codes.UNREADABLE_FILE.at(whole_file(path), path=path, reason=problem.reason)
        elif name.endswith(MARKDOWN_SUFFIXES) and not name.endswith(NOT_OURS):
            yield codes.UNREADABLE_FILE.at(whole_file(path), path=path, reason=problem.reason, severity="warning")
