"""How statements of sequence diagrams are written, and where a new one goes."""

import re
from itertools import pairwise
from typing import NamedTuple

from queries.operations.diagrams.sequence_view import Range, SequenceView, Statement
from queries.operations.refusals import invalid, unavailable
from queries.tools.parameters import Parameter

KINDS = {"sync": "->>", "async": "-)", "return": "-->>"}
# The kind of a message by its arrow, if not sync.
_KINDS_OF_ARROWS = {"-)": "async", "--)": "async", "-->>": "return", "<<-->>": "return"}
KIND = Parameter("kind", "string", "sync, async or return.", choices=tuple(KINDS))
_ARROW = re.compile(r"(?P<token>[-<>x)/\\|]{2,5})(?P<mark>[+-]?)")
_SIGNS = re.compile(r"[#;]|&(?=(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);)")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_NAME_IN_SESSION = re.compile(r"[A-Za-z0-9_]+")
_HEADER = re.compile(r"[ \t>]*sequenceDiagram\b", re.IGNORECASE)
_LEAD = re.compile(r"[ \t>]*")
_COMMENT = re.compile(r"\s*;?\s*(?:%%.*|#.*)?")
DEFAULT_INDENT = "    "


class MessageParts(NamedTuple):
    """The parts of a message as it is written, each with its offsets in the text of the file."""

    sender: tuple[int, int]
    arrow: tuple[int, int]  # with the mark behind it
    receiver: tuple[int, int]
    text: tuple[int, int]


def written_text(argument: str, text: str) -> str:
    """Return a text as a diagram writes it: a line break as `<br/>`, and signs that would end it as codes."""
    lines = [one.strip() for one in _BREAK.sub("\n", text).strip().splitlines()]
    if not lines:
        raise invalid(f"'{argument}' is empty", **{argument: text})
    return "<br/>".join(_SIGNS.sub(lambda sign: f"#{ord(sign[0])};", one) for one in lines)


def read_text(text: str) -> str:
    """Return a text as it is read once it is written as `written_text` says."""
    return "\n".join(one.strip() for one in _BREAK.sub("\n", text).strip().splitlines())


def arrow_of(kind: str | None, arrow: str | None, before: str = "") -> tuple[str, str]:
    """Return an arrow without and with its mark, of a kind or as it is given. Raises QueryError if the two differ.
    `before` is the arrow that it had."""
    if arrow is None:
        token = before if kind is None or (before and kind_of(before) == kind) else KINDS[kind]
        return token or KINDS["sync"], ""
    found = _ARROW.fullmatch(arrow.strip())
    if found is None or (kind is not None and kind_of(found["token"]) != kind):
        problem = "This is no arrow of a message" if found is None else f"This arrow is not of the kind {kind}"
        raise invalid(problem, arrow=arrow, hint=f"Arrows of the kinds: {KINDS}.")
    return found["token"], found["mark"]


def kind_of(token: str) -> str:
    """Return the kind of the messages that an arrow makes."""
    return _KINDS_OF_ARROWS.get(token, "sync")


def check_name(view: SequenceView, argument: str, name: str) -> str:
    """Return the name of a participant without blanks around it. Raises QueryError for one that cannot be written."""
    bare = name.strip()
    if not bare or len(bare.splitlines()) > 1:
        raise invalid(f"'{argument}' is one line, and not empty", **{argument: name})
    if view.row.session and not _NAME_IN_SESSION.fullmatch(bare):
        problem = (
            "In a session the name of a participant has letters, digits and _ only: its own program reads no other"
        )
        raise invalid(problem, **{argument: name})
    if any(one.name == bare for one in view.participants):
        raise invalid("A participant has this name already", **{argument: name})
    return bare


def message_parts(view: SequenceView, statement: Statement) -> MessageParts:
    """Return where the parts of a message stand. Raises QueryError if it is written in an unusual way."""
    start, end = view.offsets(statement.range)
    sender, receiver, token = (str(statement.fields[name]) for name in ("from", "to", "token"))
    pattern = re.compile(
        rf"(?P<from>{re.escape(sender)})\s*(?:\(\))?\s*(?P<arrow>(?i:{re.escape(token)})\s*[+-]?)"
        rf"\s*(?:\(\))?\s*(?P<to>{re.escape(receiver)})\s*:[^\S\n]*(?P<text>[^\n]*?)[^\S\n]*"
    )
    found = pattern.fullmatch(view.file.text, start, end)
    if found is None:
        problem = "This message is written in a way that no operation edits: a text edit does"
        raise unavailable(problem, source=f"{view.path}:{statement.range.start_line}")
    return MessageParts(found.span("from"), found.span("arrow"), found.span("to"), found.span("text"))


