"""The table of the operations on diagrams."""

from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()
