"""The table of the operations on worlds."""

from collections.abc import Mapping

from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = ()

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {}
