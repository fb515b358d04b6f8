"""State diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.lexing import ERROR
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import (
    LineRecoveringParser,
    Mistake,
    RecoveryRules,
    lost_line_break_advice,
)
from compiler.languages.diagrams.syntax.state.build import StateBuilder
from compiler.languages.diagrams.syntax.state.lexer import StateLexer
from compiler.languages.diagrams.syntax.state.statements import Statements

# The names of token types in messages.
TOKEN_NAMES = {
    "_STATE_DIAGRAM": "`stateDiagram-v2`",
    "ID": "a state",
    "START_OR_END": "a state",
    "NAME": "a state",
    "IDS": "states",
    "_ARROW": "`-->`",
    "TEXT": "`:` and a text",
    "_STYLE_SEPARATOR": "`:::`",
    "DESCRIPTION": "a text in quotes",
    "_AS": "`as` and a state",
    "_BODY_START": "`{`",
    "BODY_STOP": "`}`",
    "LEFT_OF": "`left of`",
    "RIGHT_OF": "`right of`",
    "NOTE_TEXT": "a text behind `:`, or lines up to `end note`",
    "CLASS": "the name of a class",
    "STYLES": "styles",
    "STRING": "a text in quotes",
    "_HREF": "`href`",
    "WIDTH": "a number",
}

# Token types that are all expected where a statement may begin.
STARTERS = frozenset({"ID", "START_OR_END", "NAME", "DESCRIPTION", "_CLASSDEF", "_NEWLINE"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:
    """A suggestion for a common mistake, or None."""
    token = mistake.token
    if token.type == "UNCLOSED":
        return "The quote that begins before it is never closed."
    if token.type == "MANY_WORDS":
        return 'The id of a state is one word; the others stand in quotes: `state "Many words" as many {`.'
    before = prepared.code[max(0, token.start - 1)]
    if token.type == ERROR and token.value == "-" and not before.isspace():
        return 'An id ends at `-`: write `a_b`, or `state "a-b" as ab`.'
    return lost_line_break_advice(prepared.code, mistake, "_NEWLINE")


# Its syntax tree is `{direction, states, transitions, notes, class_defs?, …}`.
GRAMMAR = DiagramGrammar(
    file="state/state.lark",
    lexer=StateLexer,
    statements=Statements,
    builder=StateBuilder,
    recovery=RecoveryRules(
        header="_STATE_DIAGRAM",
        statement_blocks={"_BODY_START": "BODY_STOP"},
        closing=("BODY_STOP",),
    ),
    code=codes.STATE_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
    parser=LineRecoveringParser,
)
parse = GRAMMAR.parse
