"""A folder of Parquet files as a source: DuckDB answers `query_facts` from it, and nothing else is known of it."""

import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from compiler.languages.registry import link_kinds
from compiler.model.facts import File
from compiler.store.in_memory import Contents, freeze
from compiler.store.parquet.reader import ParquetRelations, open_parquet
from compiler.store.select.bounds import BOUNDS, Bounds, Parameters, Selection
from compiler.workspace.interface import COLUMNAR, Workspace

SOURCE_NAME = "source_name"  # the column that every file has


class ParquetFolder:
    """The relations of a folder (`compiler.workspace.interface.ColumnStore`). Threads take turns."""

    def __init__(self, relations: ParquetRelations, opened: ExitStack) -> None:
        self._relations = relations
        self._opened = opened
        self._turn = threading.Lock()
        manifest = relations.manifest
        self.columns: Mapping[str, Sequence[str]] = {
            name: (*types, SOURCE_NAME) for name, types in manifest.columns.items()
        }
        self.counts: Mapping[str, int] = {
            name: sum(one.rows for one in manifest.files if one.relation == name) for name in manifest.columns
        }

    def select(
        self,
        sql: str,
        parameters: Parameters = (),
        *,
        skip: int = 0,
        limit: int | None = None,
        bounds: Bounds = BOUNDS,
    ) -> Selection:
        """Run one SELECT. Raises SelectError, and SourceError for a file that was damaged meanwhile."""
        with self._turn:
            found = self._relations.select(sql, limit, bounds, parameters=parameters, skip=skip)
        words = {one.lower() for one in sql.replace('"', " ").replace("(", " ").replace(",", " ").split()}
        return Selection(tuple(found.columns), found.rows, found.total, 0, frozenset(words & self.columns.keys()))

    def close(self) -> None:
        """Close the files."""
        self._opened.close()


def open_folder(path: str | os.PathLike[str]) -> Workspace:
    """Open a folder of Parquet files. Raises SourceError without the extra, and if a file is not what was written."""
    with ExitStack() as opened:
        relations = opened.enter_context(open_parquet(Path(path)))
        manifest = relations.manifest
        meta: dict[str, Any] = {
            "id": manifest.snapshot,
            "source": manifest.source,
            "as_of": manifest.as_of,
            "compiler_version": manifest.compiler_version,
            COLUMNAR: True,
        }
        snapshot = freeze(Contents(meta, (), (), (), {}, [File], link_kinds()))
        folder = ParquetFolder(relations, opened.pop_all())
    return Workspace(
        snapshot, no_revisions="Parquet files are of one state of a source: they have no revisions", columnar=folder
    )
