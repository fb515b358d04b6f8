"""The table of the operations on requirements."""

from collections.abc import Mapping

from queries.operations.requirements import assertions, citations, code_links, journeys, renaming, sections, whole

OPERATIONS = (
    whole.mutate_update_title,
    whole.mutate_change_status,
    whole.mutate_add_requirement,
    whole.mutate_delete_requirement,
    whole.move_requirement,
    assertions.mutate_add_assertion,
    assertions.mutate_update_assertion,
    assertions.mutate_delete_assertion,
    citations.mutate_add_edge,
    citations.mutate_delete_edge,
    citations.mutate_change_edge_kind,
    citations.change_reference_type,
    citations.mutate_fix_broken_reference,
    renaming.mutate_rename_node,
    renaming.mutate_rename_assertion,
    citations.mutate_change_edge_targets,
    whole.mutate_move_node_to_file,
    whole.mutate_set_stereotype,
    sections.mutate_add_remainder,
    sections.mutate_update_remainder,
    sections.mutate_delete_remainder,
    journeys.mutate_add_journey,
    journeys.mutate_delete_journey,
    journeys.mutate_update_journey_field,
    journeys.mutate_journey_section,
    code_links.apply_link,
)

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
    "transform_with_ai": "An operation states its edit: propose_change takes the transformed text as edits.",
}
