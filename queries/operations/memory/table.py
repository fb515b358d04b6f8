"""The table of the operations on an agent's memory, and of the writing tools that are none."""

from collections.abc import Mapping

from queries.operations.memory import branches, consolidating, handoffs, learned, merging, talks, tasks, verdicts
from queries.operations.operation import operations_in

OPERATIONS = operations_in(learned, verdicts, branches, merging, tasks, consolidating, talks, handoffs)

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "memory_branch_switch": "It changes what a session writes to, and no file: name the 'branch' in each operation."
}
