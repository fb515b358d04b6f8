"""Mutants of the sample: a mistake in a file costs no other, one in an object at most its neighbours, and nothing
raises.

A few are tried here; `python -m tests.compiler.languages.requirements.formats.reqif.test_mutations` tries 10,000.
"""

import random
from collections.abc import Iterator

import pytest

from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.reqif.archive import parse_archive
from tests.paths import ROOT

SAMPLE = ROOT / "worlds" / "bell-foundry"
FORMAT = BY_NAME["reqif"]
FILES = {one.relative_to(SAMPLE).as_posix(): one.read_text("utf-8") for one in sorted(SAMPLE.rglob("*.*"))
         if one.suffix != ".reqifz"}  # fmt: skip
ARCHIVE = "supplier/metal.reqifz"
DOCUMENTS = [path for path in FILES if path.endswith(".reqif")]
OBJECTS = "<SPEC-OBJECTS>", "</SPEC-OBJECTS>"
PIECES = ("<", ">", "/>", '"', "'", "&", "&a;", "<!--", "-->", "<![CDATA[", "]]>", "<?x", "\n", "é", "\x00", "\u2028",
          "</SPEC-OBJECT>", "<SPEC-OBJECT>", "</VALUES>", "9" * 40)  # fmt: skip


def mutants(text: str, count: int, seed: str, within: tuple[int, int]) -> Iterator[tuple[str, int]]:
    """Texts with one mistake between two offsets, and the offset of the mistake."""
    chance = random.Random(seed)
    for _ in range(count):
        at = chance.randrange(*within)
        if chance.random() < 0.5:
            yield text[:at] + chance.choice(PIECES) + text[at:], at
        else:
            yield text[:at] + text[at + chance.randrange(1, 12) :], at


def check(path: str, count: int) -> None:
    """Mutate a file anywhere: nothing raises, and the other files stay."""
    others = [found for name, text in FILES.items() if name != path and (found := FORMAT.parse(name, text))]
    others.append(parse_archive(ARCHIVE, (SAMPLE / ARCHIVE).read_bytes()))
    kept = {one.path: {item.text for item in one.items} for one in others}
    for mutant, _ in mutants(FILES[path], count, path, (0, len(FILES[path]))):
        found = FORMAT.parse(path, mutant)
        settled = FORMAT.settle([*others, *([found] if found else [])])
        assert {one.path: {item.text for item in one.items} for one in settled if one.path != path} == kept, mutant


def check_objects(path: str, count: int) -> None:
    """Mutate the objects of a document: those that are neither the one with the mistake nor beside it stay."""
    text = FILES[path]
    whole = FORMAT.parse(path, text)
    assert whole
    first, last = (text.index(one) for one in OBJECTS)
    for mutant, at in mutants(text, count, f"objects {path}", (first + len(OBJECTS[0]), last)):
        line = text.count("\n", 0, at) + 1
        near = sorted(range(len(whole.items)), key=lambda one: abs(whole.items[one].first - line))[:3]
        found = FORMAT.parse(path, mutant)
        kept = {item.text for item in found.items} if found else set()
        lost = [one.id for number, one in enumerate(whole.items) if number not in near and one.text not in kept]
        assert not lost, (lost, mutant)


def check_archive(count: int) -> None:
    """Change bytes of the archive: nothing raises."""
    content = (SAMPLE / ARCHIVE).read_bytes()
    chance = random.Random("archive")
    for _ in range(count):
        at = chance.randrange(len(content))
        piece = bytes(chance.randrange(256) for _ in range(chance.randrange(4)))
        found = parse_archive(ARCHIVE, content[:at] + piece + content[at + chance.randrange(4) :])
        assert found.items or found.unread


@pytest.mark.parametrize("path", FILES)
def test_mistake_costs_no_other_file(path: str) -> None:
    check(path, 10)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_mistake_in_an_object_costs_no_other_one(path: str) -> None:
    check_objects(path, 25)


def test_damaged_archive_raises_nothing() -> None:
    check_archive(60)


def main() -> None:
    """Try 10,000 mutants."""
    for path in FILES:
        check(path, 1_250)
    for path in DOCUMENTS:
        check_objects(path, 1_250)
    check_archive(2_500)
    print("10,000 mutants: nothing raised, nothing else lost")


if __name__ == "__main__":
    main()
