"""An answer with a proof says what it rests on, and is compared with the answer of another state of the source."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import queries
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.proofs.verifying import ABSENT, Verified, verified
from queries.tools.proof import PROOF
from tests.closing import compile_source

PUMP, SEAL = "docs/adr/0001-pump.md", "docs/adr/0002-seal.md"


def _record(title: str, status: str) -> str:
    return f"# {title}\n\n## Status\n\n{status}\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "adr").mkdir(parents=True)
    (tmp_path / PUMP).write_text(_record("1. Pump by hand", "Accepted"))
    (tmp_path / SEAL).write_text(_record("2. Seal with wax", "Proposed"))
    return tmp_path


def _asked(source: Path, tool: str, **arguments: Any) -> dict[str, Any]:
    with compile_source(source) as snapshot:
        return queries.answer(snapshot, tool, arguments)


def _verified(source: Path, answer: dict[str, Any]) -> Verified:
    with compile_source(source) as snapshot:
        return verified(Workspace(snapshot), answer)


def test_a_proof_names_the_question_and_the_files_of_the_rows(source: Path) -> None:
    proven = _asked(source, "entity.get", id="ADR-0001", proof=True)
    proof = proven.pop(PROOF)
    assert proven == _asked(source, "entity_get", id="ADR-0001")
    assert (proof["tool"], proof["arguments"]) == ("entity_get", {"id": "ADR-0001"})
    assert proof["files"] == {PUMP: sha256((source / PUMP).read_bytes()).hexdigest()}


@pytest.mark.parametrize("asked", [False, "false"])
def test_an_answer_without_a_proof_is_the_same(source: Path, asked: object) -> None:
    assert PROOF not in _asked(source, "entity_list", proof=asked)


def test_another_value_of_proof_is_refused(source: Path) -> None:
    assert _asked(source, "entity_list", proof="yes")["code"] == "invalid_argument"


def test_an_error_has_no_proof(source: Path) -> None:
    assert PROOF not in _asked(source, "entity_get", id="ADR-9999", proof=True)


def test_an_answer_about_an_unchanged_source_holds(source: Path) -> None:
    found = _verified(source, _asked(source, "entity_list", proof=True))
    assert (found.held, found.differences, found.files, found.remarks) == (2, (), {}, ())


def test_what_changed_came_or_went_is_told_by_the_name_of_its_row(source: Path) -> None:
    answer = _asked(source, "entity_list", proof=True)
    (source / PUMP).write_text(_record("1. Pump by hand", "Deprecated"))
    (source / SEAL).unlink()
    (source / "docs/adr/0003-oil.md").write_text(_record("3. Oil the hinge", "Accepted"))
    found = _verified(source, answer)
    told = {difference.at: (difference.was, difference.now) for difference in found.differences}
    assert told["entities[k:decision/ADR-0001].properties.status"] == ("accepted", "deprecated")
    assert told["entities[k:decision/ADR-0002]"][1] is ABSENT
    assert told["entities[k:decision/ADR-0003]"][0] is ABSENT
    assert found.files == {PUMP: "changed", SEAL: "gone"} and found.held == 0


def test_a_row_that_moved_differs_in_its_place_alone(source: Path) -> None:
    answer = _asked(source, "entity_list", proof=True)
    (source / PUMP).write_text("\n" + _record("1. Pump by hand", "Accepted"))
    found = _verified(source, answer)
    assert {difference.at for difference in found.differences} == {"entities[k:decision/ADR-0001].source"}


def test_another_order_of_rows_is_a_difference(source: Path) -> None:
    answer = _asked(source, "entity_list", proof=True)
    answer["entities"].reverse()
    assert [difference.at for difference in _verified(source, answer).differences] == ["entities (order)"]


def test_another_version_and_time_are_remarks(source: Path) -> None:
    answer = _asked(source, "entity_list", proof=True)
    answer[PROOF] |= {"compiler_version": "0.0.1", "as_of": "2001-01-01T00:00:00Z"}
    assert [remark.partition(" was ")[0] for remark in _verified(source, answer).remarks] == [
        "Frieze",
        "The reference time",
    ]


def _deep() -> Any:
    found: Any = "x"
    for _ in range(400):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"rows": []}, "carries no proof"),
        ({PROOF: {"tool": "entity_list", "arguments": [], "files": {}}}, "carries no proof"),
        ({PROOF: {"tool": "no_such", "arguments": {}, "files": {}}}, "No tool has the name 'no_such'"),
        ({PROOF: {"tool": "entity_list", "arguments": {"limit": "x"}, "files": {}}}, "cannot be asked"),
        ({PROOF: {"tool": "entity_list", "arguments": {}, "files": {}}, "x": _deep()}, "nested too deeply"),
    ],
)
def test_what_cannot_be_verified_is_an_error(source: Path, given: dict[str, Any], problem: str) -> None:
    with pytest.raises(QueryError, match=problem):
        _verified(source, given)
