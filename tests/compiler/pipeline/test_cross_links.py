"""Links between languages."""

from pathlib import Path

from queries import answer
from tests.closing import compile_source

REQUIREMENT = """# Kettle

## REQ-p00001: Boiling

**Level**: PRD | **Status**: Active

## Assertions

A. The kettle SHALL boil.

*End* *Boiling*
"""
DIAGRAM = """requirementDiagram
    requirement boiling {
        id: %s
        text: boils
        risk: low
        verifymethod: test
    }
    element kettle {
        type: device
    }
    kettle - satisfies -> boiling
"""


def write(folder: Path, drawn_id: str) -> Path:
    (folder / "spec").mkdir()
    (folder / "spec" / "kettle.md").write_text(REQUIREMENT)
    (folder / "kettle.mmd").write_text(DIAGRAM % drawn_id)
    return folder


def test_cross_link_from_drawn_requirement_to_the_one_with_its_id(tmp_path: Path) -> None:
    snapshot = compile_source(write(tmp_path, '"REQ-p00001"'))
    links = [(one.source, one.target, one.dangling) for one in snapshot.links(kind="same_as")]
    assert links == [("d:kettle/req/node/n:boiling", "r:REQ-p00001", False)]


def test_cross_link_is_missing_for_a_requirement_that_is_only_drawn(tmp_path: Path) -> None:
    assert compile_source(write(tmp_path, '"REQ-p00002"')).links(kind="same_as") == []


def test_cross_link_makes_a_drawing_depend_on_the_requirement(tmp_path: Path) -> None:
    said = answer(compile_source(write(tmp_path, '"REQ-p00001"')), "get_impact", {"ref": "r:REQ-p00001"})
    assert "d:kettle/req/node/n:boiling" in [row["ref"] for row in said["impact"]]


def test_cross_link_is_part_of_routes(tmp_path: Path) -> None:
    question = {"from": "d:kettle/req/node/n:kettle", "to": "r:REQ-p00001-A"}
    said = answer(compile_source(write(tmp_path, '"REQ-p00001"')), "find_route", question)
    assert said["total"] == 1
