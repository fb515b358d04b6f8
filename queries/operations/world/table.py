"""The table of the operations on worlds."""

from collections.abc import Mapping

from queries.operations.operation import operations_in
from queries.operations.world import renaming

OPERATIONS = operations_in(renaming)
NOT_OPERATIONS: Mapping[str, str] = {}
