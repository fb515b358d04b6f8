"""Interim: run the SELECT of a rule within bounds, until compiler.store.guarded_select is there."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, NamedTuple

MAX_STEPS = 20_000_000
MAX_ROWS = 10_000
_READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}


class Selected(NamedTuple):
    """What a SELECT gave."""

    columns: Sequence[str]
    rows: Sequence[tuple[Any, ...]]


class WrongSelectError(Exception):
    """A statement that is no SELECT, or that SQLite refuses."""

    suggestion: str | None = None


class SelectEndedError(Exception):
    """A SELECT that passed a bound."""


Select = Callable[[str], Selected]  # raises WrongSelectError and SelectEndedError


def select_from(database: sqlite3.Connection) -> Select:
    def select(sql: str) -> Selected:
        steps = 0

        def progress() -> int:
            nonlocal steps
            steps += 1000
            return steps > MAX_STEPS

        database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _READS else sqlite3.SQLITE_DENY)
        database.set_progress_handler(progress, 1000)
        try:
            with closing(database.execute(sql)) as cursor:
                rows = cursor.fetchmany(MAX_ROWS + 1)
                if len(rows) > MAX_ROWS:
                    raise SelectEndedError("it has too many rows")
                return Selected([one[0] for one in cursor.description or ()], rows)
        except sqlite3.OperationalError as error:
            if str(error) == "interrupted":
                raise SelectEndedError("it took too many steps") from None
            raise WrongSelectError(str(error)) from None
        except sqlite3.Error as error:
            raise WrongSelectError(str(error)) from None
        finally:
            database.set_authorizer(None)
            database.set_progress_handler(None, 0)

    return select
