"""Search in a part of the hierarchy, and the most specific matches."""

from queries import answer
from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import tea


def found(query: str, scope: str = "REQ-p00001", **arguments: object) -> list[str]:
    return [one["id"] for one in ask(tea(), "scoped_search", query=query, scope_id=scope, **arguments)["results"]]


@each(
    "query, scope, direction, expected",
    [
        ("water", "REQ-p00001", "descendants", ["REQ-o00001", "REQ-p00001"]),
        ("water", "REQ-o00001", "descendants", ["REQ-o00001"]),
        ("water", "REQ-d00001", "ancestors", ["REQ-o00001", "REQ-p00001"]),
        ("thermostat", "REQ-p00001", "ancestors", []),
        ("lid", "REQ-p00001", "descendants", []),
        ("hinge sensor", "REQ-d00002", "descendants", ["REQ-d00002", "REQ-d00003"]),
        ("REQ-o0000", "REQ-p00001", "descendants", ["REQ-o00001", "REQ-o00002"]),
    ],
)
def test_scoped_search_finds_only_in_the_scope(query: str, scope: str, direction: str, expected: list[str]) -> None:
    assert sorted(found(query, scope, direction=direction)) == expected


def test_scoped_search_ranks_like_search() -> None:
    everything = [one["id"] for one in ask(tea(), "search", query="boils water", kinds=["requirement"])["results"]]
    within = found("boils water")
    assert len(within) > 1
    assert within == [one for one in everything if one in within]


def test_scoped_search_by_field_and_regex() -> None:
    assert found("boil", field="title") == []
    assert found("^pour", field="title", regex=True) == ["REQ-o00002"]
    said = error(tea(), "scoped_search", query="(", scope_id="REQ-p00001", regex=True)
    assert said["code"] == "invalid_argument"


def labels(row: Json) -> list[str]:
    return [one["label"] for one in row.get("matched_assertions", ())]


def test_scoped_search_names_matching_assertions() -> None:
    said = ask(tea(), "scoped_search", query="water", scope_id="REQ-p00001", include_assertions=True)
    assert {one["id"]: labels(one) for one in said["results"]} == {"REQ-o00001": ["A", "B"], "REQ-p00001": ["A"]}


def test_scoped_search_finds_by_assertions_alone() -> None:
    arguments: Json = {"query": "water", "scope_id": "REQ-p00001", "field": "title"}
    assert found(query="water", field="title") == []
    said = ask(tea(), "scoped_search", include_assertions=True, **arguments)["results"]
    assert {one["id"]: one["score"] for one in said} == {"REQ-o00001": 0.0, "REQ-p00001": 0.0}


def test_scoped_search_without_results_suggests_near_names() -> None:
    said = ask(tea(), "scoped_search", query="Thermostatt", scope_id="REQ-p00001")
    assert (said["results"], said["scope_size"], said["did_you_mean"]) == ([], 5, ["Thermostat"])


def discovered(query: str, **arguments: object) -> Json:
    return ask(tea(), "discover_requirements", query=query, **arguments)


def test_discover_prunes_ancestors_of_matches() -> None:
    said = discovered("water", scope_id="REQ-p00001")
    assert [one["id"] for one in said["results"]] == ["REQ-o00001"]
    assert [(one["id"], one["superseded_by"]) for one in said["pruned"]] == [("REQ-p00001", ["REQ-o00001"])]
    assert said["stats"] == {"candidate_count": 2, "minimal_count": 1, "pruned_count": 1}


def test_discover_without_scope_searches_all() -> None:
    said = discovered("lid water")
    assert said["scope_size"] == 9
    assert "scope_id" not in said
    assert {one["id"] for one in said["results"]} == {"REQ-o00001", "REQ-d00004"}


def test_discover_keeps_matching_assertions() -> None:
    (row,) = discovered("water", scope_id="REQ-p00001", include_assertions=True)["results"]
    assert labels(row) == ["A", "B"]


def test_discover_keeps_unrelated_matches() -> None:
    said = discovered("spout heater", scope_id="REQ-p00001")
    assert ({one["id"] for one in said["results"]}, said["pruned"]) == ({"REQ-o00001", "REQ-o00002"}, [])


def test_discover_prunes_along_the_kinds_that_are_given() -> None:
    said = discovered("spout bimetal", scope_id="REQ-p00001", edge_kinds="refines")
    assert ({one["id"] for one in said["results"]}, said["pruned"]) == ({"REQ-o00002", "REQ-d00001"}, [])
    said = discovered("spout bimetal", scope_id="REQ-p00001")
    assert [one["id"] for one in said["results"]] == ["REQ-d00001"]
    assert [(one["id"], one["superseded_by"]) for one in said["pruned"]] == [("REQ-o00002", ["REQ-d00001"])]


def test_discover_keeps_cycles_with_a_warning() -> None:
    said = discovered("hinge sensor")
    assert {one["id"] for one in said["results"]} == {"REQ-d00002", "REQ-d00003"}
    assert said["warnings"] == [
        "REQ-d00002, REQ-d00003 are ancestors of each other: none is more specific, so none of them supersedes another."
    ]


def test_discover_prunes_before_paging() -> None:
    first = discovered("water", scope_id="REQ-p00001", limit=1)
    second = discovered("water", scope_id="REQ-p00001", limit=1, cursor=first["next_cursor"])
    assert [one["id"] for one in first["results"] + second["pruned"]] == ["REQ-o00001", "REQ-p00001"]


def test_search_finds_by_part_of_id_title_and_body() -> None:
    def hits(query: str, field: str) -> list[str]:
        said = answer(tea(), "search", {"query": query, "field": field, "kinds": ["requirement"]})
        return [one["id"] for one in said["results"]]

    assert hits("o00002", "id") == ["REQ-o00002"]
    assert hits("hing", "title") == ["REQ-d00003"]
    assert hits("bimetal", "body") == ["REQ-d00001"]


def test_scoped_search_finds_the_beginnings_of_words() -> None:
    said = ask(tea(), "scoped_search", query="thermo", scope_id="REQ-p00001")
    assert [one["id"] for one in said["results"]] == ["REQ-d00001"]
    said = ask(tea(), "scoped_search", query="tempera", scope_id="REQ-p00001", include_assertions=True)
    (only,) = said["results"]
    assert [one["id"] for one in only["matched_assertions"]] == ["REQ-d00001-A"]


def test_scoped_search_prefers_whole_words_to_beginnings() -> None:
    said = ask(tea(), "scoped_search", query="heat", scope_id="REQ-p00001")  # heating, and not heater by its beginning
    whole = ask(tea(), "scoped_search", query="heating", scope_id="REQ-p00001")
    assert [one["id"] for one in said["results"]] == [one["id"] for one in whole["results"]]
    assert ask(tea(), "scoped_search", query="eater", scope_id="REQ-p00001")["results"] == []
