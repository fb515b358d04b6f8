"""The table of the operations on requirements."""

from collections.abc import Mapping

from queries.operations.operation import operations_in
from queries.operations.requirements import assertions, citations, renaming, whole

OPERATIONS = operations_in(whole, assertions, citations, renaming)

# Writing tools of the seed that are no edit of a text, each with the reason.
NOT_OPERATIONS: Mapping[str, str] = {
    "undo_last_mutation": "Nothing was written: leave the operation out, or take its patch back with `git apply -R`.",
    "undo_to_mutation": "Nothing was written: leave the operations out, or take their patch back with `git apply -R`.",
    "get_mutation_log": "Nothing is kept between calls: the operations of a call are its log.",
    "save_mutations": "Nothing is written: apply the patch with `git apply`.",
    "list_safety_branches": "Nothing is written, so no branch is kept for safety: list_revisions lists branches.",
    "restore_from_safety_branch": "Nothing is written, so there is nothing to restore.",
    "mutate_rename_file": "Rename the file with `git mv`, and call refresh: ids do not depend on it.",
    **dict.fromkeys(
        (f"mutate_{one}_declaration" for one in ("add", "update", "rename", "delete")),
        "Settings are edited as text: propose_change takes the edits of their file.",
    ),
    **dict.fromkeys(
        (
            *(f"mutate_{verb}_remainder" for verb in ("add", "update", "delete")),
            *("mutate_add_journey", "mutate_delete_journey", "mutate_update_journey_field", "mutate_journey_section"),
            *("mutate_set_stereotype", "mutate_change_edge_targets"),
        ),
        "Sections, journeys and marks are edited as text: propose_change takes the edits of their file.",
    ),
    "mutate_move_node_to_file": "move_requirement moves a requirement to another file.",
    "transform_with_ai": "An operation states its edit: propose_change takes the transformed text as edits.",
}
