"""The commands that print what agents get: `frieze query`, `read`, `tools`, `dump`. Their bytes are those of MCP."""

from pathlib import Path

import click

from server.commands.opened_source import opened
from server.commands.output import show
from server.commands.query_command import QueryCommand, arguments_of
from server.options.source import SourceOptions, source_options
from server.options.toolsets import TOOLSETS
from server.protocol.json_bytes import json_bytes

SOURCE = click.argument("source", type=click.Path())


@click.command(
    cls=QueryCommand,
    context_settings={"allow_interspersed_args": False},
    options_metavar="[--revision REV] [--as-of DATE] [--exclude PATTERN] [--beside NAME=PATH] [--no-cache] [--jobs N]",
    short_help="Answer one question about SOURCE as JSON.",
)
@SOURCE
@source_options
@click.argument("tool", shell_complete=arguments_of)
@click.argument(
    "arguments",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[--ARG VALUE]... [--json OBJECT] [--pretty] [--proof]",
    shell_complete=arguments_of,
)
@click.pass_context
def query(context: click.Context, source: str, options: SourceOptions, tool: str, arguments: tuple[str, ...]) -> None:
    """Answer one question about SOURCE as JSON: exactly the bytes that an MCP client gets.

    `frieze tools` lists the questions; `frieze query SOURCE TOOL --help` the arguments of one. The options of SOURCE
    may stand before it or anywhere behind it; one that TOOL has too is that of TOOL when it stands behind TOOL.
    """
    import queries
    from server.commands.arguments import parse_call

    if tool in context.help_option_names:
        click.echo(context.get_help())
        context.exit()
    call = parse_call(context, (tool, *arguments))
    with opened(source, options.merged(**call.source_options)) as workspace:
        answer = queries.answer(workspace, call.tool, call.arguments)
    show(json_bytes(answer, pretty=call.pretty))
    context.exit(int(queries.is_error(answer)))


@click.command(short_help="Read a resource of SOURCE, or list its resources.")
@SOURCE
@click.argument("uri", required=False)
@source_options
@click.pass_context
def read(context: click.Context, source: str, uri: str | None, options: SourceOptions) -> None:
    """Read the resource at URI, such as frieze://tasks/ready: exactly the bytes that an MCP client gets.

    Without URI, the resources of SOURCE are listed. A URI that cannot be read is answered as JSON, with exit status 1.
    """
    from server.commands.read import contents, listing

    with opened(source, options) as workspace:
        if uri is None:
            show(listing(workspace))
            return
        body, is_error = contents(workspace, uri)
    show(body)
    context.exit(int(is_error))


@click.command(short_help="List the questions and their arguments.")
@click.argument("source", type=click.Path(), required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the schemas, as MCP clients see them.")
@click.option("--long", "is_long", is_flag=True, help="With details; as JSON, with whole schemas, of answers too.")
@TOOLSETS
@source_options
def tools(
    source: str | None, options: SourceOptions, as_json: bool, is_long: bool, toolsets: frozenset[str] | None
) -> None:
    """List all questions with their arguments; with SOURCE, those that are listed for it."""
    import queries
    from queries.tools.packs import is_chosen
    from server.commands.listing import listing, schemas

    if source is None:
        listed = [tool for tool in queries.TOOLS.values() if is_chosen(tool.pack, toolsets)]
    else:
        with opened(source, options) as workspace:
            listed = queries.listed_tools(workspace.snapshot, toolsets)
    show(json_bytes(schemas(listed, is_long=is_long)) if as_json else listing(listed, is_long=is_long))


@click.command(short_help="Answer every question that needs no argument.")
@SOURCE
@source_options
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write one file an answer."
)
def dump(source: str, options: SourceOptions, output: Path | None) -> None:
    """Answer every question about SOURCE that needs no argument, as one JSON object, or one file each in DIR.

    Long lists go on in `NAME.2`, `NAME.3` and so on. DIR is made when it is not there; it may not be inside SOURCE.
    """
    from server.commands.dump import answers, refuse_inside, write_files

    if output is not None:
        refuse_inside(output, source)
    with opened(source, options) as workspace:
        dumped = answers(workspace.snapshot)
    if output is None:
        show(json_bytes(dumped))
    else:
        write_files(dumped, output)


COMMANDS = (query, read, tools, dump)
