"""Which source is compiled, and how: one value from the command line to the build."""

import os
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot


class SourceRequest(NamedTuple):
    """A source and how it is compiled. The fields are arguments of `compiler.workspace.compile.compile_source`."""

    path: str | os.PathLike[str]
    revision: str | None = None
    as_of: str | None = None
    exclude: tuple[str, ...] = ()
    keep: bool = False
    signed_by: str | os.PathLike[str] | None = None

    def compile(self, **more: Any) -> Snapshot:
        """Compile the source, with `more` arguments of `compile_source`. Raises SourceError."""
        # A server that opens a prebuilt snapshot compiles nothing.
        from compiler.workspace.compile import compile_source

        return compile_source(**self._asdict(), **more)
