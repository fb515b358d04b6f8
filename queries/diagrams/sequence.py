"""The messages of a sequence diagram: by participants (`seq_messages`), by text (`seq_search`), around a message
(`seq_trace`).

Messages are in the order of time, which is that of the source. In it the branches of an alt block follow one another;
the sections of a message name its branch.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Block, BlockSection, Message, Participant
from compiler.store.snapshot import Snapshot
from queries.diagrams.parallel_lists import ParallelLists, cut_parallel, page_parallel
from queries.diagrams.selection import (
    DIAGRAM,
    DIAGRAM_ID,
    LIMIT,
    SEQUENCES,
    DiagramRow,
    chosen_diagram,
    known_id,
    place,
)
from queries.errors.query_error import QueryError
from queries.search.patterns import compiled
from queries.tools.paging import CURSOR, Cursor
from queries.tools.parameters import Parameter
from queries.tools.schemas import Schema, integer, objects, string, strings
from queries.tools.tool import tool

PARTICIPANT = "its id such as p:shop, its ref, or what the diagram calls it (shop)."
MESSAGE_FIELDS: dict[str, Schema] = {
    "message_id": string("Its id in the diagram."),
    "from_participant_id": string("Who sends it."),
    "to_participant_id": string("Who receives it."),
    "kind": string("sync, async or return."),
    "arrow": string("The arrow as written."),
    "text": string("What it says."),
    "section_ids": strings("The sections of blocks around it, outermost first."),
    "sections": strings("The same in words: alt paid, else refused."),
    "source": string("Where it stands: path:line."),
}
MESSAGES: dict[str, Schema] = {
    "diagram_id": DIAGRAM_ID,
    "messages": strings("Their refs, in the order of time."),
    "message_details": objects("Details of each, in the same order.", **MESSAGE_FIELDS),
}


class SequenceDiagram(NamedTuple):
    """A sequence diagram. `participants` are the ids of its participants; `names` maps their names in the text to the
    ids; `sections` maps the id of a section to its heading."""

    diagram: DiagramRow
    messages: list[Message]
    participants: frozenset[str]
    names: Mapping[str, str]
    sections: Mapping[str, str]

    def participant(self, snapshot: Snapshot, argument: str, name: str | None) -> str | None:
        """Return the id of the participant that an argument names; None for None. Raises QueryError `not_found`."""
        if name is None:
            return None
        return known_id(snapshot, self.diagram, "participant", (argument, name), self.participants, self.names)


def _sequence_diagram(snapshot: Snapshot, diagram: DiagramRow) -> SequenceDiagram:
    return snapshot.memoize(
        f"queries.diagrams.sequence {diagram.id}", lambda snapshot: _read_diagram(snapshot, diagram)
    )


def _read_diagram(snapshot: Snapshot, diagram: DiagramRow) -> SequenceDiagram:
    messages = sorted(
        snapshot.facts(Message, diagram=diagram.id), key=lambda message: (message.order_key, message.message)
    )
    participants = snapshot.facts(Participant, diagram=diagram.id)
    names: dict[str, str] = {}
    for participant in participants:
        names.setdefault(participant.name, participant.participant)
    blocks = {block.block: block.title for block in snapshot.facts(Block, diagram=diagram.id)}
    sections = {
        section.section: blocks.get(section.block, "") if section.section_kind == "main" else section.title
        for section in snapshot.facts(BlockSection, diagram=diagram.id)
    }
    return SequenceDiagram(
        diagram, messages, frozenset(participant.participant for participant in participants), names, sections
    )


def _message_lists(sequence: SequenceDiagram, messages: list[Message]) -> ParallelLists:
    return ParallelLists(
        "messages",
        "message_details",
        messages,
        lambda message: message.ref,
        lambda message: _detail(message, sequence.sections),
    )


def _detail(message: Message, titles: Mapping[str, str]) -> dict[str, Any]:
    around = {
        "section_ids": list(message.sections),
        "sections": [titles.get(section, "") for section in message.sections],
    }
    return {
        "message_id": message.message,
        "from_participant_id": message.from_participant,
        "to_participant_id": message.to_participant,
        "kind": message.message_kind,
        "arrow": message.arrow,
        "text": message.text,
        **(around if message.sections else {}),
        "source": place(message),
    }


@tool(
    title="Messages",
    pack="sequence",
    parameters=(
        Parameter(
            "from",
            "string",
            f"Only what this participant sends: {PARTICIPANT}",
            brief="Only from this sender.",
            aliases=("from_participant_id", "from_id"),
            passed_as="from_participant_id",
        ),
        Parameter(
            "to",
            "string",
            f"Only what this participant receives: {PARTICIPANT}",
            brief="Only to this receiver.",
            aliases=("to_participant_id", "to_id"),
            passed_as="to_participant_id",
        ),
        DIAGRAM,
        LIMIT,
        CURSOR,
    ),
    result=MESSAGES,
)
def seq_messages(
    snapshot: Snapshot,
    *,
    from_participant_id: str | None,
    to_participant_id: str | None,
    diagram_id: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Messages of a sequence diagram in order; of one sender, to one receiver, or both."""
    ends = {"from_participant_id": from_participant_id, "to_participant_id": to_participant_id}
    sequence = _sequence_diagram(snapshot, chosen_diagram(snapshot, diagram_id, SEQUENCES, **ends))
    sender, receiver = (sequence.participant(snapshot, argument, name) for argument, name in ends.items())
    chosen = [
        message
        for message in sequence.messages
        if sender in (None, message.from_participant) and receiver in (None, message.to_participant)
    ]
    answer: dict[str, Any] = {"diagram_id": sequence.diagram.id}
    if not chosen:
        answer["hint"] = _no_match_hint(sequence)
    return page_parallel(answer, _message_lists(sequence, chosen), limit=limit, cursor=cursor)


