"""Why an operation is refused: errors that repeat what was given, as far as it is short."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from queries.errors.query_error import ErrorCode, QueryError
from queries.tools.parameters import echoed

_WHOLE = ("hint", "source")  # fields that are no value that was given


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
    return QueryError(code, error, **{name: echoed(one) if is_echoed[name] else one for name, one in fields.items()})
