"""The findings of a repository by code, a sample of each with its source text, and the files that were not read."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import File
from compiler.store.snapshot import Snapshot
from harness.wild.programs import NOT_COPIED

AROUND = 2  # lines before and after a sampled finding
MOST_KINDS = 15  # of files that were not read


class Sampled(NamedTuple):
    """A finding, and the numbered lines around it."""

    diagnostic: Diagnostic
    lines: tuple[tuple[int, str], ...]


def by_code(snapshot: Snapshot) -> dict[str, list[Diagnostic]]:
    """Return the findings by code: the most frequent code first, then by name."""
    found: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for diagnostic in snapshot.diagnostics():
        found[diagnostic.code].append(diagnostic)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def sample(findings: Sequence[Diagnostic], most: int, snapshot: Snapshot) -> Iterator[Sampled]:
    """Give so many findings, evenly spread: the same ones for the same source."""
    count = min(most, len(findings))
    for number in range(count):
        diagnostic = findings[number * len(findings) // count]
        yield Sampled(diagnostic, tuple(_lines_around(diagnostic, snapshot)))


def _lines_around(diagnostic: Diagnostic, snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    lines = (snapshot.text(diagnostic.span.file) or "").split("\n")
    first = max(diagnostic.span.start_line - AROUND, 1)
    for number in range(first, min(diagnostic.span.start_line + AROUND, len(lines)) + 1):
        yield number, lines[number - 1].rstrip("\r")


def passed_over(repository: Path, snapshot: Snapshot) -> list[tuple[str, int]]:
    """Return how many files were not read, by the ends of their names: the most frequent first."""
    read = {file.path for file in snapshot.facts(File)}
    counts: Counter[str] = Counter()
    for path in repository.rglob("*"):
        relative = path.relative_to(repository)
        if not set(relative.parts) & set(NOT_COPIED) and path.is_file() and relative.as_posix() not in read:
            counts[path.suffix.lower() or "(no suffix)"] += 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_KINDS]
