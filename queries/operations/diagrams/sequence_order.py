"""The statements of a sequence diagram in the order that an edit gives them.

Ids of messages and blocks come from their order where no sidecar states them. When an edit renumbers them, citations of
their refs follow.
"""

from collections.abc import Iterable, Iterator

from queries.operations.diagrams.cross_reference_renaming import Lines, cited_lines, citing, follow_refs
from queries.operations.diagrams.sequence_view import SequenceView
from queries.operations.refusals import invalid


class Order:
    """The statements of the diagram `before` an edit as it changes them, each as its kind and its place before, None
    for a new one. `names` are the new names of participants, by their old ones; `gone` are those that go."""

    def __init__(self, before: SequenceView) -> None:
        self.before = before
        self.statements: list[tuple[str, int | None]] = [(one.kind, at) for at, one in enumerate(before.statements)]
        self.names: dict[str, str] = {}
        self.gone: set[str] = set()

    def insert(self, at: int, kind: str) -> None:
        """Add a statement before the one at a place."""
        self.statements.insert(at, (kind, None))

    def remove(self, at: int) -> None:
        """Take a statement out."""
        del self.statements[at]

    def move(self, at: int, to: int) -> None:
        """Let a statement stand before the one that is at a place now."""
        self.statements.insert(to - 1 if to > at else to, self.statements.pop(at))

    def number_of_message(self, at: int) -> int:
        """Return the number from 0 of the message at a place."""
        return sum(kind == "message" for kind, _ in self.statements[:at])

    def participants(self) -> list[str]:
        """Return the names that the participants of before have after the edit, in their order."""
        return [self.names.get(name, name) for name in self.before.names if name not in self.gone]

    def follow(self, after: SequenceView) -> None:
        """Let citations follow the objects whose ids are others now, and write that into the draft of `after`. Raises
        QueryError if an object that goes is cited, and another one would get its id; and if other statements are read
        than are meant, so that none can be told from another."""
        if [one.kind for one in after.statements] != [kind for kind, _ in self.statements]:
            problem = "The diagram would be read with other statements than asked for: a text edit is needed"
            raise invalid(problem, diagram_id=after.row.id)
        refs = dict(self._refs(after))
        gone = [ref for ref in _refs_of(self.before) if ref not in refs and ref in {*_refs_of(after)}]
        for ref in gone:
            if by := list(citing(self.before.snapshot, ref, self.before.fact.span)):
                problem = "It is cited, and another object would get its id: let the citations go first"
                raise invalid(problem, ref=ref, cited_by=by[:20])
        renamed = {old: new for old, new in refs.items() if old != new}
        follow_refs(after.draft, renamed, self._cited_lines(after, renamed))

    def _cited_lines(self, after: SequenceView, refs: Iterable[str]) -> Iterator[Lines]:
        """Give the lines that cite refs, by their numbers now, but those of the diagram itself, which has no refs.
        Lines behind the diagram have moved with its end."""
        old, new = self.before.fact.span, after.fact.span
        for file, first, last in cited_lines(self.before.snapshot, refs):
            moved = new.end_line - old.end_line if file == old.file and first > old.end_line else 0
            if file != old.file or last < old.start_line or first > old.end_line:
                yield file, first + moved, last + moved

    def _refs(self, after: SequenceView) -> Iterator[tuple[str, str]]:
        """Give the refs of all objects that stay, before and after."""
        before = self.before
        for old, new in self._kept("message"):
            yield before.messages[old].ref, after.messages[new].ref
        for old, new in self._kept("block"):
            yield before.blocks[old].ref, after.blocks[new].ref
            olds, news = (
                [section.ref for section in view.sections if section.block == view.blocks[number].block]
                for view, number in ((before, old), (after, new))
            )
            yield from zip(olds, news, strict=False)
        refs = {participant.name: participant.ref for participant in after.participants}
        for participant in before.participants:
            name = self.names.get(participant.name, participant.name)
            if name in refs:
                yield participant.ref, refs[name]

    def _kept(self, kind: str) -> Iterator[tuple[int, int]]:
        """Give the numbers of the messages or blocks that stay, before and after."""
        numbers = {at: number for number, at in enumerate(self.before.places(kind))}
        places = [at for other, at in self.statements if other == kind]
        return ((numbers[at], number) for number, at in enumerate(places) if at is not None)


def _refs_of(view: SequenceView) -> Iterator[str]:
    """Give the refs of all objects of a diagram."""
    yield from (one.ref for one in (*view.messages, *view.blocks, *view.sections, *view.participants))
