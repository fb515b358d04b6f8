"""`frieze`: the queries on the command line, for people and CI.

Standard output carries the answer; everything else goes to standard error. Exit status: 0; 1 when the answer is an
error or a check fails; 2 when the command line or the source cannot be used.
"""

import gc
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

import click

from compiler import VERSION
from compiler.model.reasons import system_reason
from server.commands.for_people import COMMANDS
from server.commands.opened_source import NoSourceError, opened
from server.commands.output import show
from server.options.check import check_options
from server.options.serving import ServingOptions, serving_options
from server.options.source import SourceOptions, source_options, source_options_without_revision
from server.options.toolsets import TOOLSETS
from server.protocol.json_bytes import json_bytes

SOURCE = click.argument("source", type=click.Path())


def main() -> None:
    """Run `frieze`, the console script. Ctrl-C and a closed pipe end it at once and without a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    gc.disable()  # a command ends before collecting garbage would pay
    frieze(prog_name="frieze")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="frieze")
def frieze() -> None:
    """Frieze compiles design sources into a snapshot of facts and answers structural questions about them.

    SOURCE is a file, a directory, or a snapshot in a .frieze file.
    """


@frieze.command(
    context_settings={"allow_interspersed_args": False},
    options_metavar="[--revision REV] [--as-of DATE] [--exclude PATTERN] [--beside NAME=PATH] [--no-cache] [--jobs N]",
    short_help="Answer one question about SOURCE as JSON.",
)
@SOURCE
@source_options
@click.argument("tool")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[--ARG VALUE]... [--json OBJECT] [--pretty]")
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


@frieze.command(short_help="Answer every question that needs no argument.")
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


@frieze.command(short_help="Show what is wrong with SOURCE.")
@click.argument("source", type=click.Path(), default=".")
@check_options
@source_options
@click.pass_context
def check(
    context: click.Context, /, source: str, options: SourceOptions, format_name: str, statistics: bool, **chosen: Any
) -> None:
    """Show the diagnostics of SOURCE, by default the current directory: for people, as JSON, as SARIF 2.1.0, as GitHub
    workflow commands, or as GitLab's code quality report.

    [check] in frieze.toml may set select, ignore, fail-on and baseline; an option takes the place of its setting.
    """
    from server.commands.check import CheckOptions, checked, format_of, refuse_unwatched

    render = format_of(format_name, statistics=statistics)
    chosen_options = CheckOptions(**chosen)
    if chosen_options.watch:
        from server.commands.watch import watch
        from server.served_source import ServedSource

        refuse_unwatched(chosen_options, format_name, statistics=statistics)
        with opened(source, options) as workspace:
            watched = ServedSource(source, options).first(workspace)
            context.exit(watch(watched, source, chosen_options, format_name))
    with opened(source, options) as workspace:
        found = checked(workspace.snapshot, source, chosen_options, folds=not statistics)
        rendered = render(found)
        is_failed = found.fails(chosen_options.fails_on(workspace.snapshot))
    if rendered:
        show(rendered.encode(errors="backslashreplace"))
    context.exit(int(is_failed))


@frieze.command(short_help="Explain the code of a finding.")
@click.argument("code")
def explain(code: str) -> None:
    """Print the page of a diagnostic code: what it says and why, an example that raises it, and one that does not."""
    from server.commands.explain import explanation

    show(explanation(code).encode(errors="backslashreplace"))


@frieze.command(short_help="Write a commented frieze.toml for SOURCE.")
@click.argument("source", type=click.Path(file_okay=False), default=".")
@source_options_without_revision
def init(source: str, options: SourceOptions) -> None:
    """Write frieze.toml, the settings of a project, into SOURCE, a folder, by default the current directory.

    Its comments name what was found and what was passed over. The same files are read until it is filled in. A
    frieze.toml that is there is not overwritten.
    """
    from server.commands.init import SettingsExistError, write_settings

    with opened(source, options) as workspace:
        try:
            path = write_settings(Path(source), workspace.snapshot)
        except SettingsExistError as error:
            raise NoSourceError(str(error)) from None
        except OSError as error:
            raise NoSourceError(f"The settings cannot be written: {system_reason(error)}") from None
    click.echo(f"{path} was written.", err=True)


@frieze.command(short_help="Show what changed between two revisions of SOURCE.")
@SOURCE
@click.argument("base", metavar="A")
@click.argument("target", metavar="[B]", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON: the answer of compare_revisions, its pages joined.")
@source_options_without_revision
def diff(source: str, base: str, target: str | None, as_json: bool, options: SourceOptions) -> None:
    """Show what changed in meaning from revision A to revision B of SOURCE: objects, links and diagnostics.

    Without B, up to the files as they are, which `worktree` names too. A revision is a branch, a tag, a commit or a
    date; source:NAME is another source, which --beside names.
    """
    from compiler.workspace.interface import WORKTREE
    from queries.revisions.opening import OTHER
    from server.commands.diff import compare, text

    revision = None if target in (None, WORKTREE) or target.startswith(OTHER) else target
    with opened(source, options._replace(revision=revision)) as workspace:
        answer = compare(workspace, base, target)
    if "error" in answer:
        raise NoSourceError(answer["error"])
    show(json_bytes(answer) if as_json else text(answer).encode(errors="backslashreplace"))


@frieze.command(short_help="Show what an edit of SOURCE would change.")
@SOURCE
@click.option(
    "--json",
    "file",
    type=click.File("rb"),
    required=True,
    help='The arguments of propose_change, such as {"edits": […]}; - reads them from standard input.',
)
@click.option("--patch", "as_patch", is_flag=True, help="Print the patch, for git apply, and nothing else.")
@source_options
@click.pass_context
def propose(context: click.Context, source: str, file: BinaryIO, as_patch: bool, options: SourceOptions) -> None:
    """Show what an edit of SOURCE would change, break and resolve. Nothing is written.

    The exit status is 1 if the edit cannot be made, or would cause an error.
    """
    from queries.errors import QueryError
    from server.commands import propose as command

    arguments = command.arguments_of(file.read())
    with opened(source, options) as workspace:
        try:
            shown, status = (command.patch if as_patch else command.answer)(workspace, arguments)
        except QueryError as error:
            click.echo(f"Error: {error.error}", err=True)
            context.exit(1)
    show(shown.removesuffix(b"\n"))
    context.exit(status)


@frieze.command(short_help="Ask SOURCE by one SELECT, or show its relations.")
@SOURCE
@click.argument("statement", metavar="[SQL|-]", required=False)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="How to show the rows.",
)
@click.option(
    "--base", metavar="REV", help="A revision, worktree or source:NAME: its relations are base.task and so on."
)
@click.option("--limit", type=click.IntRange(min=0), help="The most rows to show.")
@source_options
def sql(
    source: str, statement: str | None, options: SourceOptions, format_name: str, base: str | None, limit: int | None
) -> None:
    """Run one SELECT over the relations of SOURCE and show its rows; with - the SQL is read from standard input.

    Without SQL, the relations are shown: their columns, the values of these, and the number of rows. What can be asked
    is what query_facts answers, within the same bounds; an error makes the exit status 1.
    """
    from queries.errors import QueryError
    from server.commands.sql import FORMATS, problem, run, schema_text

    with opened(source, options) as workspace:
        if statement is None:
            show(schema_text(workspace))
            return
        try:
            result = run(workspace, sys.stdin.read() if statement == "-" else statement, base, limit)
        except QueryError as error:
            raise click.ClickException(problem(error)) from None
    show(FORMATS[format_name](result).encode(errors="backslashreplace"))
    if len(result.rows) < result.total:
        click.echo(f"{len(result.rows):,} of {result.total:,} rows", err=True)


@frieze.command(short_help="Read a resource of SOURCE, or list its resources.")
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


@frieze.command(short_help="Show the tasks of SOURCE that are ready, next or blocked.")
@click.argument("which", type=click.Choice(["ready", "next", "blocked"]))
@click.argument("source", type=click.Path(), default=".")
@click.argument("id", required=False)
@click.option("--priority", metavar="NAME", help="Only tasks of this priority: urgent, high, normal, low.")
@click.option("--all-tags", is_flag=True, help="Also tasks of the Task Master tags that are not current.")
@click.option("--limit", type=click.IntRange(min=0), help="The most tasks to show; by default, all.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How to show the tasks.",
)
@source_options
def tasks(which: str, source: str, id: str | None, format_name: str, options: SourceOptions, **chosen: Any) -> None:
    """Show the tasks that are ready, the next one, or those that are blocked and by what, in the order in which to do
    them: priority, then due date. `blocked SOURCE ID` shows what holds up one task.

    JSON is the answer of task_ready, task_next or task_blocked, its pages joined.
    """
    from queries.errors import QueryError
    from server.commands.sql import problem
    from server.commands.tasks import TaskOptions, asked, left_out, misuse, text

    asked_for = TaskOptions(id=id, **chosen)
    if wrong := misuse(which, asked_for):
        raise click.UsageError(wrong)
    with opened(source, options) as workspace:
        try:
            answer = asked(workspace, which, asked_for)
        except QueryError as error:
            raise click.ClickException(problem(error)) from None
    show(json_bytes(answer) if format_name == "json" else text(answer).encode(errors="backslashreplace"))
    if note := left_out(answer, asked_for.limit):
        click.echo(note, err=True)


@frieze.command(short_help="List the questions and their arguments.")
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
    from server.commands.listing import listing, schemas

    if source is None:
        listed = [tool for tool in queries.TOOLS.values() if toolsets is None or tool.pack in {"core", *toolsets}]
    else:
        with opened(source, options) as workspace:
            listed = queries.tools_for(workspace.snapshot, toolsets)
    show(json_bytes(schemas(listed, is_long=is_long)) if as_json else listing(listed, is_long=is_long))


@frieze.command(short_help="Serve SOURCE over MCP.")
@SOURCE
@serving_options
@source_options
def serve(source: str, options: SourceOptions, serving: ServingOptions) -> None:
    """Serve SOURCE to an MCP client over standard input and output, or with --http to many: the same as
    `server SOURCE`."""
    from server.__main__ import serve as serve_source

    serve_source(source, options, serving)


@frieze.command(short_help="Print what an MCP client needs to start the server on SOURCE.")
@click.argument("client", type=click.Choice(["claude", "claude-desktop", "cursor", "vscode", "codex"]))
@click.argument("source", type=click.Path(path_type=Path), default=".")
def config(client: str, source: Path) -> None:
    """Print the snippet that makes CLIENT start the server on SOURCE, by default the current directory.

    Only printed: standard error says which file it goes into.
    """
    from server.commands.client_config import snippet_for

    snippet, destination = snippet_for(client, source)
    show(snippet)
    click.echo(destination, err=True)
    if b"${" in snippet:
        click.echo("A path in it contains '${', which many clients take for a variable.", err=True)


@frieze.command(short_help="Write the snapshot of SOURCE into a file that is served with the source gone.")
@SOURCE
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.frieze",
    required=True,
    help="The file to write; a .frieze file that is there is replaced, any other is not.",
)
@source_options
@click.option(
    "--sign",
    "key",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign the file with the private key of Ed25519 in the file KEY.",
)
def freeze(source: str, options: SourceOptions, output: Path, key: Path | None) -> None:
    """Write the snapshot of SOURCE, with the text of its files, into one .frieze file.

    Wherever a SOURCE is taken, that file is one, and gives the same answers. It may not be written inside SOURCE.
    """
    from server.commands.freeze import refuse, write

    refuse(output, source)
    with opened(source, options) as workspace:
        size = write(workspace.snapshot, output, key)
    click.echo(f"{size:,} bytes written to {output}", err=True)


for command in COMMANDS:
    frieze.add_command(command)

if __name__ == "__main__":
    main()
