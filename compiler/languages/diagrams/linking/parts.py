"""The parts of a source of diagrams: each file of diagrams by itself, and all sessions and walkthroughs together.

What a file can change in others is what diagrams are called, and in what order they stand: that is worked out first,
of outlines, which are units without the texts and trees of their diagrams.
"""

from collections.abc import Mapping
from typing import Any

from compiler.languages.diagrams.claims import DIAGRAM_SUFFIXES, MARKDOWN_SUFFIXES, SIDECAR_SUFFIX, WALKTHROUGH_SUFFIX
from compiler.languages.diagrams.linking.collect import Drawn, open_sessions
from compiler.languages.diagrams.linking.walkthroughs import open_walkthroughs
from compiler.languages.diagrams.records import DiagramFile, Sidecar
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Linked, Part, Refs, Units
from compiler.model.source import Source

WHOLE, NAMES, SESSIONS = ":all", ":names", ":sessions"  # no paths: those have no colon first
_OURS = (*DIAGRAM_SUFFIXES, *MARKDOWN_SUFFIXES, SIDECAR_SUFFIX, WALKTHROUGH_SUFFIX)


def outline(path: str, unit: Any) -> Any:  # noqa: ARG001
    """A unit without the texts and trees of its diagrams."""
    if not isinstance(unit, DiagramFile):
        return unit
    return DiagramFile(unit.path, tuple(text._replace(text="", ast={}) for text in unit.texts))


def parts(source: Source, outlines: Mapping[str, Any]) -> list[Part]:
    """What was found about names, the files of diagrams in their order, and the sessions.

    All is one part when a file cannot be read, which may concern any of the others.
    """
    if any(path.lower().endswith(_OURS) and one.kind != "missing" for path, one in source.problems.items()):
        return [Part(WHOLE, tuple(outlines))]
    found: list[Diagnostic] = []
    sessions, diagrams = open_sessions(source, outlines, found)
    told = open_walkthroughs(outlines, sessions, found)
    of_files: dict[str, list[tuple[int, Drawn]]] = {}
    for ordinal, drawn in enumerate(diagrams):
        of_files.setdefault(drawn.path, []).append((ordinal, drawn))
    files = [
        Part(path, (path, *(one.sidecar.path for _, one in drawn[:1] if one.sidecar)), tuple(map(_placed, drawn)))
        for path, drawn in of_files.items()
    ]
    return [
        Part(NAMES, (), tuple(found)),
        *files,
        Part(SESSIONS, (), (tuple(sessions), tuple(told)), reads_refs=bool(sessions or told)),
    ]


def link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:
    """The facts, links and findings of one part."""
    from compiler.languages.diagrams.linking.link import (  # mostly, no diagram has changed
        link,
        link_diagram,
        link_sessions,
    )
    from compiler.languages.diagrams.linking.xrefs import Refs as KnownRefs

    if part.name == WHOLE:
        return link(source, units)
    if part.name == NAMES:
        return Linked(diagnostics=list(part.context))
    linked = Linked()
    if part.name == SESSIONS:
        sessions, told = part.context
        if sessions or told:
            known = KnownRefs(ref for ref in refs() if ref.startswith("d:"))
            link_sessions(sessions, told, known, linked)
        return linked
    path, *others = part.paths
    sidecar = next((unit for unit in map(units.__getitem__, others) if isinstance(unit, Sidecar)), None)
    texts = {text.number: text for text in units[path].texts}
    for ordinal, number, drawn in part.context:
        link_diagram(drawn._replace(text=texts[number], sidecar=drawn.sidecar and sidecar), ordinal, linked)
    return linked


def _placed(placed: tuple[int, Drawn]) -> tuple[int, int, Drawn]:
    """A diagram in its place, without what its file says of it."""
    ordinal, drawn = placed
    return ordinal, drawn.text.number, drawn
