"""Sequence diagrams: prepared text to syntax tree and diagnostics.

Lexer and grammar (`sequence.lark`) make statements, and `build` makes the syntax tree of them.
"""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.sequence.build import build
from compiler.languages.diagrams.syntax.sequence.lexer import SequenceLexer
from compiler.languages.diagrams.syntax.sequence.statements import Statements
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import (
    LineRecoveringParser,
    Mistake,
    RecoveryRules,
    lost_line_break_advice,
)
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_error
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# The names of token types in messages.
TOKEN_NAMES = {
    "ACTOR": "a participant",
    "ARROW": "an arrow such as `->>`",
    "COMMA": "`,`",
    "TEXT": "`:` and a text",
    "SIDE": "`left of`, `right of`",
    "OVER": "`over`",
    "PARTICIPANT": "`participant`",
    "PERSON": "`actor`",
    "DESTROY": "`destroy`",
    "NUMBER": "a number",
    "OFF": "`off`",
    "AS": "`as`",
    "HEADER": "`sequenceDiagram`",
    "NEWLINE": "the end of the line",
    "END": "`end`",
    "NOTE": "`note`",
    "LOOP": "a block such as `loop`",
    "AUTONUMBER": "`autonumber`",
}

OPENING = ("LOOP", "OPT", "BREAK", "RECT", "ALT", "PAR", "PAR_OVER", "CRITICAL", "BOX")
RECOVERY = RecoveryRules(
    header="HEADER",
    lists=frozenset({"document", "members", "message", "member"}),
    separator="NEWLINE",
    part_blocks={},
    statement_blocks=dict.fromkeys(OPENING, "END"),
    closing=("END",),
)


class SequenceParser(LineRecoveringParser):
    """The parsing of one text. `unclosed` are the opening tokens of the blocks without an `end`, outer ones first."""

    def __init__(self, parser: Lark, code: str) -> None:
        super().__init__(parser, code, RECOVERY)
        self.unclosed: list[Token] = []

    def close_blocks(self, end: Token) -> object:
        """Close the blocks that are still open. They are reported instead of the end of the text."""
        values = self.state.value_stack
        self.unclosed = [value for value in values if isinstance(value, Token) and value.type in OPENING]
        if self.unclosed:
            self.mistakes.pop()
        return super().close_blocks(end)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("sequence.lark")
    return load(path, start=["start"], rules=Statements(), lexer=SequenceLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{actors, messages, notes, blocks, events, …}` and the diagnostics. Never raises."""
    parser = SequenceParser(grammar(), prepared.code)
    document = parser.run()
    diagnostics = [
        syntax_error(prepared, mistake, codes.SEQUENCE_SYNTAX, TOKEN_NAMES, suggestion=suggest(prepared, mistake))
        for mistake in parser.mistakes
    ]
    for token in parser.unclosed:
        span = prepared.span(token.start, token.end)
        diagnostics.append(codes.UNCLOSED_BLOCK.at(span, block=token.value.lower()))
    syntax_tree = build(prepared, document or [], diagnostics)
    return syntax_tree, without_consequences(diagnostics)


def without_consequences(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics without passed-over characters of lines that have a syntax error."""
    lines = {diagnostic.span.start_line for diagnostic in diagnostics if diagnostic.code == codes.SEQUENCE_SYNTAX.code}
    stray = codes.STRAY_TEXT.code
    return [
        diagnostic for diagnostic in diagnostics if diagnostic.code != stray or diagnostic.span.start_line not in lines
    ]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:
    """A suggestion for a common mistake, or None."""
    token, expected = mistake
    line = prepared.code[prepared.code.rfind("\n", 0, token.start) + 1 : token.start]
    if ";" in line.partition(":")[2]:
        return "`;` ends a statement. In a text, write `#59;` for the character."
    if token.type in ("END", "ELSE", "AND", "OPTION") and prepared.code.startswith(("\n", ";", " "), token.end):
        return f"No block is open that `{token.value}` could belong to."
    if "ACTOR" in expected and token.type not in ("ACTOR", "INVALID") and token.value.isalpha():
        return f"`{token.value}` is a keyword: give the participant another id, and this name as its alias."
    return lost_line_break_advice(prepared.code, mistake, "NEWLINE")
