"""The table of the operations on diagrams."""

from queries.operations.diagrams import flow_edges, flow_nodes
from queries.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    flow_nodes.flow_add_node,
    flow_nodes.flow_update_node,
    flow_nodes.flow_set_node_mermaid_id,
    flow_nodes.flow_remove_node,
    flow_edges.flow_add_edge,
    flow_edges.flow_update_edge,
    flow_edges.flow_remove_edge,
)
