"""The operations on blocks and drawn notes of sequence diagrams. The seed has none of them; their names follow it."""

from collections.abc import Sequence

from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import optional, text_argument
from queries.operations.diagrams.sequence_messages import remove_statements
from queries.operations.diagrams.sequence_order import Order
from queries.operations.diagrams.sequence_places import PLACE, at_end, kept, opening_of, place_asked
from queries.operations.diagrams.sequence_text import inner_indent, lead, written_text
from queries.operations.diagrams.sequence_view import APPLIES_TO, SequenceView, Statement, view_of
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.refusals import invalid, unavailable
from queries.tools.parameters import Parameter

KINDS = ("loop", "opt", "alt", "par", "critical", "break", "rect")
KINDS_OF_SESSIONS = ("loop", "opt", "alt", "par")  # that the sessions' own program reads
MAX_DEPTH_OF_SESSIONS = 8
BLOCK = text_argument("block_id", "The id of a block, such as b:0001, or its ref.", most=500)
HEADER = optional("header", "Its header; without one it has none.", most=1_000)
PLACEMENTS = ("over", "left of", "right of")


@operation(
    APPLIES_TO,
    Parameter("block_kind", "string", "What it is.", required=True, choices=KINDS),
    text_argument("from_message_id", "Its first message.", most=500),
    optional("to_message_id", "Its last message; by default the first."),
    HEADER,
    DIAGRAM,
)
def seq_add_block(draft: Draft, given: Given) -> Steps:
    """Puts a block around messages that follow one another, and indents their lines. Citations of the blocks behind it
    follow their new numbers."""
    view = view_of(draft, given, "from_message_id", "to_message_id")
    first = view.message("from_message_id", given.from_message_id)
    last = view.message("to_message_id", given.to_message_id) if given.to_message_id else first
    start, end = _extent(view, first, last)
    _check_session(view, given.block_kind, first)
    top, bottom = _lines_of(view, start, end)
    indentation, inner = lead(view.file.line(top)), inner_indent(view)
    written = f" {written_text('header', given.header)}" if given.header else ""
    view.draft.insert_behind(view.path, top - 1, [f"{indentation}{given.block_kind}{written}"])
    for number in range(top, bottom + 1):
        line = view.file.line(number)
        if line[len(lead(line)) :].strip():
            at = view.file.start(number) + len(lead(line))
            view.draft.replace_range(view.path, at, at, inner)
    view.draft.insert_behind(view.path, bottom, [f"{indentation}end"])
    order = Order(view)
    order.insert(end + 1, "end")
    order.insert(start, "block")
    view.write()
    yield from kept(order, ())


@operation(
    APPLIES_TO,
    optional("block_id", "The id of a block, whose first header it is."),
    optional("section_id", "Instead: the id of a section, such as that of an else."),
    HEADER,
    DIAGRAM,
)
def seq_update_block(draft: Draft, given: Given) -> None:
    """Gives a block, or a section of one, another header."""
    if (given.block_id is None) == (given.section_id is None):
        raise invalid("Give either a block_id or a section_id")
    view = view_of(draft, given, "block_id", "section_id")
    if given.section_id is not None:
        span = view.section("section_id", given.section_id).span
    else:
        span = view.blocks[view.block("block_id", given.block_id or "")].span
    at = opening_of(view, span.start_line, span.start_col)
    statement = view.statements[at]
    keyword = str(statement.fields["keyword"])
    start, end = view.offsets(statement.range)
    written = f" {written_text('header', given.header)}" if given.header else ""
    view.draft.replace_range(view.path, start + len(keyword), end, written)
    view.write()


@operation(
    APPLIES_TO,
    BLOCK,
    Parameter("with_messages", "boolean", "Whether all that is in it goes as well.", default=False),
    DIAGRAM,
)
def seq_remove_block(draft: Draft, given: Given) -> Steps:
    """Takes a block of one section away from around its messages, or a block of any kind with all that is in it."""
    view = view_of(draft, given, "block_id")
    number = view.block("block_id", given.block_id)
    block = view.blocks[number]
    start = opening_of(view, block.span.start_line, block.span.start_col)
    end = view.end_of_block(start)
    top, bottom = _lines_of(view, start, end)
    order = Order(view)
    if given.with_messages:
        places = remove_statements(order, range(start, end + 1))
        view.draft.delete_lines(view.path, top, bottom)
    else:
        if sum(one.block == block.block for one in view.sections) > 1:
            problem = "The block has several sections, which would run into one another"
            raise invalid(problem, block_id=block.block, hint="with_messages removes all of it.")
        _unindent(view, top, bottom)
        order.remove(end)
        order.remove(start)
        places = []
    view.write()
    yield from kept(order, places)


