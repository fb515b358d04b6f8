"""The arguments of operations on requirements, and how they are checked."""

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
CONFIRM = Parameter("confirm", "boolean", "Must be true: this deletes.", default=False)

_LABEL = re.compile(r"[A-Z]{1,2}|\d{1,3}")


def text_argument(name: str, says: str, *, most: int = 10_000) -> Parameter:
    """Declare an argument that is a text of at most so many characters."""
    return Parameter(name, "string", says, required=True, max_length=most)


def one_line(name: str, text: str) -> str:
    """Return a text that stands in one line, without blanks around it. Raises QueryError for any other."""
    if not text.strip() or len(text.strip().splitlines()) > 1:
        raise QueryError("invalid_argument", f"'{name}' is one line, and not empty", **{name: echoed(text)})
    return text.strip()


def check_confirmed(confirm: bool) -> None:
    """Raise QueryError if a deletion is not confirmed."""
    if not confirm:
        raise QueryError("invalid_argument", "A deletion is confirmed with confirm: true")


def check_label(label: str, taken: Collection[str]) -> None:
    """Raise QueryError unless a text is a label that no other assertion has."""
    if not _LABEL.fullmatch(label):
        raise QueryError("invalid_argument", "A label is one or two capital letters, or a number", label=echoed(label))
    if label in taken:
        raise QueryError("invalid_argument", "An assertion has this label already", label=label)
