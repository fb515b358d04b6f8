"""The text of a sequence diagram: its statements in their order, where each stands, and what becomes of them.

Ids of messages come from their order where no sidecar states them. When an edit renumbers them, citations of their refs
follow.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import BlockSection, Diagram, Message, Participant
from compiler.model.spans import Span
from queries.diagrams.selection import SEQUENCES, DiagramRow, chosen_diagram
from queries.operations.arguments import unavailable
from queries.operations.diagrams.diagram_text import DiagramText, follow, read_otherwise
from queries.operations.diagrams.session_files import bump_revision
from queries.operations.draft import Draft
from queries.operations.operation import Given

APPLIES_TO = "Sequence diagrams in `.mmd` files, in markdown and in session folders."
DEFAULT_INDENT = "    "
_MARKS = {"activate": "+", "deactivate": "-"}
_DEPTHS = {"block": 1, "end": -1}
_UNUSUAL = "This statement is written in a way that no operation edits: a text edit does"
_HEADER = re.compile(r"[ \t]*sequenceDiagram\b", re.IGNORECASE)
_COMMENT = re.compile(r"\s*;?\s*(?:%%.*|#.*)?")
_NOTE = re.compile(r"(?i:note)\s++(?i:left of|right of|over)\s++(?P<names>[^:\n]*):")
_ACTION = re.compile(r"(?i:activate|deactivate|destroy|create\s+(?:participant|actor))\s+(?P<name>\S.*)")
# What may stand behind the name of a participant: of a declaration, and of a menu, which are its links and properties.
_DECLARATION = r"(?i:(?:create\s+)?(?:participant|actor))\s+", r"(?:\s*@\{[^}\n]*\})?(?:\s+(?i:as)\s[^#;\n]*)?"
_MENU = r"(?i:links?|properties|details)\s+", r"\s*:[^#;\n]*"

Fields = Mapping[str, Any]
Range = tuple[int, int]  # of the text, by offsets


class Statement(NamedTuple):
    """A statement: its kind, what it states, and where.

    A message has the `mark` behind its arrow among its fields, `+` or `-`, and an activation the one of its kind. A
    block is opened by a statement of kind `block` and closed by one of kind `end`.
    """

    kind: str
    fields: Fields
    span: Span

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the participants that it mentions."""
        if self.kind == "message":
            return self.fields["from"], self.fields["to"]
        return tuple(self.fields.get("actors", ())) or ((self.fields["actor"],) if "actor" in self.fields else ())


class MessageParts(NamedTuple):
    """The parts of a message as it is written."""

    sender: Range
    arrow: Range  # with the mark behind it
    receiver: Range
    text: Range


class NewPlace(NamedTuple):
    """A place for a statement: before which of the statements it comes, what it is written beside, and on which side:
    before, behind, or `inside` of what opens a section. It is written behind the first line if nothing is there."""

    at: int
    beside: Span | None
    side: str = "behind"


