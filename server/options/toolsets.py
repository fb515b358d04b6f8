"""The options `--toolsets`, `--proposals` and `--output-schemas`: which tools are listed, with how much about each."""

import click

from server.completion.values import toolsets


def _parse_packs(_: click.Context, __: click.Parameter, names: str | None) -> frozenset[str] | None:
    from queries.tools.packs import UnknownPack, toolsets_of  # imported only if a command needs it

    try:
        return None if names is None else toolsets_of(names)
    except UnknownPack as unknown:
        raise click.BadParameter(str(unknown)) from None


TOOLSETS = click.option(
    "--toolsets",
    callback=_parse_packs,
    shell_complete=toolsets,
    metavar="PACK,PACK",
    help="List the tools of these packs beside the core, or all. Without it, a few for what SOURCE is written in.",
)
OUTPUT_SCHEMAS = click.option(
    "--output-schemas",
    is_flag=True,
    help="List the schema of each tool's answer too, and send answers as structured content beside the text.",
)
PROPOSALS = click.option(
    "--proposals",
    is_flag=True,
    help="List each operation too, as a tool of its own name. It answers what would change, and writes nothing.",
)
