"""`frieze`: the queries on the command line, for people and CI.

Standard output carries the answer and nothing else; everything else goes to standard error. Exit status: 0, 1 when the
answer is an error or a check fails, 2 when the command line or the source cannot be used.
"""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler import VERSION, SourceError
from server.commands.output import show
from server.options.http import http_options
from server.options.source import Compiling, compiling_options, means_options
from server.options.toolsets import TOOLSETS
from server.protocol.json_bytes import json_bytes

if TYPE_CHECKING:
    from compiler.model.diagnostics import Severity
    from compiler.workspace.interface import Workspace
    from server.options.http import HttpOptions

SOURCE = click.argument("source", type=click.Path())


def main() -> None:
    """The console script. Ctrl-C and a closed pipe end it as they end any Unix command: at once and without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    gc.disable()  # a command ends before there is anything worth collecting
    frieze(prog_name="frieze")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="frieze")
def frieze() -> None:
    """Frieze compiles design sources into a snapshot of facts and answers structural questions about them.

    SOURCE is a file, a directory, or a snapshot in a .frieze file.
    """


class NoSourceError(click.ClickException):
    """There is nothing to compile."""

    exit_code = 2


@frieze.command(
    context_settings={"allow_interspersed_args": False},
    options_metavar="[--revision REV] [--as-of DATE] [--beside NAME=PATH] [--no-cache] [--jobs N]",
    short_help="Answer one question about SOURCE as JSON.",
)
@SOURCE
@compiling_options
@click.argument("tool")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[--ARG VALUE]... [--json OBJECT] [--pretty]")
@click.pass_context
def query(context: click.Context, source: str, compiling: Compiling, tool: str, arguments: tuple[str, ...]) -> None:
    """Answer one question about SOURCE as JSON: exactly the bytes that an MCP client gets.

    `frieze tools` lists the questions; `frieze query SOURCE TOOL --help` the arguments of one. The options of SOURCE
    may stand before it or anywhere behind it; one that TOOL has too is that of TOOL when it stands behind TOOL.
    """
    import queries
    from server.commands.arguments import question

    if tool in context.help_option_names:
        click.echo(context.get_help())
        context.exit()
    asked = question(context, (tool, *arguments))
    with opened(source, compiling.changed(**asked.of_source)) as workspace:
        answer = queries.answer(workspace, asked.tool, asked.arguments)
    show(json_bytes(answer, pretty=asked.pretty))
    context.exit(int(queries.is_error(answer)))


@frieze.command(short_help="Answer every question that needs no argument.")
@SOURCE
@compiling_options
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write one file an answer."
)
def dump(source: str, compiling: Compiling, output: Path | None) -> None:
    """Answer every question about SOURCE that needs no argument, as one JSON object, or one file each in DIR.

    Long lists go on in `NAME.2`, `NAME.3` and so on. DIR is made when it is not there; it may not be inside SOURCE.
    """
    from server.commands.dump import answers, refuse_inside, write_files

    if output is not None:
        refuse_inside(output, source)
    with opened(source, compiling) as workspace:
        answered = answers(workspace.snapshot)
    if output is None:
        show(json_bytes(answered))
    else:
        write_files(answered, output)


@frieze.command(short_help="Show what is wrong with SOURCE.")
@SOURCE
@compiling_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How to show it.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="The least severe finding that makes the exit status 1.",
)
@click.pass_context
def check(context: click.Context, source: str, compiling: Compiling, form: str, fail_on: "Severity") -> None:
    """Show every diagnostic of SOURCE: for people, as JSON, as SARIF 2.1.0, or as GitHub workflow commands."""
    from server.reports import FORMATS, report

    with opened(source, compiling) as workspace:
        found = report(workspace.snapshot, source)
        rendered = FORMATS[form](found)
    if rendered:
        show(rendered.encode(errors="backslashreplace"))
    context.exit(int(found.fails(fail_on)))


@frieze.command(short_help="Show what changed between two revisions of SOURCE.")
@SOURCE
@click.argument("base", metavar="A")
@click.argument("target", metavar="[B]", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON: the answer of compare_revisions, its pages joined.")
@means_options
def diff(source: str, base: str, target: str | None, as_json: bool, compiling: Compiling) -> None:
    """Show what changed in meaning from revision A to revision B of SOURCE: objects, links and diagnostics.

    Without B, up to the files as they are. A revision is a branch, a tag, a commit or a date; source:NAME is another
    source, which --beside names.
    """
    from queries.revisions.opening import OTHER
    from server.commands.diff import difference, text

    revision = None if target is None or target.startswith(OTHER) else target
    with opened(source, compiling._replace(revision=revision)) as workspace:
        compared = difference(workspace, base, target)
    if "error" in compared:
        raise NoSourceError(compared["error"])
    show(json_bytes(compared) if as_json else text(compared).encode(errors="backslashreplace"))


@frieze.command(short_help="List the questions and their arguments.")
@click.argument("source", type=click.Path(), required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the schemas, as MCP clients see them.")
@TOOLSETS
@compiling_options
def tools(source: str | None, compiling: Compiling, as_json: bool, toolsets: frozenset[str] | None) -> None:
    """List all questions with their arguments; with SOURCE, those that are served for it."""
    import queries
    from server.commands.listing import listing, schemas

    if source is None:
        listed = [one for one in queries.TOOLS.values() if toolsets is None or one.pack in {"core", *toolsets}]
    else:
        with opened(source, compiling) as workspace:
            listed = queries.tools_for(workspace.snapshot, toolsets)
    show(json_bytes(schemas(listed)) if as_json else listing(listed))


@frieze.command(short_help="Serve SOURCE over MCP.")
@SOURCE
@TOOLSETS
@http_options
@compiling_options
def serve(source: str, compiling: Compiling, toolsets: frozenset[str] | None, http: "HttpOptions | None") -> None:
    """Serve SOURCE to an MCP client over standard input and output, or with --http to many: the same as
    `server SOURCE`."""
    from server.__main__ import serve as serve_source

    serve_source(source, toolsets, http, compiling)


@frieze.command(short_help="Print what an MCP client needs to start the server on SOURCE.")
@click.argument("client", type=click.Choice(["claude", "claude-desktop", "cursor", "vscode", "codex"]))
@click.argument("source", type=click.Path(path_type=Path), default=".")
def config(client: str, source: Path) -> None:
    """Print the snippet that makes CLIENT start the server on SOURCE, by default the current directory.

    Only printed: standard error says which file it goes into.
    """
    from server.commands.client_config import CLIENTS, start_of

    if not source.exists():
        raise NoSourceError(f"No such file or directory: '{source}'")
    try:
        start, told = start_of(source), CLIENTS[client]
        snippet = told.snippet(start).encode()
    except FileNotFoundError:  # the current directory was removed
        raise NoSourceError(f"No such file or directory: '{source}'") from None
    except UnicodeEncodeError:
        raise NoSourceError("The path is not Unicode, so no configuration file can name it") from None
    show(snippet)
    click.echo(told.destination(start), err=True)
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
@compiling_options
def freeze(source: str, compiling: Compiling, output: Path) -> None:
    """Write the snapshot of SOURCE, with the text of its files, into one .frieze file.

    Wherever a SOURCE is taken, that file is one, and gives the same answers. It may not be written inside SOURCE.
    """
    from compiler.store.frozen_file import SUFFIX, write_frozen
    from server.commands.dump import refuse_inside

    if output.suffix != SUFFIX:
        raise click.UsageError(f"'{output}' must end in {SUFFIX}: so it is known as a snapshot.")
    refuse_inside(output, source)
    with opened(source, compiling) as workspace:
        try:
            write_frozen(workspace.snapshot, output)
        except SourceError as error:
            raise NoSourceError(str(error)) from None
    click.echo(f"{output.stat().st_size:,} bytes written to {output}", err=True)


@contextmanager
def opened(source: str, compiling: Compiling) -> Iterator["Workspace"]:
    """With the workspace of a source, closed at the end. A source that is not there ends the command with status 2."""
    try:
        workspace = compiling.open(source)
    except SourceError as error:
        raise NoSourceError(str(error)) from None
    with workspace:
        yield workspace


if __name__ == "__main__":
    main()
