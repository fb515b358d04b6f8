"""The log of a server: one JSON object a line, on standard error.

Each has `time` (UTC), `level`, `event` and `logger`; a call of a tool also `tool`, `duration_ms` and `outcome`. What
clients asked is logged at the level debug only: it may be private.
"""

import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

import orjson
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from queries.errors.query_error import ECHO
from queries.tools.render import visible
from server.protocol.log_writer import LogWriter

_ROOT = "server"  # of the loggers of this program
LIBRARIES = ("asyncio", "mcp", "uvicorn", "uvicorn.error")
_FIELDS = "fields"  # of a record: what it has beside the event

log = logging.getLogger(__name__)


class _JsonLines(logging.Formatter):
    """Formats a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"time": at, "level": record.levelname.lower(), "event": record.getMessage(), "logger": record.name}
        line |= getattr(record, _FIELDS, {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=repr).decode()


def log_to_standard_error(level: str) -> None:
    """Log what is of a level or more severe as JSON lines. At "off" failures alone are printed, as Python does it.

    Of libraries errors are logged and no warnings: those are about what clients send, as often as clients like.
    """
    root = logging.getLogger()
    root.handlers = [_handler(is_json=level != "off")]
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(logging.ERROR)
    logging.getLogger(_ROOT).setLevel(logging.WARNING if level == "off" else level.upper())


def _handler(*, is_json: bool) -> logging.Handler:
    """Return what writes the log. Without a standard error nothing is written."""
    try:
        handler: logging.Handler = LogWriter(sys.stderr.fileno())
    except (AttributeError, OSError, ValueError):
        return logging.NullHandler()
    if is_json:
        handler.setFormatter(_JsonLines())
    return handler


def flush_log() -> None:
    """Wait until what was logged is written, as long as somebody reads it."""
    for handler in logging.getLogger().handlers:
        handler.flush()


def log_event(event: str, **fields: Any) -> None:
    """Log what a server does itself: it starts, or it ends."""
    log.info(event, extra={_FIELDS: fields})


class LoggedCall:
    """The call of a tool that is under way. Whoever answers it sets `result`."""

    result: CallToolResult | None = None


@contextmanager
def logged_call(tool: str, arguments: Mapping[str, Any]) -> Iterator[LoggedCall]:
    """Log one call of a tool when it ends: its name, how long it took, and its outcome."""
    call = LoggedCall()
    if not log.isEnabledFor(logging.INFO):
        yield call
        return
    outcome, started = "cancelled", perf_counter()
    try:
        yield call
        outcome = _outcome(call.result)
    except MCPError as error:
        outcome = f"refused: {error.code}"
        raise
    finally:
        taken = round(1_000 * (perf_counter() - started), 3)
        fields = {"tool": visible(tool[:ECHO]), "duration_ms": taken, "outcome": outcome}
        log.info(
            "call", extra={_FIELDS: fields | ({"arguments": arguments} if log.isEnabledFor(logging.DEBUG) else {})}
        )


def _outcome(result: CallToolResult | None) -> str:
    """Return what a result says: answered, or the code of the error."""
    if result is None or not result.is_error:
        return "answered"
    try:
        code = orjson.loads(result.content[0].text)["code"]  # type: ignore[union-attr]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        code = "internal"  # the text for people of a failure that nobody foresaw
    return f"error: {code}"
