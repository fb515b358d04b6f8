"""Mutants of the sample: a mistake in a file costs that file alone, and raises nothing."""

from compiler.languages.requirements.format_registry import read_formats
from compiler.languages.requirements.formats.doorstop.settling import settle
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, mutants, sample_texts

FILES = sample_texts("tide-gate", ".yml")
PIECES = (":", "- ", "[", "{", "]", "&a ", "*a", "!!x ", "'", '"', "|", "\t", "\x00", "é", "#", "---", "9" * 40)


@FEW_AND_MANY
def test_doorstop_mistake_in_an_item_costs_no_other(count: int) -> None:
    for path in (path for path in FILES if not path.endswith(".doorstop.yml")):
        others = [found for name, text in FILES.items() if name != path for found in read_formats(name, text)]
        kept = settle(others)
        for mutant, _ in mutants(FILES[path], count, path, PIECES):
            found = settle([*others, *read_formats(path, mutant)])
            assert found[: len(kept)] == kept, mutant
