"""Gantt charts: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.gantt.build import GanttBuilder
from compiler.languages.diagrams.syntax.gantt.lexer import MODES
from compiler.languages.diagrams.syntax.gantt.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveryRules

# The names of token types in messages.
TOKEN_NAMES = {
    "_GANTT": "`gantt`",
    "TASK_TEXT": "a task",
    "TASK_DATA": "`:` and the times of the task",
    "SECTION": "`section`",
    "SETTING": "a setting such as `dateFormat YYYY-MM-DD`",
    "HREF": '`href "address"`',
    "CALLBACK": "`call` and a function",
}
STARTERS = frozenset({"TASK_TEXT", "SECTION", "SETTING", "_NEWLINE"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if "TASK_DATA" in mistake.expected:
        return "A task ends in its times: `Bake bread :bread, after dough, 3h`."
    return None


# Its syntax tree is `{title?, date_format?, sections, tasks, dependencies, …}`.
GRAMMAR = DiagramGrammar(
    file="gantt/gantt.lark",
    lexer=MODES,
    statements=Statements,
    builder=GanttBuilder,
    recovery=RecoveryRules(
        header="_GANTT",
        closing=("_EOF",),
    ),
    code=codes.GANTT_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
)
parse = GRAMMAR.parse
