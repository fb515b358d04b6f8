"""Every kind of line of every seed, repeated thousands of times in its place: time must grow with the file.

`python -m harness.fuzz.repeating [--seed S] [--minutes N]` tries the lines in an order that the seed gives, and prints
those that take more than linear time. `tests.compiler.pipeline.test_growth` has constructs that were chosen.
"""

import argparse
import random
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, process_time
from typing import NamedTuple

from harness.fuzz.format_samples import samples
from harness.fuzz.seeds import seeds
from tests.closing import compile_source

FEW, MANY = 1_000, 4_000
EXPONENT = 1.3  # of sizes as small as these, whose fixed part differs
IDLE = 1.0  # seconds that a build of MANY lines may take
MAX_LINES = 2_000  # of a seed
_BINARY = (".reqifz", ".db", ".png")
_WORD = re.compile(r"[A-Za-z_]{2,}")
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"\d+|[A-Za-z]\w+(?=\W*$)")  # what tells one of the repeated lines from the next


class Case(NamedTuple):
    """A line of a file, which is repeated; `is_numbered`: each time with another number."""

    path: str
    lines: Sequence[str]
    at: int
    is_numbered: bool

    def text(self, count: int) -> str:
        """The file with so many of the line."""
        line = self.lines[self.at]
        found = _NUMBERED.search(line) if self.is_numbered else None
        repeated = [line] * count
        if found:
            word = "" if found[0].isdigit() else found[0]
            before, after = line[: found.start()] + word, line[found.end() :]
            repeated = [f"{before}{10_000 + number}{after}" for number in range(count)]
        return "\n".join([*self.lines[: self.at], *repeated, *self.lines[self.at + 1 :]])

    def seconds(self, count: int) -> float:
        """The processor time of a build of the file alone."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / self.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.text(count))
            began = process_time()
            compile_source(Path(folder), jobs=1).close()
            return process_time() - began

    def is_linear(self) -> bool:
        """Whether time grows with the file."""
        many = self.seconds(MANY)
        return many <= IDLE or many <= self.seconds(FEW) * (MANY / FEW) ** EXPONENT


def cases(seed: int) -> list[Case]:
    """The lines of all seeds, one of each shape a kind of file, in the order that a seed gives."""
    found: dict[tuple[str, ...], Case] = {}
    for path, text in sorted(_files()):
        lines = text.split("\n")
        for at, line in enumerate(lines if len(lines) <= MAX_LINES else ()):
            shape = _DIGITS.sub("9", _WORD.sub("w", line))
            for is_numbered in (False, True):
                if shape.strip():
                    found.setdefault((*_kind(path, lines), shape, str(is_numbered)), Case(path, lines, at, is_numbered))
    listed = list(found.values())
    random.Random(seed).shuffle(listed)
    return listed


def _files() -> Iterator[tuple[str, str]]:
    for seed in seeds():
        if not seed.path.endswith(_BINARY):
            yield seed.path, seed.content.decode(errors="replace")
    for sample in samples():
        yield from ((path, text) for path, text in sample.files.items() if isinstance(text, str))


def _kind(path: str, lines: Sequence[str]) -> tuple[str, str]:
    """What tells languages and formats apart: the suffix, and the first word of a diagram or the folder of a page."""
    suffix = path.rpartition(".")[2]
    words = next((line.split() for line in lines if line.strip() and not line.startswith(("%", "-"))), [""])
    return suffix, words[0] if suffix in ("mmd", "mermaid") else path.partition("/")[0]


def main() -> int:
    """Try lines until the time is over. The exit status is 1 if some take more than linear time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    listed, end = cases(options.seed), monotonic() + 60 * options.minutes
    tried, slow = 0, 0
    while tried < len(listed) and monotonic() < end:
        case = listed[tried]
        tried += 1
        if not case.is_linear():
            slow += 1
            print(f"{case.path}:{case.at + 1} {case.lines[case.at]!r:.100} {case.is_numbered=}", flush=True)
    print(f"{tried:,} of {len(listed):,} lines tried, {slow} take more than linear time")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
