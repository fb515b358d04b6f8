"""Architecture diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.architecture.build import ArchitectureBuilder
from compiler.languages.diagrams.syntax.architecture.lexer import MODES
from compiler.languages.diagrams.syntax.architecture.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveryRules

# The names of token types in messages.
TOKEN_NAMES = {
    "_ARCHITECTURE": "`architecture-beta`",
    "_GROUP": "`group`",
    "_SERVICE": "`service`",
    "_JUNCTION": "`junction`",
    "ID": "an id",
    "ICON": "an icon in `( )`",
    "TITLE": "a title in `[ ]`",
    "_IN": "`in` and a group",
    "_COLON": "`:`",
    "SIDE": "a side: `L`, `R`, `T` or `B`",
    "_LINE": "`--`",
    "_DASH": "`-`",
    "ALIGNMENT": "`row` or `column`",
}
STARTERS = frozenset({"_GROUP", "_SERVICE", "_JUNCTION", "ID", "_NEWLINE"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "SIDE" and "ID" in mistake.expected:
        return f"Mermaid reads `{mistake.token.value}` as a side, so no id begins with it; a small letter would do."
    return None


# Its syntax tree is `{title?, groups, services, junctions, edges}`.
GRAMMAR = DiagramGrammar(
    file="architecture/architecture.lark",
    lexer=MODES,
    statements=Statements,
    builder=ArchitectureBuilder,
    recovery=RecoveryRules(
        header="_ARCHITECTURE",
        closing=("_EOF", "_NEWLINE"),
    ),
    code=codes.ARCHITECTURE_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
)
parse = GRAMMAR.parse
