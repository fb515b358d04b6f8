"""The arguments of a query as options of the command line, made from its declaration.

Options only carry values; whether they are right is for the query to say, in the words that an MCP client reads too.
So a limit that is no number becomes an error answer, while an option that no query has is a mistake in the command.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

import queries
from queries.tool import Parameter, Tool

JSON_DEST, PRETTY_DEST = "json_arguments", "pretty_answer"


@dataclass(frozen=True, slots=True)
class Question:
    """A call as the command line asks it: the tool's own name, its arguments, and whether to indent the answer."""

    tool: str
    arguments: dict[str, Any]
    pretty: bool


def question(context: click.Context, name: str, words: Sequence[str]) -> Question:
    """Reads the words after the tool's name. Raises click.UsageError for an unknown tool or option."""
    tool = find_tool(context, name)
    parsed = tool_command(tool).make_context(
        f"{context.info_name} SOURCE {tool.name}", list(words), parent=context.parent
    )
    values = parsed.params
    arguments = dict(values[JSON_DEST] or {})
    for parameter in tool.parameters:
        value = values[parameter.name]
        if value is not None and value != ():
            arguments[parameter.name] = list(value) if isinstance(value, tuple) else value
    return Question(tool.name, arguments, values[PRETTY_DEST])


def find_tool(context: click.Context, name: str) -> Tool:
    """The tool of a name, dots taken for underscores. Raises click.UsageError with the names that are near."""
    try:
        return queries.find_tool(name)
    except queries.UnknownTool as unknown:
        near = " or ".join(unknown.did_you_mean)
        hint = f"Did you mean {near}?" if near else "`frieze tools` lists them."
        raise click.UsageError(f"No such tool: '{name[:200]}'. {hint}", context) from None


def tool_command(tool: Tool) -> click.Command:
    """A command with an option for each parameter of a tool, its help included."""
    return click.Command(
        tool.name,
        params=[
            *(_option(parameter) for parameter in tool.parameters),
            click.Option(
                [JSON_DEST, "--json"], type=_object, metavar="OBJECT", help="All arguments as one JSON object."
            ),
            click.Option([PRETTY_DEST, "--pretty"], is_flag=True, help="Indent the answer."),
        ],
        help=tool.description,
        context_settings={"token_normalize_func": lambda word: word.replace("_", "-")},
    )


def _option(parameter: Parameter) -> click.Option:
    spelled = "--" + parameter.name.replace("_", "-")
    told = f"{parameter.description}{'  [required]' if parameter.required else ''}"
    if parameter.type == "boolean":
        return click.Option([parameter.name, f"{spelled}/--no-{spelled[2:]}"], default=None, help=told)
    if parameter.type == "strings":
        return click.Option([parameter.name, spelled], multiple=True, metavar="STRING", help=f"{told} May be repeated.")
    read = _READ[parameter.type]
    return click.Option([parameter.name, spelled], type=read, metavar=parameter.type.upper(), help=told)


def _integer(word: str) -> int | str:
    try:
        return int(word)
    except ValueError:
        return word


def _number(word: str) -> float | str:
    try:
        return float(word)
    except ValueError:
        return word


def _object(word: str) -> dict[str, Any]:
    try:
        decoded = json.loads(word)
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"not JSON: {error}") from None
    if not isinstance(decoded, dict):
        raise click.BadParameter("not a JSON object, such as '{\"limit\": 5}'")
    return decoded


_READ: dict[str, Callable[[str], Any]] = {"string": str, "integer": _integer, "number": _number, "object": _object}
