"""`frieze check --explain-detection`: each format with its files and proof; no file of two formats without a rule."""

from pathlib import Path

import pytest

from compiler.languages.registry import LANGUAGES
from compiler.model.facts import Object, sql_table
from server.commands.detection import detection
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.paths import ROOT

SAMPLES = sorted(one.name for one in (ROOT / "worlds").iterdir() if one.is_dir())
# Rules: a test in code has tags of OpenFastTrace and citations of elspais; a page in a vault is read by its own format.
SHARED = {"requirements": {"openfasttrace", "elspais"}}


def lines(path: Path) -> list[str]:
    with compile_source(path) as snapshot:
        return detection(snapshot).splitlines()


@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_of_a_sample_has_a_proof(name: str) -> None:
    found = lines(ROOT / "worlds" / name)
    assert found
    for line in found:
        language, _, rest = line.partition(": ")
        assert language in {one.name for one in LANGUAGES}
        assert rest.partition("; proof: ")[2], line


@pytest.mark.parametrize("name", SAMPLES)
def test_no_file_of_a_sample_is_of_two_formats_of_one_language(name: str) -> None:
    snapshot = sample(name)
    for language in LANGUAGES:
        formats: dict[str, set[str]] = {}
        for one in language.fact_classes():
            if issubclass(one, Object) and "format" in one.__dataclass_fields__:
                for file, form in snapshot.rows(f"SELECT DISTINCT file, format FROM {sql_table(one.table)}"):
                    formats.setdefault(file, set()).add(form)
        shared = SHARED.get(language.name, set())
        assert [file for file, found in formats.items() if len(found) > 1 and not found <= shared] == []


def test_detection_names_files_and_counts(tmp_path: Path) -> None:
    for number in range(5):
        place = tmp_path / "docs" / "adr" / f"000{number}-a.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"# {number}. A\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n")
    (found,) = [line for line in lines(tmp_path) if line.startswith("knowledge")]
    shown = "docs/adr/0000-a.md, docs/adr/0001-a.md, docs/adr/0002-a.md and 2 more"
    assert found.startswith(f"knowledge: adr-tools: 5 files, 5 objects: {shown}; ")


def test_detection_of_nothing_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.unknown").write_text("x")
    assert lines(tmp_path) == ["No format was found."]
