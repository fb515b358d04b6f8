"""C4 diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.c4.build import C4Builder
from compiler.languages.diagrams.syntax.c4.lexer import C4Lexer
from compiler.languages.diagrams.syntax.c4.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

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
    "_NEWLINE": "the end of the line",
    "$END": "the end of the text",
}
STARTERS = frozenset({"ELEMENT", "BOUNDARY", "RELATION", "_NEWLINE"})
RECOVERY = RecoveryRules(
    header="_HEADER",
    lists=frozenset({"_line"}),
    separator="_NEWLINE",
    part_blocks={},
    statement_blocks={"_OPEN": "CLOSE"},
    closing=("CLOSE", "_EOF", "_NEWLINE"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("c4.lark"), start=["start"], rules=Statements(), lexer=C4Lexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{title?, shapes, boundaries, rels}` and the diagnostics. Never raises."""
    parser = RecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = C4Builder(prepared)
    builder.add(parser.run() or ())
    builder.check_ends()
    errors = syntax_errors(prepared, parser.mistakes, codes.C4_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), [*errors, *builder.diagnostics]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "BARE":
        return "Quote the last text before `)`; Mermaid reads a text without quotes on to the next comma."
    return None
