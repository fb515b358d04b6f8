"""Mutants: texts with one mistake each, for tests that a mistake in a file costs no other.

`FEW_AND_MANY` gives a test its mutants: a few, and 10,000 of a sample where there is time.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.paths import ROOT

FEW_AND_MANY = pytest.mark.parametrize(
    "count", [20, pytest.param(1_000, marks=pytest.mark.long("1,000 mutants of each file of a sample"))]
)


def sample_texts(name: str, *suffixes: str) -> dict[str, str]:
    """The texts of a sample by path: of the files with these suffixes."""
    root = ROOT / "worlds" / name
    files = sorted(path for path in root.rglob("*") if path.suffix in suffixes)
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}


def mutants(
    text: str, count: int, seed: str | Path, pieces: Sequence[str], within: tuple[int, int] | None = None
) -> Iterator[tuple[str, int]]:
    """Give texts with one mistake, between two offsets or anywhere, and the offset of the mistake: a piece more, or a
    few characters fewer."""
    chance = random.Random(str(seed))
    for _ in range(count):
        at = chance.randrange(*within) if within else chance.randrange(len(text))
        if chance.random() < 0.5:
            yield text[:at] + chance.choice(pieces) + text[at:], at
        else:
            yield text[:at] + text[at + chance.randrange(1, 12) :], at
