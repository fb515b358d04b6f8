"""Gantt charts: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.gantt.build import GanttBuilder
from compiler.languages.diagrams.syntax.gantt.lexer import GanttLexer
from compiler.languages.diagrams.syntax.gantt.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveringParser, RecoveryRules
from compiler.languages.diagrams.syntax.shared.syntax_errors import syntax_errors
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

# The names of token types in messages.
TOKEN_NAMES = {
    "_GANTT": "`gantt`",
    "TASK_TEXT": "a task",
    "TASK_DATA": "`:` and the times of the task",
    "SECTION": "`section`",
    "SETTING": "a setting such as `dateFormat YYYY-MM-DD`",
    "HREF": '`href "address"`',
    "CALLBACK": "`call` and a function",
    "_NEWLINE": "the end of the line",
    "$END": "the end of the text",
}
STARTERS = frozenset({"TASK_TEXT", "SECTION", "SETTING", "_NEWLINE"})
RECOVERY = RecoveryRules(
    header="_GANTT",
    lists=frozenset({"_line"}),
    separator="_NEWLINE",
    part_blocks={},
    statement_blocks={},
    closing=("_EOF",),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("gantt.lark"), start=["start"], rules=Statements(), lexer=GanttLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{title?, date_format?, sections, tasks, dependencies, …}` and the diagnostics. Never raises."""
    parser = RecoveringParser(grammar(), prepared.code, RECOVERY)
    builder = GanttBuilder(prepared)
    builder.add(parser.run() or ())
    errors = syntax_errors(prepared, parser.mistakes, codes.GANTT_SYNTAX, TOKEN_NAMES, suggest, STARTERS)
    return builder.tree(), [*errors, *builder.diagnostics]


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if "TASK_DATA" in mistake.expected:
        return "A task ends in its times: `Bake bread :bread, after dough, 3h`."
    return None
