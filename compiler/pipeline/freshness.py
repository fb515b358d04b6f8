"""Whether the files of a source are those that a cached snapshot was made of."""

from dataclasses import replace

from compiler.model.source import Source, SourceFile
from compiler.pipeline.discovery import claiming
from compiler.pipeline.settings.settings_file import SETTINGS_FILE, read_settings_file
from compiler.store.cache.snapshot_cache import Record


def unchanged_source(source: Source, record: Record) -> Source | None:
    """Compare a source, of which nothing but the paths was discovered, with what is recorded of it. None if it changed.

    Else return a copy of the source with the files that had to be read: a file with the recorded stamp is not. `source`
    stays as it is.
    """
    source = replace(source, files={}, problems=dict(source.problems), listed={}, diagnostics=[])
    if source.discovered != record.discovered:
        return None
    for path, (sha256, stamp, _) in record.files.items():
        if not stamp or source.tree.stamp(path) != tuple(stamp):
            file = read_file(source, path)
            if file is None or file.sha256 != sha256:
                return None
    for path in record.problems:
        if path not in source.problems:
            read_file(source, path)
    problems = {path: problem.kind for path, problem in source.problems.items()}
    is_unchanged = problems == record.problems and all(
        source.names(folder) == names for folder, names in record.listed.items()
    )
    return source if is_unchanged else None


def read_file(source: Source, path: str) -> SourceFile | None:
    """Read a file of a source as parsing does: within the bound of its language, as bytes if that is binary."""
    if path == SETTINGS_FILE:
        return read_settings_file(source)
    language = next(iter(claiming(source, path)), None)
    if language is None:
        return source.read(path)
    return source.read(path, language.max_bytes, binary=language.is_binary(path))
