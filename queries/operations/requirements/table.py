"""The table of the operations on requirements."""

from queries.operations.requirements import assertions, citations, renaming, whole

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
)
