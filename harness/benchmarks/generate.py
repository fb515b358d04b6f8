"""Mixed sources of any size: `python -m harness.benchmarks.generate DIR --files 1000 [--seed N]`.

Worlds, diagrams, requirements with code and tests, knowledge and memory, about 4.5 KB a file, with references across
and a few mistakes. The same number and seed give the same bytes on any machine.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from harness.benchmarks.sources import LanguageSources, Plan, diagrams, knowledge, memory, requirements, shares, world

LANGUAGES: dict[str, LanguageSources] = {
    "world": world,
    "diagrams": diagrams,
    "requirements": requirements,
    "knowledge": knowledge,
    "memory": memory,
}


def plan(files: int, seed: int = 1) -> Plan:
    """The number of files of each language. Raises ValueError when there are too few for all."""
    weights = {name: one.WEIGHT for name, one in LANGUAGES.items()}
    least = {name: one.MIN_FILES for name, one in LANGUAGES.items()}
    return Plan(seed, shares(files, weights, least))


def sources(files: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield the path below the root and the text of each file."""
    whole = plan(files, seed)
    for language in LANGUAGES.values():
        yield from language.files(whole)


def write(directory: Path, files: int, seed: int = 1) -> int:
    """Write a source, and return its size in bytes."""
    written = 0
    for path, text in sources(files, seed):
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        written += target.write_bytes(text.encode())
    return written


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.generate", description=__doc__)
    parser.add_argument("directory", type=Path, help="where to write; made if need be")
    parser.add_argument("--files", type=int, default=1_000, help="how many files (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of every choice (default: %(default)s)")
    arguments = parser.parse_args()
    written = write(arguments.directory, arguments.files, arguments.seed)
    print(f"{arguments.files:,} files, {written / 1e6:.2f} MB in {arguments.directory}")


if __name__ == "__main__":
    main()
