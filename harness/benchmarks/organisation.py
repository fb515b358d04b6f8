"""Organisations: many sources that cite each other.

`python -m harness.benchmarks.organisation DIR --sources 100 --files 10000 [--seed N]` writes a folder for each source,
a mixed source as `harness.benchmarks.generate` writes it, and `frieze.toml`, which lists them. Each source has a
charter, a requirement whose id no other source has, and a page that cites the charters of others. The same numbers and
seed give the same bytes on any machine.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from compiler.languages.requirements.linking.hashes import hashes
from harness.benchmarks import generate
from harness.benchmarks.sources.words import TEAMS, sentence, title

FEWEST = sum(language.MIN_FILES for language in generate.LANGUAGES.values())  # files of a mixed source
FIRST_CHARTER = 80_000  # generated requirements have smaller numbers, and their mistakes larger ones
MOST_SOURCES = 10_000
CITED = 6  # charters on a page


def names(sources: int) -> list[str]:
    """The names of the sources, which are their folders."""
    return [f"{TEAMS[at % len(TEAMS)]}-{at + 1:04}" for at in range(sources)]


def organisation(sources: int, files: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file: `frieze.toml`, and `files` files in `sources` folders.

    A source of too few files for all languages has its own two alone, or one. Raises ValueError where there are fewer
    files than sources, or too many sources.
    """
    if not 0 < sources <= min(files, MOST_SOURCES):
        raise ValueError(f"An organisation has 1 to {MOST_SOURCES:,} sources, and at least a file for each.")
    listed = names(sources)
    yield "frieze.toml", "".join(f'[[source]]\nname = "{name}"\npath = "{name}"\n\n' for name in listed)
    for at, name in enumerate(listed):
        count = files // sources + (at < files % sources)
        own = [_charter(seed, at, name), _page(seed, at, listed)][:count]
        yield from ((f"{name}/{path}", text) for path, text in own)
        rest = count - len(own)
        mixed = generate.sources(rest, seed + at) if rest >= FEWEST else _pages(seed, at, rest)
        yield from ((f"{name}/{path}", text) for path, text in mixed)


def write(directory: Path, sources: int, files: int, seed: int = 1) -> int:
    """Write an organisation, and return its size in bytes."""
    written = 0
    for path, text in organisation(sources, files, seed):
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        written += target.write_bytes(text.encode())
    return written


def charter(at: int) -> str:
    """The id of the charter of a source, by its place from 0."""
    return f"REQ-p{FIRST_CHARTER + at:05}"


def _charter(seed: int, at: int, name: str) -> tuple[str, str]:
    random = Random(f"{seed}/{name}/charter")
    duty = f"The {name} team SHALL keep its part. {sentence(random)}"
    found = hashes([("A", duty)])
    assert found
    heading = f"Charter of {title(name)}"
    text = (
        f"# {heading}\n\n## {charter(at)}: {heading}\n\n**Level**: PRD | **Status**: Active\n\n{sentence(random)}\n\n"
        f"## Assertions\n\nA. {duty}\n\n*End* *{heading}* | **Hash**: {found.sorted}\n"
    )
    return "spec/charter.md", text


def _page(seed: int, at: int, listed: list[str]) -> tuple[str, str]:
    """The page that cites the charters of other sources."""
    random = Random(f"{seed}/{listed[at]}/depends")
    others = [one for one in range(len(listed)) if one != at]
    cited = sorted(random.sample(others, min(CITED, len(others))))
    lines = [f"* {charter(one)} of {listed[one]}: {sentence(random)}" for one in cited]
    return "docs/depends.md", "\n".join(
        [f"# What {title(listed[at])} depends on", "", sentence(random), "", *lines, ""]
    )


def _pages(seed: int, at: int, count: int) -> Iterator[tuple[str, str]]:
    """Plain pages, for a source that is too small to be mixed."""
    for number in range(count):
        random = Random(f"{seed}/{at}/page/{number}")
        yield f"docs/page-{number + 1:02}.md", f"# {title(sentence(random))}\n\n{sentence(random)} {charter(at)}.\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.organisation", description=__doc__)
    parser.add_argument("directory", type=Path, help="where to write; made if need be")
    parser.add_argument("--sources", type=int, default=100, help="how many sources (default: %(default)s)")
    parser.add_argument("--files", type=int, default=10_000, help="how many files in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of every choice (default: %(default)s)")
    arguments = parser.parse_args()
    written = write(arguments.directory, arguments.sources, arguments.files, arguments.seed)
    print(f"{arguments.sources:,} sources, {arguments.files:,} files, {written / 1e6:.2f} MB in {arguments.directory}")


if __name__ == "__main__":
    main()
