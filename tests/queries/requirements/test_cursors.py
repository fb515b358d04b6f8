"""Cursors: answers item by item, with all state in the cursor."""

from typing import Any

from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import compiled, requirement, tea


def opened(of: str, batch_size: int = 1, **params: Any) -> Json:
    return ask(tea(), "open_cursor", query=of, params=params, batch_size=batch_size)


def everything(of: str, batch_size: int = 1, **params: Any) -> list[Json]:
    """All items of a query: the first by open_cursor, the others two at a time."""
    said = opened(of, batch_size, **params)
    items = [] if said["current"] is None else [said["current"]]
    while said["remaining"]:
        said = ask(tea(), "cursor_next", cursor=said["cursor"], count=2)
        items += said["items"]
    assert len(items) == said["total"] == said["position"]
    return items


def test_open_cursor_returns_the_first_item_and_counts() -> None:
    said = opened("hierarchy", req_id="REQ-d00001")
    assert (said["query"], said["batch_size"]) == ("hierarchy", 1)
    assert (said["total"], said["position"], said["remaining"]) == (5, 1, 4)
    assert (said["current"]["id"], said["current"]["section"]) == ("REQ-o00001", "ancestors")


def test_cursor_next_returns_items_and_moves() -> None:
    first = opened("hierarchy", req_id="REQ-d00001")
    said = ask(tea(), "cursor_next", cursor=first["cursor"], count=3)
    assert [one["id"] for one in said["items"]] == ["REQ-p00001", "REQ-p00002", "REQ-o00002"]
    assert (said["count"], said["position"], said["remaining"]) == (3, 4, 1)


def test_cursor_next_with_count_0_or_at_the_end_returns_nothing() -> None:
    first = opened("hierarchy", req_id="REQ-p00001")
    same = ask(tea(), "cursor_next", cursor=first["cursor"], count=0)
    assert (same["items"], same["cursor"]) == ([], first["cursor"])
    last = ask(tea(), "cursor_next", cursor=first["cursor"], count=50)
    end = ask(tea(), "cursor_next", cursor=last["cursor"], count=50)
    assert (end["items"], end["remaining"], end["cursor"]) == ([], 0, last["cursor"])


def test_cursor_info_does_not_move_the_cursor() -> None:
    first = opened("uncovered_assertions")
    said = ask(tea(), "cursor_info", cursor=first["cursor"])
    assert said == {key: value for key, value in first.items() if key != "current"}


def test_cursors_may_be_used_again() -> None:
    first, other = opened("uncovered_assertions"), opened("hierarchy", req_id="REQ-d00001")
    once = ask(tea(), "cursor_next", cursor=first["cursor"])
    ask(tea(), "cursor_next", cursor=other["cursor"])
    assert ask(tea(), "cursor_next", cursor=first["cursor"]) == once


def test_open_cursor_on_an_empty_answer_has_no_item() -> None:
    said = opened("uncovered_assertions", req_id="REQ-o00001")
    assert (said["current"], said["total"], said["position"], said["remaining"]) == (None, 0, 0, 0)


QUERIES: list[tuple[str, Json, str, Json, str]] = [
    ("search", {"query": "water"}, "search", {"query": "water", "kinds": ["requirement"]}, "results"),
    (
        "scoped_search",
        {"query": "water", "scope_id": "REQ-o00001", "include_assertions": True},
        "scoped_search",
        {"query": "water", "scope_id": "REQ-o00001", "include_assertions": True},
        "results",
    ),
    ("uncovered_assertions", {}, "get_uncovered_assertions", {}, "assertions"),
    ("test_coverage", {"req_id": "REQ-p00001"}, "get_test_coverage", {"req_id": "REQ-p00001"}, "test_nodes"),
    (
        "subtree",
        {"root_id": "REQ-p00001", "include_kinds": "requirement"},
        "get_subtree",
        {"root_id": "REQ-p00001", "include_kinds": "requirement", "format": "flat"},
        "nodes",
    ),
]


@each("query, params, tool, arguments, field", QUERIES)
def test_items_are_the_rows_of_each_query(query: str, params: Json, tool: str, arguments: Json, field: str) -> None:
    found = [one["id"] for one in everything(query, **params)]
    assert found == [one["id"] for one in ask(tea(), tool, **arguments)[field]]
    assert found


@each(
    "params, expected",
    [
        ({"level": "OPS"}, ["REQ-o00001", "REQ-o00002"]),
        ({"status": "draft"}, ["REQ-o00002"]),
        ({"keywords": "lid, sensor"}, ["REQ-d00002"]),
        ({"keywords": "spout, circuit", "match_all": False}, ["REQ-o00002", "REQ-d00001"]),
        ({"keywords": "circ"}, []),
        ({"kind": "journey"}, ["JNY-Tea-01"]),
        ({"kind": "assertion", "keywords": "water", "level": "dev"}, ["REQ-p00001-A", "REQ-o00001-A", "REQ-o00001-B"]),
    ],
)
def test_query_nodes_filters_by_kind_keywords_level_and_status(params: Json, expected: list[str]) -> None:
    assert [one["id"] for one in everything("query_nodes", **params)] == expected


