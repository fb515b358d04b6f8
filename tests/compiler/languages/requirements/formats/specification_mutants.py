"""Mutants of `worlds/kite-loft`: a mistake raises nothing, and costs no item if the next one begins above the mistake.

`python -m tests.compiler.languages.requirements.formats.specification_mutants [COUNT]` makes 10,000 of them, or COUNT.
"""

import random
import sys
from collections.abc import Iterator
from itertools import pairwise

from compiler.languages.requirements.format_registry import read_formats
from compiler.languages.requirements.formats.records import Item
from tests.paths import ROOT

SAMPLE = ROOT / "worlds" / "kite-loft"
FILES = {
    one.relative_to(SAMPLE).as_posix(): one.read_text("utf-8")
    for one in sorted(SAMPLE.rglob("*"))
    if one.suffix in (".md", ".py")
}
PIECES = (
    "#", "\n", "### ", "## ", "`", "```\n", "~~~\n", "<!--", "-->", "**", "_", "[", "]", "1. ", "- ", "- [ ] ", "T001 ",
    "FR-001", "SC-9", "[US1]", "Requirement: ", "Scenario: ", "FROM: ", "TO: ", "Validates: Requirements 1.1",
    "_Requirements: 1.1-99.9_", "\t", "\r", "\x00", "é", "１", "9" * 40, "(", "|", ":", "\ufeff",
)  # fmt: skip
COUNT = 10_000


def said(item: Item) -> tuple[object, ...]:
    """What of an item no later line may change."""
    return item.id, item.title, item.level, item.text, item.first, item.last, item.needs


def mutants(path: str, count: int) -> Iterator[tuple[str, int]]:
    """Give mutants of a page of the sample, each with the line of its mistake."""
    chance = random.Random(path)
    text = FILES[path]
    for _ in range(count):
        at = chance.randrange(len(text) + 1)
        gone = chance.randrange(1, 30) if chance.random() < 0.4 else 0
        put = chance.choice(PIECES) if not gone or chance.random() < 0.3 else ""
        yield text[:at] + put + text[at + gone :], text.count("\n", 0, at) + 1


def check(path: str, count: int) -> None:
    """Assert that mutants of a page raise nothing, and keep each item if the next one begins above the mistake."""
    items = [item for found in read_formats(path, FILES[path]) for item in found.items if item.level != "feature"]
    for mutant, line in mutants(path, count):
        after = {said(item) for found in read_formats(path, mutant) for item in found.items}
        for item, following in pairwise(items):
            assert following.first >= line or said(item) in after, (path, line, item.id, mutant)


def main(count: int) -> None:
    """Check all pages, with so many mutants altogether."""
    for path in FILES:
        check(path, count // len(FILES) + 1)
    print(f"{count} mutants of {len(FILES)} pages")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
