"""The table of the operations on decisions, tasks and notes."""

from queries.operations.knowledge import superseding, tasks

OPERATIONS = (tasks.task_complete, tasks.task_reschedule, superseding.decision_supersede)
