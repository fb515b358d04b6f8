"""Mutants of `worlds/kite-loft`: a mistake raises nothing, and costs no item if the next one begins above it."""

import random
from collections.abc import Iterator
from itertools import pairwise

from compiler.languages.requirements.format_registry import read_formats
from compiler.languages.requirements.formats.records import Item
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, sample_texts

FILES = sample_texts("kite-loft", ".md", ".py")
PIECES = (
    "#", "\n", "### ", "## ", "`", "```\n", "~~~\n", "<!--", "-->", "**", "_", "[", "]", "1. ", "- ", "- [ ] ", "T001 ",
    "FR-001", "SC-9", "[US1]", "Requirement: ", "Scenario: ", "FROM: ", "TO: ", "Validates: Requirements 1.1",
    "_Requirements: 1.1-99.9_", "\t", "\r", "\x00", "é", "１", "9" * 40, "(", "|", ":", "\ufeff",
)  # fmt: skip


def said(item: Item) -> tuple[object, ...]:
    """What of an item no later line may change."""
    return item.id, item.title, item.level, item.text, item.first, item.last, item.needs


def mutants(path: str, count: int) -> Iterator[tuple[str, int]]:
    """Give mutants of a page, each with the line of its mistake: characters fewer, a piece more, or both."""
    chance = random.Random(path)
    text = FILES[path]
    for _ in range(count):
        at = chance.randrange(len(text) + 1)
        gone = chance.randrange(1, 30) if chance.random() < 0.4 else 0
        put = chance.choice(PIECES) if not gone or chance.random() < 0.3 else ""
        yield text[:at] + put + text[at + gone :], text.count("\n", 0, at) + 1


@FEW_AND_MANY
def test_specification_mistake_costs_nothing_above_it(count: int) -> None:
    for path, text in FILES.items():
        items = [item for found in read_formats(path, text) for item in found.items if item.level != "feature"]
        for mutant, line in mutants(path, count * 2):
            after = {said(item) for found in read_formats(path, mutant) for item in found.items}
            for item, following in pairwise(items):
                assert following.first >= line or said(item) in after, (path, line, item.id, mutant)
