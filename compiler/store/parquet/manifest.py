"""The manifest of a folder of Parquet files: whose relations they are, and which files are whole."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import orjson

from compiler.disk.regular_file import read_regular
from compiler.model.reasons import system_reason
from compiler.model.source import SourceError
from compiler.store.parquet.column_types import BOOLEAN, NUMBER, TEXT

MANIFEST = "frieze-relations.json"
FORMAT = 1
MAX_MANIFEST_BYTES = 64 << 20
MAX_RELATIONS, MAX_COLUMNS = 1_000, 1_000  # of a relation
MAX_TEXT = 10_000  # characters of a path, a kind, the name of the source
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
    """Raises TypeError, ValueError, KeyError or AttributeError if something is missing, or is not what is written."""
    found = Manifest(**{**content, "files": [RelationFile(**one) for one in content["files"]]})
    _check_texts(found.source, found.snapshot, found.compiler_version, *_given(found.as_of))
    if not 0 < len(found.columns) <= MAX_RELATIONS or max(map(len, found.columns.values())) > MAX_COLUMNS:
        raise ValueError(len(found.columns))
    names = [*found.columns, *(name for types in found.columns.values() for name in types)]
    types = {kind for types in found.columns.values() for kind in types.values()}
    if not all(name.isidentifier() for name in names) or not types <= {NUMBER, TEXT, BOOLEAN}:
        raise ValueError(names)
    for one in found.files:
        _check_file(one, found.columns)
    paths = {one.path for one in found.files}
    if len(paths) < len(found.files) or {one.relation for one in found.files} != found.columns.keys():
        raise ValueError(len(found.files))
    return found


def _check_file(one: RelationFile, columns: Mapping[str, Mapping[str, str]]) -> None:
    """Raises TypeError or ValueError if what is said of a file is not what is written."""
    _check_texts(one.path, one.relation, one.sha256, *_given(one.kind))
    parts = PurePosixPath(one.path).parts
    if len(parts) < 2 or "/".join(parts) != one.path or "\0" in one.path:
        raise ValueError(one.path)
    if one.relation not in columns or parts[0] != one.relation or ".." in parts:
        raise ValueError(one.path)
    if any(type(number) is not int or number < 0 for number in (one.rows, one.bytes)):
        raise TypeError(one.path)


def _check_texts(*texts: object) -> None:
    if not all(isinstance(one, str) and len(one) <= MAX_TEXT for one in texts):
        raise TypeError


def _given(text: object) -> list[object]:
    return [] if text is None else [text]
