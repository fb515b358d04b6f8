"""Answers as JSON bytes, the same in MCP results, `frieze query` and `frieze dump`."""

from typing import Any

import orjson


def json_bytes(value: Any, *, pretty: bool = False) -> bytes:
    """Return UTF-8 JSON without a newline at its end: compact, or indented by two spaces."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 if pretty else None)
