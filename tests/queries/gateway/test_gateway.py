"""`find_tools` and `use_tool`: every tool is found, and answers the same through the gateway."""

import pytest

from queries import TOOLS, answer, is_error
from queries.gateway.questions import QUESTIONS
from queries.gateway.ranking import ranked
from queries.tools.listed import CORE_TOOLS
from tests.compiler.samples import sample
from tests.queries.asking import ask, error

KETTLE, MILL, GARDEN = sample("traced-kettle"), sample("cider-mill"), sample("locked-garden")


ASKED = {
    KETTLE: [
        ("Which assertions have no test?", "get_uncovered_assertions"),
        ("assertions without verification", "get_uncovered_assertions"),
        ("what must be looked at when I change this object", "get_impact"),
        ("can I safely delete this module?", "get_impact"),
        ("compare two branches", "compare_revisions"),
        ("list commits and tags", "list_revisions"),
        ("the shortest route between two objects", "find_route"),
        ("references that are broken", "get_broken_references"),
        ("did the tests pass?", "get_test_coverage"),
        ("parents of this requirement", "get_hierarchy"),
        ("show warnings", "get_diagnostics"),
        ("is my index stale?", "refresh"),
    ],
    MILL: [
        ("what can I begin now?", "task_ready"),
        ("which ticket has the highest priority?", "task_next"),
        ("tasks nobody can start yet", "task_blocked"),
        ("which ADRs are superseded?", "entity_list"),
        ("overview of the repository", "get_snapshot_info"),
    ],
    GARDEN: [
        ("all exits from the gatehouse", "get_exit_graph"),
        ("how to win the game", "find_playthrough"),
        ("conditions of a choice", "get_choice_conditions"),
    ],
}


def test_question_finds_the_tool_among_the_first() -> None:
    missed = [
        (question, tool, names)
        for source, asked in ASKED.items()
        for question, tool in asked
        if tool not in (names := [one["name"] for one in ask(source, "find_tools", question=question)["tools"][:3]])
    ]
    assert missed == []


def test_every_tool_stands_in_the_questions_and_answers_its_first_one() -> None:
    assert {name for asked in QUESTIONS for name in asked.tools} == {*TOOLS}
    missed = [
        (asked.question, names)
        for asked in QUESTIONS
        if asked.tools[0] not in (names := [tool.name for tool in ranked(asked.question, list(TOOLS.values()))[:2]])
    ]
    assert missed == []


def test_without_a_question_all_tools_of_the_source_are_found() -> None:
    found = ask(MILL, "find_tools", limit=200)["tools"]
    assert [one["name"] for one in found] == [
        name for name, tool in TOOLS.items() if tool.pack in ("core", "knowledge", "documents")
    ]


def test_row_has_a_line_and_the_arguments_of_the_tool() -> None:
    (row,) = [one for one in ask(KETTLE, "find_tools", limit=200)["tools"] if one["name"] == "get_subtree"]
    assert (row["pack"], row["takes"]) == ("requirements", "id, depth?, include_kinds?")
    assert row["about"].startswith("All below a requirement")


def test_pack_is_searched_even_if_the_source_has_nothing_of_it() -> None:
    assert {one["pack"] for one in ask(KETTLE, "find_tools", pack="memory", limit=200)["tools"]} == {"memory"}


def test_question_without_a_known_word_says_so() -> None:
    found = ask(KETTLE, "find_tools", question="zyzzyva")
    assert (found["tools"], found["total"]) == ([], 0)
    assert "Without question" in found["hint"]


def test_name_answers_the_whole_schema() -> None:
    found = ask(KETTLE, "find_tools", name="get.subtree")["tool"]
    assert found["input_schema"] == TOOLS["get_subtree"].input_schema()
    assert found["description"] == TOOLS["get_subtree"].reference
    assert set(found["answers"]) == set(TOOLS["get_subtree"].result)
    near = error(KETTLE, "find_tools", name="get_subtre")
    assert (near["code"], near["did_you_mean"][0]) == ("not_found", "get_subtree")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_hierarchy", {"id": "REQ-p00001"}),
        ("get.hierarchy", {"id": "REQ-p00001", "fields": ["ancestors"]}),
        ("get_hierarchy", {"id": "REQ-p99999"}),
        ("get_hierarchy", {}),
        ("get_hierarchy", {"nothing": 1}),
        ("get_graph_status", {}),
        ("use_tool", {"name": "get_graph_status"}),
    ],
)
def test_use_tool_answers_as_the_tool_does(name: str, arguments: dict[str, object]) -> None:
    through = answer(KETTLE, "use_tool", {"name": name, "arguments": arguments})
    assert through == answer(KETTLE, name, arguments)
    assert list(through) == list(answer(KETTLE, name, arguments))


def test_use_tool_errors_have_the_numbers_of_the_tool() -> None:
    found = answer(MILL, "use_tool", {"name": "entity_get", "arguments": {"id": "nothing"}})
    assert found == answer(MILL, "entity_get", {"id": "nothing"})
    assert found["error_code"] == -32001


def test_use_tool_pages_on_with_the_cursor_of_the_tool() -> None:
    first = answer(GARDEN, "use_tool", {"name": "list_objects", "arguments": {"kind": "section", "limit": 1}})
    rest = answer(GARDEN, "list_objects", {"kind": "section", "limit": 1, "cursor": first["next_cursor"]})
    assert not is_error(rest)


def test_use_tool_calls_an_operation() -> None:
    arguments = {"node_id": "REQ-d00001", "new_status": "Draft"}
    found = answer(KETTLE, "use_tool", {"name": "mutate_change_status", "arguments": arguments})
    assert found == answer(KETTLE, "mutate_change_status", arguments)


def test_use_tool_of_an_unknown_name_is_answered_with_near_ones() -> None:
    found = error(KETTLE, "use_tool", name="get_requirment")
    assert (found["code"], found["did_you_mean"][0]) == ("not_found", "get_requirement")
    assert error(KETTLE, "use_tool")["code"] == "invalid_argument"


def test_core_tools_are_tools() -> None:
    assert {*CORE_TOOLS} <= {*TOOLS.pack("core")}
