"""The facts of a sequence diagram: participants, messages in their order, blocks with their sections, and notes."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import Block, BlockSection, DiagramNote, Message, Participant
from compiler.languages.diagrams.linking.collect import Drawn
from compiler.languages.diagrams.linking.graph_model import Element
from compiler.languages.diagrams.linking.graphs import naming_faults
from compiler.languages.diagrams.linking.ids import Names, diagram_ref, numbered, object_ref
from compiler.languages.diagrams.linking.reconcile import Known, read_message, stable_matches, stable_names
from compiler.languages.diagrams.records import Sidecar
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link
from compiler.model.language import Linked

# By the arrow alone. A dotted line without a head (`-->`) is an ordinary message.
KINDS = {"-)": "async", "--)": "async", "-->>": "return", "<<-->>": "return"}

# Of blocks nested deeper than anyone can follow, a message knows those next to it: each level costs every message.
MOST_AROUND = 20


def link_sequence(drawn: Drawn, linked: Linked) -> dict[str, Any]:
    """Adds the facts and links of a sequence; gives its syntax tree with the ids of the objects."""
    linking = SequenceLinking(drawn, linked.diagnostics)
    linked.facts += [
        *linking.participants(),
        *linking.messages(),
        *linking.blocks(),
        *linking.sections(),
        *linking.notes(),
    ]
    linked.links += linking.links()
    return linking.tree()


class Where(NamedTuple):
    """The innermost section around something: its block's number in the syntax tree, from 0, and its own."""

    block: int
    section: int

    @property
    def id(self) -> str:
        return f"sec:{self.block + 1:04d}:{self.section:02d}"


def message_kind(token: str) -> str:
    """sync, async or return."""
    return KINDS.get(token, "sync")


