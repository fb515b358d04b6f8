"""Questions to several sources: which source answers, and how the answer names what is of it."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import queries
from compiler.store.frozen.frozen_file import write_frozen
from compiler.workspace.interface import Workspace
from queries.sources.declaring import with_source
from tests.closing import compile_source, open_workspace
from tests.paths import ROOT

POST_ROAD = ROOT / "worlds" / "post-road"


@pytest.fixture(scope="module")
def post_road() -> Workspace:
    return open_workspace(POST_ROAD)


def ask(asked: Any, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """Return the answer of a tool; one that is no error fits the schema of tools of several sources."""
    found = queries.answer(asked, tool, {name.rstrip("_"): value for name, value in arguments.items()})
    if not queries.is_error(found):
        jsonschema.validate(found, with_source(queries.TOOLS[tool]).output_schema())
        assert set(found) <= set(with_source(queries.TOOLS[tool]).output_schema()["properties"])
    return found


def refs(rows: list[Mapping[str, Any]]) -> list[str]:
    return [one["ref"] for one in rows]


def test_source_argument_keeps_the_rows_of_one_source(post_road: Workspace) -> None:
    every, one = (
        ask(post_road, "list_objects", kind="decision"),
        ask(post_road, "list_objects", kind="decision", source="vans"),
    )
    assert every["total"] == 6
    assert refs(one["objects"]) == ["vans::k:decision/ADR-0031"]


def test_source_argument_narrows_sql(post_road: Workspace) -> None:
    sql = "SELECT DISTINCT source_name FROM object ORDER BY 1"
    assert ask(post_road, "query_facts", sql=sql)["rows"] == [["depot"], ["rules"], ["vans"]]
    assert ask(post_road, "query_facts", sql=sql, source="depot")["rows"] == [["depot"]]


def test_source_argument_narrows_diagnostics(post_road: Workspace) -> None:
    assert [one["code"] for one in ask(post_road, "get_diagnostics", source="vans")["diagnostics"]] == ["FRZ303"]


def test_source_argument_decides_which_object_an_id_means(post_road: Workspace) -> None:
    assert ask(post_road, "object_get", ref="ADR-0031")["code"] == "ambiguous"
    found = ask(post_road, "object_get", ref="ADR-0031", source="depot")
    assert refs(found["objects"]) == ["depot::k:decision/ADR-0031"]


def test_source_that_is_unknown_is_an_error_with_near_names(post_road: Workspace) -> None:
    found = ask(post_road, "search", query="letters", source="deopt")
    assert (found["code"], found["did_you_mean"]) == ("not_found", ["depot"])


def test_source_that_cannot_be_read_is_unavailable_and_the_others_answer(post_road: Workspace) -> None:
    assert ask(post_road, "list_objects", kind="decision", source="attic")["code"] == "unavailable"
    assert ask(post_road, "get_snapshot_info")["sources"][3]["problem"].startswith("No such file")


def test_snapshot_info_lists_the_sources(post_road: Workspace) -> None:
    found = ask(post_road, "get_snapshot_info")
    assert [one["name"] for one in found["sources"]] == ["rules", "depot", "vans", "attic"]
    assert found["sources"][1]["near"] == ["rules"]
    assert (
        found["sources"][0]["objects"] == ask(post_road, "get_snapshot_info", source="rules")["sources"][0]["objects"]
    )


def test_language_tool_is_answered_by_the_source_of_a_ref(post_road: Workspace) -> None:
    found = ask(post_road, "entity_get", id="vans::k:decision/ADR-0031")
    assert (found["ref"], found["source_name"]) == ("vans::k:decision/ADR-0031", "vans")
    assert found["source"] == "vans/docs/adr/0031-record-decisions.md:1"


def test_language_tool_is_answered_by_the_only_source_that_has_the_id(post_road: Workspace) -> None:
    assert ask(post_road, "entity_get", id="ADR-0037")["source_name"] == "rules"


def test_language_tool_finds_an_id_of_several_sources_ambiguous(post_road: Workspace) -> None:
    found = ask(post_road, "entity_get", id="ADR-0032")
    assert (found["code"], found["refs"]) == ("ambiguous", ["rules::k:decision/ADR-0032", "depot::k:decision/ADR-0032"])


def test_language_tool_lists_the_answer_of_each_source(post_road: Workspace) -> None:
    found = ask(post_road, "entity_list", type="decision")
    assert [(one["source_name"], one["total"]) for one in found["sources"]] == [("rules", 3), ("depot", 2), ("vans", 1)]
    assert refs(found["sources"][2]["entities"]) == ["vans::k:decision/ADR-0031"]


def test_language_tool_is_answered_alone_where_one_source_has_its_kinds(post_road: Workspace) -> None:
    found = ask(post_road, "get_requirement", id="REQ-d00703")
    assert (found["source_name"], found["ref"]) == ("rules", "rules::r:REQ-d00703")


def test_path_with_the_source_name_names_the_source(post_road: Workspace) -> None:
    found = ask(post_road, "document_outline", document="depot/README.md")
    assert (found["source_name"], found["document"]) == ("depot", "depot/README.md")


def test_cursor_of_one_source_goes_on_in_it(post_road: Workspace) -> None:
    asked = {"query": "decision", "limit": 1}
    first = ask(post_road, "search_fulltext", **asked)["sources"][1]
    second = ask(post_road, "search_fulltext", **asked, cursor=first["next_cursor"])
    assert sorted(refs([*first["results"], *second["results"]])) == [
        "depot::k:decision/ADR-0031",
        "depot::k:decision/ADR-0032",
    ]


def test_cursor_of_one_source_is_none_of_all(post_road: Workspace) -> None:
    cursor = ask(post_road, "list_objects", kind="decision", source="rules", limit=1)["next_cursor"]
    assert ask(post_road, "list_objects", kind="decision", limit=1, cursor=cursor)["code"] == "invalid_argument"


def test_impact_goes_on_into_other_sources(post_road: Workspace) -> None:
    found = ask(post_road, "get_impact", ref="REQ-d00703", source="rules")
    assert "depot::f:README.md#the-depot" in refs(found["impact"])


def test_broken_references_of_a_workspace_are_those_that_no_source_resolves(post_road: Workspace) -> None:
    assert ask(post_road, "get_broken_references")["total"] == 1


def test_revisions_need_a_source(post_road: Workspace) -> None:
    found = ask(post_road, "compare_revisions", base="HEAD")
    assert (found["code"], found["sources"]) == ("invalid_argument", ["rules", "depot", "vans"])


def test_proposal_is_about_the_source_that_its_paths_name(post_road: Workspace) -> None:
    edit = {"file": "depot/docs/adr/0032-two-shelves.md", "old_text": "Late letters", "new_text": "Letters"}
    found = ask(post_road, "propose_change", edits=[edit])
    assert [one["path"] for one in found["files"]] == ["depot/docs/adr/0032-two-shelves.md"]
    assert "--- a/depot/docs/adr/0032-two-shelves.md\n+++ b/depot/docs/adr/0032-two-shelves.md\n" in found["patch"]


def test_tools_of_one_source_take_no_source(post_road: Workspace) -> None:
    alone = compile_source(POST_ROAD / "rules")
    assert "source" not in queries.tools_for(alone)[0].input_schema()["properties"]
    assert all("source" in one.input_schema()["properties"] for one in queries.tools_for(post_road.snapshot))
    assert ask(alone, "get_diagnostics", source="rules")["code"] == "invalid_argument"


def test_frozen_workspace_answers_as_the_workspace(tmp_path: Path, post_road: Workspace) -> None:
    write_frozen(post_road.snapshot, tmp_path / "all.frieze")
    frozen = open_workspace(tmp_path / "all.frieze")
    for tool, arguments in (
        ("entity_get", {"id": "ADR-0037"}),
        ("get_requirement", {"id": "REQ-d00703"}),
        ("list_objects", {"kind": "decision", "source": "depot"}),
        ("query_facts", {"sql": "SELECT id, source_name FROM decision", "source": "vans"}),
        ("get_diagnostics", {}),
    ):
        assert ask(frozen, tool, **arguments) == ask(post_road, tool, **arguments)
    assert ask(frozen, "compare_revisions", base="HEAD", source="depot")["code"] == "unavailable"


def test_sources_answer_after_a_call_that_was_stopped_has_closed_its_reader() -> None:
    merged = compile_source(POST_ROAD)
    reader = merged.reader(lambda: False)
    assert ask(reader, "list_objects", kind="decision", source="vans")["total"] == 1
    reader.close()
    assert ask(merged, "list_objects", kind="decision", source="vans")["total"] == 1
    assert ask(merged, "list_objects", kind="decision", source="depot")["total"] > 0


def test_source_that_changed_since_answers_as_it_was(tmp_path: Path) -> None:
    shutil.copytree(POST_ROAD, tmp_path / "w")
    workspace = open_workspace(tmp_path / "w")
    before = ask(workspace, "get_diagnostics")
    (tmp_path / "w/vans/docs/adr/0031-record-decisions.md").write_text("# 31. Other\n\n## Status\n\nRejected\n")
    assert ask(workspace, "entity_get", id="ADR-0031", source="vans")["title"] == "Record decisions"
    assert ask(workspace, "get_diagnostics") == before
