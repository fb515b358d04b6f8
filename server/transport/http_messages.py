"""The bodies of HTTP requests of the 2025 era, read as the lines of standard input are (`server.transport.jsonrpc`).

In that era the SDK takes a request whose id is null or a fraction for a notification, which nobody answers, and tells
of what is no message in the words of its parser, however long. What is wrong in the era of 2026 it says as it should.
"""

from mcp_types import INVALID_REQUEST, JSONRPCRequest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from server.transport.jsonrpc import LONGEST_METHOD, NotAMessageError, error_reply, parse_message

VERSION_HEADER = b"mcp-protocol-version"


class BrokenBodyError(Exception):
    """A body that is no message; `reply` is the JSON-RPC error to send back."""

    def __init__(self, reply: bytes) -> None:
        super().__init__(reply)
        self.reply = reply


def readable(headers: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    """The body as it may be handed to the SDK: of an endless method only the beginning. Raises BrokenBodyError."""
    version = next((value for name, value in headers if name == VERSION_HEADER), None)
    if version is not None and version.decode("latin-1") not in HANDSHAKE_PROTOCOL_VERSIONS:
        return body
    try:
        message = parse_message(body)
    except NotAMessageError as refused:
        broken = error_reply(None, INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 notification")
        raise BrokenBodyError((refused.reply or broken).rstrip()) from None
    if isinstance(message, JSONRPCRequest) and len(message.method) == LONGEST_METHOD:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode()
    return body
