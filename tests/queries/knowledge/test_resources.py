"""The resources of knowledge: the content of each URI, under both schemes, page by page."""

from collections.abc import Sequence
from typing import Any

import pytest

from queries.errors.query_error import QueryError
from queries.resources.catalogue import Catalogue
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard
from tests.queries.knowledge.cider_mill import mill

CATALOGUE = Catalogue(yard())
LISTS = ["entities", "entities/task", "entities/link", "decisions", "decisions/active", "tasks", "tasks/active"]
LISTS += ["tasks/ready", "tasks/blocked", "tasks/due/2026-04-01", "tasks/due/1999-12-31", "prompts"]


def read(path: str, catalogue: Catalogue = CATALOGUE) -> dict[str, Any]:
    body = catalogue.read(path if "://" in path else f"frieze://{path}").body
    assert isinstance(body, dict)
    return body


def ids(path: str) -> list[str]:
    return [one["id"] for one in read(path)["entities"]]


@each(
    "path, expected",
    [
        ("decisions", ["ADR-0001", "ADR-0002", "ADR-0003"]),
        ("decisions/active", ["ADR-0002", "ADR-0003"]),
        ("tasks/ready", ["y-8", "y-1", "y-80"]),
        ("tasks/blocked", ["y-2", "y-3", "y-5", "y-6"]),
        ("tasks/due/2026-04-01", ["y-3"]),
        ("tasks/due/1999-12-31", []),
        ("prompts", ["p-1"]),
        ("entities/link", ["l-1"]),
        ("entities?limit=2&offset=3", ["y-1", "y-2"]),
        ("entities?offset=100", []),
    ],
)
def test_resource_list_holds(path: str, expected: Sequence[str]) -> None:
    assert ids(path) == expected


@each("path", LISTS)
def test_resource_lists_have_one_shape_under_both_schemes(path: str) -> None:
    found = read(path)
    assert {"entities", "total", "limit", "offset"} <= set(found)
    assert (found["limit"], found["offset"]) == (50, 0)
    assert read(f"medulla://{path}") == found
    assert read(f"{path}?limit=1000")["limit"] == 100


def test_resource_graph_has_the_bounds_of_the_lists() -> None:
    assert (read("graph")["limit"], read("graph?limit=1000")["limit"]) == (50, 100)


@each("path", [*LISTS, "graph"])
def test_resource_pages_are_complete(path: str) -> None:
    fields = ("entities", "relations") if path == "graph" else ("entities",)
    pages = [read(f"{path}?limit=1")]
    while "next_uri" in pages[-1]:
        pages.append(read(pages[-1]["next_uri"]))
    whole = read(path)
    for field in fields:
        assert [row for page in pages for row in page[field]] == whole[field]
    assert sum(len(whole[field]) for field in fields) == whole["total"]


def test_resource_lists_of_tasks_are_those_of_the_tools() -> None:
    tasks = ask(yard(), "entity_list", type="task", limit=100)["entities"]
    assert ids("tasks") == [one["id"] for one in tasks]
    assert ids("tasks/active") == [one["id"] for one in tasks if one["properties"]["status"] != "done"]
    assert ids("tasks/ready") == [one["id"] for one in ask(yard(), "task_ready")["tasks"]]
    assert ids("tasks/blocked") == [one["id"] for one in ask(yard(), "task_blocked")["blocked_tasks"]]


def test_resource_blocked_tasks_have_blockers() -> None:
    assert [one["id"] for one in read("tasks/blocked")["entities"][1]["blockers"]] == ["y-2", "y-1"]


@each("name", ["y-1", "1", "k:note/hull", "0a1b2c3a"])
def test_resource_entity_equals_entity_get(name: str) -> None:
    assert read(f"entity/{name}") == ask(yard(), "entity_get", id=name)


@each(
    "path, code",
    [
        ("entity/y-99", "not_found"),
        ("entity/hull", "ambiguous"),
        ("entity/ab", "invalid_argument"),
        ("entities/widget", "invalid_argument"),
        ("tasks/due/soon", "invalid_argument"),
        ("tasks?limit=many", "invalid_argument"),
        ("nothing", "not_found"),
        ("tasks/waiting", "not_found"),
    ],
)
def test_resource_errors(path: str, code: str) -> None:
    with pytest.raises(QueryError) as raised:
        read(path)
    assert raised.value.code == code


def test_resource_stats_and_schema_have_no_pages() -> None:
    assert read("stats")["entity_counts"]["task"] == 10
    assert list(read("schema")["entity_types"]) == ["decision", "task", "note", "prompt", "component", "link"]


def test_resource_lists_of_empty_source_are_empty() -> None:
    made = Yard()
    made.add("note", "n-1")
    assert read("tasks", Catalogue(made.snapshot()))["total"] == 0


@each(
    "template, variable, prefix, found",
    [
        ("entities/{type}", "type", "co", ["component"]),
        ("tasks/due/{date}", "date", "2026", ["2026-04-01"]),
        ("entity/{id}", "id", "y-8", ["y-8", "y-80"]),
        ("entity/{id}", "id", "k:", ["k:component/hull", "k:note/hull"]),
    ],
)
def test_resource_templates_complete(template: str, variable: str, prefix: str, found: Sequence[str]) -> None:
    assert list(CATALOGUE.complete(f"frieze://{template}", variable, prefix, {})) == found


@each("path", [*LISTS, "schema", "stats", "graph", "entity/y-1"])
def test_resource_is_json_under_both_schemes(path: str) -> None:
    for scheme in ("frieze", "medulla"):
        assert CATALOGUE.read(f"{scheme}://{path}").mime_type == "application/json"


SEED = """
schema stats entities entities/{type} entity/{id} decisions decisions/active tasks tasks/active tasks/ready
tasks/blocked tasks/due/{date} prompts graph
"""


@each("path", SEED.split())
def test_resource_of_the_seed_is_offered(path: str) -> None:
    offered = Catalogue(mill()).templates() if "{" in path else Catalogue(mill()).listed()
    assert f"frieze://{path}" in {one.uri for one in offered}
