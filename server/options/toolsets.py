"""The option `--toolsets`, of the commands that serve or list tools."""

import click


def _parse_packs(_: click.Context, __: click.Parameter, names: str | None) -> frozenset[str] | None:
    from queries.packs import UnknownPack, toolsets_of  # imported only if a command needs it

    try:
        return None if names is None else toolsets_of(names)
    except UnknownPack as unknown:
        raise click.BadParameter(str(unknown)) from None


TOOLSETS = click.option(
    "--toolsets",
    callback=_parse_packs,
    metavar="PACK,PACK",
    help="Only the tools of these packs, and always the core. Without it, all that apply to SOURCE.",
)
