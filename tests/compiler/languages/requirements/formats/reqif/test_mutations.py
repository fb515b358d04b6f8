"""Mutants of the sample: a mistake in a file costs no other, one in an object at most its neighbours, and nothing
raises."""

import random

from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.reqif.archive import parse_archive
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, mutants, sample_texts
from tests.paths import ROOT

FORMAT = BY_NAME["reqif"]
FILES = sample_texts("bell-foundry", ".py", ".reqif")
ARCHIVE = "supplier/metal.reqifz"
CONTENT = (ROOT / "worlds" / "bell-foundry" / ARCHIVE).read_bytes()
OBJECTS = "<SPEC-OBJECTS>", "</SPEC-OBJECTS>"
PIECES = ("<", ">", "/>", '"', "'", "&", "&a;", "<!--", "-->", "<![CDATA[", "]]>", "<?x", "\n", "é", "\x00", "\u2028",
          "</SPEC-OBJECT>", "<SPEC-OBJECT>", "</VALUES>", "9" * 40)  # fmt: skip


@FEW_AND_MANY
def test_reqif_mistake_costs_no_other_file(count: int) -> None:
    for path, text in FILES.items():
        others = [found for name, other in FILES.items() if name != path and (found := FORMAT.parse(name, other))]
        others.append(parse_archive(ARCHIVE, CONTENT))
        kept = {one.path: {item.text for item in one.items} for one in others}
        for mutant, _ in mutants(text, count, path, PIECES):
            found = FORMAT.parse(path, mutant)
            settled = FORMAT.settle([*others, *([found] if found else [])])
            assert {one.path: {item.text for item in one.items} for one in settled if one.path != path} == kept, mutant


@FEW_AND_MANY
def test_reqif_mistake_in_an_object_costs_at_most_its_neighbours(count: int) -> None:
    for path, text in FILES.items():
        whole = FORMAT.parse(path, text) if path.endswith(".reqif") else None
        if whole is None:
            continue
        first, last = (text.index(one) for one in OBJECTS)
        for mutant, at in mutants(text, count * 2, f"objects {path}", PIECES, (first + len(OBJECTS[0]), last)):
            line = text.count("\n", 0, at) + 1
            near = sorted(range(len(whole.items)), key=lambda one: abs(whole.items[one].first - line))[:3]
            found = FORMAT.parse(path, mutant)
            kept = {item.text for item in found.items} if found else set()
            lost = [one.id for number, one in enumerate(whole.items) if number not in near and one.text not in kept]
            assert not lost, (lost, mutant)


@FEW_AND_MANY
def test_reqif_damaged_archive_raises_nothing(count: int) -> None:
    chance = random.Random("archive")
    for _ in range(count * 3):
        at = chance.randrange(len(CONTENT))
        piece = bytes(chance.randrange(256) for _ in range(chance.randrange(4)))
        found = parse_archive(ARCHIVE, CONTENT[:at] + piece + CONTENT[at + chance.randrange(4) :])
        assert found.items or found.unread
