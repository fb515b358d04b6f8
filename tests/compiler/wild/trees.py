"""Trees as text, written and compiled; and traps: a question about the tree with the only right answer."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

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


def caught(snapshot: Snapshot, traps: Sequence[Trap]) -> dict[str, tuple[Rows, Rows]]:
    """The rows found and expected of each trap that catches Frieze, by its name."""
    assert len({trap.name for trap in traps}) == len(traps) >= 20
    found = {trap.name: ([tuple(row) for row in snapshot.rows(trap.sql)], trap.expected) for trap in traps}
    return {name: (rows, expected) for name, (rows, expected) in found.items() if rows != expected}
