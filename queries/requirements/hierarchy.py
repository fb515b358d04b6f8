"""The place of a requirement in the hierarchy: its ancestors, children and siblings."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.paging import CURSOR, Cursor, page
from queries.requirements.nodes import (
    LIMIT,
    REQ_ID,
    SUMMARY,
    Node,
    Nodes,
    ancestors,
    named_requirement,
    nodes_of,
    parent_ids,
    summary,
)
from queries.schemas import objects, string
from queries.tool import tool


@tool(
    title="Hierarchy of a requirement",
    pack="requirements",
    parameters=(REQ_ID, LIMIT, CURSOR),
    result={
        "id": string("The requirement."),
        "title": string("Its title."),
        "level": string("Its level."),
        "ancestors": objects("Depth first along the parents as declared, each once.", **SUMMARY),
        "children": objects("By file and line.", **SUMMARY),
        "siblings": objects("The other children of its parents, parent after parent.", **SUMMARY),
    },
)
def get_hierarchy(snapshot: Snapshot, *, req_id: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Ancestors up to the roots, children and siblings of a requirement. get_subtree has all below.

    A requirement may have several parents, by implements and refines. In a cycle it does not count as its own ancestor
    or sibling.
    """
    node = named_requirement(snapshot, req_id)
    nodes = nodes_of(snapshot)
    answer = {"id": node.id, "title": node.title, "level": node.level, **neighbours(nodes, node)}
    lists = ("ancestors", "children", "siblings")
    return page(answer, *lists, limit=limit, cursor=cursor, rows=dict.fromkeys(lists, summary))


def neighbours(nodes: Nodes, node: Node) -> dict[str, list[Node]]:
    """The ancestors, children and siblings of a requirement."""
    siblings = dict.fromkeys(child for one in parent_ids(node) if one in nodes for child in nodes[one].children)
    return {
        "ancestors": [nodes[one] for one in ancestors(nodes, node.id)],
        "children": [nodes[one] for one in node.children if one in nodes],
        "siblings": [nodes[one] for one in siblings if one in nodes and one != node.id],
    }
