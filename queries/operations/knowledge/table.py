"""The table of the operations on decisions, tasks and notes."""

from queries.operations.knowledge import creating, superseding, tasks, updating

OPERATIONS = (
    creating.entity_create,
    updating.entity_update,
    tasks.task_complete,
    tasks.task_reschedule,
    superseding.decision_supersede,
)
