"""The table of the operations on worlds."""

from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()
