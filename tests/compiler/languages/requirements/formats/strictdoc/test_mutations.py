"""Mutants of the sample: a mistake in a file costs no other, one in a node at most its neighbours, and nothing
raises.

A few are tried here; `python -m tests.compiler.languages.requirements.formats.strictdoc.test_mutations` tries 10,000.
"""

import random
from collections.abc import Iterator

import pytest

from compiler.languages.requirements.format_registry import BY_NAME
from tests.paths import ROOT

SAMPLE = ROOT / "worlds" / "snow-plough"
FORMAT = BY_NAME["strictdoc"]
FILES = {one.relative_to(SAMPLE).as_posix(): one.read_text("utf-8") for one in sorted(SAMPLE.rglob("*.*"))}
DOCUMENTS = [path for path in FILES if path.endswith((".sdoc", ".md"))]
PIECES = (">>>", "<<<", "[", "]", "[[", "\n", "- ", "  ", ": ", "```", "**", "\t", "é", "\x00", "\u2028", "9" * 40)


def mutants(text: str, count: int, seed: str) -> Iterator[str]:
    chance = random.Random(seed)
    for _ in range(count):
        at = chance.randrange(len(text))
        if chance.random() < 0.5:
            yield text[:at] + chance.choice(PIECES) + text[at:]
        else:
            yield text[:at] + text[at + chance.randrange(1, 12) :]


def check(path: str, count: int) -> None:
    """Mutate a file: the nodes of the others stay, and so do its own above the mistake, but for the neighbour."""
    others = [found for name, text in FILES.items() if name != path and (found := FORMAT.parse(name, text))]
    kept = FORMAT.settle(others)
    whole = FORMAT.parse(path, FILES[path])
    for mutant in mutants(FILES[path], count, path):
        found = FORMAT.parse(path, mutant)
        settled = FORMAT.settle([*others, *([found] if found else [])])
        assert [one for one in settled if one.path != path] == kept, mutant
        if whole and path in DOCUMENTS:
            same = next((at for at, pair in enumerate(zip(FILES[path], mutant, strict=False)) if len(set(pair)) > 1), 0)
            line = FILES[path].count("\n", 0, same) + 1
            above = {one.id for one in [each for each in whole.items if each.last < line][:-1]}
            assert above <= {item.id for item in (found.items if found else ())}, mutant


@pytest.mark.parametrize("path", FILES)
def test_mistake_costs_no_other_file_and_nothing_above_it(path: str) -> None:
    check(path, 40)


def main() -> None:
    """Try 10,000 mutants."""
    for path in FILES:
        check(path, 10_000 // len(FILES) + 1)
    print("10,000 mutants: nothing raised, nothing else lost")


if __name__ == "__main__":
    main()
