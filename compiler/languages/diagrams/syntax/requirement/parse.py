"""Requirement diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.requirement.build import RequirementBuilder
from compiler.languages.diagrams.syntax.requirement.lexer import RequirementLexer
from compiler.languages.diagrams.syntax.requirement.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import (
    LineRecoveringParser,
    Mistake,
    RecoveryRules,
    lost_line_break_advice,
)
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# The names of token types in messages.
TOKEN_NAMES = {
    "HEADER": "`requirementDiagram`",
    "NAME": "a name",
    "QUOTED": "a text in quotes",
    "WORD": "a word",
    "ID": "`id`",
    "TEXT": "`text`",
    "RISK": "`risk`",
    "VERIFY": "`verifyMethod`",
    "TYPE": "`type`",
    "DOCREF": "`docRef`",
    "LOW": "`low`",
    "MEDIUM": "`medium`",
    "HIGH": "`high`",
    "ANALYSIS": "`analysis`",
    "DEMONSTRATION": "`demonstration`",
    "INSPECTION": "`inspection`",
    "TEST": "`test`",
    "CONTAINS": "a relation such as `satisfies`",
    "_OPEN": "`{`",
    "_COLON": "`:`",
    "_STYLE_SEPARATOR": "`:::`",
    "LINE": "`-`",
    "TO_LEFT": "`<-`",
    "TO_RIGHT": "`->`",
    "_COMMA": "`,`",
    "CLOSE": "`}`",
    "_NEWLINE": "the end of the line",
    "REQUIREMENT": "a requirement",
    "ELEMENT": "an element",
}


RECOVERY = RecoveryRules(
    header="HEADER",
    lists=frozenset({"_statement", "property", "feature"}),
    separator="_NEWLINE",
    part_blocks={"_OPEN": "CLOSE"},
    statement_blocks={},
    closing=("CLOSE",),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("requirement.lark")
    return load(path, start=["start"], rules=Statements(), lexer=RequirementLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, requirements, elements, relations, …}` and the diagnostics. Never raises."""
    parser = LineRecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = RequirementBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.REQUIREMENT_SYNTAX, TOKEN_NAMES, suggest)
    return builder.tree(), errors


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:
    """A suggestion for a common mistake, or None."""
    token, expected = mistake
    if token.type == "UNCLOSED":
        return "What begins here is never closed."
    if "QUOTED" in expected and token.value.isalpha():
        return f'`{token.value}` is a keyword; in quotes it is a text: `"{token.value}"`.'
    if token.type in ("_COMMA", "_COLON", "LINE", "_OPEN", "TO_LEFT", "TO_RIGHT") and "_NEWLINE" in expected:
        return "A text with one of `, : - { } < > =` needs quotes."
    return lost_line_break_advice(prepared.code, mistake, "_NEWLINE")
