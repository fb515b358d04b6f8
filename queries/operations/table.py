"""The table of all operations."""

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module

from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.operation import Operation
from queries.tools.parameters import echoed

# Each has its operations in `queries.operations.<language>.table`.
LANGUAGES = ("requirements", "diagrams", "knowledge", "memory", "documents", "world")


class _Operations:
    """All operations. The modules that declare them are imported at the first use."""

    @cached_property
    def by_language(self) -> Mapping[str, tuple[Operation, ...]]:
        """The operations of each language, in the order of their table."""
        return {language: import_module(f"queries.operations.{language}.table").OPERATIONS for language in LANGUAGES}

    @cached_property
    def left_out(self) -> Mapping[str, Mapping[str, str]]:
        """The writing tools of each language that are no operations, with the reason."""
        return {
            language: import_module(f"queries.operations.{language}.table").NOT_OPERATIONS for language in LANGUAGES
        }

    @cached_property
    def by_name(self) -> Mapping[str, Operation]:
        """The operations by their names."""
        return {operation.name: operation for operations in self.by_language.values() for operation in operations}

    def named(self, name: object) -> Operation:
        """Return the operation of a name, which may be written with dots. Raises QueryError."""
        plain = str(name).replace(".", "_")
        found = self.by_name.get(plain)
        if found is None:
            for reasons in self.left_out.values():
                if plain in reasons:
                    raise QueryError("unavailable", "This is no operation", op=plain, hint=reasons[plain])
            near = nearest(str(name)[:100], self.by_name, 3)
            raise QueryError("invalid_argument", "Unknown operation", op=echoed(str(name)), did_you_mean=near)
        return found


OPERATIONS = _Operations()