def test_batch_size_1_has_assertions_and_preview() -> None:
    first, *others = everything("subtree", root_id="REQ-p00001")
    assert [one["label"] for one in first["assertions"]] == ["A", "B"]
    assert [one["id"] for one in first["children"]] == ["REQ-o00001", "REQ-o00002"]
    assert {one["kind"] for one in others} == {"requirement"}


def test_batch_size_0_has_no_preview() -> None:
    first = everything("subtree", 0, root_id="REQ-p00001")[0]
    assert ("children" in first, len(first["assertions"])) == (False, 2)


def test_batch_size_minus_1_has_assertions_as_items() -> None:
    found = [one["id"] for one in everything("subtree", -1, root_id="REQ-d00003")]
    assert found == [
        "REQ-d00003",
        "REQ-d00003-A",
        "REQ-d00002",
        "REQ-d00002-A",
        "REQ-d00004",
        "REQ-d00004-A",
    ]


def test_assertion_as_root_is_an_item() -> None:
    assert [one["id"] for one in everything("subtree", root_id="REQ-d00003-A")] == ["REQ-d00003-A"]


def test_cursor_next_returns_fewer_items_if_the_answer_is_full() -> None:
    spec = "".join(requirement(f"REQ-d{n:05}", "x" * 400, "", f"A. It SHALL {'y' * 400}.") for n in range(200))
    made = compiled({"spec/a.md": spec})
    said = ask(made, "open_cursor", query="query_nodes", params={"kind": "requirement"})
    found = [said["current"]["id"]]
    while said["remaining"]:
        said = ask(made, "cursor_next", cursor=said["cursor"], count=500)
        found += [one["id"] for one in said["items"]]
    assert found == [f"REQ-d{n:05}" for n in range(200)]
    assert said["count"] < 199


def test_cursor_next_shortens_a_single_large_item() -> None:
    made = compiled({"spec/a.md": requirement("REQ-p00001", "Kettle", "", f"A. It SHALL {'boil ' * 12_000}.")})
    said = ask(made, "open_cursor", query="subtree", params={"root_id": "REQ-p00001"})
    assert "characters left out" in said["current"]["assertions"][0]["text"]


@each("params", [{"req_id": "REQ-d0001"}, {"req_id": "r:REQ-d0001"}])
def test_open_cursor_reports_unknown_names(params: Json) -> None:
    said = error(tea(), "open_cursor", query="hierarchy", params=params)
    assert (said["code"], said["did_you_mean"][0]) == ("not_found", "REQ-d00001")


def test_open_cursor_reports_all_wrong_params() -> None:
    said = error(tea(), "open_cursor", query="subtree", params={"root": "REQ-p00001", "depth": -1})
    assert said["code"] == "invalid_argument"
    assert [one["argument"] for one in said["problems"]] == ["root", "depth", "id"]


def test_open_cursor_lists_queries_for_an_unknown_one() -> None:
    said = error(tea(), "open_cursor", query="tree")
    assert (said["code"], "uncovered_assertions" in said["error"]) == ("invalid_argument", True)


def test_open_cursor_refuses_params_that_are_too_long() -> None:
    said = error(tea(), "open_cursor", query="query_nodes", params={"keywords": "🫖" * 1_000, "level": "🫖" * 1_000})
    assert said["code"] == "too_large"


@each("cursor", ["", "x", "!!!", "WzFd", "W10", "bnVsbA", "ö"])
def test_malformed_cursor_is_an_error(cursor: str) -> None:
    for tool in ("cursor_next", "cursor_info"):
        said = error(tea(), tool, cursor=cursor)
        assert (said["code"], "open_cursor" in said["hint"]) == ("invalid_argument", True)


def test_cursor_of_another_snapshot_is_an_error() -> None:
    made = compiled({"a.md": requirement("REQ-d00001", "Lid")})
    theirs = ask(made, "open_cursor", query="search", params={"query": "lid"})["cursor"]
    assert "another snapshot" in error(tea(), "cursor_next", cursor=theirs)["error"]


def test_open_cursor_names_the_query_of_wrong_params() -> None:
    said = error(tea(), "open_cursor", query="subtree", params={})
    assert said["hint"].startswith("subtree takes id")


def test_open_cursor_limit_keeps_the_best_items() -> None:
    whole = everything("search", query="kettle water heater")
    assert len(whole) > 2
    assert everything("search", query="kettle water heater", limit=2) == whole[:2]
    assert len(everything("query_nodes", kind="assertion", limit=3)) == 3
    assert error(tea(), "open_cursor", query="search", params={"query": "x", "limit": 0})["code"] == "invalid_argument"
