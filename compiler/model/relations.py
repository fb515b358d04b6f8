"""Relations: the public schema of a snapshot, as views over its private tables.

A relation is declared once, beside the facts that it shows. The view, the reference page and the schema that agents
read all come from the declaration.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from compiler.model.examples import WORK_KINDS

_FIRST_OBJECT = re.compile(r"@(\w+)")
_TABLE = re.compile(r"\bfact_(?!row\b)\w+")  # `fact_row` is a column


class Column(NamedTuple):
    """A column of a relation. `meaning` is one sentence or phrase, with the values that it may have."""

    name: str
    meaning: str


class Relation(NamedTuple):
    """A relation: a view of a snapshot.

    `meaning` says what a row states, `promise` in one sentence what a reader may rely on. `select` is the SELECT of the
    view, its values in the order of `columns`. In it `@table` stands for the number of objects before those of the fact
    class with this `table` (`with_object`). `is_computed`: its rows take long to compute, so that they are counted only
    when somebody asks for them.
    """

    name: str
    meaning: str
    promise: str
    columns: tuple[Column, ...]
    select: str
    is_computed: bool = False

    @property
    def tables(self) -> set[str]:
        """The tables of facts that the view reads."""
        return set(_TABLE.findall(self.select))

    def create(self, first_objects: dict[str, int], temporary: str = "") -> str:
        """Return the statement that creates the view. `first_objects` are the numbers of `@table`."""
        select = _FIRST_OBJECT.sub(lambda found: str(first_objects[found[1]]), self.select)
        return f'CREATE {temporary} VIEW "{self.name}" ({self._listed}) AS {select}'

    def create_empty(self) -> str:
        """Return the statement that creates the view without rows, for a snapshot without its tables."""
        return f'CREATE VIEW "{self.name}" ({self._listed}) AS SELECT {", ".join(["NULL"] * len(self.columns))} WHERE 0'

    @property
    def _listed(self) -> str:
        return ", ".join(f'"{column.name}"' for column in self.columns)


def with_object(table: str, *, is_packed: bool = False) -> str:
    """Return the FROM of the facts of a class as `f`, with their objects as `o`.

    Both ways are given, from the fact to the object and back: SQLite goes from whichever end is looked up by an index.
    So a ref is found without an index of refs for each class. `is_packed`: the class has packed fields, which `f` has
    not. Behind a LEFT JOIN the table `fact_…_row` of a class is joined, not its view: SQLite looks nothing up in a view
    of joins there.
    """
    facts = f"fact_{table}_plain" if is_packed else f"fact_{table}"
    return f"FROM {facts} AS f JOIN object_row AS o ON o.rowid = f.rowid + @{table} AND f.rowid = o.fact_row"


def columns(*named: tuple[str, str]) -> tuple[Column, ...]:
    """Return columns from pairs of name and meaning."""
    return tuple(Column(*column) for column in named)


def is_example(kind: str = "", file: str = "f.file") -> str:
    """Return SQL for whether an object of a kind is an example, by its file, whose column is named with its table.
    Without `kind` it is no work."""
    of_prompts = "" if kind in WORK_KINDS else " AND NOT e.only_work"
    return f"EXISTS (SELECT 1 FROM fact_example_file AS e WHERE e.path = {file}{of_prompts})"


IS_EXAMPLE = ("is_example", "1 when it is no part of the project: a template, fixture, archive, example or prompt")
REF = ("ref", "canonical reference, unique in the snapshot; joins `object`, `link`, `mention` and `tag`")
PLACE = (("file", "path of the file in which the row is written"), ("line", "its line there, from 1"))


def names(relations: Sequence[Relation]) -> list[str]:
    """Return the names of relations, in their order."""
    return [relation.name for relation in relations]
