"""Loro documents, the binary files of CRDTs, to text: read by the package `loro`, which an extra of Frieze installs.

It is never imported here but run in a process of its own (`loro_lines`), so that no document can take this one down.
"""

import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import orjson

from compiler.languages.knowledge.syntax.loro_lines import MEMORY, REFUSED, SECONDS

MAGIC = b"loro"  # how each document begins
_POINTER = b"version https://git-lfs.github.com/"
_MOST_SECONDS = 10 * SECONDS  # by the clock, for a machine that has no limits on processor time
_SIGXCPU = -24


class UnreadableError(Exception):
    """Why a document cannot be read, to stand after a colon."""


@cache
def installed_in() -> str:
    """The folder that the package is installed in, "" when it is not."""
    found = find_spec("loro")  # a mere folder of that name has no origin
    return str(Path(found.origin).parents[1]) if found and found.origin else ""


def reader() -> str:
    """What documents are read with, "" when there is nothing."""
    return "loro" if installed_in() else ""


def check(content: bytes) -> None:
    """Raises UnreadableError when a file is no document, as its first bytes tell."""
    if content.startswith(_POINTER):
        raise UnreadableError("it is a pointer of Git LFS, and what it points to was not fetched")
    if not content:
        raise UnreadableError("it is empty")
    if not content.startswith(MAGIC):
        raise UnreadableError("it does not begin as Loro documents do")


def lines_of(content: bytes) -> str:
    """What a document holds, as lines of JSON. Raises UnreadableError."""
    check(content)
    program = Path(__file__).with_name("loro_lines.py")
    command = [sys.executable, "-I", "-S", str(program), installed_in()]
    try:
        done = subprocess.run(
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_MOST_SECONDS,
            check=False,
        )
        written = done.stdout.decode("utf-8")
    except subprocess.TimeoutExpired:
        raise UnreadableError(_TOO_LONG) from None
    except (OSError, ValueError) as error:
        raise UnreadableError(f"the process that reads it cannot be run ({error})") from error
    if done.returncode == REFUSED:
        raise UnreadableError(written)
    if done.returncode == _SIGXCPU:
        raise UnreadableError(_TOO_LONG)
    if done.returncode or not _is_whole(written):
        raise UnreadableError(_ENDED)
    return written


def _is_whole(written: str) -> bool:
    """Whether all lines are there, as the first one counts them."""
    try:
        return bool(orjson.loads(written.partition("\n")[0])["records"] == written.count("\n") - 1)
    except (orjson.JSONDecodeError, TypeError, KeyError):
        return False


_TOO_LONG = f"reading it takes longer than {SECONDS} seconds"
_ENDED = f"the process that read it ended early, as it does when {MEMORY >> 30} GB of memory are not enough"
