"""What a build may use: files and bytes of the source, and memory of its process."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from compiler.disk.regular_file import read_regular
from compiler.model.source import SourceError

MAX_FILES = 20_000
MAX_TOTAL_BYTES = 512 * 1024 * 1024
KEPT_BYTES = 64_000_000
ENTRIES_PER_FILE = 15  # of a revision, for each file that may be read
MAX_COUNTER_BYTES = 4_096  # of a file in which the system tells a number
_OF_GROUP = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class OutOfBudgetError(SourceError):
    """The process uses the memory that it may use."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds of a build. `max_entries` are the files and folders of a revision that are looked at, whether they are
    read or not. `max_memory` is in bytes, of the process that builds; None for no bound. `kept_bytes` are those of
    files whose texts stay in memory; others are read again each time."""

    max_files: int = MAX_FILES
    max_bytes: int = MAX_TOTAL_BYTES
    max_entries: int = ENTRIES_PER_FILE * MAX_FILES
    max_memory: int | None = None
    kept_bytes: int = KEPT_BYTES

    @property
    def fingerprint(self) -> tuple[str, ...]:
        """Names the bounds that decide what is read; () for the usual ones."""
        usual = (self.max_files, self.max_bytes) == (MAX_FILES, MAX_TOTAL_BYTES)
        return () if usual else (f"files {self.max_files} bytes {self.max_bytes}",)


def memory_of_machine() -> int | None:
    """Return how many bytes of memory the machine has, or the group of processes may have; None where the system does
    not tell."""
    bounds = [_number(Path(path)) for path in _OF_GROUP]
    with contextlib.suppress(ValueError, OSError, AttributeError):
        bounds.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min((bound for bound in bounds if bound), default=None)


def _number(path: Path) -> int | None:
    try:
        return int(read_regular(path, MAX_COUNTER_BYTES))
    except (OSError, ValueError):
        return None
