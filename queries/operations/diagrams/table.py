"""The table of the operations on diagrams."""

from collections.abc import Mapping

from queries.operations.diagrams import (
    apply_ops,
    cross_references,
    flow_edges,
    flow_groups,
    flow_nodes,
    sequence_blocks,
    sequence_messages,
    sequence_participants,
    session_active,
    session_diagrams,
    walkthroughs,
)
from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    flow_nodes.flow_add_node,
    flow_nodes.flow_update_node,
    flow_nodes.flow_set_node_mermaid_id,
    flow_nodes.flow_set_node_note,
    flow_nodes.flow_remove_node,
    flow_edges.flow_add_edge,
    flow_edges.flow_update_edge,
    flow_edges.flow_remove_edge,
    flow_groups.flow_add_subgraph,
    flow_groups.flow_update_subgraph,
    flow_groups.flow_remove_subgraph,
    flow_groups.flow_set_direction,
    apply_ops.diagram_apply_ops,
    cross_references.xref_add,
    cross_references.xref_remove,
    sequence_messages.seq_add_message,
    sequence_messages.seq_update_message,
    sequence_messages.seq_remove_message,
    sequence_blocks.seq_add_block,
    sequence_blocks.seq_update_block,
    sequence_blocks.seq_remove_block,
    sequence_blocks.seq_add_note,
    sequence_participants.seq_add_participant,
    sequence_participants.seq_update_participant,
    sequence_participants.seq_remove_participant,
    sequence_participants.seq_set_participant_note,
    walkthroughs.walkthrough_apply_ops,
    session_active.session_set_active_diagram,
    session_active.session_set_active_walkthrough,
    session_active.selection_update,
    session_diagrams.diagram_create_from_mermaid,
    session_diagrams.diagram_delete,
    session_diagrams.diagram_rename,
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
