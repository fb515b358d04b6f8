"""Run the SELECTs of rules over a database that is written and committed, in a process of their own, within bounds."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from compiler.languages.registry import link_kinds
from compiler.languages.registry import relations as public_relations
from compiler.store.select.bounds import BOUNDS, Bounds
from compiler.store.select.errors import SelectError
from compiler.store.select.processes import Database, RemoteSelect
from compiler.store.snapshot_connection import Recipe
from compiler.text.near_names import NearNames, did_you_mean

_WORD = re.compile(r"\w+")


class RuleLimits(NamedTuple):
    """What one rule may take, and all rules together: steps, rows, bytes of rows, seconds, findings that are reported.
    `path` is how many refs of a witness are shown."""

    steps: int = BOUNDS.steps  # what works in query_facts works here
    steps_of_all: int = 10 * BOUNDS.steps
    rows: int = 20_000
    row_bytes: int = 5_000_000
    seconds: float = BOUNDS.seconds
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

    def __init__(self, remote: RemoteSelect, relations: Mapping[str, Sequence[str]], limits: RuleLimits) -> None:
        self._remote = remote
        self._relations = relations
        self._limits = limits
        self._steps_left = limits.steps_of_all

    def select(self, sql: str) -> Selected:
        """Return the rows of a SELECT. Raises WrongSelectError and SelectEndedError."""
        limits = self._limits
        if self._steps_left <= 0:
            raise SelectEndedError(f"the rules before it took {limits.steps_of_all:,} steps", None)
        steps = min(limits.steps, self._steps_left)
        bounds = Bounds(steps=steps, rows=limits.rows, kept_bytes=limits.row_bytes, seconds=limits.seconds)
        try:
            found = self._remote.select(sql, bounds=bounds, charge=self._charge)
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
        if error.kind != "invalid":
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
    with closing(RemoteSelect(_database_for_processes(database), relations, link_kinds())) as remote:
        yield RuleSelect(remote, relations, limits)


def _database_for_processes(database: sqlite3.Connection) -> Database:
    """Return how a process opens the same file, or a copy in memory if the database is in no file that has a name."""
    (_, _, path), *_ = database.execute("PRAGMA database_list")
    if path:
        database.execute("PRAGMA locking_mode = NORMAL")
        database.execute("SELECT count(*) FROM meta").fetchone()  # the lock is released by the next read
    uri = f"{Path(path).absolute().as_uri()}?mode=ro" if path else ""
    return Database(Recipe(uri), lambda: None, database.serialize)
