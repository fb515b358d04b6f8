"""`frieze dump`: the answer of every tool that needs no argument."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import queries
from compiler.disk.regular_file import write_regular
from compiler.store.snapshot import Snapshot
from compiler.workspace.workspace_file import SEPARATOR, federation_of
from queries.tools.packs import packs_of
from queries.tools.tool import Tool
from server.commands.output import NoOutputError
from server.protocol.json_bytes import json_bytes

Answer = dict[str, Any]

REPOSITORY_TOOLS = {"list_revisions"}  # their answers change with any commit, though the source does not


def answers(snapshot: Snapshot) -> dict[str, Answer]:
    """Every answer by its name: that of the tool, and for further pages of a long list `TOOL.2`, `TOOL.3` and so on.

    Tools that look into the repository are left out.
    """
    return {
        name: page
        for pack in packs_of(snapshot)
        for tool in queries.TOOLS.pack(pack).values()
        if tool.name not in REPOSITORY_TOOLS and not any(parameter.required for parameter in tool.parameters)
        for name, page in _pages(snapshot, tool)
    }


def _pages(snapshot: Snapshot, tool: Tool) -> Iterator[tuple[str, Answer]]:
    """The pages of one tool's answer, each under its name."""
    answer = queries.answer(snapshot, tool.name, {})
    if queries.is_error(answer):
        # Such as a query that needs one of several arguments, or a world where the source has two.
        click.echo(f"{tool.name} left out: {answer['error']}", err=True)
        return
    yield tool.name, answer
    page = 1
    while "next_cursor" in answer:
        page += 1
        answer = queries.answer(snapshot, tool.name, {"cursor": answer["next_cursor"]})
        yield f"{tool.name}.{page}", answer


def refuse_inside(directory: Path, source: str) -> None:
    """Raise click.UsageError if a directory is the source, or one of several sources, or inside it: sources are never
    written to."""
    federation = federation_of(source)
    of_members = [member.path for member in federation.members] if federation else []
    for member in of_members if SEPARATOR in source else [source, *of_members]:
        root = Path(member).resolve()
        if root.is_dir() and directory.resolve().is_relative_to(root):
            raise click.UsageError(f"'{directory}' is inside the source '{member}', which is never written to.")


def write_files(answers: dict[str, Answer], directory: Path) -> None:
    """Write each answer into a file `NAME.json`, with the bytes that `frieze query` prints. Raises NoOutputError, also
    for a folder that is a link: it may lead to files that nobody meant."""
    if directory.is_symlink():
        raise NoOutputError(f"Cannot write '{directory}': it is a link")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, answer in answers.items():
            write_regular(directory / f"{name}.json", json_bytes(answer) + b"\n", follow=False)
    except OSError as error:
        raise NoOutputError(f"Cannot write '{directory}': {error.strerror}") from None
    click.echo(f"{len(answers)} files written to {directory}", err=True)
