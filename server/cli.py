"""`frieze`: the queries on the command line, for people and CI.

Standard output carries the answer and nothing else; everything else goes to standard error. Exit status: 0, 1 when the
answer is an error or a check fails, 2 when the command line or the source cannot be used.
"""

import gc
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler import VERSION, SourceError, compile_source
from server.json_bytes import json_bytes

if TYPE_CHECKING:
    from compiler.diagnostics import Severity
    from compiler.snapshot import Snapshot

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

    SOURCE is a file or a directory.
    """


class NoSourceError(click.ClickException):
    """There is nothing to compile."""

    exit_code = 2


@frieze.command(
    context_settings={"allow_interspersed_args": False},
    options_metavar="",
    short_help="Answer one question about SOURCE as JSON.",
)
@SOURCE
@click.argument("tool")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[--ARG VALUE]... [--json OBJECT] [--pretty]")
@click.pass_context
def query(context: click.Context, source: str, tool: str, arguments: tuple[str, ...]) -> None:
    """Answer one question about SOURCE as JSON: exactly the bytes that an MCP client gets.

    `frieze tools` lists the questions; `frieze query SOURCE TOOL --help` the arguments of one.
    """
    import queries
    from server.arguments import question

    asked = question(context, tool, arguments)
    answer = queries.answer(compiled(source), asked.tool, asked.arguments)
    click.echo(json_bytes(answer, pretty=asked.pretty))
    context.exit(int(queries.is_error(answer)))


@frieze.command(short_help="Answer every question that needs no argument.")
@SOURCE
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write one file an answer."
)
def dump(source: str, output: Path | None) -> None:
    """Answer every question about SOURCE that needs no argument, as one JSON object, or one file each in DIR.

    Long lists go on in `NAME.2`, `NAME.3` and so on. DIR is made when it is not there; it may not be inside SOURCE.
    """
    from server.dump import answers, refuse_inside, write_files

    if output is not None:
        refuse_inside(output, source)
    answered = answers(compiled(source))
    if output is None:
        click.echo(json_bytes(answered))
    else:
        write_files(answered, output)


@frieze.command(short_help="Show what is wrong with SOURCE.")
@SOURCE
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
def check(context: click.Context, source: str, form: str, fail_on: "Severity") -> None:
    """Show every diagnostic of SOURCE: for people, as JSON, as SARIF 2.1.0, or as GitHub workflow commands."""
    from server.reports import FORMATS, report

    found = report(compiled(source), source)
    if rendered := FORMATS[form](found):
        click.echo(rendered.encode(errors="backslashreplace"))
    context.exit(int(found.fails(fail_on)))


@frieze.command(short_help="List the questions and their arguments.")
@click.argument("source", type=click.Path(), required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the schemas, as MCP clients see them.")
def tools(source: str | None, as_json: bool) -> None:
    """List all questions with their arguments; with SOURCE, those that are served for it."""
    import queries
    from server.listing import listing, schemas

    listed = list(queries.TOOLS.values()) if source is None else queries.tools_for(compiled(source))
    click.echo(json_bytes(schemas(listed)) if as_json else listing(listed))


@frieze.command(short_help="Serve SOURCE over MCP on standard input and output.")
@SOURCE
def serve(source: str) -> None:
    """Serve SOURCE to an MCP client over standard input and output: the same as `server SOURCE`."""
    from server.__main__ import serve as serve_source

    serve_source(source)


def compiled(source: str) -> "Snapshot":
    """The snapshot of a source. A source that is not there ends the command with status 2."""
    try:
        return compile_source(source, keep=True)
    except SourceError as error:
        raise NoSourceError(str(error)) from None


if __name__ == "__main__":
    main()
