"""Every diagnostic code has a page, whose examples are compiled (design.md, invariant 7)."""

from pathlib import Path
from typing import Literal

import pytest

from compiler.languages.diagrams import codes as diagram_codes
from compiler.languages.documents import codes as document_codes
from compiler.languages.instructions import codes as instruction_codes
from compiler.languages.knowledge import codes as knowledge_codes
from compiler.languages.memory import codes as memory_codes
from compiler.languages.requirements import codes as requirement_codes
from compiler.languages.world import codes
from compiler.model.diagnostics import Code
from compiler.pipeline import codes as pipeline_codes
from queries.world.findings import playthrough_findings
from tests.closing import compile_source
from tests.docs.pages import FOLDER, SECTIONS, Example, page_codes, read_page
from tests.docs.situations import build

DECLARED: dict[str, list[Code]] = {}
LANGUAGES = (codes, diagram_codes, requirement_codes, knowledge_codes, memory_codes, document_codes, instruction_codes)
for one in (*pipeline_codes.CODES, *(code for language in LANGUAGES for code in language.CODES)):
    DECLARED.setdefault(one.code, []).append(one)

# A value that an enum does not have is reported on its own, and where it makes a choice impossible.
# A rule that is reported for its findings still has them. A dangling citation is reported in any file.
# An id that is stated twice is reported itself, and covers nothing of what is needed.
COMPANIONS = {
    "URD432": {"URD401"},
    "FRZ209": {"PRESS3"},
    "FRZ211": {"PRESS4"},
    "FRZ404": {"FRZ301"},
    "REQ604": {"REQ207", "REQ605"},
}

pages = pytest.mark.parametrize("code", page_codes())


def raised_codes(example: Example, folder: Path, patch: pytest.MonkeyPatch) -> set[str]:
    """The codes of all diagnostics of an example."""
    if example.setup:
        entry = build(example.setup, folder, patch)
    else:
        for name, text in example.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        first = next(iter(example.files))
        entry = folder / first if first.endswith(".urd.md") else folder
    revision = "HEAD" if (entry / "objects").is_dir() else None  # a bare repository has no files
    snapshot = compile_source(entry, revision=revision)
    return {one.code for one in (*snapshot.diagnostics(), *playthrough_findings(snapshot))}


def example_positions(part: Literal["examples", "corrected"]) -> list[tuple[str, int]]:
    """The code and position of each example of one section of all pages."""
    return [(code, number) for code in page_codes() for number in range(len(getattr(read_page(code), part)))]


def test_diagnostic_pages_match_declared_codes() -> None:
    assert page_codes() == sorted(DECLARED)


@pages
def test_diagnostic_page_front_matter_matches_declaration(code: str) -> None:
    declared = DECLARED[code]
    phases = dict.fromkeys(one.phase.name.lower() for one in declared)
    found = read_page(code).frontmatter
    assert list(found) == ["code", "severity", "phase", "title"]
    assert found["code"] == code
    assert found["severity"] == declared[0].severity
    assert found["phase"] == ", ".join(phases)


@pages
def test_diagnostic_page_templates_match_declaration(code: str) -> None:
    assert read_page(code).templates == tuple(dict.fromkeys(one.template for one in DECLARED[code]))


@pages
def test_diagnostic_page_has_four_sections_and_a_reason(code: str) -> None:
    page = read_page(code)
    assert page.sections == SECTIONS
    assert 80 < len(page.why) < 900
    assert len(page.examples) == len(page.corrected) > 0


@pytest.mark.parametrize(("code", "number"), example_positions("examples"))
def test_diagnostic_page_example_raises_its_code_only(
    code: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = read_page(code).examples[number]
    expected = {code} if example.raises is None else example.raises
    assert expected - COMPANIONS.get(code, set()) == {code}
    assert raised_codes(example, tmp_path, monkeypatch) == expected


@pytest.mark.parametrize(("code", "number"), example_positions("corrected"))
def test_diagnostic_page_corrected_example_raises_nothing(
    code: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = read_page(code).corrected[number]
    assert not example.raises
    assert raised_codes(example, tmp_path, monkeypatch) == set()


def test_diagnostic_pages_overview_lists_every_page() -> None:
    rows = [line for line in (FOLDER / "README.md").read_text("utf-8").splitlines() if line.startswith("| [")]
    expected = [
        f"| [{code}]({code}.md) | {found['severity']} | {found['title']} |"
        for code in page_codes()
        for found in [read_page(code).frontmatter]
    ]
    assert sorted(rows) == sorted(expected)
