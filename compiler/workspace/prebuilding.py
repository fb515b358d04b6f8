"""Put the snapshot of a source into the cache, for another process to open.

An unchanged source is in the cache already. So this imports nothing that builds before it has looked there.
"""

import os

from compiler.pipeline.lookup import BuildInput, Discovered, look_up
from compiler.pipeline.options import CompileOptions
from compiler.store.cache.snapshot_cache import CachedDatabase
from compiler.store.frozen.identity import is_frozen
from compiler.workspace.inputs import compile_options, source_input
from compiler.workspace.prebuilt import encode_prebuilt
from compiler.workspace.workspace_file import named_federation


def prebuild(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    exclude: tuple[str, ...] = (),
    jobs: int | None = None,
) -> bytes | None:
    """Put the snapshot of a path into the cache. See `compiler.prebuild`."""
    if is_frozen(path):  # needs no cache, but its checksum is computed here
        from compiler.workspace.compile import open_frozen_source

        open_frozen_source(path, revision, exclude, use_cache=True).close()
        return None
    if federation := named_federation(path, revision):
        from compiler.workspace.merged_snapshot import merged_into_cache

        merged = merged_into_cache(federation, exclude, jobs=jobs)
        return encode_prebuilt(merged, None) if merged else None
    with source_input(path, revision, exclude) as given:
        options = compile_options(use_cache=True, jobs=jobs)
        found = look_up(given.build_input, options)
        cached = found.cached or _built(given.build_input, options, found)
    return encode_prebuilt(cached, given.revision) if cached else None


def _built(given: BuildInput, options: CompileOptions, found: Discovered) -> CachedDatabase | None:
    from compiler.pipeline.build import build_into_cache

    return build_into_cache(given, options, found)
