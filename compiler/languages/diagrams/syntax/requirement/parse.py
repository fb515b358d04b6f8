"""Requirement diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.requirement.build import RequirementBuilder
from compiler.languages.diagrams.syntax.requirement.lexer import MODES
from compiler.languages.diagrams.syntax.requirement.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import (
    LineRecoveringParser,
    Mistake,
    RecoveryRules,
    lost_line_break_advice,
)

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


# Its syntax tree is `{direction, requirements, elements, relations, …}`.
GRAMMAR = DiagramGrammar(
    file="requirement/requirement.lark",
    lexer=MODES,
    statements=Statements,
    builder=RequirementBuilder,
    recovery=RecoveryRules(
        header="HEADER",
        lists=frozenset({"_statement", "property", "feature"}),
        part_blocks={"_OPEN": "CLOSE"},
        closing=("CLOSE",),
    ),
    code=codes.REQUIREMENT_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    parser=LineRecoveringParser,
)
parse = GRAMMAR.parse
