"""What must be the same on the client and on all workers, so that a task has the same result wherever it runs."""

import platform
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from compiler.disk.regular_file import read_regular
from compiler.model.version import VERSION

# The libraries that builds use. The last two are extras: with them there is more in a snapshot.
_LIBRARIES = ("lark", "markdown-it-py", "PyYAML", "defusedxml", "google-re2", "orjson", "loro", "wordllama")

MAX_MODULE_BYTES = 16_000_000


@cache
def identity() -> dict[str, str]:
    """Return the versions of Python, of Frieze and of the libraries that parsers use, and a hash of Frieze's code."""
    return {
        "Python": platform.python_version(),
        "Frieze": VERSION,
        "Frieze's code": _code(),
        **{name: _version(name) for name in _LIBRARIES},
    }


def differences(here: dict[str, str], there: dict[str, str]) -> str:
    """Return how two identities differ, for people; "" if they do not."""
    names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    return ", ".join(f"{name} is {there.get(name, 'missing')} and not {here.get(name, 'missing')}" for name in names)


def _code() -> str:
    """Return a hash of the modules and grammars of the compiler. Times of files differ between machines."""
    root = Path(__file__).parent.parent
    digest = sha256()
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.lark"))):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + read_regular(path, MAX_MODULE_BYTES))
    return digest.hexdigest()[:12]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
