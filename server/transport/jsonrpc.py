"""Parse one JSON-RPC message: a line of standard input, or a body of HTTP.

The SDK drops what it cannot parse, and its sender waits until a timeout. Here every line that may be a request gets a
reply, with the request's id if the line shows it.
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

# An id as JSON text that can be copied into a reply. Floats, null and numbers beyond 64 bits are not ids.
_ID = rb'-?(?:0|[1-9]\d{0,17})(?=\s*[,}])|"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]){0,200}"(?=\s*[,}])'
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.|(?!))*+"?|[\[\]{}]', re.DOTALL)  # linear: an unclosed string runs to the end
_ID_VALUE = re.compile(rb"\s*:\s*(" + _ID + rb")")
_ID_AT_END = re.compile(rb'[{,]\s*"id"\s*:\s*(' + _ID + rb')\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')

MAX_METHOD_LENGTH = 200
SEARCHED_BYTES = 65_536  # how much of each end of a broken line is searched for its id


class NotAMessageError(Exception):
    """The line is not a message. `reply` is the line to send back, or None for a notification, which gets no reply."""

    def __init__(self, reply: bytes | None) -> None:
        super().__init__(reply)
        self.reply = reply


def parse_message(line: bytes) -> JSONRPCMessage:
    """Return the message in a line. Raises NotAMessageError if there is none."""
    try:
        message = mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        if b"NaN" in line or b"Infinity" in line:  # which the SDK's parser takes for numbers
            json.loads(line, parse_constant=_refuse_constant)
    except ValueError:
        raise NotAMessageError(_reply_to_invalid(line)) from None
    # The SDK parses a request whose id is null or a float as a notification.
    if isinstance(message, JSONRPCNotification) and _has_member(line, "id"):
        raise NotAMessageError(
            error_reply(b"null", INVALID_REQUEST, "Invalid request: the id must be a string or integer")
        )
    # It parses a request that has a result or an error as a response, which gets no reply.
    if isinstance(message, JSONRPCResponse | JSONRPCError) and _has_member(line, "method"):
        raise NotAMessageError(_reply_to_invalid(line))
    if isinstance(message, JSONRPCRequest) and len(message.method) > MAX_METHOD_LENGTH:
        message.method = message.method[:MAX_METHOD_LENGTH]  # the SDK's error repeats the name
    return message


def too_long_reply(head: bytes, tail: bytes, limit: int) -> bytes:
    """Return the reply to a line of more than `limit` bytes, of which the head and the tail are known."""
    request_id = _id_at_head(head) or _id_at_end(tail)
    return error_reply(request_id, INVALID_REQUEST, f"Invalid request: the message is longer than {limit} bytes")


def error_reply(request_id: bytes | None, code: int, message: str) -> bytes:
    """Return a JSON-RPC error as a line. `request_id` is JSON text."""
    id_text = request_id or b"null"
    return b'{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}\n' % (id_text, code, orjson.dumps(message))


def _reply_to_invalid(line: bytes) -> bytes | None:
    """Return the reply to a line that is not JSON or not a JSON-RPC message; None for a notification."""
    try:
        decoded = orjson.loads(line)
    except ValueError:
        request_id = _id_at_head(line[:SEARCHED_BYTES]) or _id_at_end(line[-SEARCHED_BYTES:])
        return error_reply(request_id, PARSE_ERROR, "Parse error: the message is not valid JSON in UTF-8")
    if not isinstance(decoded, dict):
        return error_reply(None, INVALID_REQUEST, "Invalid request: a message is one JSON object, not a batch")
    if "method" in decoded and "id" not in decoded:
        return None  # a broken notification: nobody waits for an answer
    return error_reply(_id_of(decoded), INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 request")


def _id_of(message: dict[str, Any]) -> bytes | None:
    """The id of a message as JSON text; None for what is no id."""
    found = message.get("id")
    return orjson.dumps(found) if type(found) in (int, str) else None


def _has_member(line: bytes, name: str) -> bool:
    """Whether the object in a line has a member. Its name may be written with escapes."""
    may_have = f'"{name}"'.encode() in line or b"\\u" in line
    return may_have and name in _members(line)


def _members(line: bytes) -> dict[str, Any]:
    try:
        return cast(dict[str, Any], orjson.loads(line))
    except ValueError:  # such as a number of very many digits, which the SDK's parser accepts, and `json` too
        return cast(dict[str, Any], json.loads(line))


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _id_at_head(head: bytes) -> bytes | None:
    """The value of "id" in the outermost object, as JSON text."""
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
                return _if_utf8(value.group(1))
    return None


def _id_at_end(tail: bytes) -> bytes | None:
    """The value of "id" at the end of the outermost object, where the TypeScript SDK writes it."""
    match = _ID_AT_END.search(tail)
    return _if_utf8(match.group(1)) if match else None


def _if_utf8(text: bytes) -> bytes | None:
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text
