"""The fingerprint of this compiler. What another compiler cached is not used."""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path

from compiler.model.version import VERSION

# The parsers that the compiler uses, the last only where an extra was installed. They are not imported here.
_PARSERS = ("lark", "markdown_it", "defusedxml", "yaml", "loro")


@cache
def compiler_digest() -> str:
    """Return a hash of the version, the running Python, and the sizes and times of the files of the compiler and of the
    parsers that it uses. So whoever changes the compiler does not see what it made before."""
    return digest([VERSION, sys.version, *_code()])


def digest(parts: Iterable[str]) -> str:
    """Return a hash of strings, 32 hexadecimal digits."""
    return sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()[:32]


def _code() -> Iterator[str]:
    own = os.fspath(Path(__file__).parent.parent)
    for path, status in sorted(_files(own), key=itemgetter(0)):
        yield _file_stamp(path[len(own) + 1 :], status)
    for name in _PARSERS:
        found = find_spec(name)
        if found and found.origin:
            yield _file_stamp(name, os.stat(found.origin))  # noqa: PTH116 (one of several hundred)


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The modules and grammars in a folder and below. `pathlib` takes ten times as long to find them."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".lark")):
                yield entry.path, entry.stat()
            elif "." not in entry.name and entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)


def _file_stamp(name: str, status: os.stat_result) -> str:
    return f"{name} {status.st_size} {status.st_mtime_ns}"
