"""`frieze freeze`: the snapshot of a source in one file."""

from pathlib import Path

import click

from compiler import SourceError
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.frozen.identity import SUFFIX
from compiler.store.snapshot import Snapshot
from server.commands.dump import refuse_inside
from server.commands.opened_source import NoSourceError


def write(snapshot: Snapshot, output: Path, key: Path | None) -> int:
    """Write a snapshot into a file, signed if there is a `key`, and return the size in bytes. Raises
    click.ClickException."""
    try:
        write_frozen(snapshot, output, key=key)
    except SourceError as error:
        raise NoSourceError(str(error)) from None
    return output.stat().st_size


def refuse(output: Path, source: str) -> None:
    """Raise click.UsageError unless a snapshot may be written to a path."""
    if output.suffix != SUFFIX:
        raise click.UsageError(f"'{output}' must end in {SUFFIX}: so it is known as a snapshot.")
    refuse_inside(output, source)
