"""Block diagrams: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.block.build import BlockBuilder
from compiler.languages.diagrams.syntax.block.lexer import MODES
from compiler.languages.diagrams.syntax.block.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.lexing import ERROR
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import LineRecoveringParser, Mistake, RecoveryRules

# The names of token types in messages.
TOKEN_NAMES = {
    "ID": "a block",
    "BLOCK_WORD": "`block`",
    "NAMED_BLOCK": "`block:` and an id",
    "END": "`end`",
    "TEXT": "a text in quotes",
    "CLOSING": "a closing bracket",
    "LINK": "an arrow",
    "SIDE": "a direction such as `right`",
    "ARROW_CLOSING": "`)`",
    "IDS": "ids of blocks",
}
STARTERS = frozenset({"ID", "BLOCK_WORD", "NAMED_BLOCK"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "MARKDOWN":
        return 'The text of a block is no markdown: `a["Text"]`.'
    if mistake.token.type == ERROR and "TEXT" in mistake.expected:
        return 'The text of a block stands in quotes: `a["Text"]`.'
    return None


# Its syntax tree is `{title?, nodes, edges, grid, class_defs?}`.
GRAMMAR = DiagramGrammar(
    file="block/block.lark",
    lexer=MODES,
    statements=Statements,
    builder=BlockBuilder,
    recovery=RecoveryRules(
        header="BLOCK_WORD",
        lists=frozenset({"_statement"}),
        separator="COLUMNS",  # nothing separates statements; this one ends the statement before, and adds nothing
        statement_blocks={"NAMED_BLOCK": "END", "BLOCK_WORD": "END"},
        closing=("END", "_EOF"),
    ),
    code=codes.BLOCK_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
    parser=LineRecoveringParser,
)
parse = GRAMMAR.parse
