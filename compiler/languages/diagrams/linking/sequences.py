"""The facts of a sequence diagram: participants, messages in their order, blocks with their sections, and notes."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import Block, BlockSection, DiagramNote, Message, Participant, message_kind
from compiler.languages.diagrams.linking.collect import IdentifiedDiagram
from compiler.languages.diagrams.linking.graph_model import Element
from compiler.languages.diagrams.linking.ids import ObjectIds, diagram_ref, numbered_id, object_id, object_ref
from compiler.languages.diagrams.linking.reconcile import (
    StableObject,
    read_message,
    sidecar_name_errors,
    stable_matches,
    stable_names,
)
from compiler.languages.diagrams.records import Sidecar
from compiler.languages.diagrams.syntax.shared.text import shown
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link
from compiler.model.language import Linked

# The number of sections around a message that are recorded, innermost first: each level costs a link a message.
MAX_SECTIONS = 20


def link_sequence(diagram: IdentifiedDiagram, linked: Linked) -> dict[str, Any]:
    """Add the facts and links of a sequence to `linked`. Return its syntax tree with the ids of the objects."""
    linking = SequenceLinking(diagram, linked.diagnostics)
    linked.facts += [
        *linking.participants(),
        *linking.messages(),
        *linking.blocks(),
        *linking.sections(),
        *linking.notes(),
    ]
    linked.links += linking.links()
    return linking.tree()


class SectionKey(NamedTuple):
    """A section by the index of its block in the syntax tree and its own index in the block, both from 0."""

    block: int
    section: int

    @property
    def id(self) -> str:
        return f"sec:{self.block + 1:04d}:{self.section:02d}"


class SequenceLinking:
    """One sequence. The ids of all its objects are determined at the start."""

    def __init__(self, diagram: IdentifiedDiagram, diagnostics: list[Diagnostic]) -> None:
        self.diagram, self.diagnostics = diagram, diagnostics
        self.ref = partial(object_ref, diagram.id, "sequence")
        ast = diagram.text.ast
        self.actor_elements: list[Element] = ast.get("actors", [])
        self.message_elements: list[Element] = ast.get("messages", [])
        self.block_elements: list[Element] = ast.get("blocks", [])
        self.actor_ids, self.by_name, self.notes_of = self.participant_ids(diagram.sidecar)
        self.message_ids = self.matched_message_ids(diagram.sidecar)
        self.block_numbers = {block_element["id"]: number for number, block_element in enumerate(self.block_elements)}
        self.outer_sections = self.sections_around_blocks()
        self.section_paths: dict[SectionKey, tuple[str, ...]] = {}

    def participant_ids(self, sidecar: Sidecar | None) -> tuple[list[str], dict[str, str], dict[str, str]]:
        """Return the ids of the participants in order, the ids by name, and the sidecar's notes by id."""
        ids = ObjectIds()
        parsed = {ids.assign("p", element["id"]): str(element["id"]) for element in self.actor_elements}
        stable = dict(sidecar.participants) if sidecar else {}
        reconciled = stable_names(parsed, stable)
        notes = dict(sidecar.participant_notes) if sidecar else {}
        if sidecar:
            self.diagnostics += sidecar_name_errors(sidecar, "participant", parsed, reconciled, stable, notes)
        return [reconciled[own] for own in parsed], {name: reconciled[own] for own, name in parsed.items()}, notes

    def matched_message_ids(self, sidecar: Sidecar | None) -> list[str]:
        """The ids of the messages in order. Messages of the sidecar that match none are reported."""
        parsed = {
            numbered_id("m", number): (
                self.participant(message_element["from"]),
                self.participant(message_element["to"]),
                message_kind(message_element["token"]),
                message_element["text"],
            )
            for number, message_element in enumerate(self.message_elements, 1)
        }
        messages = sidecar.messages if sidecar else ()
        stable = [
            StableObject(
                message.id,
                tuple(
                    (message.from_participant, message.to_participant, message.kind, text)
                    for text in (message.text, read_message(message.text))
                ),
            )
            for message in messages
        ]
        matches = stable_matches(parsed, stable, "m")
        matched = {match.stable_index for match in matches.values()}
        for index, written in enumerate(messages):
            if index not in matched:
                fingerprint = (
                    f"`{written.from_participant}` to `{written.to_participant}`, {written.kind}, `{written.text}`"
                )
                self.diagnostics.append(
                    codes.SIDECAR_UNMATCHED.at(written.span, what="message", id=written.id, fingerprint=fingerprint)
                )
        return [matches[own].id for own in parsed]

    def participant(self, name: str) -> str:
        return self.by_name.get(name) or object_id("p", name)

    def sections_around_blocks(self) -> list[SectionKey | None]:
        """For each block the innermost section around it."""
        parents = [self.block_numbers.get(element.get("parent", "")) for element in self.block_elements]
        return [
            None if parent is None else SectionKey(parent, block.get("parent_section", 0))
            for block, parent in zip(self.block_elements, parents, strict=True)
        ]

    def sections_of(self, message: Element) -> tuple[str, ...]:
        """The ids of the sections around a message, outermost first."""
        number = self.block_numbers.get(message.get("block", ""))
        if number is None:
            return ()
        innermost = SectionKey(number, message.get("section", 0))
        if innermost not in self.section_paths:
            path: list[str] = []
            section: SectionKey | None = innermost
            while section and len(path) < MAX_SECTIONS:
                path.append(section.id)
                section = self.outer_sections[section.block]
            self.section_paths[innermost] = tuple(path[::-1])
        return self.section_paths[innermost]

    def block_of(self, message: Element) -> str:
        """The id of the innermost block around a message, "" outside of any."""
        number = self.block_numbers.get(message.get("block", ""))
        return "" if number is None else numbered_id("b", number + 1)

    def participants(self) -> Iterator[Participant]:
        for ordinal, (actor, id_) in enumerate(zip(self.actor_elements, self.actor_ids, strict=True)):
            yield Participant(
                span=self.diagram.span(actor),
                ref=self.ref("participant", id_),
                diagram=self.diagram.id,
                participant=id_,
                name=actor["id"],
                label=shown(actor.get("description", "")),
                type=actor.get("type", "participant"),
                box=actor.get("box", 0),
                note=self.notes_of.get(id_, ""),
                ordinal=ordinal,
            )

    def messages(self) -> Iterator[Message]:
        for ordinal, (message, id_) in enumerate(zip(self.message_elements, self.message_ids, strict=True)):
            yield Message(
                span=self.diagram.span(message),
                ref=self.ref("message", id_),
                diagram=self.diagram.id,
                message=id_,
                from_participant=self.participant(message["from"]),
                to_participant=self.participant(message["to"]),
                from_name=message["from"],
                to_name=message["to"],
                message_kind=message_kind(message["token"]),
                arrow=message["token"],
                text=shown(message["text"]),
                order_key=(ordinal + 1) * 1000,
                sections=self.sections_of(message),
                block=self.block_of(message),
                ordinal=ordinal,
            )

    def blocks(self) -> Iterator[Block]:
        for number, block_element in enumerate(self.block_elements):
            outer = self.outer_sections[number]
            yield Block(
                span=self.diagram.span(block_element),
                ref=self.ref("block", numbered_id("b", number + 1)),
                diagram=self.diagram.id,
                block=numbered_id("b", number + 1),
                block_kind=block_element["kind"],
                header=shown(block_element["sections"][0].get("label", "")) if block_element.get("sections") else "",
                parent=numbered_id("b", outer.block + 1) if outer else "",
                parent_section=outer.id if outer else "",
                ordinal=number,
            )

    def sections(self) -> Iterator[BlockSection]:
        messages = self.messages_by_section()
        ordinal = 0
        for number, block in enumerate(self.block_elements):
            for index, part in enumerate(block.get("sections", ())):
                id_ = SectionKey(number, index).id
                yield BlockSection(
                    span=self.diagram.span(part),
                    ref=self.ref("section", id_),
                    diagram=self.diagram.id,
                    section=id_,
                    block=numbered_id("b", number + 1),
                    section_kind=part.get("keyword", "") if index else "main",
                    header=shown(part.get("label", "")) if index else "",
                    messages=tuple(messages.get(id_, ())),
                    ordinal=ordinal,
                )
                ordinal += 1

    def messages_by_section(self) -> dict[str, list[str]]:
        """The message ids of each section, those of nested blocks included."""
        messages: dict[str, list[str]] = {}
        for message, id_ in zip(self.message_elements, self.message_ids, strict=True):
            for section in self.sections_of(message):
                messages.setdefault(section, []).append(id_)
        return messages

    def notes(self) -> Iterator[DiagramNote]:
        for ordinal, note in enumerate(self.diagram.text.ast.get("notes", ())):
            yield DiagramNote(
                span=self.diagram.span(note),
                diagram=self.diagram.id,
                placement=note.get("placement", ""),
                about=tuple(self.participant(name) for name in note.get("actors", ())),
                text=shown(note.get("text", "")),
                after_message=note.get("after_message", 0),
                ordinal=ordinal,
            )

    def links(self) -> Iterator[Link]:
        diagram = diagram_ref(self.diagram.id)
        # A block is part of the block around it, not of its section, so that routes lead from block to block.
        for actor, id_ in zip(self.actor_elements, self.actor_ids, strict=True):
            yield Link(self.ref("participant", id_), diagram, "part_of", self.diagram.span(actor))
        yield from self.message_links(diagram)
        for number, block in enumerate(self.block_elements):
            ref, span = self.ref("block", numbered_id("b", number + 1)), self.diagram.span(block)
            outer = self.outer_sections[number]
            around = self.ref("block", numbered_id("b", outer.block + 1)) if outer else diagram
            yield Link(ref, around, "part_of", span)
            for index, part in enumerate(block.get("sections", ())):
                yield Link(self.ref("section", SectionKey(number, index).id), ref, "part_of", self.diagram.span(part))

    def message_links(self, diagram: str) -> Iterator[Link]:
        before = ""
        for message, id_ in zip(self.message_elements, self.message_ids, strict=True):
            ref, span = self.ref("message", id_), self.diagram.span(message)
            yield Link(self.ref("participant", self.participant(message["from"])), ref, "sends", span)
            yield Link(ref, self.ref("participant", self.participant(message["to"])), "received_by", span)
            if before:
                yield Link(before, ref, "next", span)
            sections = self.sections_of(message)
            for section in sections:
                yield Link(ref, self.ref("section", section), "part_of", span)
            if not sections:
                yield Link(ref, diagram, "part_of", span)
            before = ref

    def tree(self) -> dict[str, Any]:
        """The syntax tree with the ids of participants, messages, blocks and sections."""
        actors = [{**actor, "ref": id_} for actor, id_ in zip(self.actor_elements, self.actor_ids, strict=True)]
        messages = [
            {**message, "ref": id_} for message, id_ in zip(self.message_elements, self.message_ids, strict=True)
        ]
        blocks = [
            {
                **block,
                "ref": numbered_id("b", number + 1),
                "sections": [
                    {**part, "ref": SectionKey(number, index).id}
                    for index, part in enumerate(block.get("sections", ()))
                ],
            }
            for number, block in enumerate(self.block_elements)
        ]
        return {**self.diagram.text.ast, "actors": actors, "messages": messages, "blocks": blocks}
