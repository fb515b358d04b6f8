"""What the system refuses a command, said in a sentence: the exit status is 2, as for all that cannot be used."""

import contextlib
import os
import sys
from typing import Any

import click

from compiler.model.reasons import system_reason
from queries.tools.render import visible

_LOOP = "Symlink loop"  # pathlib raises a RuntimeError for it before Python 3.13


class SaysSystemErrors(click.Command):
    """A command that ends with a sentence where the system refuses something that no command looks at by itself: a path
    is a loop of links, the working directory is gone, no more files can be opened, standard output is full."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command (`click.Command.main`)."""
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            _end(f"{_place(error.filename)}{system_reason(error)}")
        except RuntimeError as error:
            if not str(error).startswith(_LOOP):
                raise
            _end("A path leads through a loop of symbolic links")
        except UnicodeEncodeError as error:
            if "surrogates" not in error.reason:
                raise
            _end("An argument has bytes that are no text")


def _place(filename: object) -> str:
    return f"{visible(os.fsdecode(filename))}: " if isinstance(filename, str | bytes) else ""


def _end(message: str) -> None:
    with contextlib.suppress(OSError):
        click.echo(f"Error: {message}", err=True)
    with contextlib.suppress(
        OSError, AttributeError, ValueError
    ):  # at exit the rest of a full output must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(2)
