"""What an incremental build replaced: the facts that went, and those that came in their place."""

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.model.facts import Fact, Object
from compiler.store.part_rows import Row
from compiler.store.replaced_rows import only_there
from compiler.store.schema import SPAN_COLUMNS, table_of


class ChangedFacts:
    """The rows of facts that were replaced in a copied database, and those in their place. Rows begin with their
    number."""

    def __init__(self) -> None:
        self.new_refs: set[str] = set()  # of the objects that were written
        self._old_refs: set[str] = set()  # of the objects that were replaced
        self._rows: dict[type[Fact], tuple[list[Row], list[Row]]] = {}

    @property
    def refs(self) -> set[str]:
        """The refs of objects that came or went."""
        return self._old_refs ^ self.new_refs

    def note(self, fact_class: type[Fact], old: list[Row], new: list[Row]) -> None:
        """Note that rows of a class were replaced by others."""
        if issubclass(fact_class, Object):
            ref = table_of(fact_class).columns.index("ref") + 1
            self._old_refs.update(row[ref] for row in old)
            self.new_refs.update(row[ref] for row in new)
        all_old, all_new = self._rows.setdefault(fact_class, ([], []))
        all_old += old
        all_new += new

    def columns(self, fact_class: type[Fact], names: Sequence[str]) -> tuple[list[tuple[Any, ...]], ...]:
        """Return some columns of the facts of a class that were replaced, and of those in their place."""
        listed = (*table_of(fact_class).columns, *SPAN_COLUMNS)
        at = [listed.index(name) + 1 for name in names]
        old, new = self._rows.get(fact_class, ([], []))
        return [tuple(row[column] for column in at) for row in old], [
            tuple(row[column] for column in at) for row in new
        ]

    def is_same(self, fact_class: type[Fact], names: Sequence[str]) -> bool:
        """Whether no fact of a class came, went or has other values in some columns, so that these are as they were, in
        the same order."""
        old, new = self._rows.get(fact_class, ([], []))
        if [row[0] for row in old] != [row[0] for row in new]:
            return False
        before, after = self.columns(fact_class, names)
        return before == after

    def replaced(self) -> Iterator[tuple[str, list[int], list[int]]]:
        """Give the table of each class, the rows that went and those that came. One that only got another number did
        neither."""
        for fact_class, (old, new) in self._rows.items():
            yield fact_class.table, only_there(old, new), only_there(new, old)

    def files(self) -> set[str]:
        """Return the files that facts which were replaced, or those in their place, stand in."""
        at = -len(SPAN_COLUMNS)
        return {row[at] for rows in self._rows.values() for some in rows for row in some}
