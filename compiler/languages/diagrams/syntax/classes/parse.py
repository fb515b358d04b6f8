"""Class diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.classes.build import ClassBuilder
from compiler.languages.diagrams.syntax.classes.lexer import ClassLexer
from compiler.languages.diagrams.syntax.classes.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# The names of token types in messages.
TOKEN_NAMES = {
    "_CLASS_DIAGRAM": "`classDiagram`",
    "ALPHA": "a name",
    "WORD": "a name",
    "LITERAL": "a name",
    "CHARACTER": "a name",
    "CLASS": "a class",
    "NOTE": "a note",
    "NAMESPACE": "a namespace",
    "BOTH": "a relation such as `<|--`",
    "LEFT": "a relation such as `<|--`",
    "RIGHT": "a relation such as `<|--`",
    "LINE": "a relation such as `<|--`",
    "HEAD": "the head of an arrow",
    "STR": "a text in quotes",
    "LABEL": "`:` and a text",
    "GENERIC": "a type in `~ ~`",
    "DOT": "`.`",
    "_SQUARE_OPEN": "a label in `[ ]`",
    "_SQUARE_CLOSE": "`]`",
    "_STYLE_SEPARATOR": "`:::`",
    "_ANNOTATION_START": "`<<`",
    "_ANNOTATION_STOP": "`>>`",
    "_BODY_START": "`{`",
    "_NAMESPACE_START": "`{`",
    "MEMBER": "a member",
    "BODY_STOP": "`}`",
    "NAMESPACE_STOP": "`}`",
    "TARGET": "a target such as `_blank`",
    "CALLBACK_NAME": "`call` and a function",
    "_HREF": "`href`",
    "_COMMA": "`,`",
    "_NEWLINE": "the end of the line",
    "_EOF": "the end of the text",
    "$END": "the end of the text",
}

# Token types that are all expected where a statement may begin.
STARTERS = frozenset(
    {
        "ALPHA",
        "WORD",
        "LITERAL",
        "CHARACTER",
        "CLASS",
        "NOTE",
        "NOTE_FOR",
        "NAMESPACE",
        "_CLASSDEF",
        "_ANNOTATION_START",
    }
)


RECOVERY = RecoveryRules(
    header="_CLASS_DIAGRAM",
    lists=frozenset({"statement", "part", "MEMBER"}),
    separator="_NEWLINE",
    part_blocks={"_BODY_START": "BODY_STOP"},
    statement_blocks={"_NAMESPACE_START": "NAMESPACE_STOP"},
    closing=("BODY_STOP", "NAMESPACE_STOP", "_EOF"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("class.lark"), start=["start"], rules=Statements(), lexer=ClassLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, classes, relations, notes, namespaces?, …}` and the diagnostics. Never raises."""
    parser = RecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = ClassBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.CLASS_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), errors + builder.diagnostics


def suggest(_: Prepared, mistake: Mistake) -> str | None:
    """A suggestion for a common mistake, or None."""
    token, expected = mistake
    word = token.value.strip()
    if token.type == "UNCLOSED":
        return "What begins here is never closed."
    if "ALPHA" in expected and word.isalpha():
        return f'`{word}` is a keyword and no name; a label helps: `class A["{word}"]`.'
    if token.type in ("LABEL", "COLON") or word == ";":
        return "A label holds neither `:` nor `;`; write `#58;` or `#59;` instead."
    return None
