"""`frieze explore`: the explorer on this machine, in the browser."""

import click

from server.options.editor import EDITOR
from server.options.http import HttpOptions
from server.options.serving import TIMEOUT_SECONDS, ExplorerOptions, ServingOptions
from server.options.source import SourceOptions, source_options


@click.command(short_help="Look at SOURCE in the browser.")
@click.argument("source", type=click.Path(), default=".")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    show_default=True,
    help="The port of this machine to serve at; 0 is a free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser: the address is printed.")
@EDITOR
@source_options
def explore(source: str, port: int, no_browser: bool, editor: str | None, options: SourceOptions) -> None:
    """Serve pages about SOURCE, by default the current directory, to browsers of this machine, and open one.

    The pages follow the source as it changes. Nothing is written. Ctrl-C ends it. The questions of agents are answered
    at the same port, as `server --http` does.
    """
    from server.__main__ import serve

    shown = ExplorerOptions(editor, opens_browser=not no_browser)
    http = HttpOptions(str(port))
    serve(source, options, ServingOptions(http=http, timeout=TIMEOUT_SECONDS, follow=True, explorer=shown))
