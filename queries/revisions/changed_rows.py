"""Where two snapshots may differ: the rows of a table that are worth a look.

What was linked together, a part, has a key: parts of one key have the same rows in all tables, and one without a key
may always have others. Where a part has many rows in a table there is a digest of them too, so that of a part that
changed only the tables that did are read.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import orjson

from compiler.store.snapshot import LINK_TABLE, Snapshot

LAST_ROW = 2**62  # there is none beyond
Row = tuple[Any, ...]

_WITHIN = """
FROM json_each(?) AS stretch CROSS JOIN "{table}"
WHERE "{table}".rowid BETWEEN json_extract(stretch.value, '$[0]') AND json_extract(stretch.value, '$[1]')
"""
_LINK = "SELECT source, target, kind, dangling, file, start_line, start_col"
_SAME_LINK = """
SELECT 1 FROM link
WHERE source = ? AND target = ? AND kind = ? AND dangling = ? AND file = ? AND start_line = ? AND start_col = ?
"""


class Side:
    """One of two snapshots that are compared."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._parts = snapshot.parts()

    @cached_property
    def _digests(self) -> dict[tuple[str, str, str], bytes]:
        return self._snapshot.part_digests()

    def facts(self, other: "Side", table: str) -> list[Row]:
        """The ref, file, line and all columns of the facts of a class that may not be among those of the other side."""
        sql = f'SELECT ref, file, start_line, "{table}".* {_WITHIN.format(table=table)}'
        return self._snapshot.rows(sql, (orjson.dumps([*self._unlike(other, table)]).decode(),))

    def links(self, other: "Side") -> set[Row]:
        """What the links say that may not be among those of the other side, whether they dangle, and where they stand.
        Of parts that are alike those are among them that dangle: they may not do so there."""
        found = self._snapshot.rows(f"{_LINK} FROM link WHERE dangling")
        for stretch in self._unlike(other, LINK_TABLE):
            found += self._snapshot.rows(f"{_LINK} FROM link WHERE NOT dangling AND rowid BETWEEN ? AND ?", stretch)
        return {*found}

    def has(self, link: Row) -> bool:
        """Whether there is a link that says the same, dangles or not alike, and stands in the same place."""
        return bool(self._snapshot.rows(_SAME_LINK, link))

    def _unlike(self, other: "Side", table: str) -> Iterator[tuple[int, int]]:
        """The first and the last row of each stretch that is in question: what stands in no part always is."""
        start = 0
        for name, (_, rows) in self._parts.items():
            if self._is_like(other, name, table):
                if start < rows.start:
                    yield start, rows.start - 1
                start = rows.stop
        yield start, LAST_ROW

    def _is_like(self, other: "Side", name: tuple[str, str], table: str) -> bool:
        key, _ = self._parts[name]
        if name not in other._parts:
            return False
        digest = (*name, table)
        return (key != "" and key == other._parts[name][0]) or (
            digest in self._digests and self._digests[digest] == other._digests.get(digest)
        )
