"""State diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.diagnostics import Diagnostic
from compiler.diagrams.messages import diagnostic
from compiler.diagrams.prepare import Prepared
from compiler.diagrams.reading import Reading, Recovery
from compiler.diagrams.state.build import Diagram
from compiler.diagrams.state.codes import UNEXPECTED, WORDS
from compiler.diagrams.state.lexer import StateLexer
from compiler.diagrams.state.statements import Statements
from compiler.grammars import load

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
    reading = Reading(grammar(), prepared.code, RECOVERY)
    statements = reading.run()
    found = [diagnostic(prepared, mistake, UNEXPECTED, WORDS) for mistake in reading.mistakes]
    diagram = Diagram(prepared)
    diagram.read(statements or [])
    return diagram.tree(), found + diagram.diagnostics
