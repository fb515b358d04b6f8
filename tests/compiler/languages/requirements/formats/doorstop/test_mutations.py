"""Mutants of the sample: a mistake in a file costs that file alone, and raises nothing."""

import random

import pytest

from compiler.languages.requirements.format_registry import read_formats
from compiler.languages.requirements.formats.doorstop.settling import settle
from tests.paths import ROOT

SAMPLE = ROOT / "worlds" / "tide-gate"
FILES = {one.relative_to(SAMPLE).as_posix(): one.read_text("utf-8") for one in sorted(SAMPLE.rglob("*.yml"))}
ITEMS = [path for path in FILES if not path.endswith(".doorstop.yml")]
PIECES = (":", "- ", "[", "{", "]", "&a ", "*a", "!!x ", "'", '"', "|", "\t", "\x00", "é", "#", "---", "9" * 40)


@pytest.mark.parametrize(
    "mutants", [360, pytest.param(10_000, marks=pytest.mark.long("10,000 mistakes, one after the other"))]
)
def test_doorstop_mistake_in_an_item_costs_no_other(mutants: int) -> None:
    for path in ITEMS:
        check_mutants(path, mutants // len(ITEMS))


def check_mutants(path: str, count: int) -> None:
    chance = random.Random(path)
    others = [found for name, text in FILES.items() if name != path for found in read_formats(name, text)]
    kept = settle(others)
    for _ in range(count):
        text = FILES[path]
        at = chance.randrange(len(text))
        if chance.random() < 0.5:
            mutant = text[:at] + chance.choice(PIECES) + text[at:]
        else:
            mutant = text[:at] + text[at + chance.randrange(1, 12) :]
        found = settle([*others, *read_formats(path, mutant)])
        assert found[: len(kept)] == kept, mutant
