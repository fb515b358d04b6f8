"""The resources of diagrams: all of them, and the text of one."""

from queries.resources.resource import answered, ids_of
from queries.tools.paging import CURSOR, limit_of

diagrams = answered(
    "frieze://diagrams",
    "diagrams",
    "All diagrams",
    "session_list_diagrams",
    "The diagrams of the source, each with its id, name, type and place.",
    query=(limit_of(50), CURSOR),
)

diagram = answered(
    "frieze://diagram/{diagram}",
    "diagram",
    "Source text of a diagram",
    "diagram_get_snapshot",
    "One diagram by its id: the lines of its text, numbered.",
    query=(limit_of(2_000, 20_000), CURSOR),
    takes={"diagram": "diagram_id"},
    complete=ids_of("diagram"),
)
