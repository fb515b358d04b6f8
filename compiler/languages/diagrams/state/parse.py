"""State diagrams: prepared text to syntax tree and diagnostics."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams.lexing import ERROR
from compiler.languages.diagrams.line_reading import LineReading, advice
from compiler.languages.diagrams.messages import diagnostic
from compiler.languages.diagrams.prepare import Prepared
from compiler.languages.diagrams.reading import Mistake, Recovery
from compiler.languages.diagrams.state.build import Diagram
from compiler.languages.diagrams.state.codes import STARTERS, UNEXPECTED, WORDS
from compiler.languages.diagrams.state.lexer import StateLexer
from compiler.languages.diagrams.state.statements import Statements
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

RECOVERY = Recovery(
    header="_STATE_DIAGRAM",
    lists=frozenset({"_line"}),
    separator="_NEWLINE",
    shut={},
    open={"_BODY_START": "BODY_STOP"},
    closing=("BODY_STOP",),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("state.lark"), start=["start"], rules=Statements(), lexer=StateLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, states, transitions, notes, class_defs?, …}` and the mistakes. Never raises."""
    reading = LineReading(grammar(), prepared.code, RECOVERY)
    statements = reading.run()
    found = [unexpected(prepared, mistake) for mistake in reading.mistakes]
    diagram = Diagram(prepared)
    diagram.read(statements or [])
    return diagram.tree(), found + diagram.diagnostics


def unexpected(prepared: Prepared, mistake: Mistake) -> Diagnostic:
    """The diagnostic of a token that the grammar could not use, with advice where a common trap is the reason."""
    found = diagnostic(prepared, mistake, UNEXPECTED, WORDS, STARTERS)
    token = mistake.token
    if token.type == "UNCLOSED":
        return replace(found, suggestion="The quote that begins before it is never closed.")
    before = prepared.code[max(0, token.start - 1)]
    if token.type == ERROR and token.value == "-" and not before.isspace():
        return replace(found, suggestion='An id ends at `-`: write `a_b`, or `state "a-b" as ab`.')
    return replace(found, suggestion=advice(prepared.code, mistake, "_NEWLINE"))
