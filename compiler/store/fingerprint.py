"""What this compiler is: whatever was kept by another one is not to be trusted, however alike the sources are."""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path

from compiler.model.version import VERSION
from compiler.workspace.embeddings import embedder

# What parses beside us, the last only where an extra was installed. They are looked at, never imported.
_PARSERS = ("lark", "markdown_it", "defusedxml", "yaml", "loro")


@cache
def compiler_digest() -> str:
    """The digest of the version, the Python that runs, and the files of the compiler, of the parsers it stands on
    and of the embedder, if there is one.

    The files go by size and time: who changes the compiler is not to be shown what it made before.
    """
    found = embedder.installed()
    return digest([VERSION, sys.version, *_code(), *([found.looks] if found else [])])


def digest(parts: Iterable[str]) -> str:
    """Names something by all that it depends on."""
    return sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()[:32]


def _code() -> Iterator[str]:
    own = os.fspath(Path(__file__).parent.parent)
    for path, status in sorted(_files(own), key=itemgetter(0)):
        yield _looks(path[len(own) + 1 :], status)
    for name in _PARSERS:
        found = find_spec(name)
        if found and found.origin:
            yield _looks(name, os.stat(found.origin))  # noqa: PTH116 (one of several hundred)


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The modules and grammars in a folder and below. `pathlib` takes ten times as long to find them."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".lark")):
                yield entry.path, entry.stat()
            elif "." not in entry.name and entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)


def _looks(name: str, status: os.stat_result) -> str:
    return f"{name} {status.st_size} {status.st_mtime_ns}"
