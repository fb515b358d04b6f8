"""The rows of the tools of requirements: which fields they have, in which order, and the defaults of arguments."""

from typing import Any

from queries import TOOLS, Tool
from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import CONFIGURATION, compiled, tea

SUMMARY = {"id", "title", "level", "status"}
PACK = [tool for tool in TOOLS.values() if tool.pack == "requirements"]


@each("tool", PACK)
def test_requirement_tool_has_a_description_and_describes_each_argument(tool: Tool) -> None:
    assert len(tool.description) > 30
    assert all(one["description"] for one in tool.input_schema()["properties"].values())


@each(
    "tool, arguments, defaults",
    [
        ("get_subtree", {"root_id": "REQ-p00001"}, {"depth": 0, "include_kinds": "", "format": "markdown"}),
        (
            "scoped_search",
            {"query": "water", "scope_id": "REQ-p00001"},
            {"direction": "descendants", "field": "all", "regex": False, "include_assertions": False},
        ),
        (
            "discover_requirements",
            {"query": "water", "scope_id": "REQ-p00001"},
            {"direction": "descendants", "field": "all", "regex": False, "edge_kinds": "implements,refines"},
        ),
        (
            "minimize_requirement_set",
            {"req_ids": ["REQ-p00001", "REQ-o00001", "REQ-o00002"]},
            {"edge_kinds": "implements,refines"},
        ),
        ("find_assertions_by_keywords", {"keywords": ["water", "stop"]}, {"match_all": True}),
        ("search", {"query": "water"}, {"field": "all", "regex": False}),
    ],
)
def test_default_of_an_argument_is_that_of_the_seed(tool: str, arguments: Json, defaults: Json) -> None:
    assert ask(tea(), tool, **arguments) == ask(tea(), tool, **arguments, **defaults)


def rows(tool: str, field: str, **arguments: Any) -> list[Json]:
    found: list[Json] = ask(tea(), tool, **arguments)[field]
    return found


@each(
    "tool, field, arguments",
    [
        ("get_hierarchy", "ancestors", {"req_id": "REQ-d00001"}),
        ("get_hierarchy", "children", {"req_id": "REQ-p00001"}),
        ("get_hierarchy", "siblings", {"req_id": "REQ-o00001"}),
        ("minimize_requirement_set", "minimal_set", {"req_ids": ["REQ-p00001", "REQ-o00001"]}),
        ("minimize_requirement_set", "pruned", {"req_ids": ["REQ-p00001", "REQ-o00001"]}),
        ("scoped_search", "results", {"query": "water", "scope_id": "REQ-p00001"}),
        ("discover_requirements", "results", {"query": "water"}),
        ("discover_requirements", "pruned", {"query": "water"}),
    ],
)
def test_summary_of_a_requirement_has_id_title_level_and_status(tool: str, field: str, arguments: Json) -> None:
    found = rows(tool, field, **arguments)
    assert found
    assert all(set(one) >= SUMMARY for one in found)
    assert not any({"body", "assertions", "hash"} & set(one) for one in found)


def test_requirement_without_metadata_has_defaults() -> None:
    made = compiled({"spec/a.md": "## REQ-p00001: Kettle\n\nWarm.\n\n*End* *Kettle*\n", ".elspais.toml": CONFIGURATION})
    said = ask(made, "get_requirement", req_id="REQ-p00001")
    assert (said["level"], said["status"], said["hash"]) == ("Unknown", "Unknown", None)
    assert (said["assertions"], said["parents"], said["children"]) == ([], [], [])


def test_requirement_assertions_have_id_label_and_text() -> None:
    first, second = rows("get_requirement", "assertions", req_id="REQ-p00001")
    assert (first["id"], first["label"], first["text"]) == ("REQ-p00001-A", "A", "The kettle SHALL boil water.")
    assert second["id"] == "REQ-p00001-B"


def test_requirement_parents_and_children_name_their_relation() -> None:
    (parent, *_) = rows("get_requirement", "parents", req_id="REQ-o00001")
    assert (parent["id"], parent["edge_kind"], parent["assertion_targets"]) == ("REQ-p00001", "implements", ["A"])
    children = rows("get_requirement", "children", req_id="REQ-p00001")
    assert [(one["id"], one["edge_kinds"]) for one in children] == [
        ("REQ-o00001", ["implements"]),
        ("REQ-o00002", ["refines"]),
    ]


