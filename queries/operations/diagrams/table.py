"""The table of the operations on diagrams."""

from queries.operations.diagrams import cross_references
from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    cross_references.xref_add,
    cross_references.xref_remove,
)
