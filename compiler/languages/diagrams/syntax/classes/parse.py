"""Class diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.classes.build import ClassBuilder
from compiler.languages.diagrams.syntax.classes.lexer import MODES
from compiler.languages.diagrams.syntax.classes.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveryRules

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


# Its syntax tree is `{direction, classes, relations, notes, namespaces?, …}`.
GRAMMAR = DiagramGrammar(
    file="classes/class.lark",
    lexer=MODES,
    statements=Statements,
    builder=ClassBuilder,
    recovery=RecoveryRules(
        header="_CLASS_DIAGRAM",
        lists=frozenset({"statement", "part", "MEMBER"}),
        part_blocks={"_BODY_START": "BODY_STOP"},
        statement_blocks={"_NAMESPACE_START": "NAMESPACE_STOP"},
        closing=("BODY_STOP", "NAMESPACE_STOP", "_EOF"),
    ),
    code=codes.CLASS_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
)
parse = GRAMMAR.parse
