"""A sequence diagram as operations see it: its statements in the order of the text, and where each stands."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Block, BlockSection, Diagram, Message, Participant
from queries.diagrams.selection import SEQUENCES, DiagramRow, chosen_diagram, known_id
from queries.operations.diagrams.session_files import bump_revision
from queries.operations.diagrams.sidecar import Sidecar
from queries.operations.draft import Draft, FileText
from queries.operations.operation import Given
from queries.operations.refusals import unavailable

APPLIES_TO = "Sequence diagrams in `.mmd` files, in markdown and in session folders."

Fields = Mapping[str, Any]


class Range(NamedTuple):
    """Where a statement stands: lines from 1, columns in bytes from 1, the end excluded."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


class Statement(NamedTuple):
    """A statement: its kind, what it states, and where.

    A message has the `mark` behind its arrow among its fields, `+` or `-`. A block is opened by a statement of kind
    `block` and closed by one of kind `end`.
    """

    kind: str
    fields: Fields
    range: Range


class SequenceView:
    """A sequence diagram of a draft."""

    def __init__(self, draft: Draft, row: DiagramRow) -> None:
        snapshot = draft.snapshot
        self.snapshot, self.draft, self.row = snapshot, draft, row
        (self.fact,) = snapshot.facts(Diagram, diagram=row.id)
        self.path = self.fact.span.file
        self.messages = snapshot.facts(Message, diagram=row.id)
        self.participants = snapshot.facts(Participant, diagram=row.id)
        self.blocks = snapshot.facts(Block, diagram=row.id)
        self.sections = snapshot.facts(BlockSection, diagram=row.id)
        self.statements = sorted(_statements(self.fact.ast), key=lambda one: one.range[:2])

    @cached_property
    def sidecar(self) -> Sidecar:
        """The sidecar of the diagram."""
        return Sidecar(self.draft, self.fact)

    def write(self) -> None:
        """Draft the edits of the text and of the sidecar, and count up the revision."""
        self.sidecar.write()
        bump_revision(self.draft, self.row.id)

    @property
    def file(self) -> FileText:
        """The text of the diagram's file."""
        return self.draft.text(self.path)

    @property
    def names(self) -> list[str]:
        """The names of the participants, in their order."""
        return [str(actor["id"]) for actor in self.fact.ast.get("actors", ())]

    def offsets(self, place: Range) -> tuple[int, int]:
        """Return the offsets of a range in the text of the file."""
        file = self.file
        return file.offset(place.start_line, place.start_column), file.offset(place.end_line, place.end_column)

    def text(self, statement: Statement) -> str:
        """Return a statement as it is written."""
        start, end = self.offsets(statement.range)
        return self.file.text[start:end]

    def at_message(self, number: int) -> int:
        """Return which of the statements is a message, by its number from 0."""
        return self.places("message")[number]

    def places(self, kind: str) -> list[int]:
        """Return which of the statements are of a kind."""
        return [at for at, one in enumerate(self.statements) if one.kind == kind]

    def message(self, argument: str, name: str) -> int:
        """Return the number from 0 of the message that an argument names, by id or ref. Raises QueryError."""
        return self._number("message", (argument, name), [one.message for one in self.messages])

    def participant(self, argument: str, name: str) -> Participant:
        """Return the participant that an argument names, by id, ref or name. Raises QueryError."""
        names = {one.name: one.participant for one in reversed(self.participants)}
        ids = [one.participant for one in self.participants]
        return self.participants[self._number("participant", (argument, name), ids, names)]

    def section(self, argument: str, name: str) -> BlockSection:
        """Return the section of a block that an argument names, by id or ref. Raises QueryError."""
        return self.sections[self._number("section", (argument, name), [one.section for one in self.sections])]

    def block(self, argument: str, name: str) -> int:
        """Return the number from 0 of the block that an argument names, by id or ref. Raises QueryError."""
        return self._number("block", (argument, name), [one.block for one in self.blocks])

    def _number(
        self, kind: str, named: tuple[str, str], ids: list[str], names: Mapping[str, str] = MappingProxyType({})
    ) -> int:
        return ids.index(known_id(self.snapshot, self.row, kind, named, ids, names))

    def end_of_block(self, at: int) -> int:
        """Return which statement closes the block that the statement `at` opens."""
        depth = 0
        for number, one in enumerate(self.statements[at:], at):
            depth += {"block": 1, "end": -1}.get(one.kind, 0)
            if depth == 0:
                return number
        raise unavailable("The block has no end", diagram_id=self.row.id)


def view_of(draft: Draft, given: Given, *objects: str) -> SequenceView:
    """Return the diagram that an operation is about, which refs in the arguments `objects` may name. Raises QueryError
    if it is no sequence diagram."""
    view = SequenceView(draft, chosen_diagram(draft.snapshot, given.diagram_id, SEQUENCES, **given.stated(*objects)))
    _check_blocks(view)
    return view


def _check_blocks(view: SequenceView) -> None:
    """Raise QueryError if a block of the diagram has no `end`: nothing tells what is in it."""
    count = len(view.file.lines)
    for one in view.statements:
        if one.kind == "end" and (one.range.end_line > count or view.text(one).lower() != "end"):
            raise unavailable("A block of the diagram has no end: mend that first", diagram_id=view.row.id)


def view_again(draft: Draft, before: SequenceView) -> SequenceView:
    """Return the same diagram in a later draft. Raises QueryError if it is read as another kind now."""
    return SequenceView(draft, chosen_diagram(draft.snapshot, before.row.id, SEQUENCES))


def _statements(ast: Mapping[str, Any]) -> Iterator[Statement]:
    marks = {tuple(one["span"]): one for one in ast.get("activations", ())}
    spans = set()
    for one in ast.get("messages", ()):
        spans.add(tuple(one["span"]))
        yield Statement("message", one | {"mark": _mark(one, marks)}, Range(*one["span"]))
    for kind, name in (
        ("note", "notes"),
        ("autonumber", "autonumber"),
        ("create", "created"),
        ("destroy", "destroyed"),
    ):
        for one in ast.get(name, ()):
            yield Statement(kind, one, Range(*one["span"]))
    for one in ast.get("activations", ()):
        if tuple(one["span"]) not in spans:
            yield Statement(one["op"], {"actor": one["actor"]}, Range(*one["span"]))
    for one in ast.get("blocks", ()):
        yield from _block_statements(one)


def _block_statements(block: Mapping[str, Any]) -> Iterator[Statement]:
    sections: Sequence[Mapping[str, Any]] = block["sections"]
    for number, one in enumerate(sections):
        kind = "section" if number else "block"
        yield Statement(kind, {"keyword": one["keyword"], "label": one["label"]}, Range(*one["span"]))
    _, _, line, column = block["span"]
    yield Statement("end", {}, Range(line, max(column - len("end"), 1), line, column))


def _mark(message: Mapping[str, Any], activations: Mapping[tuple[int, ...], Mapping[str, Any]]) -> str:
    """Return the mark behind the arrow of a message that begins or ends an activation."""
    if message.get("activate"):
        return "+"
    return "-" if tuple(message["span"]) in activations else ""
