"""The commands for the sources themselves: `frieze diff`, `propose`, `verify`, `freeze`, `build`, `init`, `explain`."""

from pathlib import Path
from typing import Any, BinaryIO

import click

from compiler.model.reasons import system_reason
from server.commands.build import LOCAL, BuildChoice, lines_of, parse_on, write_build
from server.commands.json_object import read_object
from server.commands.opened_source import NoSourceError, opened
from server.commands.output import show
from server.completion.values import codes
from server.options.source import SourceOptions, source_options, source_options_without_revision
from server.protocol.json_bytes import json_bytes

SOURCE = click.argument("source", type=click.Path())


@click.command(short_help="Show what changed between two revisions of SOURCE.")
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


@click.command(short_help="Show what an edit of SOURCE would change.")
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
    from queries.errors.query_error import QueryError
    from server.commands import propose as command

    arguments = read_object(file, "--json", '{"edits": […]}')
    with opened(source, options) as workspace:
        try:
            shown, status = (command.patch if as_patch else command.answer)(workspace, arguments)
        except QueryError as error:
            click.echo(f"Error: {error.error}", err=True)
            context.exit(1)
    show(shown.removesuffix(b"\n"))
    context.exit(status)


@click.command(short_help="Show whether an answer about SOURCE still holds.")
@click.argument("file", metavar="ANSWER", type=click.File("rb"))
@SOURCE
@source_options
@click.pass_context
def verify(context: click.Context, file: BinaryIO, source: str, options: SourceOptions) -> None:
    """Ask the question of an answer again, and show each row that is another now, is gone or is new.

    ANSWER is a file with an answer that was asked for with a proof (`frieze query … --proof`); - reads it from standard
    input. The exit status is 1 if the answer does not hold, 2 if that cannot be said.
    """
    from server.commands.verify import report

    answer = read_object(file, "ANSWER", "the answer of a tool")
    with opened(source, options) as workspace:
        text, status = report(workspace, answer)
    show(text.encode(errors="backslashreplace"))
    context.exit(status)


@click.command(short_help="Write the snapshot of SOURCE into a file that is served with the source gone.")
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


@click.command(short_help="Build SOURCE of any size into a file, here or on a Dask cluster.")
@SOURCE
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.frieze",
    help="The file to write; a .frieze file that is there is replaced, any other is not.",
)
@click.option(
    "--each",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Of a workspace: write a file for each source into FOLDER, and a frieze.toml that lists them. A file there "
    "that is still that of its source stays.",
)
@click.option(
    "--on",
    default=LOCAL,
    show_default=True,
    callback=parse_on,
    metavar="local|dask=ADDRESS",
    help="Where the sources of a workspace are built: here, or by the workers of the Dask scheduler at ADDRESS.",
)
@click.option(
    "--workers-read",
    metavar="PLACE",
    help="Where workers read the folder of the workspace: a folder, or an address of fsspec. By default, where it is "
    "here.",
)
@click.option(
    "--max-files",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    help="How many files to read; of the others a finding tells.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(1),
    default=512 * 1024 * 1024,
    show_default=True,
    help="How many bytes of files to read; of the others a finding tells.",
)
@click.option(
    "--max-memory",
    type=click.IntRange(1),
    metavar="BYTES",
    help="End with an error when this process has more memory; by default, than 80 % of the machine or container has.",
)
@click.option(
    "--sign",
    "key",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign the file with the private key of Ed25519 in the file KEY.",
)
@source_options
def build(source: str, output: Path | None, options: SourceOptions, **chosen: Any) -> None:
    """Build the snapshot of SOURCE into one .frieze file, from nothing but files that were parsed before.

    The sources of a workspace are built one by one, and merged. With --each their files stay in a folder, which is a
    workspace too; without -o they are not merged.

    The file has the same bytes wherever the work was done. A build that is broken off goes on from the files that it
    has parsed, and with --each from the sources that it has built. --on dask= needs frieze[dask], here and on the
    workers.
    """
    counts = write_build(source, output, options, BuildChoice(**chosen))
    if counts:
        click.echo("\n".join(lines_of(counts)), err=True)
    if output:
        click.echo(f"{output.stat().st_size:,} bytes written to {output}", err=True)


@click.command(short_help="Write a commented frieze.toml for SOURCE.")
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


@click.command(short_help="Explain the code of a finding.")
@click.argument("code", shell_complete=codes)
def explain(code: str) -> None:
    """Print the page of a diagnostic code: what it says and why, an example that raises it, and one that does not."""
    from server.commands.explain import explanation

    show(explanation(code).encode(errors="backslashreplace"))


COMMANDS = (diff, propose, verify, freeze, build, init, explain)
