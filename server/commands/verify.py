"""`frieze verify`: what an answer says otherwise now, as text for people."""

from collections.abc import Iterator
from typing import Any

import click
import orjson

from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.proofs.verifying import ABSENT, Difference, Verified, verified
from server.people.plain_text import cell

MAX_SHOWN = 80  # characters of a value


def report(workspace: Workspace, answer: dict[str, Any]) -> tuple[str, int]:
    """Return what an answer says otherwise now, and the exit status: 1 if it does. Raises click.UsageError for an
    answer that cannot be verified."""
    try:
        found = verified(workspace, answer)
    except QueryError as error:
        raise click.UsageError(". ".join(filter(None, (error.error, error.fields.get("hint"))))) from None
    return "\n".join(_lines(found)), int(bool(found.differences))


def _lines(found: Verified) -> Iterator[str]:
    yield from map(_line, found.differences)
    for path, state in found.files.items():
        yield f"file     {cell(path)} {'is gone' if state == 'gone' else 'has changed'}"
    yield from (f"note     {cell(remark)}" for remark in found.remarks)
    rows = f"{found.held} row{'' if found.held == 1 else 's'} as before"
    if not found.differences:
        yield f"The answer holds: {rows}."
    else:
        yield f"The answer does not hold: {rows}, {len(found.differences)} otherwise."


def _line(difference: Difference) -> str:
    if difference.now is ABSENT:
        return f"gone     {cell(difference.at)}: {_value(difference.was)}"
    if difference.was is ABSENT:
        return f"new      {cell(difference.at)}: {_value(difference.now)}"
    return f"changed  {cell(difference.at)}: {_value(difference.was)} -> {_value(difference.now)}"


def _value(value: Any) -> str:
    shown = cell(orjson.dumps(value).decode())
    return shown if len(shown) <= MAX_SHOWN else f"{shown[: MAX_SHOWN - 1]}…"
