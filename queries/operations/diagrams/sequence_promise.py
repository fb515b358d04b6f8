"""What an operation promises of a sequence diagram, and the check that the edited text is read as exactly that.

Ids of messages and blocks come from their order where no sidecar states them. When an edit renumbers them, citations of
their refs follow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queries.errors.query_error import QueryError
from queries.operations.diagrams.cross_reference_renaming import Lines, cited_lines, citing, follow_refs
from queries.operations.diagrams.sequence_view import SequenceView, Statement, view_again
from queries.operations.diagrams.spot_edits import SpotEdits
from queries.operations.draft import Draft
from queries.tools.parameters import echoed


@dataclass
class Promise:
    """What a diagram shall state after an edit: its statements, participants and the rest, as in a view.

    `origins` has for each message its number before the edit, None for a new one; `block_origins` the same for blocks.
    `ids` are the ids that messages must have, by their numbers after the edit, and `participant_ids` those of
    participants, by their names. `names` are the new names of participants, by their old ones.
    """

    before: SequenceView
    statements: list[Statement]
    actors: list[dict[str, Any]]
    rest: dict[str, Any]
    origins: list[int | None]
    block_origins: list[int | None]
    ids: dict[int, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    participant_ids: Mapping[str, str] = field(default_factory=dict)
    new_actors: Sequence[dict[str, Any]] = ()

    @classmethod
    def of(cls, view: SequenceView) -> "Promise":
        """Return the promise that nothing changes."""
        messages, blocks = range(len(view.messages)), range(len(view.blocks))
        return cls(view, list(view.statements), view.actors, view.rest, [*messages], [*blocks])

    def insert(self, at: int, new: Statement) -> None:
        """Promise a statement more, before the one at a place."""
        if new.kind == "message":
            self.origins.insert(self._count("message", at), None)
        if new.kind == "block":
            self.block_origins.insert(self._count("block", at), None)
        self.statements.insert(at, new)

    def remove(self, at: int) -> Statement:
        """Promise that a statement is gone. Return it."""
        if self.statements[at].kind == "message":
            del self.origins[self._count("message", at)]
        if self.statements[at].kind == "block":
            del self.block_origins[self._count("block", at)]
        return self.statements.pop(at)

    def move(self, at: int, to: int) -> None:
        """Promise that a message stands before the statement that is at a place now."""
        origin = self.origins[self._count("message", at)]
        moved = self.remove(at)
        behind = to - 1 if to > at else to
        self.insert(behind, moved)
        self.origins[self._count("message", behind)] = origin

    def change(self, at: int, **fields: Any) -> None:
        """Promise other fields of a statement."""
        old = self.statements[at]
        self.statements[at] = Statement(old.kind, {**old.fields, **fields}, old.range)

    def number_of_message(self, at: int) -> int:
        """Return the number from 0 of the message at a place."""
        return self._count("message", at)

    def check(self, draft: Draft) -> SequenceView:
        """Return the diagram as it is read now. Raises QueryError if that is not what was promised."""
        after = view_again(draft.snapshot, SpotEdits(draft), self.before)
        self._check_statements(after)
        if not self._has_actors(after.actors) or after.rest != self.rest:
            names = [str(one.get("id")) for one in after.actors]
            raise _otherwise(after, "participants", participants=names[:20])
        self._check_ids(after)
        self._check_errors(after)
        return after

    def follow(self, after: SequenceView) -> None:
        """Let citations follow the objects whose ids are others now, and write that into the draft of `after`. Raises
        QueryError if an object that goes is cited, and another one would get its id."""
        refs = dict(self._refs(after))
        gone = [ref for ref in _refs_of(self.before) if ref not in refs and ref in {*_refs_of(after)}]
        for ref in gone:
            if by := list(citing(self.before.snapshot, ref, self.before.fact.span)):
                problem = "It is cited, and another object would get its id: let the citations go first"
                raise QueryError("invalid_argument", problem, ref=ref, cited_by=by[:20])
        renamed = {old: new for old, new in refs.items() if old != new}
        follow_refs(after.edits, renamed, self._cited_lines(after, renamed))
        after.edits.write()

    def _cited_lines(self, after: SequenceView, refs: Iterable[str]) -> Iterator[Lines]:
        """Give the lines that cite refs, by their numbers now, but those of the diagram itself, which has no refs.
        Lines behind the diagram have moved with its end."""
        old, new = self.before.fact.span, after.fact.span
        for file, first, last in cited_lines(self.before.snapshot, refs):
            moved = new.end_line - old.end_line if file == old.file and first > old.end_line else 0
            if file != old.file or last < old.start_line or first > old.end_line:
                yield file, first + moved, last + moved

    def _count(self, kind: str, at: int) -> int:
        return sum(one.kind == kind for one in self.statements[:at])

    def _check_statements(self, after: SequenceView) -> None:
        pairs = zip(after.statements, self.statements, strict=False)
        for found, wanted in pairs:
            if found != wanted:
                line = found.range.start_line
                raise _otherwise(after, "statements", line=line, read=echoed(after.file.line(line).strip()))
        if len(after.statements) != len(self.statements):
            raise _otherwise(after, "statements")

    def _has_actors(self, actors: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the participants are the promised ones. New ones may stand anywhere among the others."""
        news = list(self.new_actors)
        kept = []
        for one in actors:
            if one in news:
                news.remove(dict(one))
            else:
                kept.append(one)
        return not news and kept == self.actors

    def _check_ids(self, after: SequenceView) -> None:
        for number, id_ in self.ids.items():
            found = after.messages[number].message
            if found != id_:
                problem = "A message would get another id: its sidecar gives equal messages their ids in their order"
                raise QueryError("invalid_argument", problem, message_id=echoed(id_), id_read=found)

        ids = {one.name: one.participant for one in after.participants}
        for name, id_ in self.participant_ids.items():
            if ids.get(name) != id_:
                problem = "The participant would get another id"
                raise QueryError("invalid_argument", problem, participant_id=echoed(id_), id_read=ids.get(name))

    def _check_errors(self, after: SequenceView) -> None:
        if not after.fact.has_errors or self.before.fact.has_errors:
            return
        first, last = after.fact.span.start_line, after.fact.span.end_line
        errors = after.snapshot.diagnostics(file=after.path, severity="error")
        said = [one.message for one in errors if first <= one.span.start_line <= last]
        problem = "The diagram would have an error that it does not have now"
        raise QueryError("invalid_argument", problem, diagram_id=after.row.id, finding=said[0] if said else None)

    def _refs(self, after: SequenceView) -> Iterator[tuple[str, str]]:
        """Give the refs of all objects that stay, before and after."""
        before = self.before
        for number, origin in enumerate(self.origins):
            if origin is not None:
                yield before.messages[origin].ref, after.messages[number].ref
        for number, origin in enumerate(self.block_origins):
            if origin is not None:
                old, new = before.blocks[origin], after.blocks[number]
                yield old.ref, new.ref
                olds = [one.ref for one in before.sections if one.block == old.block]
                news = [one.ref for one in after.sections if one.block == new.block]
                yield from zip(olds, news, strict=False)
        new_refs = {one.name: one.ref for one in after.participants}
        for one in before.participants:
            name = self.names.get(one.name, one.name)
            if name in new_refs:
                yield one.ref, new_refs[name]


def _refs_of(view: SequenceView) -> Iterator[str]:
    """Give the refs of all objects of a diagram."""
    yield from (one.ref for one in (*view.messages, *view.blocks, *view.sections, *view.participants))


def _otherwise(after: SequenceView, what: str, **fields: Any) -> QueryError:
    problem = f"The diagram would be read with other {what} than asked for: a text edit is needed"
    return QueryError("invalid_argument", problem, diagram_id=after.row.id, **fields)
