"""What this compiler is: whatever was kept by another one is not to be trusted, however alike the sources are."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from compiler.meaning import embedder
from compiler.version import VERSION

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
    own = Path(__file__).parent.parent
    for path in sorted(own.rglob("*.*")):
        if path.suffix in (".py", ".lark"):
            yield _looks(path, str(path.relative_to(own)))
    for name in _PARSERS:
        found = find_spec(name)
        if found and found.origin:
            yield _looks(Path(found.origin), name)


def _looks(path: Path, name: str) -> str:
    status = path.stat()
    return f"{name} {status.st_size} {status.st_mtime_ns}"
