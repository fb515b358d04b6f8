"""The arguments of a query as options of the command line, made from its declaration.

Options only carry values; whether they are right is for the query to say, in the words that an MCP client reads too.
So a limit that is no number becomes an error answer, while an option that no query has is a mistake in the command.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

import queries
from queries.render import visible
from queries.tool import Parameter, Tool

_WHOLE = re.compile(r"[+-]?[0-9]+")
JSON_DEST, PRETTY_DEST = "json_arguments", "pretty_answer"


@dataclass(frozen=True, slots=True)
class Question:
    """A call as the command line asks it: the tool's own name, its arguments, and whether to indent the answer; and
    the options of the source that stand behind the source."""

    tool: str
    arguments: dict[str, Any]
    pretty: bool
    of_source: dict[str, Any]


def question(context: click.Context, words: Sequence[str]) -> Question:
    """Reads the words behind the source: options of the source, the tool's name, its arguments and such options.

    Raises click.UsageError for an unknown tool or option.
    """
    options = [one for one in context.command.params if isinstance(one, click.Option)]
    of_source, (name, *others) = _before_the_tool(context, options, words)
    tool = find_tool(context, name)
    own = {parameter.name for parameter in tool.parameters}
    options = [one for one in options if one.name not in own]  # else --as-of would be the tool's and the source's
    command = tool_command(tool, options)
    values = command.make_context(f"{context.info_name} SOURCE {tool.name}", others, parent=context.parent).params
    for key, value in _said({str(one.name): values[str(one.name)] for one in options}).items():
        of_source[key] = of_source.get(key, ()) + value if isinstance(value, tuple) else value
    arguments = dict(values[JSON_DEST] or {})
    for parameter in tool.parameters:
        value = values[parameter.name]
        if value is not None and value != ():
            arguments[parameter.name] = list(value) if isinstance(value, tuple) else value
    return Question(tool.name, arguments, values[PRETTY_DEST], of_source)


def _before_the_tool(
    context: click.Context, options: Sequence[click.Parameter], words: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """The options of the source that stand between it and the tool's name, and all from that name on."""
    tool = click.Argument(["tool"], nargs=-1, required=True, type=click.UNPROCESSED, metavar="TOOL")
    command = click.Command(
        "query", params=[*options, tool], context_settings={"allow_interspersed_args": False}, add_help_option=False
    )
    values = command.make_context(f"{context.info_name} SOURCE", list(words), parent=context.parent).params
    rest = list(values.pop("tool"))
    return _said(values), rest


def _said(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given. An empty one was: what it means is for who reads it to refuse."""
    return {name: value for name, value in values.items() if value is not None and value is not False}


def find_tool(context: click.Context, name: str) -> Tool:
    """The tool of a name, dots taken for underscores. Raises click.UsageError with the names that are near."""
    try:
        return queries.find_tool(name)
    except queries.UnknownTool as unknown:
        near = " or ".join(unknown.did_you_mean)
        hint = f"Did you mean {near}?" if near else "`frieze tools` lists them."
        raise click.UsageError(f"No such tool: '{visible(name[:200])}'. {hint}", context) from None


def tool_command(tool: Tool, others: Sequence[click.Parameter] = ()) -> click.Command:
    """A command with an option for each parameter of a tool, its help included, and other options."""
    return click.Command(
        tool.name,
        params=[
            *(_option(parameter) for parameter in tool.parameters),
            click.Option(
                [JSON_DEST, "--json"], type=_object, metavar="OBJECT", help="All arguments as one JSON object."
            ),
            click.Option([PRETTY_DEST, "--pretty"], is_flag=True, help="Indent the answer."),
            *others,
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
    """A whole number as JSON writes it, or the word, which is none. Python reads more: `1_0` and digits of all
    scripts."""
    try:
        return int(word) if _WHOLE.fullmatch(word) else word
    except ValueError:  # of more digits than Python reads
        return word


def _number(word: str) -> float | str:
    try:
        return float(word) if word.isascii() and "_" not in word else word
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