def test_requirement_not_found_names_the_id() -> None:
    said = error(tea(), "get_requirement", req_id="REQ-p77777")
    assert (said["code"], said["error"]) == ("not_found", "Requirement 'REQ-p77777' not found")


def test_hierarchy_of_a_requirement_with_several_parents_has_the_ancestors_of_each() -> None:
    found = {one["id"] for one in rows("get_hierarchy", "ancestors", req_id="REQ-d00001")}
    assert found == {"REQ-o00001", "REQ-o00002", "REQ-p00001", "REQ-p00002"}


def test_search_limit_bounds_the_hits() -> None:
    said = ask(tea(), "search", query="kettle water heater", kinds=["requirement"], limit=1)
    assert len(said["results"]) == 1 and said["total"] > 1


def test_search_by_regular_expression_finds_requirements() -> None:
    said = ask(tea(), "search", query="^Lid (hinge|spring)$", field="title", regex=True, kinds=["requirement"])
    assert sorted(one["id"] for one in said["results"]) == ["REQ-d00003", "REQ-d00004"]


def test_workspace_has_path_name_and_configuration() -> None:
    said = ask(tea(), "get_workspace_info")
    assert said["project_name"] == "Tea"
    assert {"repo_path", "config_file", "config_summary"} <= set(said)
    assert said["config_summary"]["testing_enabled"] is True


def test_summary_counts_requirements_of_each_level() -> None:
    said = ask(tea(), "get_project_summary")
    assert said["requirements_by_level"]["all"] == {"dev": 5, "ops": 2, "prd": 2}


def test_coverage_of_an_assertion_without_a_citing_test_is_missing() -> None:
    said = ask(tea(), "get_test_coverage", req_id="REQ-p00001")
    assert (said["covered_assertions"], said["uncovered_assertions"]) == (["REQ-p00001-A"], ["REQ-p00001-B"])


def test_coverage_tests_name_the_assertions_that_they_target() -> None:
    said = ask(tea(), "get_test_coverage", req_id="REQ-d00001")
    assert [(one["id"], one["assertion_targets"]) for one in said["test_nodes"]] == [
        ("tests/test_kettle.py::test_reads", ["A"])
    ]


def test_uncovered_limit_bounds_the_rows() -> None:
    said = ask(tea(), "get_uncovered_assertions", limit=2)
    assert len(said["assertions"]) == 2 and said["total"] == 7


def test_keywords_ignore_case() -> None:
    lower, upper = (
        [one["id"] for one in rows("find_assertions_by_keywords", "assertions", keywords=[word])]
        for word in ("spout", "SPOUT")
    )
    assert lower == upper == ["REQ-o00002-A"]


def test_keywords_have_assertion_and_parent() -> None:
    (row,) = rows("find_assertions_by_keywords", "assertions", keywords=["spout"])
    assert (
        row.items()
        >= {
            "id": "REQ-o00002-A",
            "label": "A",
            "text": "The spout SHALL NOT drip.",
            "parent_id": "REQ-o00002",
            "parent_title": "Pouring",
        }.items()
    )


def test_keywords_search_assertions_and_no_titles() -> None:
    assert rows("find_assertions_by_keywords", "assertions", keywords=["Pouring"]) == []


def test_suggestion_has_test_requirement_confidence_and_reasons() -> None:
    row = rows("suggest_links", "suggestions")[0]
    assert {"test_id", "test_file", "requirement_id", "requirement_title", "confidence", "reasons"} <= set(row)
    assert 0 < row["confidence"] <= 1


def test_suggestions_limit_bounds_the_rows() -> None:
    every = rows("suggest_links", "suggestions")
    assert len(every) > 1
    assert rows("suggest_links", "suggestions", limit=1) == every[:1]


