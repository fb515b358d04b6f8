"""Every format is declared whole: names, words, a sample that it reads, an oracle, and a row in the documentation."""

from functools import cache
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from shutil import copytree

from compiler.languages.requirements.declaration import REQUIREMENTS
from compiler.languages.requirements.facts import Requirement
from compiler.languages.requirements.format_registry import BY_NAME, FORMATS, claims
from compiler.languages.requirements.formats.format import Format
from queries.objects.detected_formats import detected_formats
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.paths import ROOT

formats = table("one", FORMATS)
NAMES = (
    "a.md",
    "a.rst",
    "a.py",
    "a.yml",
    "a.sdoc",
    "a.puml",
    "a.html",
    "needs.json",
    "conf.py",
    ".doorstop.yml",
    "a.bat",
)


def test_formats_have_names_of_their_own() -> None:
    assert len(BY_NAME) == len(FORMATS)
    assert "elspais" not in BY_NAME


@formats
def test_format_has_a_folder_of_its_name(one: Format) -> None:
    assert (ROOT / "compiler/languages/requirements/formats" / one.name.replace("-", "_") / "format.py").is_file()


@formats
def test_format_has_roles_and_words_of_the_project(one: Format) -> None:
    assert set(one.roles.values()) <= {"active", "provisional", "aspirational", "retired"}
    assert {"requirement"} <= set(one.words.values())
    assert one.role_of("a status that nobody has") == "active"


@formats
def test_format_has_a_sample_that_proves_it(one: Format) -> None:
    with compile_source(ROOT / "worlds" / one.sample) as snapshot:
        assert one.name in {found.name for found in detected_formats(snapshot) if found.language == "requirements"}


@formats
def test_format_has_an_oracle_if_its_program_can_be_asked(one: Format) -> None:
    assert not one.oracle or find_spec(one.oracle)


@formats
def test_format_stands_in_the_documentation(one: Format) -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    (row,) = [line for line in page.split("\n") if line.startswith(f"| {one.title} ") and line.count(" | ") == 4]
    assert f"`worlds/{one.sample}`" in page
    assert ("%" if one.oracle else "no program") in row
    for word in one.words:
        assert word in page


# Which format claims a file, pair by pair. A page may have statements of two formats, each in lines of its own.


def _rows(folder: Path) -> set[tuple[str, str, int]]:
    """The requirements that formats read: format, file and line."""
    with compile_source(folder) as snapshot:
        found = snapshot.facts(Requirement)
    return {(one.format, one.span.file, one.span.start_line) for one in found if one.format != "elspais"}


SAMPLES = sorted({one.sample for one in FORMATS})


@cache
def _rows_of_sample(sample: str) -> set[tuple[str, str, int]]:
    return _rows(ROOT / "worlds" / sample)


@table("sample", SAMPLES)
def test_no_two_formats_claim_one_line_of_a_sample(sample: str) -> None:
    lines = [(path, line) for _, path, line in _rows_of_sample(sample)]
    assert len(lines) == len(set(lines))


@table(("one", "other"), list(combinations(SAMPLES, 2)))
def test_formats_side_by_side_claim_what_they_claim_alone(one: str, other: str, tmp_path: Path) -> None:
    for name in (one, other):
        copytree(ROOT / "worlds" / name, tmp_path / name)
    expected = {(form, f"{name}/{path}", line) for name in (one, other) for form, path, line in _rows_of_sample(name)}
    assert _rows(tmp_path) == expected


def test_no_two_formats_claim_one_name() -> None:
    for name in NAMES:
        assert sum(one.claims(name) for one in FORMATS) <= 1, name


@table("name", NAMES)
def test_language_reads_what_a_format_claims(name: str) -> None:
    assert REQUIREMENTS.claims(name) or not claims(name)
