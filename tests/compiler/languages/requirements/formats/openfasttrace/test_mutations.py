"""Mutants of the sample: a mistake in one item costs that item and at most its neighbours, and raises nothing."""

import random
from collections.abc import Iterator

from compiler.languages.requirements.formats.openfasttrace.markdown import read_page
from compiler.languages.requirements.formats.openfasttrace.parse import parse
from compiler.languages.requirements.formats.records import Item
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, sample_texts
from tests.compiler.tables import table

PAGES = {path: text for path, text in sample_texts("paper-lantern", ".md", ".rst").items() if path.startswith("doc/")}
CODE = sample_texts("paper-lantern", ".py", ".puml")
PIECES = ("`", "~", "*", ":", "#", " ", "\t", "-->", "]", "[", "é", "\x00", "\u2028", "Needs: ", "9" * 40)


def mutants(text: str, lines: range, count: int, seed: int) -> Iterator[str]:
    """Texts with one mistake in some of their lines, counted from 0."""
    chance = random.Random(seed)
    original = text.split("\n")
    for _ in range(count):
        changed = list(original)
        at = chance.choice(lines)
        line = changed[at]
        place = chance.randrange(len(line) + 1)
        match chance.randrange(4):
            case 0:
                changed[at] = line[:place] + line[place + 1 :]
            case 1:
                changed[at] = line[:place] + chance.choice(PIECES) + line[place:]
            case 2:
                changed.insert(at, line)
            case _:
                del changed[at]
        yield "\n".join(changed)


def said(item: Item) -> tuple[object, ...]:
    """What an item says, wherever it stands."""
    return item.id, item.status, [one.label for one in item.needs], [one.target for one in item.cites]


@FEW_AND_MANY
def test_openfasttrace_mistake_in_an_item_costs_no_other(count: int) -> None:
    for text in PAGES.values():
        items = read_page(text)[0]
        for number, item in enumerate(items):
            kept = [said(one) for at, one in enumerate(items) if abs(at - number) > 1]
            for mutant in mutants(text, range(item.first - 1, item.last), count, seed=number):
                found = [said(one) for one in read_page(mutant)[0]]
                assert [one for one in kept if one not in found] == [], mutant


@table(("name", "text"), CODE.items())
def test_openfasttrace_mistake_in_code_costs_the_tags_of_its_line(name: str, text: str) -> None:
    lines = text.split("\n")
    first = parse(name, text)
    assert first is not None
    for at in range(len(lines)):
        kept = {(one.cited.target, one.kind) for one in first.tags if one.cited.place.line != at + 1}
        for mutant in mutants(text, range(at, at + 1), 20, seed=at):
            found = parse(name, mutant)
            assert kept <= {(one.cited.target, one.kind) for one in (found.tags if found else ())}, mutant
