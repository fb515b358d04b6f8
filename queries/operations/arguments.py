"""Arguments that operations of several languages take, and how they are checked."""

from queries.operations.refusals import invalid
from queries.tools.parameters import Parameter

CONFIRM = Parameter("confirm", "boolean", "Must be true: this deletes.", default=False)


def text_argument(name: str, says: str, *, most: int = 10_000) -> Parameter:
    """Declare an argument that is a text of at most so many characters."""
    return Parameter(name, "string", says, required=True, max_length=most)


def optional(name: str, says: str, *, most: int = 500) -> Parameter:
    """Declare a text of at most so many characters that may be left out."""
    return Parameter(name, "string", says, max_length=most)


def one_line(name: str, text: str) -> str:
    """Return a text that stands in one line, without blanks around it. Raises QueryError for any other."""
    if not text.strip() or len(text.strip().splitlines()) > 1:
        raise invalid(f"'{name}' is one line, and not empty", **{name: text})
    return text.strip()


def check_confirmed(confirm: bool) -> None:
    """Raise QueryError if a deletion is not confirmed."""
    if not confirm:
        raise invalid("A deletion is confirmed with confirm: true")
