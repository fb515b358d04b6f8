"""Entity relationship diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.er.build import ErBuilder
from compiler.languages.diagrams.syntax.er.lexer import ErLexer
from compiler.languages.diagrams.syntax.er.statements import Statements
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
    "_ER_DIAGRAM": "`erDiagram`",
    "WORD": "a name",
    "NAME": "a name",
    "NUMBER": "a name",
    "ONE": "a name",
    "WORDS": "a quoted text",
    "RELATION": "a relationship such as `||--o{`",
    "CARDINALITY": "a cardinality such as `||` or `one or more`",
    "LINE": "`--`, `..`, `to` or `optionally to`",
    "_COLON": "`:` and the role of the relationship",
    "_SQUARE_OPEN": "an alias in `[ ]`",
    "_SQUARE_CLOSE": "`]`",
    "_BLOCK_START": "attributes in `{ }`",
    "BLOCK_STOP": "`}`",
    "_STYLE_SEPARATOR": "`:::`",
    "ATTRIBUTE_WORD": "the type or name of an attribute",
    "ATTRIBUTE_KEY": "`PK`, `FK` or `UK`",
    "COMMENT": "a comment in quotes",
    "_COMMA": "`,`",
    "STYLE_TEXT": "a style",
    "SEMICOLON": "`;`",
    "_NEWLINE": "the end of the line",
    "_EOF": "the end of the text",
    "$END": "the end of the text",
}

# Token types that are all expected where a statement may begin.
STARTERS = frozenset({"WORD", "NAME", "NUMBER", "ONE", "_CLASSDEF", "_NEWLINE"})


RECOVERY = RecoveryRules(
    header="_ER_DIAGRAM",
    lists=frozenset({"_line", "attribute"}),
    separator="_NEWLINE",
    part_blocks={"_BLOCK_START": "BLOCK_STOP"},
    statement_blocks={},
    closing=("BLOCK_STOP", "_EOF"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("er.lark"), start=["start"], rules=Statements(), lexer=ErLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, entities, relationships, class_defs?, …}` and the diagnostics. Never raises."""
    parser = LineRecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = ErBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.ER_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), errors


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:
    """A suggestion for a common mistake, or None."""
    if mistake.token.value == '"':
        return "The quote that begins here is never closed."
    if "_COLON" in mistake.expected:
        return "A relationship ends in its role: `A ||--o{ B : has`."
    if mistake.token.type in ("CARDINALITY", "LINE") and "NAME" in mistake.expected:
        word = mistake.token.value
        return f'`{word}` is a keyword; in quotes it is a name: `"{word}"`.'
    return lost_line_break_advice(prepared.code, mistake, "_NEWLINE")
