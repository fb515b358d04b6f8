"""The walkthroughs of sessions, and those outside of one: steps with their evidence, and what leads where."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import Walkthrough, WalkthroughEdge, WalkthroughNode
from compiler.languages.diagrams.linking.collect import Opened
from compiler.languages.diagrams.linking.ids import Wish, session_ref, step_ref, unique_ids, walkthrough_ref
from compiler.languages.diagrams.linking.imports import walkthroughs as files_of
from compiler.languages.diagrams.linking.xrefs import Refs
from compiler.languages.diagrams.records import Step, WalkthroughFile
from compiler.languages.diagrams.syntax.files.walkthrough import file_names
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Link
from compiler.model.language import Linked

Units = Mapping[str, Any]


class Told(NamedTuple):
    """A walkthrough with its id in the snapshot; `own` is its id within the session, None outside of one."""

    id: str
    own: str
    session: Opened | None
    file: WalkthroughFile

    @property
    def scope(self) -> str:
        return self.session.id if self.session else ""

    def resolve(self, ref: str) -> str:
        return self.session.resolve(ref) if self.session else ref


def open_walkthroughs(units: Units, sessions: list[Opened], found: list[Diagnostic]) -> list[Told]:
    """All walkthroughs, in the order of their files."""
    told = [
        Told("", own, session, file)
        for session in sessions
        for own, file in walkthroughs_of(session, units, found).items()
    ]
    taken = {one.file.path for one in told}
    # A session that lists its walkthroughs passes over the others in its folder.
    folders = {files_of(session.file).folder for session in sessions}
    for path, unit in units.items():
        if isinstance(unit, WalkthroughFile) and path not in taken and path.rpartition("/")[0] not in folders:
            told.append(Told("", unit.id, None, unit))
    told.sort(key=lambda one: one.file.path.encode())
    wishes = [
        Wish(one.own, one.session.file.folder, one.session.file.path, listed=True)
        if one.session
        else Wish(one.own, one.file.path.rpartition("/")[0], one.file.path)
        for one in told
    ]
    ids = unique_ids(wishes)
    for one, id_ in zip(told, ids, strict=True):
        if one.own != id_:
            found.append(codes.ID_CLASH.at(one.file.span, what="walkthrough", wanted=one.own, given=id_))
    return [one._replace(id=id_) for one, id_ in zip(told, ids, strict=True)]


def walkthroughs_of(session: Opened, units: Units, found: list[Diagnostic]) -> dict[str, WalkthroughFile]:
    """The walkthroughs of a session by their ids: those that it lists, or all in its folder."""
    folder, accepts = files_of(session.file)
    if session.file.walkthroughs is not None:
        return listed_walkthroughs(session, folder, units, found)
    by_id: dict[str, WalkthroughFile] = {}
    for path, unit in units.items():
        parent, _, name = path.rpartition("/")
        if isinstance(unit, WalkthroughFile) and parent == folder and accepts(name):
            if unit.id in by_id:
                before = Related("declared before here", by_id[unit.id].span)
                found.append(codes.DUPLICATE_ID.at(unit.span, what="The walkthrough", id=unit.id, related=[before]))
            by_id[unit.id] = unit
    return by_id


def listed_walkthroughs(
    session: Opened, folder: str, units: Units, found: list[Diagnostic]
) -> dict[str, WalkthroughFile]:
    by_id: dict[str, WalkthroughFile] = {}
    for id_ in dict.fromkeys(session.file.walkthroughs or ()):
        paths = [f"{folder}/{name}" for name in file_names(id_)]
        path = next((path for path in paths if path in units), paths[0])
        unit = units.get(path)
        if isinstance(unit, WalkthroughFile):
            by_id[id_] = unit
            if unit.id != id_:
                found.append(codes.WALKTHROUGH_ID_MISMATCH.at(unit.span, listed=id_, found=unit.id))
        elif unit is None:
            found.append(codes.WALKTHROUGH_NOT_READ.at(session.file.span, id=id_, path=path))
    return by_id


def link_walkthrough(told: Told, ordinal: int, refs: Refs, linked: Linked) -> None:
    """Adds a walkthrough with its steps and edges."""
    file, ref = told.file, walkthrough_ref(told.scope, told.id)
    linked.facts.append(
        Walkthrough(
            span=file.span,
            ref=ref,
            walkthrough=told.id,
            session=told.scope,
            name=file.title or told.own,
            revision=file.revision,
            source=file.source,
            ordinal=ordinal,
        )
    )
    if told.session:
        linked.links.append(Link(ref, session_ref(told.scope), "part_of", file.span))
    steps = distinct_steps(file, linked.diagnostics)
    for number, step in enumerate(steps.values()):
        link_step(told, step, number, refs, linked)
    link_edges(told, steps, linked)


def distinct_steps(file: WalkthroughFile, found: list[Diagnostic]) -> dict[str, Step]:
    """The steps by their ids; the last one of an id counts, where it stands."""
    steps: dict[str, Step] = {}
    for step in file.steps:
        if step.id in steps:
            before = Related("declared before here", steps.pop(step.id).span)
            found.append(codes.DUPLICATE_ID.at(step.span, what="The step", id=step.id, related=[before]))
        steps[step.id] = step
    return steps


def link_step(told: Told, step: Step, ordinal: int, refs: Refs, linked: Linked) -> None:
    ref = step_ref(told.scope, told.id, step.id)
    linked.facts.append(
        WalkthroughNode(
            span=step.span,
            ref=ref,
            walkthrough=told.id,
            node=step.id,
            name=step.title or step.id,
            text=step.body,
            refs=step.refs,
            tags=step.tags,
            status=step.status,
            ordinal=ordinal,
        )
    )
    linked.links.append(Link(ref, walkthrough_ref(told.scope, told.id), "part_of", step.span))
    linked.links += evidence(told, step, ref, refs, linked.diagnostics)


def evidence(told: Told, step: Step, ref: str, refs: Refs, found: list[Diagnostic]) -> Iterator[Link]:
    """A link to each object that a step cites, existing or not."""
    for written in dict.fromkeys(step.refs):
        cited = told.resolve(written)
        if cited not in refs:
            advice = refs.advice(cited)
            found.append(codes.DANGLING_EVIDENCE.at(step.span, step=step.id, ref=written, suggestion=advice))
        yield Link(ref, cited, "evidence", step.span)


def link_edges(told: Told, steps: Mapping[str, Step], linked: Linked) -> None:
    for ordinal, edge in enumerate(told.file.edges):
        for direction, id_ in (("from", edge.from_step), ("to", edge.to_step)):
            if id_ not in steps:
                linked.diagnostics.append(codes.UNKNOWN_STEP.at(edge.span, direction=direction, id=id_))
        linked.facts.append(
            WalkthroughEdge(
                span=edge.span,
                walkthrough=told.id,
                from_node=edge.from_step,
                to_node=edge.to_step,
                edge_kind=edge.kind,
                label=edge.label,
                ordinal=ordinal,
            )
        )
        source, target = (step_ref(told.scope, told.id, id_) for id_ in (edge.from_step, edge.to_step))
        linked.links.append(Link(source, target, "leads_on", edge.span))
