"""Git graphs: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.gitgraph.build import GitGraphBuilder
from compiler.languages.diagrams.syntax.gitgraph.lexer import GitGraphLexer
from compiler.languages.diagrams.syntax.gitgraph.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# The names of token types in messages.
TOKEN_NAMES = {
    "_GIT_GRAPH": "`gitGraph`",
    "_COLON": "`:`",
    "COMMIT": "`commit`",
    "BRANCH": "`branch`",
    "MERGE": "`merge`",
    "CHECKOUT": "`checkout`",
    "CHERRY_PICK": "`cherry-pick`",
    "NAME": "the name of a branch",
    "_ID": "`id:`",
    "_TAG": "`tag:`",
    "_TYPE": "`type:`",
    "_PARENT": "`parent:`",
    "_ORDER": "`order:`",
    "STRING": "a text in quotes",
    "TYPE": "`NORMAL`, `REVERSE` or `HIGHLIGHT`",
    "INT": "a whole number",
    "_NEWLINE": "the end of the line",
    "$END": "the end of the text",
}
STARTERS = frozenset({"COMMIT", "BRANCH", "MERGE", "CHECKOUT", "CHERRY_PICK", "_NEWLINE"})
RECOVERY = RecoveryRules(
    header="_GIT_GRAPH",
    lists=frozenset({"_line"}),
    separator="_NEWLINE",
    part_blocks={},
    statement_blocks={},
    closing=("_EOF", "_NEWLINE"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("gitgraph.lark"), start=["start"], rules=Statements(), lexer=GitGraphLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{title?, direction, branches, commits}` and the diagnostics. Never raises."""
    parser = RecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = GitGraphBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.GIT_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), [*errors, *builder.diagnostics]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if "NAME" in mistake.expected and mistake.token.value.strip():
        return f'In quotes it is a name: `"{mistake.token.value}"`.'
    return None
