"""The walkthroughs of sessions and those outside of a session: steps, their evidence, and the ways between them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import Walkthrough, WalkthroughEdge, WalkthroughNode
from compiler.languages.diagrams.linking.collect import IdentifiedSession
from compiler.languages.diagrams.linking.ids import IdRequest, session_ref, step_ref, unique_ids, walkthrough_ref
from compiler.languages.diagrams.linking.imports import walkthrough_files
from compiler.languages.diagrams.linking.xrefs import KnownRefs
from compiler.languages.diagrams.records import Step, WalkthroughFile
from compiler.languages.diagrams.syntax.files.walkthrough import file_names
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Link
from compiler.model.language import Linked, Units


class IdentifiedWalkthrough(NamedTuple):
    """A walkthrough with its id in the snapshot. `own_id` is the id that its session or its file states."""

    id: str
    own_id: str
    session: IdentifiedSession | None
    file: WalkthroughFile

    @property
    def session_id(self) -> str:
        return self.session.id if self.session else ""

    def resolve(self, ref: str) -> str:
        return self.session.resolve(ref) if self.session else ref


def collect_walkthroughs(
    units: Units, sessions: list[IdentifiedSession], diagnostics: list[Diagnostic]
) -> list[IdentifiedWalkthrough]:
    """Return all walkthroughs, in the order of their files."""
    walkthroughs = [
        IdentifiedWalkthrough("", own, session, file)
        for session in sessions
        for own, file in walkthroughs_of(session, units, diagnostics).items()
    ]
    taken = {walkthrough.file.path for walkthrough in walkthroughs}
    # When a session lists its walkthroughs, the others in its folder are ignored.
    folders = {walkthrough_files(session.file).folder for session in sessions}
    for path, unit in units.items():
        if isinstance(unit, WalkthroughFile) and path not in taken and path.rpartition("/")[0] not in folders:
            walkthroughs.append(IdentifiedWalkthrough("", unit.id, None, unit))
    walkthroughs.sort(key=lambda walkthrough: walkthrough.file.path.encode())
    requests = [
        IdRequest(walkthrough.own_id, walkthrough.session.file.folder, walkthrough.session.file.path, is_listed=True)
        if walkthrough.session
        else IdRequest(walkthrough.own_id, walkthrough.file.path.rpartition("/")[0], walkthrough.file.path)
        for walkthrough in walkthroughs
    ]
    ids = unique_ids(requests)
    return [walkthrough._replace(id=id_) for walkthrough, id_ in zip(walkthroughs, ids, strict=True)]


def walkthroughs_of(
    session: IdentifiedSession, units: Units, diagnostics: list[Diagnostic]
) -> dict[str, WalkthroughFile]:
    """The walkthroughs of a session by their ids: those that it lists, or all in its folder when it has no list."""
    folder, accepts = walkthrough_files(session.file)
    if session.file.walkthroughs is not None:
        return listed_walkthroughs(session, folder, units, diagnostics)
    by_id: dict[str, WalkthroughFile] = {}
    for path, unit in units.items():
        parent, _, name = path.rpartition("/")
        if isinstance(unit, WalkthroughFile) and parent == folder and accepts(name):
            if unit.id in by_id:
                before = Related("declared before here", by_id[unit.id].span)
                diagnostics.append(
                    codes.DUPLICATE_ID.at(unit.span, what="The walkthrough", id=unit.id, related=[before])
                )
            by_id[unit.id] = unit
    return by_id


def listed_walkthroughs(
    session: IdentifiedSession, folder: str, units: Units, diagnostics: list[Diagnostic]
) -> dict[str, WalkthroughFile]:
    by_id: dict[str, WalkthroughFile] = {}
    for id_ in dict.fromkeys(session.file.walkthroughs or ()):
        paths = [f"{folder}/{name}" for name in file_names(id_)]
        path = next((path for path in paths if path in units), paths[0])
        unit = units.get(path)
        if isinstance(unit, WalkthroughFile):
            by_id[id_] = unit
            if unit.id != id_:
                diagnostics.append(codes.WALKTHROUGH_ID_MISMATCH.at(unit.span, listed=id_, found=unit.id))
        elif unit is None:
            diagnostics.append(codes.WALKTHROUGH_NOT_READ.at(session.file.span, id=id_, path=path))
    return by_id


def link_walkthrough(walkthrough: IdentifiedWalkthrough, ordinal: int, refs: KnownRefs, linked: Linked) -> None:
    """Add a walkthrough with its steps and edges to `linked`."""
    file, ref = walkthrough.file, walkthrough_ref(walkthrough.session_id, walkthrough.id)
    linked.facts.append(
        Walkthrough(
            span=file.span,
            ref=ref,
            walkthrough=walkthrough.id,
            session=walkthrough.session_id,
            name=file.title or walkthrough.own_id,
            revision=file.revision,
            source=file.source,
            ordinal=ordinal,
        )
    )
    if walkthrough.session:
        linked.links.append(Link(ref, session_ref(walkthrough.session_id), "part_of", file.span))
    steps = distinct_steps(file, linked.diagnostics)
    for number, step in enumerate(steps.values()):
        link_step(walkthrough, step, number, refs, linked)
    link_edges(walkthrough, steps, linked)


def distinct_steps(file: WalkthroughFile, diagnostics: list[Diagnostic]) -> dict[str, Step]:
    """The steps by their ids. Of two steps with one id the last counts, at its own place."""
    steps: dict[str, Step] = {}
    for step in file.steps:
        if step.id in steps:
            before = Related("declared before here", steps.pop(step.id).span)
            diagnostics.append(codes.DUPLICATE_ID.at(step.span, what="The step", id=step.id, related=[before]))
        steps[step.id] = step
    return steps


def link_step(walkthrough: IdentifiedWalkthrough, step: Step, ordinal: int, refs: KnownRefs, linked: Linked) -> None:
    ref = step_ref(walkthrough.session_id, walkthrough.id, step.id)
    linked.facts.append(
        WalkthroughNode(
            span=step.span,
            ref=ref,
            walkthrough=walkthrough.id,
            node=step.id,
            name=step.title or step.id,
            text=step.body,
            refs=step.refs,
            tags=step.tags,
            status=step.status,
            ordinal=ordinal,
        )
    )
    linked.links.append(Link(ref, walkthrough_ref(walkthrough.session_id, walkthrough.id), "part_of", step.span))
    linked.links += evidence(walkthrough, step, ref, refs, linked.diagnostics)


def evidence(
    walkthrough: IdentifiedWalkthrough, step: Step, ref: str, refs: KnownRefs, diagnostics: list[Diagnostic]
) -> Iterator[Link]:
    """Yield a link to each object that a step cites, whether it exists or not."""
    for written in dict.fromkeys(step.refs):
        cited = walkthrough.resolve(written)
        if cited not in refs:
            suggestion = refs.suggestion(cited)
            diagnostics.append(codes.DANGLING_EVIDENCE.at(step.span, step=step.id, ref=written, suggestion=suggestion))
        yield Link(ref, cited, "evidence", step.span)


def link_edges(walkthrough: IdentifiedWalkthrough, steps: Mapping[str, Step], linked: Linked) -> None:
    for ordinal, edge in enumerate(walkthrough.file.edges):
        for direction, id_ in (("from", edge.from_step), ("to", edge.to_step)):
            if id_ not in steps:
                linked.diagnostics.append(codes.UNKNOWN_STEP.at(edge.span, direction=direction, id=id_))
        linked.facts.append(
            WalkthroughEdge(
                span=edge.span,
                walkthrough=walkthrough.id,
                from_node=edge.from_step,
                to_node=edge.to_step,
                edge_kind=edge.kind,
                label=edge.label,
                ordinal=ordinal,
            )
        )
        source, target = (
            step_ref(walkthrough.session_id, walkthrough.id, id_) for id_ in (edge.from_step, edge.to_step)
        )
        linked.links.append(Link(source, target, "leads_on", edge.span))