def test_subtree_flat_has_root_nodes_edges_and_stats() -> None:
    said = ask(tea(), "get_subtree", root_id="REQ-o00001", format="flat")
    assert said["root_id"] == "REQ-o00001"
    assert {"nodes", "edges", "stats"} <= set(said)


def test_subtree_markdown_is_the_default_and_has_its_root() -> None:
    said = ask(tea(), "get_subtree", root_id="REQ-d00003")
    assert (said["format"], said["root_id"]) == ("markdown", "REQ-d00003")
    assert said["content"].startswith("# REQ-d00003: Lid hinge (dev, Active)")


def test_subtree_nested_has_children_arrays() -> None:
    tree = ask(tea(), "get_subtree", root_id="REQ-o00002", format="nested")["tree"]
    assert tree["id"] == "REQ-o00002"
    assert [one["id"] for one in tree["children"]] == ["REQ-o00002-A", "REQ-d00001"]


def test_subtree_default_kinds_of_a_journey() -> None:
    said = ask(tea(), "get_subtree", root_id="JNY-Tea-01", format="flat")
    assert {one["kind"] for one in said["nodes"]} == {"journey"}


def test_scope_includes_its_own_node() -> None:
    assert [one["id"] for one in rows("scoped_search", "results", query="Kettle", scope_id="REQ-p00001")] == [
        "REQ-p00001"
    ]


def test_scope_with_a_cycle_is_searched_once() -> None:
    found = rows("scoped_search", "results", query="lid", scope_id="REQ-d00002")
    assert sorted(one["id"] for one in found) == ["REQ-d00002", "REQ-d00003", "REQ-d00004"]


def test_scoped_search_repeats_scope_and_direction() -> None:
    said = ask(tea(), "scoped_search", query="water", scope_id="REQ-d00001", direction="ancestors")
    assert (said["scope_id"], said["direction"]) == ("REQ-d00001", "ancestors")


def test_scoped_search_without_include_assertions_names_none() -> None:
    asked = {"query": "water", "scope_id": "REQ-p00001"}
    assert any(
        "matched_assertions" in one for one in rows("scoped_search", "results", include_assertions=True, **asked)
    )
    assert not any("matched_assertions" in one for one in rows("scoped_search", "results", **asked))


def test_matched_assertions_have_id_label_and_text() -> None:
    found = rows("scoped_search", "results", query="spout", scope_id="REQ-o00002", include_assertions=True)
    (match,) = found[0]["matched_assertions"]
    assert (match["id"], match["label"], match["text"]) == ("REQ-o00002-A", "A", "The spout SHALL NOT drip.")


def test_minimize_paths_may_run_through_other_requirements() -> None:
    said = ask(tea(), "minimize_requirement_set", req_ids=["REQ-p00002", "REQ-d00001"])
    assert [one["id"] for one in said["minimal_set"]] == ["REQ-d00001"]
    assert [(one["id"], one["superseded_by"]) for one in said["pruned"]] == [("REQ-p00002", ["REQ-d00001"])]


def test_minimize_answers_four_parts() -> None:
    said = ask(tea(), "minimize_requirement_set", req_ids=["REQ-p00001", "REQ-x"])
    assert {"minimal_set", "pruned", "not_found", "stats"} <= set(said)
    assert said["not_found"] == ["REQ-x"]


def test_discover_answers_results_pruned_and_stats() -> None:
    said = ask(tea(), "discover_requirements", query="water", scope_id="REQ-p00001")
    assert {"results", "pruned", "stats"} <= set(said)


@each(
    "query", ["subtree", "search", "hierarchy", "query_nodes", "test_coverage", "uncovered_assertions", "scoped_search"]
)
def test_cursor_takes_every_query_of_the_seed(query: str) -> None:
    params = {
        "subtree": {"root_id": "REQ-p00001"},
        "search": {"query": "water"},
        "hierarchy": {"req_id": "REQ-d00001"},
        "test_coverage": {"req_id": "REQ-p00001"},
        "scoped_search": {"query": "water", "scope_id": "REQ-p00001"},
    }.get(query, {})
    said = ask(tea(), "open_cursor", query=query, params=params)
    assert said["query"] == query
    assert said["current"] is not None and said["total"] == said["remaining"] + 1
