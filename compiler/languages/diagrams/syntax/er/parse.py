"""Entity relationship diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.er.build import ErBuilder
from compiler.languages.diagrams.syntax.er.lexer import MODES
from compiler.languages.diagrams.syntax.er.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import (
    LineRecoveringParser,
    Mistake,
    RecoveryRules,
)

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
}

# Token types that are all expected where a statement may begin.
STARTERS = frozenset({"WORD", "NAME", "NUMBER", "ONE", "_CLASSDEF", "_NEWLINE", "SUBGRAPH"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.value == '"':
        return "The quote that begins here is never closed."
    if "_COLON" in mistake.expected:
        return "A relationship ends in its role: `A ||--o{ B : has`."
    if mistake.token.type in ("CARDINALITY", "LINE", "END", "SUBGRAPH") and "NAME" in mistake.expected:
        word = mistake.token.value.strip()
        return f'`{word}` is a keyword; in quotes it is a name: `"{word}"`.'
    return None


# Its syntax tree is `{direction, entities, relationships, class_defs?, …}`.
GRAMMAR = DiagramGrammar(
    file="er/er.lark",
    lexer=MODES,
    statements=Statements,
    builder=ErBuilder,
    recovery=RecoveryRules(
        header="_ER_DIAGRAM",
        lists=frozenset({"_line", "attribute"}),
        part_blocks={"_BLOCK_START": "BLOCK_STOP"},
        statement_blocks={"SUBGRAPH": "END"},
        closing=("BLOCK_STOP", "END", "_EOF"),
    ),
    code=codes.ER_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
    parser=LineRecoveringParser,
)
parse = GRAMMAR.parse