class SequenceText(DiagramText):
    """The text of a sequence diagram. `order` are its statements as the edit leaves them, each as its kind and its
    place before, None for a new one; `renamed` are new names of participants by their old ones, `gone` those that go.
    """

    def __init__(self, draft: Draft, row: DiagramRow) -> None:
        snapshot = draft.snapshot
        super().__init__(draft, snapshot.facts(Diagram, diagram=row.id)[0])
        self.row, self.ast = row, self.diagram.ast
        self.messages = snapshot.facts(Message, diagram=row.id)
        self.participants = snapshot.facts(Participant, diagram=row.id)
        self.sections = snapshot.facts(BlockSection, diagram=row.id)
        self.statements = sorted(self._statements(), key=lambda statement: statement.span)
        self.names = [str(actor["id"]) for actor in self.ast.get("actors", ())]
        self.order: list[tuple[str, int | None]] = [
            (statement.kind, at) for at, statement in enumerate(self.statements)
        ]
        self.renamed: dict[str, str] = {}
        self.gone: set[str] = set()

    def spans(self, name: str) -> list[Span]:
        """Return where the actors or the boxes of the diagram stand."""
        return [self._span(record) for record in self.ast.get(name, ())]

    def written(self, statement: Statement) -> str:
        """Return a statement as it is written."""
        return self.text[slice(*self.place(statement.span))]

    def places(self, kind: str) -> list[int]:
        """Return which of the statements are of a kind: of the messages, by their numbers from 0."""
        return [at for at, statement in enumerate(self.statements) if statement.kind == kind]

    def section_end(self, at: int) -> int:
        """Return which statement ends the section that the statement `at` opens."""
        depth = 0
        for number, statement in enumerate(self.statements[at + 1 :], at + 1):
            if depth == 0 and statement.kind in ("end", "section"):
                return number
            depth += _DEPTHS.get(statement.kind, 0)
        raise unavailable("The block has no end", diagram_id=self.row.id)

    def message(self, argument: str, name: str) -> int:
        """Return the number from 0 of the message that an argument names, by id or ref. Raises QueryError."""
        return self.named("message", argument, name, {message.message: at for at, message in enumerate(self.messages)})

    def participant(self, argument: str, name: str) -> Participant:
        """Return the participant that an argument names, by id, ref or name. Raises QueryError."""
        ids = {participant.participant: participant for participant in self.participants}
        names = {participant.name: participant.participant for participant in reversed(self.participants)}
        return self.named("participant", argument, name, ids, names)

    def section(self, argument: str, name: str) -> BlockSection:
        """Return the section of a block that an argument names, by id or ref. Raises QueryError."""
        return self.named("section", argument, name, {section.section: section for section in self.sections})

    def message_parts(self, statement: Statement) -> MessageParts:
        """Return where the parts of a message stand. Raises QueryError if it is written in an unusual way."""
        sender, receiver, token = (str(statement.fields[name]) for name in ("from", "to", "token"))
        pattern = re.compile(
            rf"(?P<from>{re.escape(sender)})\s*(?:\(\))?\s*(?P<arrow>(?i:{re.escape(token)})\s*[+-]?)"
            rf"\s*(?:\(\))?\s*(?P<to>{re.escape(receiver)})\s*:[^\S\n]*(?P<text>[^\n]*?)[^\S\n]*"
        )
        found = pattern.fullmatch(self.text, *self.place(statement.span))
        if found is None:
            raise unavailable(_UNUSUAL, source=f"{self.diagram.span.file}:{statement.span.start_line}")
        return MessageParts(*(found.span(name) for name in ("from", "arrow", "to", "text")))

    def name_spots(self, statement: Statement, name: str) -> list[Range]:
        """Return where a name stands in a statement. Raises QueryError if it is mentioned in an unusual way."""
        if name not in statement.names:
            return []
        if statement.kind == "message":
            parts = self.message_parts(statement)
            ends = ((parts.sender, statement.fields["from"]), (parts.receiver, statement.fields["to"]))
            return [spot for spot, end in ends if end == name]
        start, end = self.place(statement.span)
        if statement.kind == "note":
            found = _NOTE.match(self.text, start, end)
            names = re.finditer(r"[^,]+", found["names"]) if found else ()
            spots = [_stripped(named, found.start("names")) for named in names if found and named[0].strip() == name]
        else:
            found = _ACTION.fullmatch(self.text, start, end)
            spots = [found.span("name")] if found and found["name"] == name else []
        if not spots:
            raise unavailable(_UNUSUAL, source=f"{self.diagram.span.file}:{statement.span.start_line}")
        return spots

    def declarations(self, name: str) -> list[tuple[Range, Range]]:
        """Return where a participant is declared and where its menus stand, each with the place of the name in it."""
        return [
            (found.span("statement"), found.span("name"))
            for before, behind in (_DECLARATION, _MENU)
            for found in self._matches(rf"{before}(?P<name>{re.escape(name)}){behind}")
        ]

    def put(self, place: NewPlace, new: str) -> None:
        """Write a statement beside another one: on a line of its own, or on the same line if more stands there."""
        if place.beside is None:
            line, end = self._header()
            if not _COMMENT.fullmatch(self.line(line), end):
                raise unavailable("More than its type stands in the first line", diagram_id=self.row.id)
            self.insert_lines(line + 1, [self.top_indentation() + new])
            return
        start, end = self.place(place.beside)
        if place.side == "before":
            line = self.line_at(start)
            if self.text[self.line_start(line) : start].strip(" \t"):
                self.replace(start, start, f"{new}; ")
            else:
                self.insert_lines(line, [self.indentation(line) + new])
        else:
            line = self.line_at(end)
            if _COMMENT.fullmatch(self.line(line), end - self.line_start(line)):
                inner = self.inner_indentation() if place.side == "inside" else ""
                self.insert_lines(line + 1, [self.indentation(line) + inner + new])
            else:
                self.replace(end, end, f"; {new}")

    def top_indentation(self) -> str:
        """Return the indentation of the statements that are in no block."""
        if spans := [*(statement.span for statement in self.statements), *self.spans("actors")]:
            return self.indentation(min(spans).start_line - self.diagram.span.start_line)
        return self.indentation(self._header()[0]) + DEFAULT_INDENT

    def inner_indentation(self) -> str:
        """Return by how much the statements of a block are indented."""
        first = self.diagram.span.start_line
        for statement, inner in pairwise(self.statements):
            outer, own = (self.indentation(each.span.start_line - first) for each in (statement, inner))
            if statement.kind in ("block", "section") and inner.kind == "message" and own.startswith(outer):
                return own[len(outer) :]
        return DEFAULT_INDENT

    def follow(self, after: "SequenceText") -> None:
        """Let citations follow the objects whose ids are others now, and write that into the draft of `after`. Raises
        QueryError if an object that goes is cited, and another one would get its id; and if other statements are read
        than are meant, so that none can be told from another."""
        if [statement.kind for statement in after.statements] != [kind for kind, _ in self.order]:
            raise read_otherwise(self)
        refs = dict(self._refs(after))
        now, before = ({fact.ref for fact in (*text.messages, *text.participants)} for text in (after, self))
        follow(after.draft, self, refs, sorted(before & now - refs.keys()))

    def _refs(self, after: "SequenceText") -> Iterator[tuple[str, str]]:
        """Give the refs of the messages and participants that stay, before and after. Blocks keep theirs."""
        numbers = {at: number for number, at in enumerate(self.places("message"))}
        places = [at for kind, at in self.order if kind == "message"]
        for number, at in enumerate(places):
            if at is not None:
                yield self.messages[numbers[at]].ref, after.messages[number].ref
        refs = {participant.name: participant.ref for participant in after.participants}
        for participant in self.participants:
            name = self.renamed.get(participant.name, participant.name)
            if name in refs:
                yield participant.ref, refs[name]

    def _matches(self, pattern: str) -> Iterator["re.Match[str]"]:
        """Give the statements of a form that no record tells of."""
        whole = re.compile(rf"(?:^[ \t]*|;[ \t]*)(?P<statement>{pattern})(?=[ \t]*(?:;|#|%%|$))", re.MULTILINE)
        for line in range(self.line_count):
            yield from whole.finditer(self.text, self.line_start(line), self.line_start(line + 1) - 1)

    def _header(self) -> tuple[int, int]:
        """Return the line of the word `sequenceDiagram`, and where the word ends in it. Raises QueryError if it is not
        at the start of a line."""
        for line in range(self.line_count):
            if found := _HEADER.match(self.line(line)):
                return line, found.end()
        raise unavailable("The first line of the diagram is not found", diagram_id=self.row.id)

    def _span(self, record: Fields) -> Span:
        return Span(self.diagram.span.file, *record["span"])

    def _statements(self) -> Iterator[Statement]:
        marks = {self._span(activation) for activation in self.ast.get("activations", ())}
        messages = {self._span(message): message for message in self.ast.get("messages", ())}
        for span, message in messages.items():
            mark = "+" if message.get("activate") else "-" if span in marks else ""
            yield Statement("message", message | {"mark": mark}, span)
        for kind, name in (
            ("note", "notes"), ("autonumber", "autonumber"), ("create", "created"), ("destroy", "destroyed")
        ):  # fmt: skip
            yield from (Statement(kind, record, self._span(record)) for record in self.ast.get(name, ()))
        for activation in self.ast.get("activations", ()):
            if self._span(activation) not in messages:
                fields = {"actor": activation["actor"], "mark": _MARKS[activation["op"]]}
                yield Statement(activation["op"], fields, self._span(activation))
        for block in self.ast.get("blocks", ()):
            for number, section in enumerate(block["sections"]):
                yield Statement("section" if number else "block", section, self._span(section))
            *_, line, column = block["span"]
            start = max(column - len("end"), 1)
            yield Statement("end", {}, Span(self.diagram.span.file, line, start, line, column))


def sequence_of(draft: Draft, given: Given, *objects: str) -> SequenceText:
    """Return the diagram that an operation is about, which refs in the arguments `objects` may name, and count up its
    revision. Raises QueryError if it is no sequence diagram, or if a block of it has no `end`: nothing tells what is in
    that."""
    row = chosen_diagram(draft.snapshot, given.diagram_id, SEQUENCES, **given.stated(*objects))
    text = SequenceText(draft, row)
    last = text.diagram.span.start_line + text.line_count - 1
    for statement in text.statements:
        if statement.kind == "end" and (statement.span.end_line > last or text.written(statement).lower() != "end"):
            raise unavailable("A block of the diagram has no end: mend that first", diagram_id=row.id)
    bump_revision(draft, text.diagram)
    return text


def sequence_again(draft: Draft, before: SequenceText) -> SequenceText:
    """Return the same diagram in a later draft. Raises QueryError if it is read as another kind now."""
    return SequenceText(draft, chosen_diagram(draft.snapshot, before.row.id, SEQUENCES))


def _stripped(found: "re.Match[str]", offset: int) -> Range:
    start = offset + found.end() - len(found[0].lstrip())
    return start, start + len(found[0].strip())
