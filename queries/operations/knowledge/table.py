"""The table of the operations on decisions, tasks and notes."""

from queries.operations.knowledge import creating, deleting, relating, superseding, tasks, updating

OPERATIONS = (
    creating.entity_create,
    updating.entity_update,
    deleting.entity_delete,
    tasks.task_complete,
    tasks.task_reschedule,
    superseding.decision_supersede,
    relating.relation_create,
    relating.relation_delete,
)