def _no_match_hint(sequence: SequenceDiagram) -> str:
    return f"None of the {len(sequence.messages)} messages of {sequence.diagram.id} fits."


@tool(
    title="Search in messages",
    pack="sequence",
    parameters=(
        Parameter(
            "query",
            "string",
            "The words, or the pattern, to look for in the texts.",
            required=True,
            aliases=("needle", "q"),
            passed_as="needle",
        ),
        Parameter(
            "mode",
            "string",
            "substring: the text has the needle in it; regex: the needle is a regular expression (RE2 syntax).",
            default="substring",
            choices=("substring", "regex"),
        ),
        Parameter("case_insensitive", "boolean", "Whether to ignore case.", default=True),
        DIAGRAM,
        LIMIT,
        CURSOR,
    ),
    result=MESSAGES,
)
def seq_search(
    snapshot: Snapshot,
    *,
    needle: str,
    mode: str,
    case_insensitive: bool,
    diagram_id: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Messages of one sequence diagram by their text. search covers all diagrams."""
    if not needle:
        raise QueryError("invalid_argument", "The needle is empty", needle=needle, hint="seq_messages lists them all.")
    holds = _pattern(needle, case_insensitive) if mode == "regex" else _substring(needle, case_insensitive)
    sequence = _sequence_diagram(snapshot, chosen_diagram(snapshot, diagram_id, SEQUENCES))
    chosen = [message for message in sequence.messages if holds(message.text)]
    answer: dict[str, Any] = {"diagram_id": sequence.diagram.id}
    if not chosen:
        answer["hint"] = f"{_no_match_hint(sequence)} search looks through all diagrams."
    return page_parallel(answer, _message_lists(sequence, chosen), limit=limit, cursor=cursor)


def _substring(needle: str, case_insensitive: bool) -> Callable[[str], bool]:
    if case_insensitive:
        lower = needle.lower()
        return lambda text: lower in text.lower()
    return lambda text: needle in text


def _pattern(needle: str, case_insensitive: bool) -> Callable[[str], bool]:
    start_in = compiled(needle, "needle", case_sensitive=not case_insensitive)
    return lambda text: start_in(text.encode()) >= 0


@tool(
    title="Messages around one",
    pack="sequence",
    parameters=(
        Parameter(
            "from",
            "string",
            "The message to go from: its id such as m:0003, or its ref. Without it, the first or the last are given.",
            brief="The message to go from.",
            aliases=("from_message_id", "from_id", "message_id", "id", "ref"),
            passed_as="from_message_id",
        ),
        Parameter(
            "direction",
            "string",
            "after: the messages that follow; before: those that come before.",
            default="after",
            choices=("after", "before"),
            synonyms={"forward": "after", "next": "after", "backward": "before", "previous": "before"},
        ),
        Parameter("limit", "integer", "The most messages.", default=25, minimum=0, maximum=500),
        DIAGRAM,
    ),
    result={
        **MESSAGES,
        "total": integer("How many messages lie in that direction."),
        "truncated": string("Why there are fewer messages than asked for: size."),
        "hint": string("What to do next, when there is something to say."),
    },
)
def seq_trace(
    snapshot: Snapshot, *, from_message_id: str | None, direction: str, limit: int, diagram_id: str | None
) -> dict[str, Any]:
    """Messages right after one, or right before it: what happens next, what led to it.

    The message itself is not among them. They come in the order of time. Without from_message_id: the first messages of
    the diagram, or with before the last ones. The trace has the whole diagram line by line: the branches of an alt
    follow one another; section_ids name the branch of each message.
    """
    diagram = chosen_diagram(snapshot, diagram_id, SEQUENCES, from_message_id=from_message_id)
    sequence = _sequence_diagram(snapshot, diagram)
    following = sequence.messages
    if from_message_id is not None:
        order = {message.message: at for at, message in enumerate(sequence.messages)}
        at = order[known_id(snapshot, diagram, "message", ("from_message_id", from_message_id), order, {})]
        following = sequence.messages[at + 1 :] if direction == "after" else sequence.messages[:at]
    answer: dict[str, Any] = {"diagram_id": diagram.id, "total": len(following)}
    if not following:
        answer["hint"] = f"No message comes {direction} it." if from_message_id else "The diagram has no messages."
    if direction == "after":
        return cut_parallel(answer, _message_lists(sequence, following[:limit]))
    # The nearest come first, so that the others are cut when not all fit.
    nearest_first = cut_parallel(answer, _message_lists(sequence, following[::-1][:limit]))
    return {
        name: value[::-1] if name in ("messages", "message_details") else value for name, value in nearest_first.items()
    }
