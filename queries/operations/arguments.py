"""Arguments that operations of several languages take, how they are checked, and why an operation is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from queries.errors.query_error import ErrorCode, QueryError
from queries.tools.parameters import Parameter, echoed

_WHOLE = ("hint", "source")  # fields that are no value that was given
CONFIRM = Parameter("confirm", "boolean", "Must be true: this deletes.", default=False)


def invalid(error: str, /, **fields: Any) -> QueryError:
    """Return the error for arguments that make no edit."""
    return _refusal("invalid_argument", error, fields)


def unavailable(error: str, /, **fields: Any) -> QueryError:
    """Return the error for an edit that the files do not allow."""
    return _refusal("unavailable", error, fields)


def wrong_kind(error: str, /, **fields: Any) -> QueryError:
    """Return the error for an object of a kind that the operation does not edit."""
    return _refusal("wrong_kind", error, fields)


def not_found(error: str, /, **fields: Any) -> QueryError:
    """Return the error for a name that nothing has."""
    return _refusal("not_found", error, fields)


@contextmanager
def saying_where(place: str, **fields: Any) -> Iterator[None]:
    """Let a refusal say in which of several operations it is raised."""
    try:
        yield
    except QueryError as error:
        raise QueryError(error.code, f"{place}: {error.error}", **fields | error.fields) from None


def _refusal(code: ErrorCode, error: str, fields: dict[str, Any]) -> QueryError:
    is_echoed = {name: isinstance(value, str) and name not in _WHOLE for name, value in fields.items()}
    return QueryError(
        code, error, **{name: echoed(field) if is_echoed[name] else field for name, field in fields.items()}
    )


class Line(Parameter):
    """A text of one line. An operation gets it without the blanks around it."""


class Text(Parameter):
    """A text that is not blank."""


class Words(Parameter):
    """A list of words. An operation gets them without blanks around them, and each once."""


def line_argument(name: str, says: str, *, most: int = 500) -> Line:
    """Declare an argument that is one line of at most so many characters."""
    return Line(name, "string", says, required=True, max_length=most)


def optional_line(name: str, says: str, *, most: int = 500) -> Line:
    """Declare a line of at most so many characters that may be left out."""
    return Line(name, "string", says, max_length=most)


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


def not_blank(name: str, text: str) -> str:
    """Return a text that is not blank. Raises QueryError for any other."""
    if not text.strip():
        raise invalid(f"'{name}' is empty: nothing would be read", **{name: text})
    return text


def checked(parameter: Parameter, value: Any) -> Any:
    """Return the value of an argument as an operation gets it. Raises QueryError for a line or a text that is none, and
    for a deletion that is not confirmed."""
    if parameter is CONFIRM and not value:
        raise invalid("A deletion is confirmed with confirm: true")
    if value is None:
        return None
    if isinstance(parameter, Words):
        return list(dict.fromkeys(word.strip() for word in value if word.strip()))
    if isinstance(parameter, Text):
        return not_blank(parameter.name, value)
    return one_line(parameter.name, value) if isinstance(parameter, Line) else value
