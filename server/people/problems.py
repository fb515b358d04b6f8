"""An error answer as text for people: what is wrong, what was perhaps meant, and what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import queries
from queries.errors.query_error import QueryError

_TOOL = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
ASKED_FOR = ("object_ref", "ref", "id", "diagram_id")  # the fields of an error that hold what was asked for


def problem(error: QueryError) -> str:
    """Return an error as lines: what is wrong, what was perhaps meant, and what to do."""
    fields = error.fields
    near = fields.get("did_you_mean")
    refs = fields.get("refs") or [
        candidate["ref"] for candidate in fields.get("candidates", ()) if isinstance(candidate, dict)
    ]
    lines = [
        _sentence(error),
        f"Did you mean {', '.join(near)}?" if near else "",
        f"They are {', '.join(refs)}." if refs else "",
        *(f"{name}: {', '.join(columns)}" for name, columns in fields.get("columns", {}).items()),
        _with_commands(fields.get("hint", "")),
    ]
    return "\n".join(filter(None, lines))


@contextmanager
def hinting(hint: str) -> Iterator[None]:
    """Give an error that something is not found a hint that names commands: that of the answer names tools."""
    try:
        yield
    except QueryError as error:
        if error.code != "not_found":
            raise
        raise QueryError(error.code, error.error, **{**error.fields, "hint": hint}) from None


def _with_commands(hint: str) -> str:
    """A hint whose names of tools are the commands that ask them."""
    return _TOOL.sub(lambda word: f"`frieze query SOURCE {word[0]}`" if word[0] in queries.TOOLS else word[0], hint)


def _sentence(error: QueryError) -> str:
    """What is wrong, and with what."""
    asked: list[Any] = [error.fields[name] for name in ASKED_FOR if name in error.fields]
    return f"{error.error}: {asked[0]}" if asked and isinstance(asked[0], str) and asked[0] else error.error
