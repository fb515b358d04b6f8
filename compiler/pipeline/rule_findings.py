"""Run the rules of a project over a finished database. Each row of a rule is a finding: a diagnostic.

Rules see all relations, and the diagnostics of the compiler, but not the findings of other rules. The work of a rule is
counted in steps, not by a clock, so that the same source has the same findings on every machine.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from compiler.model.diagnostics import Diagnostic, Phase, Related, filled
from compiler.model.spans import Span
from compiler.pipeline.rule_select import (
    RULE_LIMITS,
    RuleLimits,
    RuleSelect,
    Selected,
    SelectEndedError,
    WrongSelectError,
    rule_select,
)
from compiler.pipeline.settings.codes import RULE_ENDED, TOO_MANY_FINDINGS, UNKNOWN_COLUMN, WRONG_PATH, WRONG_SQL
from compiler.pipeline.settings.rule import Rule
from compiler.pipeline.settings.settings_text import line_span
from compiler.text.near_names import NearNames, did_you_mean

MAX_SHOWN = 200  # characters of a title, or of a wrong value
MAX_TEXTS = 256  # that are held in memory
PLACE_COLUMNS = ("file", "line", "path")
RENAME = "A column that is no witness needs another name: SELECT path AS name."


def findings(
    rules: Sequence[Rule], database: sqlite3.Connection, limits: RuleLimits = RULE_LIMITS
) -> Iterator[Diagnostic]:
    """Give the findings of all rules in a database that is committed, and what is wrong with the rules. Raises
    sqlite3.Error."""
    places = Places(database)
    left = limits.findings_of_all
    with rule_select(database, limits) as select:
        for rule in rules:
            found = list(_findings_of(rule, select, places, limits._replace(findings=min(left, limits.findings))))
            left -= sum(finding.code == rule.code for finding in found)
            yield from found


def _findings_of(rule: Rule, select: RuleSelect, places: "Places", limits: RuleLimits) -> Iterator[Diagnostic]:
    """Give at most so many findings of a rule, and what is wrong with it."""
    try:
        selected = select.select(rule.sql)
    except WrongSelectError as error:
        yield WRONG_SQL.at(rule.sql_place, suggestion=error.suggestion, rule=rule.code, reason=error)
        return
    except SelectEndedError as error:
        yield RULE_ENDED.at(rule.sql_place, suggestion=error.suggestion, rule=rule.code, reason=error)
        return
    mistakes = list(_mistakes(rule, selected.columns))
    yield from mistakes or _reported(rule, selected, places, limits)


def _mistakes(rule: Rule, columns: Sequence[str]) -> Iterator[Diagnostic]:
    """Give what keeps the rows of a rule from being told: a column that is there twice, or not at all."""
    for name in dict.fromkeys((*rule.columns, *PLACE_COLUMNS)):
        if columns.count(name) > 1:
            reason = f"two of its columns are called '{name}'"
            yield WRONG_SQL.at(rule.sql_place, suggestion="Name one of them by AS.", rule=rule.code, reason=reason)
    for name in rule.columns:
        if name not in columns:
            near = did_you_mean(NearNames(columns).nearest(name))
            suggestion = near or f"Its columns are {', '.join(columns)}."
            yield UNKNOWN_COLUMN.at(rule.message_place, suggestion=suggestion, rule=rule.code, name=name)


class _Finding(NamedTuple):
    """What a row states. Findings are sorted by their fields, as diagnostics are."""

    file: bytes
    span: Span
    message: str
    path: tuple[str, ...]


def _reported(rule: Rule, selected: Selected, places: "Places", limits: RuleLimits) -> Iterator[Diagnostic]:
    """Give the first findings that the rows state, each once, and say so if some are left out."""
    rows = [dict(zip(selected.columns, row, strict=True)) for row in selected.rows]
    wrong = [_text(row["path"]) for row in rows if _refs(row.get("path")) is None]
    if wrong:
        yield WRONG_PATH.at(rule.sql_place, suggestion=RENAME, rule=rule.code, value=_cut(min(wrong)))
    # The order of the rows of a SELECT may depend on how the database was built.
    found = sorted({_finding(rule, row, places) for row in rows})
    if len(found) > limits.findings:
        yield TOO_MANY_FINDINGS.at(rule.place, rule=rule.code, found=len(found), reported=limits.findings)
    for finding in found[: limits.findings]:
        witness = tuple(_witness(finding.path, finding.span, places, limits.path))
        yield Diagnostic(rule.severity, rule.code, finding.message, finding.span, Phase.RULE, None, witness)


def _finding(rule: Rule, row: dict[str, Any], places: "Places") -> _Finding:
    """Return the finding that a row states: where it says, else at the rule. A wrong witness is left out."""
    span = places.line(row.get("file"), row.get("line")) or rule.place
    message = filled(rule.message, {name: _text(row[name]) for name in rule.columns})
    return _Finding(span.file.encode(), span, message, tuple(_refs(row.get("path")) or ()))


def _refs(path: object) -> list[str] | None:
    """Return the refs of a witness, those that are NULL left out; None if it is no list of refs."""
    if path is None:
        return []
    try:
        refs = orjson.loads(path) if isinstance(path, str) else None
    except orjson.JSONDecodeError:
        return None
    if not isinstance(refs, list) or not all(ref is None or isinstance(ref, str) for ref in refs):
        return None
    return [ref for ref in refs if ref is not None]


def _witness(refs: Sequence[str], span: Span, places: "Places", most: int) -> Iterator[Related]:
    """Give the objects of a path as places. An object that does not exist stands where the finding does."""
    for number, ref in enumerate(refs[:most], 1):
        found = places.object(ref)
        if found:
            yield Related(f"path {number}: {_cut(found.title)}", found.span)
        else:
            yield Related(f"path {number}: {_cut(ref)}, which does not exist", span)
    if len(refs) > most:
        yield Related(f"path: {len(refs) - most} more are not shown", span)


def _text(value: object) -> str:
    """Return a value as a message shows it."""
    if value is None:
        return "NULL"
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


class ObjectPlace(NamedTuple):
    """An object as a witness names it, and where it begins."""

    title: str
    span: Span


class Places:
    """Finds lines and objects in a finished database."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._lines = lru_cache(MAX_TEXTS)(self._read_lines)

    def line(self, file: object, number: object) -> Span | None:
        """Return the place of a line; None if there is no such file. Without a line it is the first place of the
        file."""
        if not isinstance(file, str):
            return None
        lines = self._lines(file)
        if lines is None:
            return None
        return line_span(file, lines, number if isinstance(number, int) else 0)

    def object(self, ref: str) -> ObjectPlace | None:
        """Return the object of a ref; None if there is none."""
        sql = "SELECT kind, id, title, file, start_line FROM object_row WHERE ref = ?"
        found = self._database.execute(sql, (ref,)).fetchone()
        if found is None:
            return None
        kind, identity, title, file, line = found
        name = f"{kind} {identity}" if title in ("", identity) else f"{kind} {identity}: {title}"
        place = self.line(file, line)
        return ObjectPlace(name, place) if place else None

    def _read_lines(self, file: str) -> list[str] | None:
        found = self._database.execute("SELECT text FROM source_text WHERE path = ?", (file,)).fetchone()
        return found[0].split("\n") if found else None
