"""The manifest of a folder of Parquet files: whose relations they are, and which files are whole."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import orjson

from compiler.disk.regular_file import read_regular
from compiler.model.reasons import system_reason
from compiler.model.source import SourceError

MANIFEST = "frieze-relations.json"
FORMAT = 1
MAX_MANIFEST_BYTES = 64 << 20
AGAIN = "Export the source again: `frieze export SOURCE --parquet DIR`."


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
        content = {"format": FORMAT, **self._asdict(), "files": [one._asdict() for one in self.files]}
        return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def has_manifest(folder: Path) -> bool:
    """Return whether a folder is one of Parquet files that Frieze wrote."""
    return (folder / MANIFEST).is_file()


def is_parquet_folder(path: str) -> bool:
    """Return whether the path of a source is that of such a folder."""
    return "\0" not in path and has_manifest(Path(path))


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a folder. Raises SourceError if there is none that this Frieze can read."""
    try:
        content = orjson.loads(read_regular(folder / MANIFEST, MAX_MANIFEST_BYTES))
    except OSError as error:
        raise SourceError(f"Cannot read '{folder / MANIFEST}': {system_reason(error)}. {AGAIN}") from None
    except ValueError:
        raise damaged(folder, f"{MANIFEST} is no JSON") from None
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise SourceError(f"'{folder}' was written by another version of Frieze. {AGAIN}")
    try:
        return _manifest(content)
    except (TypeError, ValueError, KeyError, AttributeError):
        raise damaged(folder, f"{MANIFEST} is not what was written") from None


def damaged(folder: Path, why: str) -> SourceError:
    """Return the error of a folder whose files are not what was written."""
    return SourceError(f"'{folder}' is damaged: {why}. {AGAIN}")


def _manifest(content: dict[str, Any]) -> Manifest:
    """Raises TypeError, ValueError, KeyError or AttributeError if something is missing or of another kind."""
    found = Manifest(**{**content, "files": [RelationFile(**one) for one in content["files"]]})
    names = [*found.columns, *(name for types in found.columns.values() for name in types)]
    if not all(name.isidentifier() for name in names):
        raise ValueError(names)
    for one in found.files:
        parts = PurePosixPath(one.path).parts
        if one.relation not in found.columns or parts[0] != one.relation or ".." in parts:
            raise ValueError(one.path)
        if type(one.rows) is not int or type(one.bytes) is not int:
            raise TypeError(one.path)
    return found
