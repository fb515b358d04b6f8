"""SOURCE of a command: opened as a workspace, or one error that says why it cannot be."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from compiler import SourceError
from server.options.source import SourceOptions

if TYPE_CHECKING:
    from compiler.workspace.interface import Workspace


class NoSourceError(click.ClickException):
    """SOURCE, or a revision of it, cannot be compiled. The message says why."""

    exit_code = 2


@contextmanager
def opened(source: str, options: SourceOptions) -> Iterator["Workspace"]:
    """Open the workspace of a source, and close it at the end. Raises NoSourceError if it cannot be compiled."""
    try:
        workspace = options.open(source)
    except SourceError as error:
        raise NoSourceError(str(error)) from None
    with workspace:
        try:
            yield workspace
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception:
            if not workspace.snapshot.is_foreign:
                raise
            raise NoSourceError(
                f"'{source}' is damaged, or Frieze did not write it. Freeze the source again."
            ) from None
