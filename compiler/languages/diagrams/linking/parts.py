"""The parts of a source that are linked one by one: each file of diagrams, and all sessions and walkthroughs together.

A file affects other files only by the ids of its diagrams. These are computed first, from outlines: units without the
texts and trees of their diagrams.
"""

from collections.abc import Mapping

from compiler.languages.diagrams.claims import DIAGRAM_SUFFIXES, PAGE_SUFFIXES, SIDECAR_SUFFIX, WALKTHROUGH_SUFFIX
from compiler.languages.diagrams.linking.collect import IdentifiedDiagram, collect_diagrams
from compiler.languages.diagrams.linking.walkthroughs import collect_walkthroughs
from compiler.languages.diagrams.records import DiagramFile, Sidecar, Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Linked, Part, Refs, Units
from compiler.model.source import Source

WHOLE, IDS, SESSIONS = ":all", ":names", ":sessions"  # no paths: those do not begin with a colon
SPACE = "d:"  # of the refs of diagrams
_SUFFIXES = (*DIAGRAM_SUFFIXES, *PAGE_SUFFIXES, SIDECAR_SUFFIX, WALKTHROUGH_SUFFIX)


def outline(path: str, unit: Unit) -> Unit:  # noqa: ARG001
    """The unit without the texts and trees of its diagrams."""
    if not isinstance(unit, DiagramFile):
        return unit
    return DiagramFile(unit.path, tuple(text._replace(text="", ast={}) for text in unit.texts))


def parts(source: Source, outlines: Mapping[str, Unit]) -> list[Part]:
    """The diagnostics of ids as a part, the files of diagrams in their order, and the sessions.

    When a file cannot be read, everything is one part, since that file may concern any of the others.
    """
    if any(path.lower().endswith(_SUFFIXES) and problem.kind != "missing" for path, problem in source.problems.items()):
        return [Part(WHOLE, tuple(outlines))]
    diagnostics: list[Diagnostic] = []
    sessions, diagrams = collect_diagrams(source, outlines, diagnostics)
    walkthroughs = collect_walkthroughs(outlines, sessions, diagnostics)
    by_file: dict[str, list[IdentifiedDiagram]] = {}
    for diagram in diagrams:
        by_file.setdefault(diagram.path, []).append(diagram)
    files = [
        Part(path, (path, *(diagram.sidecar.path for diagram in in_file[:1] if diagram.sidecar)), tuple(in_file))
        for path, in_file in by_file.items()
    ]
    context = (tuple(sessions), tuple(walkthroughs))
    return [
        Part(IDS, (), tuple(diagnostics)),
        *files,
        Part(SESSIONS, (), context, reads_refs=SPACE if any(context) else ""),
    ]


def link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:
    """Link one part."""
    # Imported here, because most incremental builds change no diagram.
    from compiler.languages.diagrams.linking.link import link, link_diagram, link_sessions
    from compiler.languages.diagrams.linking.xrefs import KnownRefs

    if part.name == WHOLE:
        return link(source, units)
    if part.name == IDS:
        return Linked(diagnostics=list(part.context))
    linked = Linked()
    if part.name == SESSIONS:
        sessions, walkthroughs = part.context
        if sessions or walkthroughs:
            known = KnownRefs(refs())
            link_sessions(sessions, walkthroughs, known, linked)
        return linked
    path, *others = part.paths
    sidecar = next((unit for unit in map(units.__getitem__, others) if isinstance(unit, Sidecar)), None)
    texts = {text.number: text for text in units[path].texts}
    for ordinal, diagram in enumerate(part.context):
        whole = diagram._replace(text=texts[diagram.text.number], sidecar=diagram.sidecar and sidecar)
        link_diagram(whole, ordinal, linked)
    return linked
