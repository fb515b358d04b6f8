"""The source that a path names, before anything is discovered in it. This needs no language."""

import os
from pathlib import Path

from compiler.disk.folder_tree import FolderTree
from compiler.model.reasons import system_reason
from compiler.model.source import Source, SourceError
from compiler.store.parquet.manifest import has_manifest


def open_source(path: str | os.PathLike[str], exclude: tuple[str, ...] = ()) -> Source:
    """Return the source at a path, nothing read yet, of which the patterns in `exclude` leave out files. Raises
    SourceError if there is neither a file nor a directory, or if it is an export of relations.

    An empty path is refused: it usually comes from a variable that is not set, and does not mean the current directory.
    """
    if not os.fspath(path):
        raise SourceError("The path of the source is empty: give a file or a directory, such as '.'")
    try:
        real = Path(path).resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError):
        raise SourceError(f"No such file or directory: '{path}'") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceError(f"Cannot open '{path}': {system_reason(error)}") from None
    # Answers cannot hold a name that is not UTF-8. They do not need the name of a folder, but that of a file.
    name = real.name.encode(errors="replace").decode()
    if real.is_dir():
        if has_manifest(real):
            raise SourceError(
                f"'{path}' has relations as Parquet files, which Frieze writes and does not read: DuckDB, Polars and "
                "others ask them (docs/parquet.md). Name the source that they are of."
            )
        return Source(real, name, FolderTree(real, lists_once=True), exclude=exclude)
    if not real.is_file():
        raise SourceError(f"'{path}' is neither a file nor a directory")
    if name != real.name:
        raise SourceError(f"The name of '{name}' is not UTF-8, and no answer could name the file: give it another.")
    return Source(real.parent, name, FolderTree(real.parent, lists_once=True), entry=name)
