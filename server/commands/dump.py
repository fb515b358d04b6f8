"""`frieze dump`: the answers to all questions that need no argument."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import queries
from compiler.store.snapshot import Snapshot
from queries.tool import Tool
from server.commands.output import NoOutputError
from server.protocol.json_bytes import json_bytes

Answer = dict[str, Any]

OF_THE_REPOSITORY = {"list_revisions"}  # what it answers is no matter of the source


def answers(snapshot: Snapshot) -> dict[str, Answer]:
    """Every answer by its name: the tool's, and for the further pages of a long list the tool's with a number.

    They are of the source alone: any commit or new branch would change those that look into its repository too.
    """
    return {
        name: page
        for tool in queries.tools_for(snapshot)
        if tool.name not in OF_THE_REPOSITORY and not any(parameter.required for parameter in tool.parameters)
        for name, page in _pages(snapshot, tool)
    }


def _pages(snapshot: Snapshot, tool: Tool) -> Iterator[tuple[str, Answer]]:
    """The pages of one answer, as the same number of calls gives them."""
    answer = queries.answer(snapshot, tool.name, {})
    if queries.is_error(answer):
        # A query may need one of several arguments, or say which world is meant.
        click.echo(f"{tool.name} left out: {answer['error']}", err=True)
        return
    yield tool.name, answer
    page = 1
    while "next_cursor" in answer:
        page += 1
        answer = queries.answer(snapshot, tool.name, {"cursor": answer["next_cursor"]})
        yield f"{tool.name}.{page}", answer


def refuse_inside(directory: Path, source: str) -> None:
    """Sources are never written to. Raises click.UsageError for a directory that is, or is inside, the source."""
    root = Path(source).resolve()
    if root.is_dir() and directory.resolve().is_relative_to(root):
        raise click.UsageError(f"'{directory}' is inside the source '{source}', which is never written to.")


def write_files(answered: dict[str, Answer], directory: Path) -> None:
    """One file an answer, `NAME.json`, with the bytes that `frieze query` prints."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, answer in answered.items():
            (directory / f"{name}.json").write_bytes(json_bytes(answer) + b"\n")
    except OSError as error:
        raise NoOutputError(f"Cannot write '{directory}': {error.strerror}") from None
    click.echo(f"{len(answered)} files written to {directory}", err=True)
