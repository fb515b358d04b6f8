"""`frieze tools`: the table of queries, as text for people or as MCP clients get it."""

import textwrap
from collections.abc import Sequence
from typing import Any

from queries.tools.tool import Parameter, Tool

WIDTH = 100


def listing(tools: Sequence[Tool], *, is_long: bool = False) -> str:
    """Each tool with its title, description and arguments, as text; with its details if `is_long`."""
    return "\n\n".join(_entry(tool, is_long=is_long) for tool in tools)


def schemas(tools: Sequence[Tool], *, is_long: bool = False) -> dict[str, Any]:
    """The tools as JSON, in the terms of MCP's `tools/list` and as short; with details and whole schemas if
    `is_long`."""
    return {"tools": [_long_schema(tool) if is_long else _schema(tool) for tool in tools]}


def _schema(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "pack": tool.pack,
        "inputSchema": tool.listed_schema(),
    }


def _long_schema(tool: Tool) -> dict[str, Any]:
    return {
        **_schema(tool),
        "description": tool.reference,
        "inputSchema": tool.input_schema(),
        "outputSchema": tool.output_schema(),
    }


def _entry(tool: Tool, *, is_long: bool) -> str:
    description = tool.reference if is_long else tool.description
    lines = [f"{tool.name}: {tool.title} [{tool.pack}]", *_wrapped(description, "    ")]
    for parameter in tool.parameters:
        lines += _wrapped(f"{_signature(parameter)}  {parameter.description}", "      ", first="    ")
    return "\n".join(lines)


def _signature(parameter: Parameter) -> str:
    kind = "string..." if parameter.type == "strings" else parameter.type
    default = "" if parameter.default is None else f", default {parameter.default}"
    flag = parameter.name.replace("_", "-")
    return f"--{flag} ({kind}{', required' if parameter.required else ''}{default})"


def _wrapped(text: str, indent: str, first: str | None = None) -> list[str]:
    start = indent if first is None else first
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent=start, subsequent_indent=indent)
