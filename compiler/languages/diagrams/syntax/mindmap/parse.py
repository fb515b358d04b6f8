"""Mind maps: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.mindmap.build import MindmapBuilder
from compiler.languages.diagrams.syntax.mindmap.lexer import MindmapLexer
from compiler.languages.diagrams.syntax.mindmap.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# The names of token types in messages.
TOKEN_NAMES = {
    "_MINDMAP": "`mindmap`",
    "ID": "a node",
    "OPENING": "an opening bracket",
    "TEXT": "the text of the node",
    "CLOSING": "a closing bracket",
    "_NEWLINE": "the end of the line",
    "$END": "the end of the text",
}
RECOVERY = RecoveryRules(
    header="_MINDMAP",
    lists=frozenset({"_line"}),
    separator="_NEWLINE",
    part_blocks={},
    statement_blocks={},
    closing=("_EOF", "_NEWLINE"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("mindmap.lark"), start=["start"], rules=Statements(), lexer=MindmapLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{title?, nodes}` and the diagnostics. Never raises."""
    parser = RecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = MindmapBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.MINDMAP_SYNTAX, TOKEN_NAMES, suggest)
    return builder.tree(), [*errors, *builder.diagnostics]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if mistake.token.type == "BLANK_LINE":
        return "Mermaid wants the root on the next line, without blanks behind `mindmap` and without an empty line."
    if "TEXT" in mistake.expected and mistake.token.type == "CLOSING":
        return "A node in brackets needs a text."
    return None
