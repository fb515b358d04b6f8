"""The table of the operations on an agent's memory, and of the writing tools that are none."""

from collections.abc import Mapping

from queries.operations.memory import (
    branches,
    bundles,
    consolidating,
    handoffs,
    learned,
    merging,
    talks,
    tasks,
    verdicts,
)
from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    learned.memory_write_fact,
    learned.memory_write_observation,
    learned.memory_write_relation,
    learned.memory_retract,
    verdicts.verify_fact,
    verdicts.verify_batch,
    branches.memory_branch_create,
    branches.memory_branch_enrich,
    branches.memory_branch_create_curated,
    merging.memory_branch_merge,
    branches.memory_snapshot,
    tasks.memory_task_create,
    tasks.memory_task_join,
    tasks.memory_task_update,
    consolidating.memory_consolidate,
    talks.memory_log_message,
    talks.memory_fork_conversation,
    talks.memory_cherry_pick_conversation,
    handoffs.memory_template_create,
    handoffs.memory_template_instantiate,
    handoffs.memory_handoff_create,
    bundles.knowledge_bundle_create,
    bundles.knowledge_bundle_import,
)

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "memory_branch_switch": "It changes what a session writes to, and no file: name the 'branch' in each operation.",
}
