"""Small sources, given as files, compiled and asked through the relations."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source, shared
from tests.compiler.written import written

Rows = list[tuple[Any, ...]]


def snapshot_of(files: Mapping[str, str]) -> Snapshot:
    """The snapshot of a folder with these files."""
    with TemporaryDirectory() as folder:
        return compile_source(written(Path(folder), files))


def ask(files: Mapping[str, str], sql: str, *parameters: Any) -> Rows:
    """The rows of a SELECT over these files."""
    return _compiled_once(tuple(sorted(files.items()))).rows(sql, parameters)


@shared
def _compiled_once(files: tuple[tuple[str, str], ...]) -> Snapshot:
    return snapshot_of(dict(files))
