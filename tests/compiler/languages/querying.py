"""Small sources, given as files, compiled and asked through the relations."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source

Rows = list[tuple[Any, ...]]


def snapshot_of(files: Mapping[str, str]) -> Snapshot:
    """The snapshot of a folder with these files."""
    with TemporaryDirectory() as folder:
        for path, text in files.items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return compile_source(folder)


def ask(files: Mapping[str, str], sql: str, *parameters: Any) -> Rows:
    """The rows of a SELECT over these files."""
    return snapshot_of(files).rows(sql, parameters)
