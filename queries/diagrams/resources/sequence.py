"""The resources of sequence diagrams."""

from queries.resources.resource import answered
from queries.tools.paging import CURSOR, limit_of

messages = answered(
    "frieze://sequence/messages",
    "messages",
    "Messages of all sequence diagrams",
    "list_objects",
    "The messages of every sequence diagram, in the order of the source.",
    query=(limit_of(50), CURSOR),
    fixed={"kind": "message"},
)
