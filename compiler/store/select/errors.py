"""Why a SELECT was not answered (`compiler.store.select.guarded_select`): what is wrong with it, or which bound it
hit."""

import re
from collections.abc import Iterable
from typing import Literal

from compiler.model.reasons import words_of

SelectErrorKind = Literal["invalid", "bound", "unavailable"]


class SelectError(Exception):
    """A SELECT that is not answered.

    `kind` is "invalid" (not a SELECT over the relations, or wrong SQL), "bound" (it hit a bound) or "unavailable"
    (there is no process to run it). `message` is one sentence without its full stop, `hint` says what to do. `bound`
    names the bound. `unknown` is the table, column or function that does not exist: ("column", "titel"). `steps` are
    those that a process took.
    """

    def __init__(
        self,
        kind: SelectErrorKind,
        message: str,
        hint: str = "",
        *,
        bound: str = "",
        unknown: tuple[str, str] | None = None,
        steps: int = 0,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.hint = hint
        self.bound = bound
        self.unknown = unknown
        self.steps = steps


MAX_MESSAGE = 1_000  # characters of what SQLite says
_UNKNOWN = re.compile(r"no such (table|column|function): (?:main\.)?(.*)", re.DOTALL)
# What SQLite says of its limits, and which bound that is.
_LIMITS = (
    ("too many terms in compound", "compound", "Join fewer SELECTs by UNION: a list of values fits VALUES or IN."),
    ("expression tree is too large", "depth", "Nest expressions less: IN (…) replaces a long chain of OR."),
    ("parser stack overflow", "depth", "Nest parentheses and subqueries less."),
    ("too many columns", "columns", "Select only the columns that are needed."),
    ("tables in a join", "tables", "Join fewer relations."),
    ("string or blob too big", "length", "Ask for a part of the text: substr(text, 1, 1000), or count instead."),
    ("like or glob pattern too complex", "pattern", "Use a shorter pattern, or REGEXP."),
    ("query string is too large", "sql", "Pass long lists as a parameter, and read them by json_each(:name)."),
    ("too many sql variables", "parameters", "Pass a list as one parameter, and read it by json_each(:name)."),
    ("too many arguments", "arguments", "Give the function fewer arguments."),
    ("too many references", "tables", "Join fewer relations."),
)


def sql_error(error: Exception, sql: str, relations: Iterable[str]) -> SelectError:
    """What SQLite's error says of a statement."""
    message = str(error) or type(error).__name__
    shown = words_of(message, MAX_MESSAGE)
    for text, bound, hint in _LIMITS:
        if text in message.lower():
            return SelectError("bound", f"The statement is beyond a bound: {shown}", hint, bound=bound)
    if isinstance(error, MemoryError):
        return SelectError("bound", "The statement needs too much memory", "Make it smaller.", bound="memory")
    if "binding" in message.lower():
        hint = 'Give parameters, by name {"level": "DEV"} for :level, or in order ["DEV"] for each ?.'
        return SelectError("invalid", f"The parameters do not fit the statement: {shown}", hint)
    if "one statement at a time" in message:
        return SelectError("invalid", "Only one statement is answered", "Ask for each in a call of its own.")
    if "null character" in message:
        return SelectError("invalid", "The statement has a null character", "Leave it out.")
    if isinstance(error, UnicodeEncodeError):
        return SelectError("invalid", "The statement is not text: it has half of a surrogate pair", "Leave it out.")
    if found := _UNKNOWN.match(message):
        kind, name = found[1], found[2]
        if kind == "table" and name.lower().startswith("base."):
            hint = "The schema base is there when the argument base names another snapshot."
            return SelectError("invalid", f"SQL error: {shown}", hint, unknown=(kind, name))
        return SelectError("invalid", f"SQL error: {shown}", _known(kind, sql, relations), unknown=(kind, name))
    return SelectError("invalid", f"SQL error: {shown}", _syntax_hint(message))


def _known(kind: str, sql: str, relations: Iterable[str]) -> str:
    if kind == "table":
        return f"Relations: {', '.join(sorted(relations))}."
    return "Text stands in 'single quotes'." if kind == "column" and '"' in sql else ""


def _syntax_hint(message: str) -> str:
    if message.startswith("fts5:"):
        return 'Words after MATCH are FTS5\'s: a phrase, or a word such as AND, stands in "double quotes".'
    if "ambiguous" in message:
        return "Put the relation or its alias before the column: r.id."
    if "syntax error" in message or "incomplete input" in message or "unrecognized token" in message:
        return 'The dialect is SQLite\'s. A column whose name is a word of SQL is quoted: "order".'
    if "MATCH" in message:
        return "Only the relation search takes MATCH: … FROM search WHERE search MATCH 'words'."
    return ""