@operation(
    "Sequence diagrams in `.mmd` files and in markdown, outside of session folders.",
    text_argument("text", "What it says, as it is shown; signs such as ; are written as codes."),
    Parameter("participant_ids", "strings", "One participant, or two that it is over.", required=True, max_items=2),
    Parameter("placement", "string", "Where it is.", default="over", choices=PLACEMENTS),
    *PLACE,
    DIAGRAM,
)
def seq_add_note(draft: Draft, given: Given) -> Steps:
    """Draws a note over participants, or beside one. A session has notes in its sidecars instead."""
    view = view_of(draft, given)
    if view.row.session:
        problem = "The sessions' own program reads no drawn notes: seq_set_participant_note gives a participant one"
        raise unavailable(problem, diagram_id=view.row.id)
    names = [view.participant("participant_ids", one).name for one in given.participant_ids]
    if not names or (len(names) > 1 and given.placement != "over"):
        raise invalid("A note is over one or two participants, or beside one")
    place = place_asked(view, given) or at_end(view)
    place.write(f"Note {given.placement} {','.join(names)}: {written_text('text', given.text)}")
    order = Order(view)
    order.insert(place.at, "note")
    yield from kept(order, [(place.at, names)])


def _extent(view: SequenceView, first: int, last: int) -> tuple[int, int]:
    """Return the first and last of the statements from one message to another. Raises QueryError if they are not in one
    section."""
    if last < first:
        raise invalid("The last message comes before the first")
    start, end = view.at_message(first), view.at_message(last)
    while start and view.statements[start - 1].kind in ("create", "destroy"):
        start -= 1
    while end + 1 < len(view.statements) and view.statements[end + 1].kind in ("activate", "deactivate"):
        end += 1
    if not _is_whole(view.statements[start : end + 1]):
        problem = "The messages are not in one section: a block cannot begin in one and end in another"
        raise invalid(problem, diagram_id=view.row.id)
    return start, end


def _is_whole(statements: Sequence[Statement]) -> bool:
    """Whether statements are all in one section, with the whole of each block that begins among them."""
    depth = 0
    for one in statements:
        depth += {"block": 1, "end": -1}.get(one.kind, 0)
        if depth < 0 or (depth == 0 and one.kind == "section"):
            return False
    return depth == 0


def _lines_of(view: SequenceView, start: int, end: int) -> tuple[int, int]:
    """Return the lines from one statement to another. Raises QueryError if others stand in them."""
    first, last = view.statements[start].range, view.statements[end].range
    top, bottom = view.file.line(first.start_line), view.file.line(last.end_line)
    before = view.offsets(first)[0] - view.file.start(first.start_line)
    behind = view.offsets(last)[1] - view.file.start(last.end_line)
    if before > len(lead(top)) or bottom[behind:].strip(" \t;"):
        problem = "Other statements stand in the same lines: a text edit is needed"
        raise unavailable(problem, source=f"{view.path}:{first.start_line}")
    return first.start_line, last.end_line


def _unindent(view: SequenceView, top: int, bottom: int) -> None:
    """Delete the first and the last line of a block, and move those between as far to the left as it stands."""
    outer = lead(view.file.line(top))
    view.draft.delete_lines(view.path, top, top)
    inner = inner_indent(view)
    for number in range(top + 1, bottom):
        if view.file.line(number).startswith(outer + inner):
            at = view.file.start(number) + len(outer)
            view.draft.replace_range(view.path, at, at + len(inner), "")
    view.draft.delete_lines(view.path, bottom, bottom)


def _check_session(view: SequenceView, kind: str, first: int) -> None:
    """Raise QueryError if the program of sessions would not read a block."""
    if not view.row.session:
        return
    if kind not in KINDS_OF_SESSIONS:
        raise invalid(f"The sessions' own program reads no {kind}", block_kind=kind, kinds=list(KINDS_OF_SESSIONS))
    if len(view.messages[first].sections) >= MAX_DEPTH_OF_SESSIONS:
        raise invalid("The sessions' own program reads no blocks nested deeper", depth=8)
