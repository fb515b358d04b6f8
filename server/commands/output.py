"""Standard output of the commands: the whole answer, or an error and exit status 2."""

import os
import sys

import click

from compiler.model.reasons import system_reason


class NoOutputError(click.ClickException):
    """The answer could not be written."""

    exit_code = 2


def show(answer: bytes | str) -> None:
    """Print an answer as a line. Raises NoOutputError if it cannot be written: the disk is full, the output closed."""
    if sys.stdout is None:
        raise NoOutputError("Cannot write the answer: standard output is closed")
    try:
        click.echo(answer)
    except OSError as error:
        # At exit the interpreter flushes the rest of the buffer. It must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise NoOutputError(f"Cannot write the answer: {system_reason(error)}") from None
