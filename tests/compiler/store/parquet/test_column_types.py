"""The types of columns hold what the samples have in them. No DuckDB is needed, so `make test` sees a new column."""

from compiler.languages.registry import relations
from compiler.store.parquet.column_types import BOOLEAN, NUMBER, column_types, exported
from tests.compiler.samples import all_samples


def test_column_types_fit_every_value_of_the_samples() -> None:
    snapshot = all_samples()
    for relation in exported(relations()):
        for column, kind in column_types(relation).items():
            found = {one for (one,) in snapshot.rows(f'SELECT DISTINCT typeof("{column}") FROM "{relation.name}"')}
            allowed = {"null", "integer"} if kind in (NUMBER, BOOLEAN) else {"null", "text"}
            is_mixed = (relation.name, column) == ("property", "value")
            assert is_mixed or found <= allowed, (relation.name, column)
            if kind == BOOLEAN:
                values = {one for (one,) in snapshot.rows(f'SELECT DISTINCT "{column}" FROM "{relation.name}"')}
                assert values <= {None, 0, 1}, (relation.name, column)
