"""Names and values of arguments that mean the same, in all tools.

A tool declares one name for an argument (`ref`, `id`, `from`, `direction`, …) and accepts further ones beside it: the
seeds' names, and the former ones. These are its `aliases`. The groups here are wider: a name of a group, in a call of a
tool that has another name of the group, is answered with that name.
"""

from collections.abc import Collection, Mapping

# The two ends of a link, of an edge or of a relation: `out` is what the object points to, `in` what points to it.
# `from` and `to` are the words of `graph_relations`: relations from the object, and relations to it.
OUT = ("outgoing", "outbound", "forward", "forwards", "successors", "from")
IN = ("incoming", "inbound", "backward", "backwards", "predecessors", "to")
BOTH = ("all", "any", "either")

DIRECTIONS: Mapping[str, str] = {
    **dict.fromkeys(OUT, "out"),
    **dict.fromkeys(IN, "in"),
    **dict.fromkeys(BOTH, "both"),
}
# Who depends on an object points to it; what it depends on, it points to.
DEPENDENCIES: Mapping[str, str] = {
    **dict.fromkeys((*IN, "in", "dependent"), "dependents"),
    **dict.fromkeys((*OUT, "out", "dependency"), "dependencies"),
}

MEANINGS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "ref id object_ref object_id object entity entity_id node node_id req_id requirement requirement_id task"
        " task_id uid key name walkthrough_id diagram_id root_id center_ref item target_id",
        "refs ids object_refs object_ids req_ids requirements nodes",
        "from from_id from_ref from_node_id from_participant_id from_message_id start start_id start_node_id source",
        "to to_id to_ref to_node_id to_participant_id end end_id goal target destination",
        "direction way side edges orientation",
        "depth max_depth max_hops hops radius distance levels",
        "limit top count max maximum page_size per_page max_results num_results n first size batch_size",
        "cursor next_cursor page page_token offset after",
        "query q text needle search pattern term terms words keywords",
        "kind kinds type types object_kind object_type category",
        "where filter filters",
        "status state",
        "tag tags label labels",
        "fields columns select properties attributes",
        "format form output shape style",
        "diagram diagram_id",
        "world world_id world_name",
        "branch branch_name revision rev",
        "base old before_revision reference compare_to since",
        "order sort sort_by ordering order_by",
    )
)


def same_meaning(name: str, known: Collection[str]) -> str | None:
    """Return the first of the known names that means the same as a name, or None."""
    plain = name.strip().lower().replace("-", "_")
    for group in MEANINGS:
        if plain in group:
            found = next((name for name in known if name in group), None)
            if found is not None:
                return found
    return None
