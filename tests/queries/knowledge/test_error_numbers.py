"""Errors that the seed of knowledge names and numbers, as the answers of its tools carry them."""

from queries import answer
from tests.queries.asking import Json
from tests.queries.cases import each
from tests.queries.knowledge.cider_mill import mill


def number(tool: str, arguments: Json) -> tuple[str, int] | None:
    found = answer(mill(), tool, arguments)
    return (found["error_type"], found["error_code"]) if "error_type" in found else None


@each(
    "tool, arguments",
    [
        ("entity_get", {"id": "MILL-44"}),
        ("graph_relations", {"id": "MILL-44"}),
        ("graph_path", {"from_id": "MILL-1", "to_id": "MILL-44"}),
        ("task_blocked", {"id": "MILL-44"}),
    ],
)
def test_unknown_entity_is_entity_not_found(tool: str, arguments: Json) -> None:
    assert number(tool, arguments) == ("EntityNotFound", -32001)


@each(
    "tool, arguments",
    [
        ("entity_list", {"type": "bug"}),
        ("entity_list", {"entity_type": "bug"}),
        ("search_fulltext", {"query": "press", "type": "bug"}),
        ("graph_orphans", {"type": "bug"}),
    ],
)
def test_unknown_type_is_entity_type_invalid(tool: str, arguments: Json) -> None:
    assert number(tool, arguments) == ("EntityTypeInvalid", -32002)


@each(
    "tool, arguments",
    [
        ("entity_get", {}),
        ("entity_list", {"type": "bug", "limit": "x"}),
        ("task_ready", {"type": "task"}),
        ("search_fulltext", {"query": " "}),
        ("task_ready", {"where": {"colour": "red"}}),
    ],
)
def test_wrong_argument_is_validation_failed(tool: str, arguments: Json) -> None:
    assert number(tool, arguments) == ("ValidationFailed", -32003)


def test_errors_that_the_seed_does_not_number_have_no_number() -> None:
    assert number("object_get", {"ref": "MILL-44"}) is None
    assert number("task_ready", {"limit": 1}) is None
