"""Every diagnostic code has a page, whose examples are compiled (design.md, invariant 7)."""

from collections import defaultdict
from pathlib import Path

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
from tests.closing import closing_what_is_opened, compile_source
from tests.compiler.written import written
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
    "FRZ412": {"DOC201"},
    "FRZ413": {"DOC201"},
    "REQ604": {"REQ207", "REQ605"},
}


# Their examples know nothing of one another, and are compiled as one source.
TOGETHER = ("DOC", "MMD")


def raised_codes(example: Example, folder: Path) -> set[str]:
    """The codes of all diagnostics of an example."""
    with pytest.MonkeyPatch.context() as patch, closing_what_is_opened():
        if example.setup:
            entry = build(example.setup, folder, patch)
        else:
            written(folder, example.files)
            first = next(iter(example.files))
            entry = folder / first if first.endswith(".urd.md") else folder
        revision = "HEAD" if (entry / "objects").is_dir() else None  # a bare repository has no files
        snapshot = compile_source(entry, revision=revision)
        return {found.code for found in (*snapshot.diagnostics(), *playthrough_findings(snapshot))}


def codes_by_folder(root: Path) -> dict[str, set[str]]:
    """The codes of all diagnostics of a source, by the folder of its root that they stand in."""
    found = defaultdict[str, set[str]](set)
    for diagnostic in compile_source(root).diagnostics():
        found[diagnostic.span.file.partition("/")[0]].add(diagnostic.code)
    return found


def test_diagnostic_pages_match_declared_codes() -> None:
    assert page_codes() == sorted(DECLARED)


def test_diagnostic_pages_match_declarations_and_have_four_sections_and_a_reason() -> None:
    wrong = {}
    for code in page_codes():
        declared, page = DECLARED[code], read_page(code)
        found = (
            list(page.frontmatter.items())[:3],
            list(page.frontmatter)[3:],
            page.templates,
            page.sections,
            80 < len(page.why) < 900,
            len(page.examples) == len(page.corrected) > 0,
        )
        phases = ", ".join(dict.fromkeys(one.phase.name.lower() for one in declared))
        expected = (
            [("code", code), ("severity", declared[0].severity), ("phase", phases)],
            ["title"],
            tuple(dict.fromkeys(one.template for one in declared)),
            SECTIONS,
            True,
            True,
        )
        if found != expected:
            wrong[code] = (found, expected)
    assert wrong == {}


@pytest.mark.parametrize("language", sorted({code[:3] for code in page_codes()}))
def test_diagnostic_page_example_raises_its_code_only(language: str, tmp_path: Path) -> None:
    wrong, together = [], {}
    for code in (code for code in page_codes() if code.startswith(language)):
        page = read_page(code)
        for number, example in enumerate((*page.examples, *page.corrected)):
            is_example = number < len(page.examples)
            expected = ({code} if example.raises is None else example.raises) if is_example else set()
            assert expected - COMPANIONS.get(code, set()) == ({code} if is_example else set())
            assert is_example or not example.raises
            folder = tmp_path / f"{code}-{number}"
            if language in TOGETHER and not example.setup:
                together[written(folder, example.files).name] = expected
                continue
            folder.mkdir()
            if (raised := raised_codes(example, folder)) != expected:
                wrong.append((folder.name, raised, expected))
    if together:
        raised_in = codes_by_folder(tmp_path)
        wrong += [(name, raised_in[name], codes) for name, codes in together.items() if raised_in[name] != codes]
    assert wrong == []


def test_diagnostic_pages_overview_lists_every_page() -> None:
    rows = [line for line in (FOLDER / "README.md").read_text("utf-8").splitlines() if line.startswith("| [")]
    expected = [
        f"| [{code}]({code}.md) | {found['severity']} | {found['title']} |"
        for code in page_codes()
        for found in [read_page(code).frontmatter]
    ]
    assert sorted(rows) == sorted(expected)
