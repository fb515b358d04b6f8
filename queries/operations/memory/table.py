"""The table of the operations on an agent's memory."""

from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()
