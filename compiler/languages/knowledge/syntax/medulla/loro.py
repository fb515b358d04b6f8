"""Loro documents, binary files of a CRDT, to text. The package `loro`, an optional extra of Frieze, reads them.

The package is native code. It is never imported here but runs in a process of its own (`loro_program`), so that no
document can crash the compiler.
"""

import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import orjson

from compiler.languages.knowledge.syntax.medulla.loro_program import MEMORY, REFUSED, SECONDS
from compiler.model.reasons import system_reason, words_of

MAGIC = b"loro"  # how each document begins
_POINTER = b"version https://git-lfs.github.com/"
_MAX_REASON = 300  # characters
_TIMEOUT = 10 * SECONDS  # by the clock, for a machine that has no limits on processor time
_SIGXCPU = -24
PROGRAM = Path(__file__).with_name("loro_program.py")


class UnreadableError(Exception):
    """Why a document cannot be read, as the words after a colon."""


@cache
def installed_in() -> str:
    """The folder in which the package `loro` is installed, "" when it is not."""
    found = find_spec("loro")  # a mere folder of that name has no origin
    return str(Path(found.origin).parents[1]) if found and found.origin else ""


def reader() -> str:
    """The name of the package that reads documents, "" when it is not installed."""
    return "loro" if installed_in() else ""


def check(content: bytes) -> None:
    """Raise UnreadableError when the first bytes show that a file is no Loro document."""
    if content.startswith(_POINTER):
        raise UnreadableError("it is a pointer of Git LFS, and what it points to was not fetched")
    if not content:
        raise UnreadableError("it is empty")
    if not content.startswith(MAGIC):
        raise UnreadableError("it does not begin as Loro documents do")


def lines_of(content: bytes, program: Path = PROGRAM) -> str:
    """The content of a document as lines of JSON. Raises UnreadableError."""
    check(content)
    command = [sys.executable, "-I", "-S", str(program), installed_in()]
    try:
        done = subprocess.run(
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT,
            check=False,
        )
        written = done.stdout.decode("utf-8")
    except subprocess.TimeoutExpired:
        raise UnreadableError(_TOO_LONG) from None
    except (OSError, ValueError) as error:
        raise UnreadableError(f"the process that reads it cannot be run ({system_reason(error)})") from error
    if done.returncode == REFUSED:
        raise UnreadableError(words_of(written, _MAX_REASON))
    if done.returncode == _SIGXCPU:
        raise UnreadableError(_TOO_LONG)
    if done.returncode or not _is_whole(written):
        raise UnreadableError(_ENDED)
    return written


def _is_whole(written: str) -> bool:
    """Whether the output has as many lines as its first line says."""
    try:
        return bool(orjson.loads(written.partition("\n")[0])["records"] == written.count("\n") - 1)
    except (orjson.JSONDecodeError, TypeError, KeyError):
        return False


_TOO_LONG = f"reading it takes longer than {SECONDS} seconds"
_ENDED = f"the process that read it ended early, as it does when {MEMORY >> 30} GB of memory are not enough"
