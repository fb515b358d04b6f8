"""Where the names of participants stand in a sequence diagram: in its statements, declarations and menus."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from queries.operations.diagrams.sequence_text import message_parts
from queries.operations.diagrams.sequence_view import Range, SequenceView, Statement
from queries.operations.refusals import unavailable

_NOTE = re.compile(r"(?i:note)\s++(?i:left of|right of|over)\s++(?P<names>[^:\n]*):")
_ACTION = re.compile(r"(?i:activate|deactivate|destroy|create\s+(?:participant|actor))\s+(?P<name>\S.*)")


class Declaration(NamedTuple):
    """A declaration of a participant, or a menu of one: the statement, the name in it, and whether it has an alias."""

    place: Range
    name: tuple[int, int]
    has_alias: bool


def names_of(statement: Statement) -> tuple[str, ...]:
    """Return the names of the participants that a statement mentions."""
    fields = statement.fields
    if statement.kind == "message":
        return fields["from"], fields["to"]
    return tuple(fields.get("actors", ())) or ((fields["actor"],) if "actor" in fields else ())


def name_spots(view: SequenceView, statement: Statement, name: str) -> list[tuple[int, int]]:
    """Return where a name stands in a statement, as offsets in the text of the file. Raises QueryError if it is
    mentioned, and written in an unusual way."""
    if name not in names_of(statement):
        return []
    if statement.kind == "message":
        parts = message_parts(view, statement)
        ends = ((parts.sender, statement.fields["from"]), (parts.receiver, statement.fields["to"]))
        return [spot for spot, end in ends if end == name]
    start, end = view.offsets(statement.range)
    text = view.file.text[start:end]
    if statement.kind == "note":
        found = _NOTE.match(text)
        spots = [] if found is None else list(_listed(found["names"], name, start + found.start("names")))
    else:
        found = _ACTION.fullmatch(text)
        spots = [(start + found.start("name"), end)] if found and found["name"] == name else []
    if not spots:
        problem = "This statement is written in a way that no operation edits: a text edit does"
        raise unavailable(problem, source=f"{view.path}:{statement.range.start_line}")
    return spots


def _listed(names: str, name: str, start: int) -> Iterator[tuple[int, int]]:
    for found in re.finditer(r"[^,]+", names):
        bare = found[0].strip()
        if bare == name:
            at = start + found.start() + found[0].index(bare)
            yield at, at + len(bare)


def declarations(view: SequenceView, name: str) -> list[Declaration]:
    """Return the declarations of a participant, in the order of the text."""
    pattern = rf"(?i:(?:create\s+)?(?:participant|actor))\s+(?P<name>{re.escape(name)})"
    return list(_found(view, pattern + r"(?:\s*@\{[^}\n]*\})?(?P<alias>\s+(?i:as)\s[^#;\n]*)?"))


def menus(view: SequenceView, name: str) -> list[Declaration]:
    """Return the menus of a participant: its links and properties, in the order of the text."""
    return list(_found(view, rf"(?i:links?|properties|details)\s+(?P<name>{re.escape(name)})\s*(?P<alias>):[^#;\n]*"))


def _found(view: SequenceView, pattern: str) -> Iterator[Declaration]:
    whole = re.compile(rf"(?:^[ \t>]*|;[ \t]*)(?P<statement>{pattern})(?=[ \t]*(?:;|#|%%|$))")
    span = view.fact.span
    for number in range(span.start_line, span.end_line + 1):
        line, start = view.file.line(number), view.file.start(number)
        for found in whole.finditer(line):
            columns = [len(line[:at].encode()) + 1 for at in found.span("statement")]
            name = (start + found.start("name"), start + found.end("name"))
            yield Declaration(Range(number, columns[0], number, columns[1]), name, bool(found["alias"]))
