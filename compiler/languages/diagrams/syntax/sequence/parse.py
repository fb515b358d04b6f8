"""Sequence diagrams: text -> syntax tree and diagnostics.

Three steps: lexer and grammar make statements (`sequence.lark`), `recovery` gets over what they cannot read, and
`build` makes the tree of the statements.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.sequence.build import build
from compiler.languages.diagrams.syntax.sequence.lexer import SequenceLexer
from compiler.languages.diagrams.syntax.sequence.recovery import SequenceReading
from compiler.languages.diagrams.syntax.sequence.tree import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, advice
from compiler.languages.diagrams.syntax.shared.syntax_errors import diagnostic
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# What the tokens of the grammar are called in the language.
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


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("sequence.lark")
    return load(path, start=["start"], rules=Statements(), lexer=SequenceLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree of a sequence diagram and what is wrong with it. Never raises."""
    reading = SequenceReading(grammar(), prepared.code)
    document = reading.run()
    found = [unexpected(prepared, mistake) for mistake in reading.mistakes]
    for token in reading.unclosed:
        span = prepared.span(token.start, token.end)
        found.append(codes.UNCLOSED_BLOCK.at(span, block=token.value.lower()))
    return build(prepared, document or [], found), found


def unexpected(prepared: Prepared, mistake: Mistake) -> Diagnostic:
    """The diagnostic of a token that the grammar could not use, with advice where a common trap is the reason."""
    found = diagnostic(prepared, mistake, codes.SEQUENCE_SYNTAX, TOKEN_NAMES)
    token, expected = mistake
    if token.type in ("END", "ELSE", "AND", "OPTION") and prepared.code.startswith(("\n", ";", " "), token.end):
        return replace(found, suggestion=f"No block is open that `{token.value}` could belong to.")
    if "ACTOR" in expected and token.type not in ("ACTOR", "INVALID") and token.value.isalpha():
        keyword = f"`{token.value}` is a keyword: give the participant another id, and this name as its alias."
        return replace(found, suggestion=keyword)
    return replace(found, suggestion=advice(prepared.code, mistake, "NEWLINE"))
