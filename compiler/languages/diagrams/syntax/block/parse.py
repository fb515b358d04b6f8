"""Block diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.block.build import BlockBuilder
from compiler.languages.diagrams.syntax.block.lexer import BlockLexer
from compiler.languages.diagrams.syntax.block.statements import Statements
from compiler.languages.diagrams.syntax.shared.lexing import ERROR
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import LineRecoveringParser, Mistake, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

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
    "$END": "the end of the text",
}
STARTERS = frozenset({"ID", "BLOCK_WORD", "NAMED_BLOCK"})
RECOVERY = RecoveryRules(
    header="BLOCK_WORD",
    lists=frozenset({"_statement"}),
    separator="COLUMNS",  # nothing separates statements; this one ends the statement before, and adds nothing
    part_blocks={},
    statement_blocks={"NAMED_BLOCK": "END", "BLOCK_WORD": "END"},
    closing=("END", "_EOF"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("block.lark"), start=["start"], rules=Statements(), lexer=BlockLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{title?, nodes, edges, grid, class_defs?}` and the diagnostics. Never raises."""
    parser = LineRecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = BlockBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.BLOCK_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), [*errors, *builder.diagnostics]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == ERROR and "TEXT" in mistake.expected:
        return 'The text of a block stands in quotes: `a["Text"]`.'
    return None
