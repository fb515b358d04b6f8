"""Small sources of pages."""

from collections.abc import Mapping
from pathlib import Path

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source


def compiled(folder: Path, files: Mapping[str, str | bytes]) -> Snapshot:
    """Compile a source of these files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return compile_source(folder)
