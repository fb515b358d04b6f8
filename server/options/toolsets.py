"""The option `--toolsets`, wherever tools are served or listed."""

import click


def _chosen(_: click.Context, __: click.Parameter, written: str | None) -> frozenset[str] | None:
    from queries.packs import UnknownPack, toolsets_of  # not before a command needs them

    try:
        return None if written is None else toolsets_of(written)
    except UnknownPack as unknown:
        raise click.BadParameter(str(unknown)) from None


TOOLSETS = click.option(
    "--toolsets",
    callback=_chosen,
    metavar="PACK,PACK",
    help="Only the tools of these packs, and always the core. Without it, all that apply to SOURCE.",
)
