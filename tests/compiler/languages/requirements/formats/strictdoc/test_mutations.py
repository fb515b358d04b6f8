"""Mutants of the sample: a mistake in a file costs no other, one in a node at most its neighbours, and nothing
raises."""

from compiler.languages.requirements.format_registry import BY_NAME
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, mutants, sample_texts

FORMAT = BY_NAME["strictdoc"]
FILES = sample_texts("snow-plough", ".md", ".py", ".sdoc")
DOCUMENTS = [path for path in FILES if path.endswith((".sdoc", ".md"))]
PIECES = (">>>", "<<<", "[", "]", "[[", "\n", "- ", "  ", ": ", "```", "**", "\t", "é", "\x00", "\u2028", "9" * 40)


@FEW_AND_MANY
def test_strictdoc_mistake_costs_no_other_file_and_nothing_above_it(count: int) -> None:
    """The nodes of the other files stay, and so do those above the mistake, but for the neighbour."""
    for path, text in FILES.items():
        others = [found for name, other in FILES.items() if name != path and (found := FORMAT.parse(name, other))]
        kept = FORMAT.settle(others)
        whole = FORMAT.parse(path, text)
        for mutant, _ in mutants(text, count, path, PIECES):
            found = FORMAT.parse(path, mutant)
            settled = FORMAT.settle([*others, *([found] if found else [])])
            assert [one for one in settled if one.path != path] == kept, mutant
            if whole and path in DOCUMENTS:
                same = next((at for at, pair in enumerate(zip(text, mutant, strict=False)) if len(set(pair)) > 1), 0)
                line = text.count("\n", 0, same) + 1
                above = {one.id for one in [each for each in whole.items if each.last < line][:-1]}
                assert above <= {item.id for item in (found.items if found else ())}, mutant
