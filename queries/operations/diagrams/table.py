"""The table of the operations on diagrams."""

from queries.operations.diagrams import apply_ops, cross_references, flow_edges, flow_groups, flow_nodes
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
)
