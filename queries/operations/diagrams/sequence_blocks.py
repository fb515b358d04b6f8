"""The operations on blocks and drawn notes of sequence diagrams. The seed has none of them; their names follow it."""

from collections.abc import Sequence

from queries.diagrams.selection import DIAGRAM
from queries.operations.arguments import invalid, optional, text_argument, unavailable
from queries.operations.diagrams.sequence_messages import remove_statements, written_text
from queries.operations.diagrams.sequence_places import PLACE, kept, place_asked, with_activations, with_creation
from queries.operations.diagrams.sequence_text import APPLIES_TO, SequenceText, Statement, sequence_of
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
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
    text = sequence_of(draft, given, "from_message_id", "to_message_id")
    first = text.message("from_message_id", given.from_message_id)
    last = text.message("to_message_id", given.to_message_id) if given.to_message_id else first
    start, end = _extent(text, first, last)
    _check_session(text, given.block_kind, first)
    top, bottom = _lines_of(text, start, end)
    indentation, inner = text.indentation(top), text.inner_indentation()
    text.insert_lines(top, [f"{indentation}{given.block_kind}{_header(given.header)}"])
    for line in range(top, bottom + 1):
        if text.line(line).strip():
            at = text.line_start(line) + len(text.indentation(line))
            text.replace(at, at, inner)
    text.insert_lines(bottom + 1, [f"{indentation}end"])
    text.order.insert(end + 1, ("end", None))
    text.order.insert(start, ("block", None))
    yield from kept(text)


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
    text = sequence_of(draft, given, "block_id", "section_id")
    named = (text.section, "section_id") if given.section_id is not None else (text.block, "block_id")
    statement = text.statements[text.opening_of(named[0](named[1], given.section_id or given.block_id).span)]
    start, end = text.place(statement.span)
    text.replace(start + len(statement.fields["keyword"]), end, _header(given.header))
    text.write()


@operation(
    APPLIES_TO,
    BLOCK,
    Parameter("with_messages", "boolean", "Whether all that is in it goes as well.", default=False),
    DIAGRAM,
)
def seq_remove_block(draft: Draft, given: Given) -> Steps:
    """Takes a block of one section away from around its messages, or a block of any kind with all that is in it."""
    text = sequence_of(draft, given, "block_id")
    block = text.block("block_id", given.block_id)
    start = text.opening_of(block.span)
    end = text.section_end(start, is_block=True)
    top, bottom = _lines_of(text, start, end)
    if given.with_messages:
        places = remove_statements(text, range(start, end + 1))
        text.remove_lines(top, bottom)
        yield from kept(text, places)
        return
    if sum(section.block == block.block for section in text.sections) > 1:
        problem = "The block has several sections, which would run into one another"
        raise invalid(problem, block_id=block.block, hint="with_messages removes all of it.")
    outer, inner = text.indentation(top), text.inner_indentation()
    for line in range(top + 1, bottom):
        if text.line(line).startswith(outer + inner):
            at = text.line_start(line) + len(outer)
            text.replace(at, at + len(inner), "")
    text.remove_lines(top, top)
    text.remove_lines(bottom, bottom)
    del text.order[end], text.order[start]
    yield from kept(text)


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
    text = sequence_of(draft, given)
    if text.row.session:
        problem = "The sessions' own program reads no drawn notes: seq_set_participant_note gives a participant one"
        raise unavailable(problem, diagram_id=text.row.id)
    names = [text.participant("participant_ids", name).name for name in given.participant_ids]
    if not names or (len(names) > 1 and given.placement != "over"):
        raise invalid("A note is over one or two participants, or beside one")
    place = place_asked(text, given)
    text.put(place, f"Note {given.placement} {','.join(names)}: {written_text('text', given.text)}")
    text.order.insert(place.at, ("note", None))
    yield from kept(text, [(place.at, names)])


def _header(header: str | None) -> str:
    return f" {written_text('header', header)}" if header else ""


def _extent(text: SequenceText, first: int, last: int) -> tuple[int, int]:
    """Return the first and last of the statements from one message to another. Raises QueryError if they are not in one
    section."""
    if last < first:
        raise invalid("The last message comes before the first")
    places = text.places("message")
    start, end = with_creation(text, places[first]), with_activations(text, places[last])
    if not _is_whole(text.statements[start : end + 1]):
        problem = "The messages are not in one section: a block cannot begin in one and end in another"
        raise invalid(problem, diagram_id=text.row.id)
    return start, end


def _is_whole(statements: Sequence[Statement]) -> bool:
    """Whether statements are all in one section, with the whole of each block that begins among them."""
    depth = 0
    for statement in statements:
        depth += {"block": 1, "end": -1}.get(statement.kind, 0)
        if depth < 0 or (depth == 0 and statement.kind == "section"):
            return False
    return depth == 0


def _lines_of(text: SequenceText, start: int, end: int) -> tuple[int, int]:
    """Return the lines from one statement to another. Raises QueryError if others stand in them."""
    first, last = text.place(text.statements[start].span)[0], text.place(text.statements[end].span)[1]
    top, bottom = text.line_at(first), text.line_at(last)
    before, behind = text.text[text.line_start(top) : first], text.text[last : text.line_start(bottom + 1)]
    if before.strip(" \t") or behind.strip(" \t\n;"):
        problem = "Other statements stand in the same lines: a text edit is needed"
        raise unavailable(problem, source=str(text.statements[start].span))
    return top, bottom


def _check_session(text: SequenceText, kind: str, first: int) -> None:
    """Raise QueryError if the program of sessions would not read a block."""
    if not text.row.session:
        return
    if kind not in KINDS_OF_SESSIONS:
        raise invalid(f"The sessions' own program reads no {kind}", block_kind=kind, kinds=list(KINDS_OF_SESSIONS))
    if len(text.messages[first].sections) >= MAX_DEPTH_OF_SESSIONS:
        raise invalid("The sessions' own program reads no blocks nested deeper", depth=8)
