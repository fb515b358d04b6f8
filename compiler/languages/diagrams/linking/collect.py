"""The diagrams and sessions of a source, and their ids."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.claims import DIAGRAM_SUFFIXES, SESSION_NAME
from compiler.languages.diagrams.linking.ids import IdRequest, unique_ids
from compiler.languages.diagrams.records import DiagramFile, DiagramText, ListedDiagram, SessionFile, Sidecar
from compiler.languages.diagrams.syntax.files.sidecar import sidecar_path
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.language import Units
from compiler.model.source import Source
from compiler.model.spans import Span


class CollectedDiagram(NamedTuple):
    """A diagram that has no id yet. `session` is the path of its session's meta file, or ""."""

    path: str
    text: DiagramText
    session: str
    listed: ListedDiagram | None


class IdentifiedDiagram(NamedTuple):
    """A diagram with its id. `session` is the id of its session, or ""."""

    id: str
    path: str
    text: DiagramText
    session: str
    listed: ListedDiagram | None
    sidecar: Sidecar | None

    def span(self, element: dict[str, Any]) -> Span:
        """The span of an element of the syntax tree; that of the diagram when it has none."""
        range_ = element.get("span")
        return Span(self.path, *range_) if range_ else self.text.span


class IdentifiedSession(NamedTuple):
    """A session with its id. `diagrams` maps the diagram ids that it lists to those in the snapshot."""

    id: str
    file: SessionFile
    diagrams: dict[str, str]

    def resolve(self, ref: str) -> str:
        """The ref in the snapshot of a reference in the session."""
        diagram, slash, rest = ref.removeprefix("d:").partition("/")
        return f"d:{self.diagrams.get(diagram, diagram)}{slash}{rest}"


def collect_diagrams(
    source: Source, units: Units, diagnostics: list[Diagnostic]
) -> tuple[list[IdentifiedSession], list[IdentifiedDiagram]]:
    """Return the sessions of a source, and all its diagrams in the order of the files."""
    files = session_files(units)
    ids = dict(zip(files, session_ids(source, files), strict=True))
    listed = [
        listed_diagram
        for session in files.values()
        for listed_diagram in listed_diagrams(source, units, session, diagnostics)
    ]
    # A file that a session lists has the ids of its sessions only; other files in the folder have their own.
    listed_paths = {diagram.path for diagram in listed}
    unlisted = [
        CollectedDiagram(path, text, "", None)
        for path, unit in units.items()
        if isinstance(unit, DiagramFile) and path not in listed_paths
        for text in unit.texts
    ]
    collected = sorted([*listed, *unlisted], key=lambda diagram: (diagram.path.encode(), diagram.text.number))
    diagrams = [
        IdentifiedDiagram(
            id_, diagram.path, diagram.text, ids.get(diagram.session, ""), diagram.listed, sidecar_of(units, diagram)
        )
        for diagram, id_ in zip(collected, diagram_ids(files, collected), strict=True)
    ]
    sessions = [IdentifiedSession(ids[path], session, {}) for path, session in files.items()]
    by_id = {session.id: session for session in sessions}
    for diagram in diagrams:
        if diagram.listed:
            by_id[diagram.session].diagrams[diagram.listed.id] = diagram.id
    diagnostics += sidecar_diagnostics(units, diagrams)
    return sessions, diagrams


def session_files(units: Units) -> dict[str, SessionFile]:
    """The session of each folder, by path. A file with the legacy name counts where the current name is missing."""
    files: dict[str, SessionFile] = {}
    for path, unit in units.items():
        if isinstance(unit, SessionFile):
            current = f"{unit.folder}/{SESSION_NAME}" if unit.folder else SESSION_NAME
            if path == current or current not in units:
                files[path] = unit
    return files


def session_ids(source: Source, files: Mapping[str, SessionFile]) -> list[str]:
    """The ids of the sessions: those that they state, or the names of their folders."""
    return unique_ids(
        [
            IdRequest(file.id or file.folder.rpartition("/")[2] or source.name, file.folder, path, is_listed=True)
            for path, file in files.items()
        ]
    )


def listed_diagrams(
    source: Source, units: Units, session: SessionFile, diagnostics: list[Diagnostic]
) -> Iterator[CollectedDiagram]:
    """Yield the diagrams that a session lists and whose files hold one. Of two entries with one id the last counts."""
    by_id: dict[str, ListedDiagram] = {}
    for diagram in session.diagrams:
        if diagram.id in by_id:
            before = Related("declared before here", by_id[diagram.id].span)
            diagnostics.append(codes.DUPLICATE_ID.at(diagram.span, what="The diagram", id=diagram.id, related=[before]))
        by_id[diagram.id] = diagram
    for identified in by_id.values():
        if identified.path is None:
            continue
        unit = units.get(identified.path)
        if not isinstance(unit, DiagramFile) or unit.texts[0].fenced:
            problem = source.problem(identified.path)
            reason = problem.reason if problem else "it is a file of another kind"
            diagnostics.append(
                codes.DIAGRAM_NOT_READ.at(identified.span, id=identified.id, path=identified.path, reason=reason)
            )
            continue
        text = unit.texts[0]
        is_right = identified.kind in (text.kind, "other") or text.kind == "unknown"
        if identified.kind and not is_right:
            diagnostics.append(
                codes.KIND_MISMATCH.at(identified.span, id=identified.id, listed=identified.kind, found=text.kind)
            )
        yield CollectedDiagram(identified.path, text, session.path, identified)


def diagram_ids(files: Mapping[str, SessionFile], collected: list[CollectedDiagram]) -> list[str]:
    """The ids of the diagrams."""
    return unique_ids([id_request(files, diagram) for diagram in collected])


def id_request(files: Mapping[str, SessionFile], diagram: CollectedDiagram) -> IdRequest:
    """The id of the session's list, or the file's stem, with a number for a block of markdown."""
    if diagram.listed:
        return IdRequest(diagram.listed.id, files[diagram.session].folder, diagram.session, is_listed=True)
    folder, _, name = diagram.path.rpartition("/")
    stem = (name.rpartition(".")[0] if "." in name else name) or "diagram"
    return IdRequest(f"{stem}-{diagram.text.number}" if diagram.text.fenced else stem, folder, diagram.path)


def sidecar_of(units: Units, diagram: CollectedDiagram) -> Sidecar | None:
    """The sidecar beside the file of a diagram."""
    unit = None if diagram.text.fenced else units.get(sidecar_path(diagram.path))
    return unit if isinstance(unit, Sidecar) else None


def sidecar_diagnostics(units: Units, diagrams: list[IdentifiedDiagram]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of the sidecars of diagrams, and report sidecars without a diagram."""
    used = {diagram.sidecar.path for diagram in diagrams if diagram.sidecar}
    for path, unit in units.items():
        if not isinstance(unit, Sidecar):
            continue
        if path in used:
            yield from unit.diagnostics
        elif unit.is_certain:
            wanted = path.removesuffix(".meta.json") + DIAGRAM_SUFFIXES[0]
            yield codes.SIDECAR_WITHOUT_DIAGRAM.at(unit.span, path=path, wanted=wanted)
