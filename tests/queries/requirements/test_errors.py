"""All tools answer alike for an unknown requirement, another kind of object, or a source without requirements."""

from typing import Any

import pytest

from tests.queries.asking import Json, asked, error
from tests.queries.cases import each
from tests.queries.requirements.tea import tea
from tests.queries.snapshots import garden

TAKERS: list[tuple[str, str, Json]] = [
    ("get_requirement", "req_id", {}),
    ("get_test_coverage", "req_id", {}),
    ("get_uncovered_assertions", "req_id", {}),
    ("scoped_search", "scope_id", {"query": "water"}),
    ("discover_requirements", "scope_id", {"query": "water"}),
]
takers = pytest.mark.parametrize(("tool", "argument", "others"), TAKERS)


@takers
def test_unknown_requirement_is_not_found_with_near_ids(tool: str, argument: str, others: Json) -> None:
    said = error(tea(), tool, **{argument: "REQ-p0001", **others})
    assert (said["code"], said["error"]) == ("not_found", "Requirement 'REQ-p0001' not found")
    assert said[argument] == "REQ-p0001"
    assert said["did_you_mean"][0] == "REQ-p00001"


@takers
def test_other_kind_of_object_is_wrong_kind(tool: str, argument: str, others: Json) -> None:
    said = error(tea(), tool, **{argument: "REQ-p00001-A", **others})
    assert (said["code"], said["kind"], said["requirement"]) == ("wrong_kind", "assertion", "REQ-p00001")
    said = error(tea(), tool, **{argument: "src/kettle.py:1", **others})
    assert (said["code"], said["kind"]) == ("wrong_kind", "code")


@takers
def test_ids_and_refs_are_the_same(tool: str, argument: str, others: Json) -> None:
    one, other = (asked(tea(), tool, {argument: name, **others}) for name in ("REQ-p00001", "r:REQ-p00001"))
    for said in (one, other):
        said.pop("next_cursor", None)
    assert one == other


@takers
def test_source_of_another_language_has_no_requirements(tool: str, argument: str, others: Json) -> None:
    assert error(garden(), tool, **{argument: "REQ-p00001", **others})["code"] == "unavailable"


EMPTY: list[tuple[str, dict[str, Any]]] = [
    ("get_subtree", {"root_id": "REQ-p00001"}),
    ("minimize_requirement_set", {"req_ids": ["REQ-p00001"]}),
    ("find_assertions_by_keywords", {"keywords": ["water"]}),
    ("suggest_links", {}),
    ("get_changed_requirements", {}),
    ("open_cursor", {"query": "search", "params": {"query": "water"}}),
    ("open_cursor", {"query": "query_nodes"}),
    ("discover_requirements", {"query": "water"}),
]


@each("tool, arguments", EMPTY)
def test_all_tools_are_unavailable_without_requirements(tool: str, arguments: dict[str, Any]) -> None:
    assert error(garden(), tool, **arguments)["code"] == "unavailable"


def test_long_name_is_echoed_in_part() -> None:
    said = error(tea(), "get_requirement", req_id="x" * 400)
    assert len(said["error"]) < 300
    assert len(said["req_id"]) == 200
