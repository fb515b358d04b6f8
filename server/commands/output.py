"""Standard output of the commands: the answer, whole, or a word on standard error and the status that says so."""

import os
import sys

import click


class NoOutputError(click.ClickException):
    """The answer could not be written."""

    exit_code = 2


def show(answer: bytes | str) -> None:
    """Prints an answer as a line. Raises NoOutputError where it cannot be written: a full disk, no standard output."""
    if sys.stdout is None:
        raise NoOutputError("Cannot write the answer: standard output is closed")
    try:
        click.echo(answer)
    except OSError as error:
        # What is left in the buffer would be written once more at the end, and fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise NoOutputError(f"Cannot write the answer: {error.strerror or error}") from None
