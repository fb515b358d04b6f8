"""Which diagrams and sessions a source has, and what they are called."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.claims import DIAGRAM_SUFFIXES, SESSION_NAME
from compiler.languages.diagrams.linking.ids import Wish, unique_ids
from compiler.languages.diagrams.records import DiagramFile, DiagramText, ListedDiagram, SessionFile, Sidecar
from compiler.languages.diagrams.syntax.files.sidecar import sidecar_path
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.source import Source
from compiler.model.spans import Span

Units = Mapping[str, Any]
MAX_RELATED = 20


class Drawn(NamedTuple):
    """A diagram with its id. `session` is the id of its session, or ""."""

    id: str
    path: str
    text: DiagramText
    session: str
    listed: ListedDiagram | None
    sidecar: Sidecar | None

    def span(self, element: dict[str, Any]) -> Span:
        """Where an element of the syntax tree stands."""
        place = element.get("span")
        return Span(self.path, *place) if place else self.text.span


class Opened(NamedTuple):
    """A session with its id. `diagrams` maps the ids that it lists to those in the snapshot."""

    id: str
    file: SessionFile
    diagrams: dict[str, str]

    def resolve(self, ref: str) -> str:
        """A reference of the session as a ref of the snapshot."""
        diagram, slash, rest = ref.removeprefix("d:").partition("/")
        return f"d:{self.diagrams.get(diagram, diagram)}{slash}{rest}"


class Found(NamedTuple):
    """A diagram that has no id yet."""

    path: str
    text: DiagramText
    session: str  # path of its session's file, or ""
    listed: ListedDiagram | None


def open_sessions(source: Source, units: Units, found: list[Diagnostic]) -> tuple[list[Opened], list[Drawn]]:
    """The sessions of a source, and all its diagrams in the order of the files."""
    files = session_files(units)
    ids = dict(zip(files, session_ids(source, files), strict=True))
    listed = [one for session in files.values() for one in listed_diagrams(source, units, session, found)]
    # What a session lists goes by the session's ids only; other files in its folder stand by themselves.
    of_sessions = {one.path for one in listed}
    loose = [
        Found(path, text, "", None)
        for path, unit in units.items()
        if isinstance(unit, DiagramFile) and path not in of_sessions
        for text in unit.texts
    ]
    everything = sorted([*listed, *loose], key=lambda one: (one.path.encode(), one.text.number))
    drawn = [
        Drawn(id_, one.path, one.text, ids.get(one.session, ""), one.listed, sidecar_of(units, one))
        for one, id_ in zip(everything, diagram_ids(files, everything, found), strict=True)
    ]
    sessions = [Opened(ids[path], session, {}) for path, session in files.items()]
    by_id = {one.id: one for one in sessions}
    for diagram in drawn:
        if diagram.listed:
            by_id[diagram.session].diagrams[diagram.listed.id] = diagram.id
    found += stray_sidecars(units, drawn)
    return sessions, drawn


def session_files(units: Units) -> dict[str, SessionFile]:
    """The session of each folder; the old name of the file counts where there is none with the new one."""
    files: dict[str, SessionFile] = {}
    for path, unit in units.items():
        if isinstance(unit, SessionFile):
            current = f"{unit.folder}/{SESSION_NAME}" if unit.folder else SESSION_NAME
            if path == current or current not in units:
                files[path] = unit
    return files


def session_ids(source: Source, files: Mapping[str, SessionFile]) -> list[str]:
    """The ids of the sessions: their own, or the names of their folders."""
    return unique_ids(
        [
            Wish(one.id or one.folder.rpartition("/")[2] or source.name, one.folder, path, listed=True)
            for path, one in files.items()
        ]
    )


def listed_diagrams(source: Source, units: Units, session: SessionFile, found: list[Diagnostic]) -> Iterator[Found]:
    """The diagrams that a session lists and that can be had. The last one of an id counts."""
    by_id: dict[str, ListedDiagram] = {}
    for one in session.diagrams:
        if one.id in by_id:
            before = Related("declared before here", by_id[one.id].span)
            found.append(codes.DUPLICATE_ID.at(one.span, what="The diagram", id=one.id, related=[before]))
        by_id[one.id] = one
    for one in by_id.values():
        if one.path is None:
            continue
        unit = units.get(one.path)
        if not isinstance(unit, DiagramFile) or unit.texts[0].fenced:
            problem = source.problem(one.path)
            reason = problem.reason if problem else "it is a file of another kind"
            found.append(codes.DIAGRAM_NOT_READ.at(one.span, id=one.id, path=one.path, reason=reason))
            continue
        text = unit.texts[0]
        if one.kind and one.kind != text.kind and text.kind != "unknown":
            found.append(codes.KIND_MISMATCH.at(one.span, id=one.id, listed=one.kind, found=text.kind))
        yield Found(one.path, text, session.path, one)


def diagram_ids(files: Mapping[str, SessionFile], everything: list[Found], found: list[Diagnostic]) -> list[str]:
    """The ids of the diagrams: the session's, or the file's stem, with a number for a block of markdown."""
    wishes = [wish(files, one) for one in everything]
    ids = unique_ids(wishes)
    told: set[str] = set()
    for one, wanted, given in zip(everything, wishes, ids, strict=True):
        if wanted.id != given and wanted.group not in told:
            told.add(wanted.group)
            found.append(codes.ID_CLASH.at(one.text.span, what="diagram", wanted=wanted.id, given=given))
    return ids


def wish(files: Mapping[str, SessionFile], one: Found) -> Wish:
    if one.listed:
        return Wish(one.listed.id, files[one.session].folder, one.session, listed=True)
    folder, _, name = one.path.rpartition("/")
    stem = (name.rpartition(".")[0] if "." in name else name) or "diagram"
    return Wish(f"{stem}-{one.text.number}" if one.text.fenced else stem, folder, one.path)


def sidecar_of(units: Units, one: Found) -> Sidecar | None:
    """The sidecar beside the file of a diagram."""
    unit = None if one.text.fenced else units.get(sidecar_path(one.path))
    return unit if isinstance(unit, Sidecar) else None


def stray_sidecars(units: Units, drawn: list[Drawn]) -> Iterator[Diagnostic]:
    """What is wrong in the sidecars of diagrams, and sidecars without one."""
    used = {one.sidecar.path for one in drawn if one.sidecar}
    for path, unit in units.items():
        if not isinstance(unit, Sidecar):
            continue
        if path in used:
            yield from unit.findings
        elif unit.certain:
            wanted = path.removesuffix(".meta.json") + DIAGRAM_SUFFIXES[0]
            yield codes.SIDECAR_WITHOUT_DIAGRAM.at(unit.span, path=path, wanted=wanted)
