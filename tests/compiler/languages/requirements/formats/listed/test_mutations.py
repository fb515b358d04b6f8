"""Mutants of the sample: a mistake in a list raises nothing, and costs no requirement of another page."""

from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.records import ItemsFile
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, mutants, sample_texts

FORMAT = BY_NAME["listed"]
FILES = sample_texts("harbour-light", ".md", ".adoc", ".yaml", ".py", ".feature")
PIECES = (
    "|",
    "\\|",
    "`",
    "```",
    "**",
    "|===",
    "==",
    "# ",
    ": ",
    "- ",
    "[",
    "<!--",
    "-->",
    "é",
    "\x00",
    "\u2028",
    "9" * 40,
)


def parsed(path: str, text: str) -> list[ItemsFile]:
    found = FORMAT.parse(path, text) if FORMAT.is_promising(path, text) else None
    return [found] if found else []


@FEW_AND_MANY
def test_lists_mistake_in_a_file_costs_no_other(count: int) -> None:
    for path, text in FILES.items():
        others = [found for name, other in FILES.items() if name != path for found in parsed(name, other)]
        kept = {
            item.id for one in FORMAT.settle([*others, *parsed(path, text)]) if one.path != path for item in one.items
        }
        for mutant, _ in mutants(text, count, path, PIECES):
            found = FORMAT.settle([*others, *parsed(path, mutant)])
            stated = {item.id for one in found if one.path != path for item in one.items}
            own = {item.id for one in found if one.path == path for item in one.items}
            assert kept <= stated | own, mutant
