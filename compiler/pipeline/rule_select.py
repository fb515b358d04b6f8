"""Run the SELECTs of rules over a database that is written and committed, on a connection of their own, within bounds.

The connection of the writer is left as it is: a guarded one has other functions and limits.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from compiler.languages.registry import link_kinds
from compiler.languages.registry import relations as public_relations
from compiler.store.connection import closed_on_error, connect
from compiler.store.select.bounds import BOUNDS, Bounds
from compiler.store.select.errors import SelectError
from compiler.store.select.guarded_select import GuardedSelect
from compiler.text.near_names import NearNames, did_you_mean

_WORD = re.compile(r"\w+")


class RuleLimits(NamedTuple):
    """What one rule may take, and all rules together: steps, rows, bytes of rows, findings that are reported. `path` is
    how many refs of a witness are shown."""

    steps: int = BOUNDS.steps  # what works in query_facts works here
    steps_of_all: int = 10 * BOUNDS.steps
    rows: int = 20_000
    row_bytes: int = 5_000_000
    findings: int = 1_000
    findings_of_all: int = 10_000
    path: int = 50


RULE_LIMITS = RuleLimits()


class WrongSelectError(Exception):
    """A statement that is no SELECT over the relations. `suggestion` is a sentence that says what would be right."""

    def __init__(self, reason: str, suggestion: str | None) -> None:
        super().__init__(reason)
        self.suggestion = suggestion


class SelectEndedError(Exception):
    """A SELECT that passed a bound. `suggestion` says what to do."""

    def __init__(self, reason: str, suggestion: str | None) -> None:
        super().__init__(reason)
        self.suggestion = suggestion


class Selected(NamedTuple):
    """The result of a SELECT: all its rows, in no certain order."""

    columns: Sequence[str]
    rows: Sequence[tuple[Any, ...]]


class RuleSelect:
    """Runs the SELECTs of rules, one after the other, within the limits of each and of all."""

    def __init__(self, guarded: GuardedSelect, relations: Mapping[str, Sequence[str]], limits: RuleLimits) -> None:
        self._guarded = guarded
        self._relations = relations
        self._limits = limits
        self._steps_left = limits.steps_of_all

    def select(self, sql: str) -> Selected:
        """Return the rows of a SELECT. Raises WrongSelectError and SelectEndedError."""
        limits = self._limits
        if self._steps_left <= 0:
            raise SelectEndedError(f"the rules before it took {limits.steps_of_all:,} steps", None)
        steps = min(limits.steps, self._steps_left)
        bounds = Bounds(steps=steps, rows=limits.rows, kept_bytes=limits.row_bytes)
        try:
            found = self._guarded.select(sql, bounds=bounds, charge=self._charge)
        except SelectError as error:
            raise self._error(error, sql) from None
        if found.total > len(found.rows):
            reason = f"its rows take more than {limits.row_bytes:,} bytes"
            raise SelectEndedError(reason, "Select fewer columns, or parts of texts: substr(text, 1, 100).")
        return Selected(found.columns, found.rows)

    def _charge(self, steps: int) -> None:
        self._steps_left -= steps

    def _error(self, error: SelectError, sql: str) -> Exception:
        reason = error.message.removeprefix("SQL error: ")
        reason = reason[:1].lower() + reason[1:]  # it stands behind a colon
        if error.kind == "bound":
            return SelectEndedError(reason, error.hint or None)
        near = self._nearest(*error.unknown, sql) if error.unknown else None
        return WrongSelectError(reason, near or error.hint or None)

    def _nearest(self, kind: str, name: str, sql: str) -> str | None:
        """Return the suggestion for a relation that does not exist, or for a column of the relations in a statement."""
        known = list(self._relations)
        if kind != "table":
            words = set(_WORD.findall(sql))
            known = [column for relation in known if relation in words for column in self._relations[relation]]
        return did_you_mean(NearNames(dict.fromkeys(known)).nearest(name.rpartition(".")[2]))


@contextmanager
def rule_select(database: sqlite3.Connection, limits: RuleLimits = RULE_LIMITS) -> Iterator[RuleSelect]:
    """Give what runs the SELECTs of rules over a committed database. Raises sqlite3.Error."""
    relations = {relation.name: [column.name for column in relation.columns] for relation in public_relations()}
    with closed_on_error(_second_connection(database)) as second:
        guarded = GuardedSelect(second, relations, link_kinds)
    with closing(guarded):
        yield RuleSelect(guarded, relations, limits)


def _second_connection(database: sqlite3.Connection) -> sqlite3.Connection:
    """Open a connection to the same file, or to a copy in memory if the database is in no file that has a name."""
    (_, _, path), *_ = database.execute("PRAGMA database_list")
    if not path:
        with closed_on_error(connect(":memory:")) as copy:
            database.backup(copy)
        return copy
    database.execute("PRAGMA locking_mode = NORMAL")
    database.execute("SELECT count(*) FROM meta").fetchone()  # the lock is released by the next read
    return connect(f"{Path(path).absolute().as_uri()}?mode=ro")
