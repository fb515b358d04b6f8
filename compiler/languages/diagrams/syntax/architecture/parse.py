"""Architecture diagrams: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.architecture.build import ArchitectureBuilder
from compiler.languages.diagrams.syntax.architecture.lexer import ArchitectureLexer
from compiler.languages.diagrams.syntax.architecture.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

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
    "_NEWLINE": "the end of the line",
    "$END": "the end of the text",
}
STARTERS = frozenset({"_GROUP", "_SERVICE", "_JUNCTION", "ID", "_NEWLINE"})
RECOVERY = RecoveryRules(
    header="_ARCHITECTURE",
    lists=frozenset({"_line"}),
    separator="_NEWLINE",
    part_blocks={},
    statement_blocks={},
    closing=("_EOF", "_NEWLINE"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("architecture.lark")
    return load(path, start=["start"], rules=Statements(), lexer=ArchitectureLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{title?, groups, services, junctions, edges}` and the diagnostics. Never raises."""
    parser = RecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = ArchitectureBuilder(prepared)
    builder.add(parser.run() or [])
    errors = syntax_errors(prepared, parser.mistakes, codes.ARCHITECTURE_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), [*errors, *builder.diagnostics]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "SIDE" and "ID" in mistake.expected:
        return f"Mermaid reads `{mistake.token.value}` as a side, so no id begins with it; a small letter would do."
    return None
