"""The resources of flow graphs."""

from queries.resources.resource import answered
from queries.tools.paging import CURSOR, limit_of

nodes = answered(
    "frieze://flow/nodes",
    "nodes",
    "Nodes of all flow graphs",
    "list_objects",
    "The nodes of every flowchart and state diagram, in the order of the source.",
    query=(limit_of(50), CURSOR),
    fixed={"kind": "node"},
)
