"""A rule of a project: a SELECT over the relations, each row of which is a finding."""

import re
import string
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.model.diagnostics import SEVERITIES, Severity
from compiler.model.spans import Span
from compiler.pipeline.settings.codes import CODE_TAKEN, INCOMPLETE_RULE, WRONG_VALUE
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.near_names import NearNames, did_you_mean
from compiler.text.toml_lines import Key

KEYS = ("code", "severity", "message", "sql")
REQUIRED = ("code", "message", "sql")
DEFAULT_SEVERITY: Severity = "warning"
MAX_TEMPLATE = 1_000  # characters of a message, with the names of its columns
OWN_CODES = re.compile(r"(?:DOC|FRZ|INS|KNO|MEM|MMD|REQ|URD)\d{3}")  # codes that Frieze has, or may have
_CODE = re.compile(r"[A-Z][A-Z0-9_-]{1,39}")
_COLUMN = re.compile(r"\w+")

EXPECTED = {
    "code": "2 to 40 capital letters, digits, '-' and '_' that begin with a letter, such as \"PROJ1\"",
    "severity": 'one of "error", "warning" and "info"',
    "message": 'a text of at most 1,000 characters with names of columns in braces, such as "Task {id} has no owner"; '
    "'{{' stands for a brace",
    "sql": "a text, a SELECT over the relations",
}


class Rule(NamedTuple):
    """A rule that can be run. `message` is a template, whose fields are columns of the rows of `sql`.

    `place`, `message_place` and `sql_place` are where `frieze.toml` states it, or asks for it. `is_recommended`: it is
    one of those that come with Frieze.
    """

    code: str
    severity: Severity
    message: str
    sql: str
    place: Span
    message_place: Span
    sql_place: Span
    is_recommended: bool = False

    @property
    def columns(self) -> list[str]:
        """The columns that the message names, each once."""
        return list(dict.fromkeys(_columns(self.message)))


def rules_of(text: SettingsText) -> list[Rule]:
    """Return the rules that the settings state. A rule with a mistake is reported, and left out."""
    stated = text.values.get("rule", [])
    if not isinstance(stated, list) or not all(isinstance(item, dict) for item in stated):
        text.report(WRONG_VALUE, ("rule",), key="rule", expected="a list of tables, each of which begins [[rule]]")
        return []
    rules: dict[str, Rule] = {}
    for number, table in enumerate(stated):
        key: Key = ("rule", number)
        text.report_unknown_keys(table, KEYS, key)
        rule = _rule(text, key, table)
        if rule and rule.code in rules:
            owner = f"the rule in line {rules[rule.code].place.start_line} has it"
            text.report(CODE_TAKEN, (*key, "code"), code=rule.code, owner=owner)
        elif rule:
            rules[rule.code] = rule
    return list(rules.values())


def _rule(text: SettingsText, key: Key, table: Mapping[str, Any]) -> Rule | None:
    """Return the rule that a table states; None if a key is missing or wrong, which is reported."""
    missing = [name for name in REQUIRED if name not in table]
    wrong = [name for name in KEYS if name in table and not _is_right(name, table[name])]
    for name in missing:
        text.report(INCOMPLETE_RULE, key, key=name)
    for name in wrong:
        near = did_you_mean(NearNames(SEVERITIES).nearest(str(table[name]))) if name == "severity" else None
        text.report(WRONG_VALUE, (*key, name), suggestion=near, key=name, expected=EXPECTED[name])
    if missing or wrong:
        return None
    code = table["code"]
    if OWN_CODES.fullmatch(code):
        text.report(CODE_TAKEN, (*key, "code"), code=code, owner="codes of this form are those of Frieze itself")
        return None
    severity = table.get("severity", DEFAULT_SEVERITY)
    places = (text.span(*key), text.span(*key, "message"), text.span(*key, "sql"))
    return Rule(code, severity, table["message"], table["sql"], *places)


def _is_right(name: str, value: object) -> bool:
    if not isinstance(value, str) or not value.strip():
        return False
    match name:
        case "code":
            return _CODE.fullmatch(value) is not None
        case "severity":
            return value in SEVERITIES
        case "message":
            return _is_template(value)
    return True


def _is_template(message: str) -> bool:
    """Whether a message is short, and its braces are closed and hold names only: no index, attribute or format."""
    try:
        return len(message) <= MAX_TEMPLATE and all(
            _COLUMN.fullmatch(name) and not name.isdecimal() for name in _columns(message)
        )
    except ValueError:
        return False


def _columns(message: str) -> Iterator[str]:
    """Give what stands in the braces of a message; "" for a name with a format. Raises ValueError for an open brace."""
    for _, name, form, conversion in string.Formatter().parse(message):
        if name is not None:
            yield "" if form or conversion else name
