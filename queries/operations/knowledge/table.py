"""The table of the operations on decisions, tasks and notes."""

from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()
