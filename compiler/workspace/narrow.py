"""A source of which only some files are read: what they say, with nothing of the others but that they are there.

The other files can still be read by those that import them, and links to them still lead somewhere. Nothing is cached:
a few files are parsed sooner than a snapshot is found.
"""

import os
from collections.abc import Collection
from dataclasses import replace

from compiler.model.source import Entry, Problem, Source, Tree, TreeOver
from compiler.pipeline.build import build
from compiler.pipeline.lookup import BuildInput
from compiler.pipeline.options import CompileOptions
from compiler.store.snapshot import Snapshot
from compiler.workspace.inputs import source_input
from compiler.workspace.served_settings import Settings


def compile_narrow(
    path: str | os.PathLike[str],
    revision: str | None,
    files: Collection[str],
    exclude: tuple[str, ...] = (),
    settings: Settings | None = None,
) -> Snapshot:
    """Return the snapshot of a source of which only `files` are discovered; those that are not there are left out. The
    other arguments are those of `compile_source`. Raises SourceError."""
    with source_input(path, revision, exclude, settings) as given:

        def opened() -> Source:
            source = given.build_input.open()
            is_file = source.entry is not None and source.entry in files
            return source if is_file else replace(source, entry=None, tree=_NarrowTree(source.tree, files))

        return build(BuildInput(opened, given.build_input.content), CompileOptions(jobs=1))


class _NarrowTree(TreeOver):
    """A tree that lists some of its files, and has the others all the same."""

    def __init__(self, tree: Tree, files: Collection[str]) -> None:
        super().__init__(tree)
        self._listed = {*files}
        for path in files:
            while "/" in path:
                path = path.rpartition("/")[0]
                self._listed.add(path)

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what of a folder is listed: the files, and the folders that they are in."""
        listed = self._tree.listing(folder)
        if isinstance(listed, Problem):
            return listed
        prefix = f"{folder}/" if folder else ""
        return [entry for entry in listed if prefix + entry.name in self._listed]
