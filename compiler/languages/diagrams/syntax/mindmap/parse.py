"""Mind maps: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.mindmap.build import MindmapBuilder
from compiler.languages.diagrams.syntax.mindmap.lexer import MODES
from compiler.languages.diagrams.syntax.mindmap.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveryRules

# The names of token types in messages.
TOKEN_NAMES = {
    "_MINDMAP": "`mindmap`",
    "ID": "a node",
    "OPENING": "an opening bracket",
    "TEXT": "the text of the node",
    "CLOSING": "a closing bracket",
}


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "BLANK_LINE":
        return "Mermaid wants the root on the next line, without blanks behind `mindmap` and without an empty line."
    if "TEXT" in mistake.expected and mistake.token.type == "CLOSING":
        return "A node in brackets needs a text."
    return None


# Its syntax tree is `{title?, nodes}`.
GRAMMAR = DiagramGrammar(
    file="mindmap/mindmap.lark",
    lexer=MODES,
    statements=Statements,
    builder=MindmapBuilder,
    recovery=RecoveryRules(
        header="_MINDMAP",
        closing=("_EOF", "_NEWLINE"),
    ),
    code=codes.MINDMAP_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
)
parse = GRAMMAR.parse
