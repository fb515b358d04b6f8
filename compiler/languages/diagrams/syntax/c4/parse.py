"""C4 diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.c4.build import C4Builder
from compiler.languages.diagrams.syntax.c4.lexer import MODES
from compiler.languages.diagrams.syntax.c4.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveryRules

# The names of token types in messages.
TOKEN_NAMES = {
    "_HEADER": "`C4Context` or another type of C4 diagram",
    "ELEMENT": "an element such as `Person(…)`",
    "BOUNDARY": "a boundary such as `System_Boundary(…) {`",
    "RELATION": "a relation such as `Rel(…)`",
    "TEXT": "a text in quotes",
    "VALUE_OF_KEY": "`=` and a text in quotes",
    "_OPEN": "`{`",
    "CLOSE": "`}`",
}
STARTERS = frozenset({"ELEMENT", "BOUNDARY", "RELATION", "_NEWLINE"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "BARE":
        return "Quote the last text before `)`; Mermaid reads a text without quotes on to the next comma."
    return None


# Its syntax tree is `{title?, shapes, boundaries, rels}`.
GRAMMAR = DiagramGrammar(
    file="c4/c4.lark",
    lexer=MODES,
    statements=Statements,
    builder=C4Builder,
    recovery=RecoveryRules(
        header="_HEADER",
        statement_blocks={"_OPEN": "CLOSE"},
        closing=("CLOSE", "_EOF", "_NEWLINE"),
    ),
    code=codes.C4_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
)
parse = GRAMMAR.parse
