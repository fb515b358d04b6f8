"""The table of the operations on diagrams."""

from collections.abc import Mapping

from queries.operations.diagrams import (
    apply_ops,
    flow_edges,
    flow_nodes,
    sequence_messages,
    sequence_participants,
    sessions,
    walkthroughs,
)
from queries.operations.operation import operations_in

OPERATIONS = operations_in(
    flow_nodes,
    flow_edges,
    apply_ops,
    sequence_messages,
    sequence_participants,
    walkthroughs,
    sessions,
)

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "attention_agent_clear": "What an agent looks at is state of the program's screen and stands in no file.",
    "attention_agent_set": "What an agent looks at is state of the program's screen and stands in no file.",
    "diagram_open": "session_set_active_diagram sets the active diagram.",
    "diagram_propose_ops": "propose_change is the dry run: give it diagram_apply_ops.",
    "follow_ai_set": "Whether the screen follows an agent is state of the program and stands in no file.",
    "walkthrough_open": "session_set_active_walkthrough sets the active walkthrough.",
}
