"""`frieze`: the queries on the command line, for people and CI.

Standard output carries the answer; everything else goes to standard error. Exit status: 0; 1 when the answer is an
error or a check fails; 2 when the command line or the source cannot be used.
"""

import gc
import os
import signal
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from compiler import VERSION
from queries.tools.render import visible
from server.commands import for_agents, for_people, for_projects
from server.commands.command_list import CommandList
from server.commands.export import export
from server.commands.opened_source import opened
from server.commands.output import show
from server.completion.shells import SHELLS, VARIABLE, register, script
from server.explore_command import explore
from server.options.check import check_options
from server.options.serving import ServingOptions, serving_options
from server.options.source import SOURCES, SourceOptions, folder_options, source_options


def main() -> None:
    """Run `frieze`, the console script. Ctrl-C and a closed pipe end it at once and without a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    gc.disable()  # a command ends before collecting garbage would pay
    if VARIABLE in os.environ:
        register()
    frieze(prog_name="frieze")


def print_version(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    """Print the version and exit; with `--long`, which click has read before, also what else answers depend on."""
    if not is_asked or context.resilient_parsing:
        return
    click.echo(f"frieze, version {VERSION}")
    if context.params.get("is_long"):
        import platform
        import sqlite3

        from compiler.languages.diagrams.syntax.shared.newer_forms import FOLLOWED

        click.echo(f"Mermaid {FOLLOWED}, which the grammars of diagrams follow")
        click.echo(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    context.exit(0)


@click.group(cls=CommandList, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, callback=print_version, help="Show the version and exit.")
@click.option("--long", "is_long", is_flag=True, is_eager=True, help="With --version: what it depends on, too.")
@click.pass_context
def frieze(context: click.Context, is_long: bool) -> None:  # noqa: ARG001
    """Frieze compiles design sources into a snapshot of facts and answers structural questions about them.

    SOURCE is a file, a directory, or a snapshot in a .frieze file. Without a command, in a project: what is in it.
    """
    if context.invoked_subcommand is None:
        from server.commands.overview import overview_lines
        from server.options.own_project import own_project

        if own_project(Path.cwd()) is None:
            click.echo(context.get_help())
            return
        with opened(".", SourceOptions()) as workspace:
            lines = overview_lines(workspace)
        show("\n".join(map(visible, lines)).encode(errors="backslashreplace"))


@click.command(short_help="Show what is wrong with SOURCE.")
@click.argument("source", type=click.Path(), default=".")
@check_options
@source_options
@click.pass_context
def check(
    context: click.Context,
    /,
    source: str,
    options: SourceOptions,
    format_name: str,
    statistics: bool,
    explain_detection: bool,
    unread: bool,
    is_whole: bool,
    **chosen: Any,
) -> None:
    """Show the diagnostics of SOURCE, by default the current directory: for people, as JSON, as SARIF 2.1.0, as GitHub
    workflow commands, or as GitLab's code quality report.

    [check] in frieze.toml may set select, ignore, fail-on and baseline; an option takes the place of its setting.
    """
    from server.commands.check import CheckOptions, checked, format_of, refuse_unwatched

    if explain_detection:
        from server.commands.detection import detection

        with opened(source, options) as workspace:
            show(detection(workspace.snapshot).encode(errors="backslashreplace"))
        context.exit(0)
    if unread:
        from server.commands.unread import unread_places

        with opened(source, options) as workspace:
            show(unread_places(workspace.snapshot).encode(errors="backslashreplace"))
        context.exit(0)
    render = format_of(format_name, statistics=statistics, is_whole=is_whole)
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


@click.command(short_help="Serve SOURCE over MCP.")
@SOURCES
@serving_options
@source_options
def serve(source: str | None, options: SourceOptions, serving: ServingOptions) -> None:
    """Serve SOURCE to an MCP client over standard input and output, or with --http to many: the same as
    `server SOURCE`. Several sources are served as one; without SOURCE, the project around the current directory."""
    from server.__main__ import serve as serve_source

    serve_source(source, options, serving)


@click.command(short_help="Serve an editor as its language server.")
@folder_options
def lsp(options: SourceOptions) -> None:
    """Serve an editor over standard input and output: findings as one types, and where each id is stated and cited.

    The folders are those that the editor opens. Needs the extra frieze[lsp].
    """
    if find_spec("pygls") is None:
        raise click.ClickException("The language server needs an extra: pip install 'frieze[lsp]'")
    from server.lsp.requests import serve as serve_editor
    from server.served_source import opened_to_edit

    serve_editor(partial(opened_to_edit, options))


CLIENTS = ("claude", "claude-desktop", "cursor", "vscode", "codex", "gemini", "copilot", "opencode", "windsurf", "zed")


@click.command(short_help="Print or write what an MCP client needs to start the server.")
@click.argument("client", type=click.Choice(CLIENTS), required=False)
@click.argument("source", type=click.Path(path_type=Path), required=False)
@click.option("--write", "is_written", is_flag=True, help="Put the entry into your own file of CLIENT.")
@click.option("--remove", "is_removed", is_flag=True, help="Take the entry out of your own file of CLIENT.")
@click.option(
    "--all", "is_for_all", is_flag=True, help="With --write or --remove: each client that is on this machine."
)
def config(client: str | None, source: Path | None, is_written: bool, is_removed: bool, is_for_all: bool) -> None:
    """Print the snippet that makes CLIENT start the server on SOURCE, by default the current directory.

    Standard error says which file it goes into. With --write the entry is put into your own file of CLIENT, and without
    SOURCE it serves whatever project CLIENT is opened in. The difference is shown first, and a copy stays beside it.
    """
    from server.commands.client_config import snippet_for
    from server.commands.client_files import changed_clients

    if (client is None) is not is_for_all or (is_written and is_removed):
        raise click.UsageError("Name a CLIENT, or --all with either --write or --remove.")
    if is_written or is_removed:
        for line in changed_clients(client, source, is_removed=is_removed):
            show(visible(line).encode(errors="backslashreplace"))
        return
    if client is None:
        raise click.UsageError("--all goes with --write or --remove.")
    snippet, destination = snippet_for(client, source or Path())
    show(snippet)
    click.echo(destination, err=True)
    if b"${" in snippet:
        click.echo("A path in it contains '${', which many clients take for a variable.", err=True)


@click.command(short_help="Print what makes a shell complete frieze.")
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that makes SHELL complete commands, options, tools and their arguments, ids, kinds and codes.

    For bash: source <(frieze completion bash). Ids are those of the last snapshot of SOURCE: nothing is compiled.
    """
    click.echo(script(frieze, shell), nl=False)


OWN = (check, serve, lsp, explore, export, config, completion)
for command in (*for_people.COMMANDS, *for_agents.COMMANDS, *for_projects.COMMANDS, *OWN):
    frieze.add_command(command)

if __name__ == "__main__":
    main()
