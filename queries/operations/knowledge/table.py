"""The table of the operations on decisions, tasks and notes."""

from collections.abc import Mapping

from queries.operations.knowledge import creating, relating, renaming, superseding, tasks, updating
from queries.operations.operation import operations_in

OPERATIONS = operations_in(creating, updating, renaming, tasks, superseding, relating)

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "entity_batch": "The list 'operations' is the batch: each operation is made on the source as the one before leaves "
    "it, and one that is refused refuses all."
}
