"""Calls of every tool of diagrams, on the sample session `worlds/checkout-session`."""

from typing import Any

AUTHORISE = "d:pay-card/seq/message/m:authorise"
CHECKOUT = "d:storefront/flow/node/n:checkout"

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("session_list_diagrams", {}),
    ("session_get_active_diagram", {}),
    ("session_get_active_walkthrough", {}),
    ("diagram_get_digest", {"diagram_id": "pay-card"}),
    ("diagram_get_digest", {}),
    ("diagram_get_snapshot", {"diagram_id": "stock-watch"}),
    ("diagram_get_ast", {"diagram_id": "checkout"}),
    ("diagram_get_ast", {"diagram_id": "pay-card"}),
    ("diagram_get_ast", {"diagram_id": "order-life"}),
    ("diagram_get_slice", {"center_ref": AUTHORISE}),
    ("diagram_get_slice", {"center_ref": "d:fulfilment/flow/node/n:pack"}),
    ("xref_list", {}),
    ("xref_list", {"dangling_only": True}),
    ("xref_neighbors", {"object_ref": CHECKOUT}),
    ("session_find_route", {"from": CHECKOUT, "to": AUTHORISE, "limit": 2}),
    ("flow_reachable", {"from_node_id": "n:card-check", "diagram_id": "checkout"}),
    ("flow_paths", {"from_node_id": "pick", "to_node_id": "done", "diagram_id": "fulfilment", "max_extra_hops": 3}),
    ("flow_cycles", {"diagram_id": "order-life"}),
    ("flow_cycles", {"diagram_id": "stock-watch"}),
    ("flow_dead_ends", {"diagram_id": "fulfilment"}),
    ("flow_unreachable", {"diagram_id": "stock-watch", "start_node_id": "count"}),
    ("flow_degrees", {"diagram_id": "order-life", "sort_by": "total", "top": 3}),
    ("seq_messages", {"diagram_id": "pay-card", "from_participant_id": "bank", "to_participant_id": "shop"}),
    ("seq_search", {"diagram_id": "refund", "needle": "pa(y|id)", "mode": "regex"}),
    ("seq_trace", {"from_message_id": AUTHORISE, "limit": 3}),
    ("walkthrough_list", {}),
    ("walkthrough_get", {"walkthrough_id": "w:happy-path"}),
    ("walkthrough_get_node", {"walkthrough_id": "refunds", "node_id": "bank"}),
    ("walkthrough_get_digest", {"walkthrough_id": "refunds"}),
]
