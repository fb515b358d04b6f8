"""The arguments of `frieze query`, as click options that are made from the declaration of each tool.

The query checks the values, so that its errors are those that an MCP client gets: `--limit many` gives an error answer.
An option that the tool does not have is a usage error.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

import queries
from compiler.model.reasons import words_of
from compiler.model.source import SourceError
from compiler.store.frozen.identity import has_sources, is_frozen
from compiler.workspace.workspace_file import federation_of
from queries.tools.proof import PROOF
from queries.tools.render import visible
from queries.tools.tool import Parameter, Tool

_WHOLE = re.compile(r"[+-]?[0-9]+")
JSON_DEST, PRETTY_DEST, PROOF_DEST = "json_arguments", "pretty_answer", "with_proof"


@dataclass(frozen=True, slots=True)
class ParsedCall:
    """A tool call as parsed from the command line: the tool's name, its arguments, whether to indent the answer, and
    the options of the source that stand behind SOURCE."""

    tool: str
    arguments: dict[str, Any]
    pretty: bool
    source_options: dict[str, Any]


def parse_call(context: click.Context, words: Sequence[str]) -> ParsedCall:
    """Parse the words behind SOURCE: options of the source, the tool's name, its arguments and more options.

    Raises click.UsageError for an unknown tool or option.
    """
    options = [param for param in context.command.params if isinstance(param, click.Option)]
    source_options, (name, *words_behind) = _split_at_tool(context, options, words)
    tool = _declared_for(str(context.params.get("source", "")), find_tool(context, name))
    tool_parameters = {parameter.name for parameter in tool.parameters}
    options = [option for option in options if option.name not in tool_parameters]  # --as-of may be both: the tool's
    command = tool_command(tool, options)
    values = command.make_context(f"{context.info_name} SOURCE {tool.name}", words_behind, parent=context.parent).params
    for key, value in _given({str(option.name): values[str(option.name)] for option in options}).items():
        source_options[key] = source_options.get(key, ()) + value if isinstance(value, tuple) else value
    arguments = dict(values[JSON_DEST] or {})
    if values[PROOF_DEST]:
        arguments[PROOF] = True
    for parameter in tool.parameters:
        value = values[parameter.name]
        if value is not None and value != ():
            # One word is a text, as a client may send it: `--fields id,title` are two.
            several = isinstance(value, tuple)
            arguments[parameter.name] = (value[0] if len(value) == 1 else list(value)) if several else value
    return ParsedCall(tool.name, arguments, values[PRETTY_DEST], source_options)


def _declared_for(source: str, tool: Tool) -> Tool:
    """Return a tool as it is declared for a source: for a workspace of several it takes `source` too. Raises
    click.UsageError for a workspace file that is none."""
    try:
        has_several = has_sources(source) if is_frozen(source) else federation_of(source) is not None
    except SourceError as error:
        raise click.UsageError(str(error)) from None
    if not has_several:
        return tool
    from queries.sources.declaring import with_source

    return with_source(tool)


def _split_at_tool(
    context: click.Context, options: Sequence[click.Parameter], words: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the options between SOURCE and the tool's name, and the words from that name on."""
    tool = click.Argument(["tool"], nargs=-1, required=True, type=click.UNPROCESSED, metavar="TOOL")
    command = click.Command(
        "query", params=[*options, tool], context_settings={"allow_interspersed_args": False}, add_help_option=False
    )
    values = command.make_context(f"{context.info_name} SOURCE", list(words), parent=context.parent).params
    rest = list(values.pop("tool"))
    return _given(values), rest


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given. `--revision ""` was: opening the source refuses it."""
    return {name: value for name, value in values.items() if value is not None and value is not False}


def find_tool(context: click.Context, name: str) -> Tool:
    """Return the tool of a name, in which dots stand for underscores. Raises click.UsageError with near names."""
    try:
        return queries.find_tool(name)
    except queries.UnknownTool as unknown:
        near = " or ".join(unknown.did_you_mean)
        hint = f"Did you mean {near}?" if near else "`frieze tools` lists them."
        raise click.UsageError(f"No such tool: '{visible(name[:200])}'. {hint}", context) from None


def tool_command(tool: Tool, more_options: Sequence[click.Parameter] = ()) -> click.Command:
    """Return a command with an option for each parameter of a tool, those of every tool, and more options."""
    names = {parameter.name for parameter in tool.parameters}
    return click.Command(
        tool.name,
        params=[
            *(_option(parameter, {*names, *(option.name for option in more_options)}) for parameter in tool.parameters),
            click.Option(
                [JSON_DEST, "--json"], type=_parse_object, metavar="OBJECT", help="All arguments as one JSON object."
            ),
            click.Option([PRETTY_DEST, "--pretty"], is_flag=True, help="Indent the answer."),
            click.Option(
                [PROOF_DEST, "--proof"], is_flag=True, help="With what the answer rests on, for frieze verify."
            ),
            *more_options,
        ],
        help=tool.reference,
        context_settings={"token_normalize_func": lambda word: word.replace("_", "-")},
    )


def _option(parameter: Parameter, taken: Collection[str | None]) -> click.Option:
    """Return the option of a parameter, with a flag for its name and each alias, but for names that are taken."""
    names = [parameter.name, *(alias for alias in parameter.aliases if alias not in taken)]
    flags = ["--" + name.replace("_", "-") for name in names]
    description = f"{parameter.description}{'  [required]' if parameter.required else ''}"
    if parameter.type == "boolean":
        pairs = [f"{flag}/--no-{flag[2:]}" for flag in flags]
        return click.Option([parameter.name, *pairs], default=None, help=description)
    if parameter.type == "strings":
        return click.Option(
            [parameter.name, *flags],
            multiple=True,
            metavar="STRING",
            help=f"{description} May be repeated; words with commas are several.",
        )
    parse = _PARSERS[parameter.type]
    return click.Option([parameter.name, *flags], type=parse, metavar=parameter.type.upper(), help=description)


def _parse_integer(word: str) -> int | str:
    """Parse a whole number as JSON writes it, and return any other word unchanged. `int` alone accepts more: `1_0`, and
    digits of all scripts."""
    try:
        return int(word) if _WHOLE.fullmatch(word) else word
    except ValueError:  # more digits than `int` accepts
        return word


def _parse_number(word: str) -> float | str:
    try:
        return float(word) if word.isascii() and "_" not in word else word
    except ValueError:
        return word


def _parse_object(word: str) -> dict[str, Any]:
    decoded = _parse_json(word)
    if not isinstance(decoded, dict):
        raise click.BadParameter("not a JSON object, such as '{\"limit\": 5}'")
    return decoded


def _parse_values(word: str) -> Any:
    decoded = _parse_json(word)
    if not isinstance(decoded, dict | list):
        raise click.BadParameter('not a JSON object or list, such as \'{"level": "DEV"}\'')
    return decoded


def _parse_json(word: str) -> Any:
    try:
        return json.loads(word)
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"not JSON: {words_of(error)}") from None


_PARSERS: dict[str, Callable[[str], Any]] = {
    "string": str,
    "integer": _parse_integer,
    "number": _parse_number,
    "object": _parse_object,
    "objects": _parse_values,
    "values": _parse_values,
}
