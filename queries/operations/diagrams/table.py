"""The table of the operations on diagrams."""

from queries.operations.diagrams import (
    cross_references,
    sequence_messages,
    sequence_participants,
    session_active,
    session_diagrams,
    walkthroughs,
)
from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    cross_references.xref_add,
    cross_references.xref_remove,
    sequence_messages.seq_add_message,
    sequence_messages.seq_update_message,
    sequence_messages.seq_remove_message,
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
