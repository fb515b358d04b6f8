"""The strings that stand in many rows, each with a number: the table `link_string`, of links and of the `shared` fields
of facts."""

import sqlite3
from collections.abc import Iterable, Mapping

from compiler.store.batch_insert import BatchInsert


class SharedStrings(dict[str, int]):
    """The numbers of strings. A string that is met first gets the next number; `write` writes it, at last `flush`."""

    def __init__(self, database: sqlite3.Connection, *, is_new: bool) -> None:
        super().__init__()
        self._database = database
        self._is_new = is_new
        (self._last,) = database.execute("SELECT coalesce(max(id), 0) FROM link_string").fetchone()
        self._inserts = BatchInsert(database, "INSERT INTO link_string (id, string)", "(?, ?)")
        self._new: list[tuple[int, str]] = []

    def __missing__(self, string: str) -> int:
        number = None if self._is_new else self._stored(string)
        if number is None:
            number = self._last = self._last + 1
            self._new.append((number, string))
        self[string] = number
        return number

    def known(self, strings: Iterable[str]) -> dict[str, int]:
        """Return the numbers of those strings that have one."""
        if self._is_new:
            return {one: self[one] for one in strings if one in self}
        numbers = ((one, self._stored(one)) for one in strings)
        return {one: number for one, number in numbers if number is not None}

    def write(self) -> None:
        """Write the new strings, or let them wait for others."""
        self._inserts.add(self._new)
        self._new.clear()

    def flush(self) -> None:
        """Write all new strings."""
        self.write()
        self._inserts.flush()

    def _stored(self, string: str) -> int | None:
        found = self._database.execute("SELECT id FROM link_string WHERE string = ?", (string,)).fetchone()
        return int(found[0]) if found else None

    def load(self, numbers: str, parameters: Mapping[str, int]) -> None:
        """Look up the strings at once whose numbers a SELECT gives."""
        sql = f"SELECT string, id FROM link_string WHERE id IN ({numbers})"
        self.update(self._database.execute(sql, parameters))
