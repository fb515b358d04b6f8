"""The table of the operations on diagrams."""

from queries.operations.diagrams import cross_references, sequence_messages, sequence_participants, walkthroughs
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
)
