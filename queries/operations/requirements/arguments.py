"""Arguments of operations on requirements, and how they are checked."""

import re
from collections.abc import Collection, Sequence

from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.tools.parameters import Parameter, echoed

APPLIES_TO = "Requirements in markdown."
NODE = Parameter(
    "node_id", "string", "The id of a requirement.", required=True, max_length=500, aliases=("req_id", "id")
)
ASSERTION = text_argument("assertion_id", "The id of an assertion, such as REQ-p00001-A.", most=500)

_LABEL = re.compile(r"[A-Z]{1,2}|\d{1,3}")


def check_label(label: str, taken: Collection[str]) -> None:
    """Raise QueryError unless a text is a label that no other assertion has."""
    if not _LABEL.fullmatch(label):
        raise QueryError("invalid_argument", "A label is one or two capital letters, or a number", label=echoed(label))
    if label in taken:
        raise QueryError("invalid_argument", "An assertion has this label already", label=label)


def next_label(taken: Sequence[str]) -> str:
    """Return the label behind the highest one: `C` behind `B`, `AA` behind `Z`, `12` behind `11`."""
    if not taken:
        return "A"
    highest = max(taken, key=lambda one: (len(one), one))
    if highest.isdecimal():
        return str(int(highest) + 1).rjust(len(highest), "0")
    kept = highest.rstrip("Z")
    reset = "A" * (len(highest) - len(kept))
    return f"{kept[:-1]}{chr(ord(kept[-1]) + 1)}{reset}" if kept else f"A{reset}"
