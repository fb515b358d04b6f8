"""One line of the wire, or one body of HTTP: a JSON-RPC message, or the reply that its sender is owed.

The SDK drops what it cannot parse, and a caller then waits until its timeout. Here every line that asks for an answer
gets one, under the caller's own id where the line still shows it.
"""

import json
import re
from typing import Any, cast

import mcp_types
import orjson
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

# An id that can be sent back as it stands. Floats, null and numbers beyond 64 bits are no ids.
_ID = rb'-?\d{1,18}(?=\s*[,}])|"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]){0,200}"(?=\s*[,}])'
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.|(?!))*+"?|[\[\]{}]', re.DOTALL)  # a string without end runs to the end: linear
_ID_VALUE = re.compile(rb"\s*:\s*(" + _ID + rb")")
_ID_AT_END = re.compile(rb'[{,]\s*"id"\s*:\s*(' + _ID + rb')\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')

LONGEST_METHOD = 200
SEARCHED_BYTES = 65_536  # how much of each end of a broken line is searched for its id


class NotAMessageError(Exception):
    """A line that is no message; `reply` is the whole line to send back, or None when nothing may be sent."""

    def __init__(self, reply: bytes | None) -> None:
        super().__init__(reply)
        self.reply = reply


def parse_message(line: bytes) -> JSONRPCMessage:
    """The message that a line holds. Raises NotAMessageError when it holds none."""
    try:
        message = mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        raise NotAMessageError(_refusal(line)) from None
    # The SDK's union of messages takes a request whose id is null or a float for a notification.
    if isinstance(message, JSONRPCNotification) and b'"id"' in line and "id" in _members(line):
        raise NotAMessageError(
            error_reply(b"null", INVALID_REQUEST, "Invalid request: the id must be a string or integer")
        )
    # And a request with a result or error of its own for a response, which nobody answers.
    if isinstance(message, JSONRPCResponse | JSONRPCError) and b'"method"' in line and "method" in _members(line):
        raise NotAMessageError(_refusal(line))
    if isinstance(message, JSONRPCRequest) and len(message.method) > LONGEST_METHOD:
        message.method = message.method[:LONGEST_METHOD]  # there is no such method, and the SDK says so by its name
    return message


def too_long(head: bytes, tail: bytes, limit: int) -> bytes:
    """The reply to a line that was not read to its end."""
    found = _id_at_head(head) or _id_at_end(tail)
    return error_reply(found, INVALID_REQUEST, f"Invalid request: the message is longer than {limit} bytes")


def error_reply(request_id: bytes | None, code: int, message: str) -> bytes:
    """A JSON-RPC error as a line; `request_id` is JSON text."""
    shown = request_id or b"null"
    return b'{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}\n' % (shown, code, orjson.dumps(message))


def _refusal(line: bytes) -> bytes | None:
    """What to say to a line that is no JSON, or JSON but no JSON-RPC message."""
    try:
        decoded = orjson.loads(line)
    except ValueError:
        found = _id_at_head(line[:SEARCHED_BYTES]) or _id_at_end(line[-SEARCHED_BYTES:])
        return error_reply(found, PARSE_ERROR, "Parse error: the message is not valid JSON in UTF-8")
    if not isinstance(decoded, dict):
        return error_reply(None, INVALID_REQUEST, "Invalid request: a message is one JSON object, not a batch")
    if "method" in decoded and "id" not in decoded:
        return None  # a broken notification: nobody waits for an answer
    return error_reply(
        _id_at_head(line[:SEARCHED_BYTES]) or _id_at_end(line[-SEARCHED_BYTES:]),
        INVALID_REQUEST,
        "Invalid request: not a JSON-RPC 2.0 request",
    )


def _members(line: bytes) -> dict[str, Any]:
    try:
        return cast(dict[str, Any], orjson.loads(line))
    except ValueError:  # the SDK's parser reads more, such as NaN, and this one does too
        return cast(dict[str, Any], json.loads(line))


def _id_at_head(head: bytes) -> bytes | None:
    """The id among the outermost object's own members, as JSON text."""
    depth = 0
    outermost = b""
    for token in _TOKEN.finditer(head):
        text = token.group()
        if text in b"[{":
            outermost = outermost or text
            depth += 1
        elif text in b"]}":
            depth -= 1
        elif text == b'"id"' and depth == 1 and outermost == b"{":
            value = _ID_VALUE.match(head, token.end())
            if value:
                return _utf8(value.group(1))
    return None


def _id_at_end(tail: bytes) -> bytes | None:
    """The id where the TypeScript SDK writes it: after everything else."""
    found = _ID_AT_END.search(tail)
    return _utf8(found.group(1)) if found else None


def _utf8(found: bytes) -> bytes | None:
    try:
        found.decode()
    except UnicodeDecodeError:
        return None
    return found
