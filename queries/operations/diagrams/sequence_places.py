"""Where a message of a sequence goes, and what goes with a message that is taken out."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from queries.operations.arguments import optional
from queries.operations.diagrams.sequence_mentions import names_of
from queries.operations.diagrams.sequence_order import Order
from queries.operations.diagrams.sequence_text import put_before, put_behind, put_first, top_lead
from queries.operations.diagrams.sequence_view import Range, SequenceView, Statement, view_again
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps
from queries.operations.refusals import invalid, unavailable
from queries.tools.parameters import Parameter

PLACE = (
    Parameter("order_key", "integer", "1000 times its number: 2500 is between the second and the third.", minimum=0),
    optional("after_message_id", "The message that it comes behind."),
    optional("before_message_id", "The message that it comes before."),
    optional("section_id", "The section of a block whose last message it shall be."),
)
PLACES = tuple(parameter.name for parameter in PLACE)
_STEP = 1000  # of order keys


class NewPlace(NamedTuple):
    """A place for a statement: before which of the statements it comes, and what writes it there."""

    at: int
    write: Callable[[str], None]


def place_asked(view: SequenceView, given: Given) -> NewPlace | None:
    """Return the place that the arguments name, None if they name none. Raises QueryError if they name several."""
    named = given.stated(*PLACES)
    if len(named) > 1:
        raise invalid(f"Name one place: {', '.join(PLACES[:-1])} or {PLACES[-1]}")
    if given.after_message_id is not None:
        return behind_message(view, view.message("after_message_id", given.after_message_id))
    if given.before_message_id is not None:
        return before_message(view, view.message("before_message_id", given.before_message_id))
    if given.section_id is not None:
        return in_section(view, given.section_id)
    return by_order(view, given.order_key) if named else None


def by_order(view: SequenceView, order_key: int) -> NewPlace:
    """Return the place behind all messages whose key is not larger. Between a block and what follows it, that is
    outside of the block."""
    number = min(order_key // _STEP, len(view.messages))
    if number == len(view.messages):
        return at_end(view)
    if number == 0:
        return before_message(view, 0)
    earlier, later = (view.messages[at].sections for at in (number - 1, number))
    is_outside = len(later) < len(earlier) and earlier[: len(later)] == later
    return before_message(view, number) if is_outside else behind_message(view, number - 1)


def behind_message(view: SequenceView, number: int) -> NewPlace:
    """Return the place behind a message, and behind the activations that follow it."""
    at = view.at_message(number)
    while at + 1 < len(view.statements) and view.statements[at + 1].kind in ("activate", "deactivate"):
        at += 1
    return NewPlace(at + 1, lambda new: put_behind(view, view.statements[at].range, new))


def before_message(view: SequenceView, number: int) -> NewPlace:
    """Return the place before a message, and before the participant that it creates or destroys."""
    at = view.at_message(number)
    while at and view.statements[at - 1].kind in ("create", "destroy"):
        at -= 1
    return NewPlace(at, lambda new: put_before(view, view.statements[at].range, new))


def in_section(view: SequenceView, section_id: str) -> NewPlace:
    """Return the place at the end of a section of a block. Raises QueryError if there is no such section."""
    section = view.section("section_id", section_id)
    opening = view.statements[opening_of(view, section.span.start_line, section.span.start_col)]
    at = view.statements.index(opening)
    depth = 0
    for number, one in enumerate(view.statements[at + 1 :], at + 1):
        if depth == 0 and one.kind in ("section", "end"):
            return NewPlace(number, partial(_put_behind_statement, view, number - 1, is_inside=number - 1 == at))
        depth += {"block": 1, "end": -1}.get(one.kind, 0)
    raise unavailable("The block has no end", section_id=section.section)


def _put_behind_statement(view: SequenceView, at: int, new: str, *, is_inside: bool) -> None:
    put_behind(view, view.statements[at].range, new, is_inside=is_inside)


def opening_of(view: SequenceView, line: int, column: int) -> int:
    """Return which statement begins at a place."""
    return next(at for at, one in enumerate(view.statements) if one.range[:2] == (line, column))


def at_end(view: SequenceView) -> NewPlace:
    """Return the place behind everything."""
    whole = [Range(*one["span"]) for name in ("actors", "boxes") for one in view.fact.ast.get(name, ())]
    places = [*(one.range for one in view.statements), *whole]
    if not places:
        return NewPlace(0, lambda new: put_first(view, new))
    last = max(places, key=lambda one: one[2:])
    return NewPlace(len(view.statements), lambda new: put_behind(view, last, new))


def partners(statements: Sequence[Statement]) -> dict[int, int]:
    """Map each statement that begins or ends an activation to that which ends or begins it."""
    active: dict[str, list[int]] = {}
    found: dict[int, int] = {}
    for at, one in enumerate(statements):
        mark = one.fields.get("mark") if one.kind == "message" else {"activate": "+", "deactivate": "-"}.get(one.kind)
        if mark == "+":
            active.setdefault(one.fields["to" if one.kind == "message" else "actor"], []).append(at)
        elif mark == "-":
            begun = active.get(one.fields["from" if one.kind == "message" else "actor"])
            if begun:
                other = begun.pop()
                found[at], found[other] = other, at
    return found


def settled(order: Order, places: Iterable[tuple[int, Iterable[str]]]) -> Generator[None, Draft, SequenceView]:
    """Let what was drafted be compiled, and return the diagram as it is read then, with all its participants. `places`
    are as for `declare_lost`."""
    after = view_again((yield), order.before)
    if declare_lost(order, after, places):
        after = view_again((yield), order.before)
    return after


def kept(order: Order, places: Iterable[tuple[int, Iterable[str]]]) -> Steps:
    """Keep the participants as `settled` does, and let citations follow."""
    after = yield from settled(order, places)
    order.follow(after)


def declare_lost(order: Order, after: SequenceView, places: Iterable[tuple[int, Iterable[str]]]) -> bool:
    """Declare participants that an edit would otherwise take away, or put into another order: those that were first
    mentioned where a statement stood, or would now be mentioned too early. `places` are the places of such statements
    in the diagram as it is now, each with the names in it. Return whether anything was written."""
    names = order.participants()
    if names == after.names or len(after.statements) != len(order.statements):
        return False
    done: set[str] = set()
    for at, mentioned in sorted(places, key=lambda place: place[0]):
        indexes = [names.index(name) for name in mentioned if name in names]
        for name in names[: max(indexes, default=-1) + 1]:
            if name not in done and name not in _known(after, at):
                _declare(after, at, f"participant {name}")
                done.add(name)
    return bool(done)


def _known(view: SequenceView, at: int) -> set[str]:
    """Return the names of the participants that stand before a statement."""
    known = {name for one in view.statements[:at] for name in names_of(one)}
    start = view.statements[at].range[:2] if at < len(view.statements) else None
    spans: Mapping[str, Sequence[int]] = {one["id"]: one["span"] for one in view.fact.ast.get("actors", ())}
    return known | {name for name, span in spans.items() if start is None or tuple(span[:2]) < start}


def _declare(view: SequenceView, at: int, declaration: str) -> None:
    if at < len(view.statements):
        put_before(view, view.statements[at].range, declaration)
    elif view.statements:
        last = view.statements[-1].range.end_line
        view.draft.insert_behind(view.path, last, [top_lead(view) + declaration])
    else:
        put_first(view, declaration)
