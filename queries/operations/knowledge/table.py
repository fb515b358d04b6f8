"""The table of the operations on decisions, tasks and notes."""

from collections.abc import Mapping

from queries.operations.knowledge import creating, deleting, relating, renaming, superseding, tasks, updating

OPERATIONS = (
    creating.entity_create,
    updating.entity_update,
    renaming.entity_rename,
    deleting.entity_delete,
    tasks.task_complete,
    tasks.task_reschedule,
    superseding.decision_supersede,
    relating.relation_create,
    relating.relation_delete,
)

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "entity_batch": "The list 'operations' is the batch: each operation is made on the source as the one before leaves "
    "it, and one that is refused refuses all.",
}
