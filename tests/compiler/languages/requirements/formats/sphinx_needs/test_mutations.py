"""Mutants of the sample: a mistake in a need costs that one and its neighbours, and raises nothing.

A few are tried here. This tries 10,000:
`python -m tests.compiler.languages.requirements.formats.sphinx_needs.test_mutations`.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.records import ItemsFile
from tests.paths import ROOT

SAMPLE = ROOT / "worlds" / "glass-organ"
FORMAT = BY_NAME["sphinx-needs"]
FILES = {one.relative_to(SAMPLE).as_posix(): one.read_text("utf-8") for one in sorted(SAMPLE.rglob("*.*"))}
PAGES = [path for path in FILES if path.endswith((".rst", ".md"))]
PIECES = ("`", "```", ":::", "::", ":", ".. ", "   ", "\t", "[[", "é", "\x00", "\u2028", "\n\n", "-", "9" * 40)


def parsed(path: str, text: str) -> list[ItemsFile]:
    found = FORMAT.parse(path, text)
    return [found] if found else []


def mutants(text: str, count: int, seed: str) -> Iterator[str]:
    chance = random.Random(seed)
    for _ in range(count):
        at = chance.randrange(len(text))
        if chance.random() < 0.5:
            yield text[:at] + chance.choice(PIECES) + text[at:]
        else:
            yield text[:at] + text[at + chance.randrange(1, 12) :]


def check(path: str, count: int) -> None:
    """Mutate a file: the needs of all other files stay."""
    others = [found for name, text in FILES.items() if name != path for found in parsed(name, text)]
    kept = {
        item.id for one in FORMAT.settle(others + parsed(path, FILES[path])) if one.path != path for item in one.items
    }
    for mutant in mutants(FILES[path], count, path):
        found = FORMAT.settle([*others, *parsed(path, mutant)])
        if path in PAGES:  # settings may say anything of others
            assert {item.id for one in found if one.path != path for item in one.items} == kept, mutant


def check_neighbours(path: str, count: int) -> None:
    """Mutate the last need of a file within its lines: what stands before it stays."""
    settings = [found for name in FILES if name not in PAGES for found in parsed(name, FILES[name])]
    (whole,) = [one for one in FORMAT.settle([*settings, *parsed(path, FILES[path])]) if one.path == path]
    last = max(item.first for item in whole.items)
    start = sum(len(line) + 1 for line in FILES[path].split("\n")[: last - 1])
    before = [item for item in whole.items if item.last < last]
    for tail in mutants(FILES[path][start:], count, path):
        found = [
            one for one in FORMAT.settle([*settings, *parsed(path, FILES[path][:start] + tail)]) if one.path == path
        ]
        ids = {item.id for one in found for item in one.items}
        assert {item.id for item in before} <= ids, tail


@pytest.mark.parametrize("path", FILES)
def test_mistake_in_a_file_costs_no_other(path: str) -> None:
    check(path, 20)


@pytest.mark.parametrize("path", ["docs/trials.rst", "docs/aims.rst", "docs/design.md"])
def test_mistake_in_a_need_costs_none_before_it(path: str) -> None:
    check_neighbours(path, 40)


def main() -> None:
    """Try 10,000 mutants."""
    for path in FILES:
        check(path, 10_000 // len(FILES))
    for name in ("docs/trials.rst", "docs/aims.rst", "docs/design.md"):
        check_neighbours(name, 1_000)
    print(f"{10_000 + 3_000} mutants of {Path(SAMPLE).name}: nothing raised, nothing else lost")


if __name__ == "__main__":
    main()
