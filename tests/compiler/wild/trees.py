"""Trees as text, written and compiled; and traps: a question about the tree with the only right answer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source

Rows = list[tuple[Any, ...]]
Finding = tuple[str, str | None, int | None]


class Trap(NamedTuple):
    """What looks like something that it is not (`name`), a SELECT, and the rows that it gives if the trap fails."""

    name: str
    sql: str
    expected: Rows


def compile_tree(folder: Path, files: Mapping[str, str | bytes], links: Mapping[str, str] | None = None) -> Snapshot:
    """Write files and symbolic links (path to target) below a folder, and compile it. Text is written as UTF-8."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    for path, target_path in (links or {}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).symlink_to(target_path)
    return compile_source(folder)


def findings(snapshot: Snapshot) -> list[Finding]:
    """Code, file and line of each diagnostic, sorted."""
    return snapshot.rows("SELECT code, file, line FROM diagnostic ORDER BY file, line, code")


def each(traps: list[Trap]) -> list[Any]:
    """Parameters of a test, one for each trap."""
    assert len({one.name for one in traps}) == len(traps) >= 20
    return [pytest.param(one, id=one.name.replace(" ", "-")) for one in traps]


def answer(snapshot: Snapshot, trap: Trap) -> Rows:
    """The rows of a trap's question."""
    return [tuple(row) for row in snapshot.rows(trap.sql)]
