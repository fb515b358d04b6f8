"""The manifest of a folder of Parquet files: whose relations they are, and what each file holds."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import orjson

MANIFEST = "frieze-relations.json"
FORMAT = 1


class RelationFile(NamedTuple):
    """A Parquet file: its path below the folder with slashes, its relation, the kind of its rows (None where the
    relation has no kinds, or these rows have none), its rows, its size in bytes and its checksum."""

    path: str
    relation: str
    kind: str | None
    rows: int
    bytes: int
    sha256: str


class Manifest(NamedTuple):
    """What a folder holds. `columns` has the type of each column by relation."""

    source: str
    snapshot: str
    as_of: str | None
    compiler_version: str
    columns: Mapping[str, Mapping[str, str]]
    files: Sequence[RelationFile]

    def json(self) -> bytes:
        """Return the manifest as the text of its file."""
        content = {"format": FORMAT, **self._asdict(), "files": [file._asdict() for file in self.files]}
        return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def has_manifest(folder: Path) -> bool:
    """Return whether a folder is one of Parquet files that Frieze wrote."""
    return (folder / MANIFEST).is_file()