class SequenceLinking:
    """One sequence with the ids of all that is in it, worked out at the start."""

    def __init__(self, drawn: Drawn, found: list[Diagnostic]) -> None:
        self.drawn, self.found = drawn, found
        self.ref = partial(object_ref, drawn.id, "sequence")
        ast = drawn.text.ast
        self.actors: list[Element] = ast.get("actors", [])
        self.texts: list[Element] = ast.get("messages", [])
        self.frames: list[Element] = ast.get("blocks", [])
        self.actor_ids, self.by_name, self.notes_of = self.participant_ids(drawn.sidecar)
        self.message_ids = self.matched_ids(drawn.sidecar)
        self.outer = self.sections_around()
        self.known: dict[Where, tuple[str, ...]] = {}

    def participant_ids(self, sidecar: Sidecar | None) -> tuple[list[str], dict[str, str], dict[str, str]]:
        """The ids of the participants in order, the same by name, and the sidecar's notes by id."""
        names = Names()
        parsed = {names.claim("p", one["id"]): str(one["id"]) for one in self.actors}
        stable = dict(sidecar.participants) if sidecar else {}
        given = stable_names(parsed, stable)
        notes = dict(sidecar.participant_notes) if sidecar else {}
        if sidecar:
            self.found += naming_faults(sidecar, "participant", parsed, given, stable, notes)
        return [given[own] for own in parsed], {name: given[own] for own, name in parsed.items()}, notes

    def matched_ids(self, sidecar: Sidecar | None) -> list[str]:
        """The ids of the messages in order."""
        parsed = {
            numbered("m", number): (
                self.participant(one["from"]),
                self.participant(one["to"]),
                message_kind(one["token"]),
                one["text"],
            )
            for number, one in enumerate(self.texts, 1)
        }
        stable = sidecar.messages if sidecar else ()
        known = [
            Known(
                one.id,
                tuple(
                    (one.from_participant, one.to_participant, one.kind, text)
                    for text in (one.text, read_message(one.text))
                ),
            )
            for one in stable
        ]
        matches = stable_matches(parsed, known, "m")
        matched = {match.known for match in matches.values()}
        for index, one in enumerate(stable):
            if index not in matched:
                fingerprint = f"`{one.from_participant}` to `{one.to_participant}`, {one.kind}, `{one.text}`"
                self.found.append(
                    codes.SIDECAR_UNMATCHED.at(one.span, what="message", id=one.id, fingerprint=fingerprint)
                )
        return [matches[own].id for own in parsed]

    def participant(self, name: str) -> str:
        return self.by_name.get(name) or Names().claim("p", name)

    def sections_around(self) -> list[Where | None]:
        """For each block the innermost section around it."""
        self.numbers = {one["id"]: number for number, one in enumerate(self.frames)}
        parents = [self.numbers.get(one.get("parent", "")) for one in self.frames]
        return [
            None if parent is None else Where(parent, one.get("parent_section", 0))
            for one, parent in zip(self.frames, parents, strict=True)
        ]

    def sections_of(self, message: Element) -> tuple[str, ...]:
        """The ids of the sections around a message, outermost first."""
        number = self.numbers.get(message.get("block", ""))
        if number is None:
            return ()
        inner = Where(number, message.get("section", 0))
        if inner not in self.known:
            found: list[str] = []
            where: Where | None = inner
            while where and len(found) < MOST_AROUND:
                found.append(where.id)
                where = self.outer[where.block]
            self.known[inner] = tuple(found[::-1])
        return self.known[inner]

    def participants(self) -> Iterator[Participant]:
        for ordinal, (one, id_) in enumerate(zip(self.actors, self.actor_ids, strict=True)):
            yield Participant(
                span=self.drawn.span(one),
                ref=self.ref("participant", id_),
                diagram=self.drawn.id,
                participant=id_,
                name=one["id"],
                label=one.get("description", ""),
                type=one.get("type", "participant"),
                box=one.get("box", 0),
                note=self.notes_of.get(id_, ""),
                ordinal=ordinal,
            )

    def messages(self) -> Iterator[Message]:
        for ordinal, (one, id_) in enumerate(zip(self.texts, self.message_ids, strict=True)):
            yield Message(
                span=self.drawn.span(one),
                ref=self.ref("message", id_),
                diagram=self.drawn.id,
                message=id_,
                from_participant=self.participant(one["from"]),
                to_participant=self.participant(one["to"]),
                message_kind=message_kind(one["token"]),
                arrow=one["token"],
                text=one["text"],
                order_key=(ordinal + 1) * 1000,
                sections=self.sections_of(one),
                ordinal=ordinal,
            )

    def blocks(self) -> Iterator[Block]:
        for number, one in enumerate(self.frames):
            outer = self.outer[number]
            yield Block(
                span=self.drawn.span(one),
                ref=self.ref("block", numbered("b", number + 1)),
                diagram=self.drawn.id,
                block=numbered("b", number + 1),
                block_kind=one["kind"],
                header=one["sections"][0].get("label", "") if one.get("sections") else "",
                parent=numbered("b", outer.block + 1) if outer else "",
                parent_section=outer.id if outer else "",
                ordinal=number,
            )

    def sections(self) -> Iterator[BlockSection]:
        held = self.messages_held()
        ordinal = 0
        for number, block in enumerate(self.frames):
            for index, one in enumerate(block.get("sections", ())):
                where = Where(number, index)
                yield BlockSection(
                    span=self.drawn.span(one),
                    ref=self.ref("section", where.id),
                    diagram=self.drawn.id,
                    section=where.id,
                    block=numbered("b", number + 1),
                    section_kind=one.get("keyword", "") if index else "main",
                    header=one.get("label", "") if index else "",
                    messages=tuple(held.get(where.id, ())),
                    ordinal=ordinal,
                )
                ordinal += 1

    def messages_held(self) -> dict[str, list[str]]:
        """The messages of each section, those of nested blocks too."""
        held: dict[str, list[str]] = {}
        for one, id_ in zip(self.texts, self.message_ids, strict=True):
            for section in self.sections_of(one):
                held.setdefault(section, []).append(id_)
        return held

    def notes(self) -> Iterator[DiagramNote]:
        for ordinal, one in enumerate(self.drawn.text.ast.get("notes", ())):
            yield DiagramNote(
                span=self.drawn.span(one),
                diagram=self.drawn.id,
                placement=one.get("placement", ""),
                about=tuple(self.participant(name) for name in one.get("actors", ())),
                text=one.get("text", ""),
                after_message=one.get("after_message", 0),
                ordinal=ordinal,
            )

    def links(self) -> Iterator[Link]:
        diagram = diagram_ref(self.drawn.id)
        # A block hangs off the block around it, not off the section: so do routes go from block to block.
        for one, id_ in zip(self.actors, self.actor_ids, strict=True):
            yield Link(self.ref("participant", id_), diagram, "part_of", self.drawn.span(one))
        yield from self.message_links(diagram)
        for number, block in enumerate(self.frames):
            ref, span = self.ref("block", numbered("b", number + 1)), self.drawn.span(block)
            outer = self.outer[number]
            around = self.ref("block", numbered("b", outer.block + 1)) if outer else diagram
            yield Link(ref, around, "part_of", span)
            for index, one in enumerate(block.get("sections", ())):
                yield Link(self.ref("section", Where(number, index).id), ref, "part_of", self.drawn.span(one))

    def message_links(self, diagram: str) -> Iterator[Link]:
        before = ""
        for one, id_ in zip(self.texts, self.message_ids, strict=True):
            ref, span = self.ref("message", id_), self.drawn.span(one)
            yield Link(self.ref("participant", self.participant(one["from"])), ref, "sends", span)
            yield Link(ref, self.ref("participant", self.participant(one["to"])), "received_by", span)
            if before:
                yield Link(before, ref, "next", span)
            sections = self.sections_of(one)
            for section in sections:
                yield Link(ref, self.ref("section", section), "part_of", span)
            if not sections:
                yield Link(ref, diagram, "part_of", span)
            before = ref

    def tree(self) -> dict[str, Any]:
        """The syntax tree with the ids of participants, messages, blocks and sections."""
        actors = [{**one, "ref": id_} for one, id_ in zip(self.actors, self.actor_ids, strict=True)]
        messages = [{**one, "ref": id_} for one, id_ in zip(self.texts, self.message_ids, strict=True)]
        blocks = [
            {
                **block,
                "ref": numbered("b", number + 1),
                "sections": [
                    {**one, "ref": Where(number, index).id} for index, one in enumerate(block.get("sections", ()))
                ],
            }
            for number, block in enumerate(self.frames)
        ]
        return {**self.drawn.text.ast, "actors": actors, "messages": messages, "blocks": blocks}
