"""`frieze tools`: the table of queries, as text for people or as MCP clients get it."""

import textwrap
from collections.abc import Sequence
from typing import Any

from queries.tool import Parameter, Tool

WIDTH = 100


def listing(tools: Sequence[Tool]) -> str:
    """Each tool with its title, description and arguments, as text."""
    return "\n\n".join(map(_entry, tools))


def schemas(tools: Sequence[Tool]) -> dict[str, Any]:
    """The tools as JSON, in the terms of MCP's `tools/list`."""
    return {
        "tools": [
            {
                "name": tool.name,
                "title": tool.title,
                "description": tool.reference,
                "pack": tool.pack,
                "inputSchema": tool.input_schema(),
                "outputSchema": tool.output_schema(),
            }
            for tool in tools
        ]
    }


def _entry(tool: Tool) -> str:
    lines = [f"{tool.name}: {tool.title} [{tool.pack}]", *_wrapped(tool.reference, "    ")]
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
