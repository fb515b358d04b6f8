"""The one place that turns an answer into JSON bytes.

The text block of an MCP result, `frieze query` and `frieze dump` all come from here, so that they are the same bytes.
"""

from typing import Any

import orjson


def json_bytes(value: Any, *, pretty: bool = False) -> bytes:
    """UTF-8 JSON without a newline at its end: compact, or indented by two spaces for people."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 if pretty else None)
