"""Arguments of operations on requirements, and how they are checked."""

import re
from collections.abc import Collection

from queries.errors import QueryError
from queries.parameters import Parameter, echoed

APPLIES_TO = "Requirements in markdown."
NODE = Parameter(
    "node_id", "string", "The id of a requirement.", required=True, max_length=500, aliases=("req_id", "id")
)
ASSERTION = Parameter(
    "assertion_id", "string", "The id of an assertion, such as REQ-p00001-A.", required=True, max_length=500
)

_LABEL = re.compile(r"[A-Z]{1,2}|\d{1,3}")


def check_label(label: str, taken: Collection[str]) -> None:
    """Raise QueryError unless a text is a label that no other assertion has."""
    if not _LABEL.fullmatch(label):
        raise QueryError("invalid_argument", "A label is one or two capital letters, or a number", label=echoed(label))
    if label in taken:
        raise QueryError("invalid_argument", "An assertion has this label already", label=label)
