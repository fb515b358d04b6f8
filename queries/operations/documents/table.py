"""The table of the operations on pages."""

from collections.abc import Mapping

from queries.operations.documents import renaming
from queries.operations.operation import operations_in

OPERATIONS = operations_in(renaming)
NOT_OPERATIONS: Mapping[str, str] = {}
