"""Mutants of the sample: a mistake in a need costs that one and its neighbours, and raises nothing."""

from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.records import ItemsFile
from tests.compiler.languages.requirements.formats.mutants import FEW_AND_MANY, mutants, sample_texts

FORMAT = BY_NAME["sphinx-needs"]
FILES = sample_texts("glass-organ", ".md", ".py", ".rst", ".toml")
PAGES = [path for path in FILES if path.endswith((".rst", ".md"))]
PIECES = ("`", "```", ":::", "::", ":", ".. ", "   ", "\t", "[[", "é", "\x00", "\u2028", "\n\n", "-", "9" * 40)


def parsed(path: str, text: str) -> list[ItemsFile]:
    found = FORMAT.parse(path, text)
    return [found] if found else []


@FEW_AND_MANY
def test_sphinx_needs_mistake_in_a_file_costs_no_other(count: int) -> None:
    for path, text in FILES.items():
        others = [found for name, other in FILES.items() if name != path for found in parsed(name, other)]
        settled = FORMAT.settle(others + parsed(path, text))
        kept = {item.id for one in settled if one.path != path for item in one.items}
        for mutant, _ in mutants(text, count, path, PIECES):
            found = FORMAT.settle([*others, *parsed(path, mutant)])
            if path in PAGES:  # settings may say anything of others
                assert {item.id for one in found if one.path != path for item in one.items} == kept, mutant


@FEW_AND_MANY
def test_sphinx_needs_mistake_in_the_last_need_costs_none_before_it(count: int) -> None:
    settings = [found for name in FILES if name not in PAGES for found in parsed(name, FILES[name])]
    for path in ("docs/trials.rst", "docs/aims.rst", "docs/design.md"):
        text = FILES[path]
        (whole,) = [one for one in FORMAT.settle([*settings, *parsed(path, text)]) if one.path == path]
        last = max(item.first for item in whole.items)
        start = sum(len(line) + 1 for line in text.split("\n")[: last - 1])
        before = {item.id for item in whole.items if item.last < last}
        behind_mark = start + 3  # an indented line without its `..` belongs to the need before, in Docutils too
        for mutant, _ in mutants(text, count * 3, path, PIECES, (behind_mark, len(text))):
            found = [one for one in FORMAT.settle([*settings, *parsed(path, mutant)]) if one.path == path]
            assert before <= {item.id for one in found for item in one.items}, mutant
