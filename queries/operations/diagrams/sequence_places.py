"""Where a message of a sequence goes, and what goes with a message that is taken out."""

from collections.abc import Generator, Iterable, Sequence

from queries.operations.arguments import invalid, optional
from queries.operations.diagrams.sequence_text import NewPlace, SequenceText, Statement, sequence_again
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps
from queries.tools.parameters import Parameter

PLACE = (
    Parameter("order_key", "integer", "1000 times its number: 2500 is between the second and the third.", minimum=0),
    optional("after_message_id", "The message that it comes behind."),
    optional("before_message_id", "The message that it comes before."),
    optional("section_id", "The section of a block whose last message it shall be."),
)
PLACES = tuple(parameter.name for parameter in PLACE)
_STEP = 1000  # of order keys

Mentions = Iterable[tuple[int, Iterable[str]]]  # places of statements, each with the names of participants there


def place_asked(text: SequenceText, given: Given) -> NewPlace:
    """Return the place that the arguments name, that behind everything if they name none. Raises QueryError if they
    name several."""
    named = given.stated(*PLACES)
    if len(named) > 1:
        raise invalid(f"Name one place: {', '.join(PLACES[:-1])} or {PLACES[-1]}")
    if given.after_message_id is not None:
        return _behind_message(text, text.message("after_message_id", given.after_message_id))
    if given.before_message_id is not None:
        return _before_message(text, text.message("before_message_id", given.before_message_id))
    if given.section_id is not None:
        start = text.section("section_id", given.section_id).span[:3]
        at = next(at for at, statement in enumerate(text.statements) if statement.span[:3] == start)
        end = text.section_end(at)
        return NewPlace(end, text.statements[end - 1].span, "inside" if end - 1 == at else "behind")
    return _by_order(text, given.order_key) if named else at_end(text)


def _by_order(text: SequenceText, order_key: int) -> NewPlace:
    """Return the place behind all messages whose key is not larger. Between a block and what follows it, that is
    outside of the block."""
    number = min(order_key // _STEP, len(text.messages))
    if number == len(text.messages):
        return at_end(text)
    if number == 0:
        return _before_message(text, 0)
    earlier, later = (text.messages[at].sections for at in (number - 1, number))
    is_outside = len(later) < len(earlier) and earlier[: len(later)] == later
    return _before_message(text, number) if is_outside else _behind_message(text, number - 1)


def _behind_message(text: SequenceText, number: int) -> NewPlace:
    """Return the place behind a message and the activations that follow it."""
    at = text.places("message")[number]
    while at + 1 < len(text.statements) and text.statements[at + 1].kind in ("activate", "deactivate"):
        at += 1
    return NewPlace(at + 1, text.statements[at].span)


def _before_message(text: SequenceText, number: int) -> NewPlace:
    """Return the place before a message and the participants that it creates or destroys, which stand before it."""
    at = text.places("message")[number]
    while at and text.statements[at - 1].kind in ("create", "destroy"):
        at -= 1
    return NewPlace(at, text.statements[at].span, "before")


def at_end(text: SequenceText) -> NewPlace:
    """Return the place behind everything."""
    spans = [*(statement.span for statement in text.statements), *text.spans("actors"), *text.spans("boxes")]
    return NewPlace(len(text.statements), max(spans, key=lambda span: span[3:], default=None))


def partners(statements: Sequence[Statement]) -> dict[int, int]:
    """Map each statement that begins or ends an activation to that which ends or begins it."""
    active: dict[str, list[int]] = {}
    found: dict[int, int] = {}
    for at, statement in enumerate(statements):
        mark = statement.fields.get("mark")
        if mark == "+":
            active.setdefault(statement.names[-1], []).append(at)
        elif mark == "-" and (begun := active.get(statement.names[0])):
            other = begun.pop()
            found[at], found[other] = other, at
    return found


def settled(text: SequenceText, mentions: Mentions) -> Generator[None, Draft, SequenceText]:
    """Let what was drafted be compiled, and return the diagram as it is read then, with all its participants.
    `mentions` are the places of the statements that came or went."""
    after = sequence_again((yield), text)
    if _declare_lost(text, after, mentions):
        after = sequence_again((yield), text)
    return after


def kept(text: SequenceText, mentions: Mentions = ()) -> Steps:
    """Keep the participants as `settled` does, and let citations follow."""
    after = yield from settled(text, mentions)
    text.follow(after)


def _declare_lost(text: SequenceText, after: SequenceText, mentions: Mentions) -> bool:
    """Declare participants that an edit would otherwise take away, or put into another order: those that were first
    mentioned where a statement stood, or would now be mentioned too early. Return whether anything was written."""
    names = [text.renamed.get(name, name) for name in text.names if name not in text.gone]
    if names == after.names or len(after.statements) != len(text.order):
        return False
    done: set[str] = set()
    for at, mentioned in sorted(mentions, key=lambda place: place[0]):
        indexes = [names.index(name) for name in mentioned if name in names]
        for name in names[: max(indexes, default=-1) + 1]:
            if name not in done and name not in _known(after, at):
                _declare(after, at, f"participant {name}")
                done.add(name)
    return bool(done)


def _known(text: SequenceText, at: int) -> set[str]:
    """Return the names of the participants that stand before a statement."""
    spans = zip(text.names, text.spans("actors"), strict=True)
    declared = {name for name, span in spans if at == len(text.statements) or span[:3] < text.statements[at].span[:3]}
    return declared | {name for statement in text.statements[:at] for name in statement.names}


def _declare(text: SequenceText, at: int, declaration: str) -> None:
    if at < len(text.statements) or not text.statements:
        span = text.statements[at].span if text.statements else None
        text.put(NewPlace(at, span, "before"), declaration)
    else:
        last = text.statements[-1].span.end_line - text.diagram.span.start_line
        text.insert_lines(last + 1, [text.top_indentation() + declaration])
