"""A path names all objects of a file, in each form that a caller may write it; a requirement has its assertions."""

from pathlib import Path

import pytest

import queries
from tests.closing import compile_source
from tests.compiler.languages.knowledge.sources import record
from tests.compiler.tables import table
from tests.compiler.written import written

KETTLE = """# Kettle

## REQ-d00012: Boiling

**Level**: Dev | **Status**: Active | **Implements**: -

## Assertions

A. The kettle SHALL boil.

*End* *Boiling*
"""
FILES = {
    "docs/adr/0012-use-steam.md": record(12, "Use steam"),
    "docs/page.md": "# Page\n\nSee [it](adr/0012-use-steam.md).\n",
    "docs/section.md": "# Section\n\nSee [it](adr/0012-use-steam.md#context).\n",
    "docs/decision.md": "# Decision\n\nAs ADR-0012 says.\n",
    "AGENTS.md": "# Rules\n\nText.\n",
    "src/AGENTS.md": "# Rules of the code\n\nText.\n",
    "spec/kettle.md": KETTLE,
    "src/kettle.py": "# Implements: REQ-d00012-A\n",
}
DECISION = "docs/adr/0012-use-steam.md"


def source(folder: Path) -> Path:
    return written(folder / "kettle", FILES)


@table("path", [DECISION, f"./{DECISION}", f"docs/../{DECISION}", DECISION.replace("/", "\\"), "ABSOLUTE", "URL"])
def test_impact_of_a_path_is_that_of_all_objects_of_the_file(tmp_path: Path, path: str) -> None:
    root = source(tmp_path)
    path = {"ABSOLUTE": f"{root}/{DECISION}", "URL": (root / DECISION).as_uri()}.get(path, path)
    snapshot = compile_source(root)
    answer = queries.answer(snapshot, "get_impact", {"ref": path})
    reached = {row["source"].partition(":")[0] for row in answer["impact"]}
    assert {"docs/page.md", "docs/section.md", "docs/decision.md"} <= reached
    links = queries.answer(snapshot, "get_links", {"ref": path, "direction": "in"})
    assert {"docs/page.md", "docs/section.md", "docs/decision.md"} <= {
        row["source"].partition(":")[0] for row in links["links"]
    }


def test_impact_of_a_ref_is_that_of_its_object_alone(tmp_path: Path) -> None:
    snapshot = compile_source(source(tmp_path))
    answer = queries.answer(snapshot, "get_impact", {"ref": f"f:{DECISION}"})
    assert "together" not in answer
    assert "docs/decision.md" not in {row["source"].partition(":")[0] for row in answer["impact"]}


def test_path_with_an_instruction_and_a_page_is_not_ambiguous(tmp_path: Path) -> None:
    assert queries.answer(compile_source(source(tmp_path)), "get_links", {"ref": "AGENTS.md"})["ref"] == "f:AGENTS.md"


def test_links_of_a_requirement_are_those_of_its_assertions_too(tmp_path: Path) -> None:
    snapshot = compile_source(source(tmp_path))
    answer = queries.answer(snapshot, "get_links", {"ref": "REQ-d00012", "direction": "in", "kinds": ["implements"]})
    assert [row["source"] for row in answer["links"]] == ["src/kettle.py:1"]


@pytest.mark.parametrize(
    "form", ["src/new.c", "./src/new.c", "src\\new.c", "{root}/src/new.c", "file://{root}/src/new.c", "/src/new.c"]
)
def test_instructions_are_the_same_for_each_form_of_a_path(tmp_path: Path, form: str) -> None:
    root = source(tmp_path)
    answer = queries.answer(compile_source(root), "instructions_for", {"path": form.format(root=root)})
    assert answer["path"] == "src/new.c"
    assert [row["instruction"] for row in answer["instructions"]] == ["AGENTS.md", "src/AGENTS.md"]


def test_absolute_path_of_another_place_is_refused(tmp_path: Path) -> None:
    answer = queries.answer(compile_source(source(tmp_path)), "instructions_for", {"path": "/elsewhere/new.c"})
    assert answer["code"] == "invalid_argument"
    assert "'kettle'" in answer["hint"]


def test_diagnostics_of_a_file_are_found_by_each_form_of_its_path(tmp_path: Path) -> None:
    root = written(tmp_path / "a kettle", {"docs/a.md": "# A\n\n[b](gone.md)\n"})
    snapshot = compile_source(root)
    for form in ("docs/a.md", "./docs/a.md", "docs\\a.md", f"{root}/docs/a.md", (root / "docs/a.md").as_uri()):
        assert queries.answer(snapshot, "get_diagnostics", {"file": form})["total"] == 1


@table("name", ["ADR-0012", f"f:{DECISION}"])
def test_links_of_a_page_and_of_what_is_written_on_it_have_those_to_its_sections(tmp_path: Path, name: str) -> None:
    snapshot = compile_source(source(tmp_path))
    answer = queries.answer(snapshot, "get_links", {"ref": name, "direction": "in"})
    assert {f"f:{DECISION}", f"f:{DECISION}#context"} <= {row["to"] for row in answer["links"]}
    assert answer["together"] >= 2


def test_links_of_a_task_in_a_list_have_none_of_its_page(tmp_path: Path) -> None:
    files = {
        "specs/001-tea/tasks.md": "# Tasks\n\n## Phase 1\n\n- [ ] T001 Boil\n- [ ] T002 Pour\n",
        "page.md": "# Page\n\nSee [it](specs/001-tea/tasks.md#phase-1).\n",
    }
    answer = queries.answer(compile_source(written(tmp_path, files)), "get_links", {"ref": "001-tea/T001"})
    assert "together" not in answer
    assert "page.md" not in {row["source"].partition(":")[0] for row in answer["links"]}