def put_behind(view: SequenceView, place: Range, new: str, *, is_inside: bool = False) -> None:
    """Write a statement behind another one: in a line of its own, or in the same line where more stands in it.
    `is_inside`: the other one opens a section, which the new one goes into."""
    _, end = view.offsets(place)
    line = view.file.line(place.end_line)
    rest = line[end - view.file.start(place.end_line) :]
    if not _COMMENT.fullmatch(rest):
        view.draft.replace_range(view.path, end, end, f"; {new}")
        return
    indentation = lead(line) + (inner_indent(view) if is_inside else "")
    view.draft.insert_behind(view.path, place.end_line, [indentation + new])


def put_before(view: SequenceView, place: Range, new: str) -> None:
    """Write a statement before another one, in a line of its own if the other one begins its line."""
    start, _ = view.offsets(place)
    line = view.file.line(place.start_line)
    if start - view.file.start(place.start_line) > len(lead(line)):
        view.draft.replace_range(view.path, start, start, f"{new}; ")
        return
    view.draft.insert_behind(view.path, place.start_line - 1, [lead(line) + new])


def take_out(view: SequenceView, place: Range, instead: str = "") -> None:
    """Take a statement out, with its line if nothing else stands there. `instead` is written in its place."""
    start, end = view.offsets(place)
    line = view.file.line(place.start_line)
    before = line[: start - view.file.start(place.start_line)]
    behind = view.file.line(place.end_line)[end - view.file.start(place.end_line) :]
    if instead:
        view.draft.replace_range(view.path, start, end, instead)
    elif before == lead(line) and not behind.strip(" \t;"):
        view.draft.delete_lines(view.path, place.start_line, place.end_line)
    elif separator := re.match(r"\s*;\s*", behind):
        view.draft.replace_range(view.path, start, end + separator.end(), "")
    else:
        begin = len(before.rstrip().removesuffix(";").rstrip()) if before.rstrip().endswith(";") else len(before)
        view.draft.replace_range(view.path, view.file.start(place.start_line) + begin, end, "")


def header_of(view: SequenceView) -> Range:
    """Return where the word `sequenceDiagram` stands. Raises QueryError if it is not at the start of a line."""
    span = view.fact.span
    for number in range(span.start_line, span.end_line + 1):
        if found := _HEADER.match(view.file.line(number)):
            end = len(view.file.line(number)[: found.end()].encode()) + 1
            return Range(number, end - len("sequenceDiagram"), number, end)
    raise unavailable("The first line of the diagram is not found", diagram_id=view.row.id)


def put_first(view: SequenceView, new: str) -> None:
    """Write a statement behind the first line of the diagram."""
    header = header_of(view)
    line = view.file.line(header.start_line)
    beside = line[view.offsets(header)[1] - view.file.start(header.start_line) :]
    if not _COMMENT.fullmatch(beside):
        raise unavailable("More than its type stands in the first line", diagram_id=view.row.id)
    view.draft.insert_behind(view.path, header.start_line, [top_lead(view) + new])


def lead(line: str) -> str:
    """Return the indentation of a line, with the signs of quotes."""
    found = _LEAD.match(line)
    return found[0] if found else ""


def top_lead(view: SequenceView) -> str:
    """Return the indentation of the statements that are in no block."""
    places = [one.range for one in view.statements] + [Range(*one["span"]) for one in view.fact.ast.get("actors", ())]
    if places:
        return lead(view.file.line(min(places).start_line))
    return lead(view.file.line(header_of(view).start_line)) + DEFAULT_INDENT


def inner_indent(view: SequenceView) -> str:
    """Return by how much the statements of a block are indented."""
    for one, inner in pairwise(view.statements):
        outer_lead, inner_lead = (lead(view.file.line(each.range.start_line)) for each in (one, inner))
        if one.kind in ("block", "section") and inner.kind == "message" and inner_lead.startswith(outer_lead):
            return inner_lead[len(outer_lead) :]
    return DEFAULT_INDENT
