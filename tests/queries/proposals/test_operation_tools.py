"""Operations as tools of their own names."""

import pytest

import queries
from queries.operations.table import LANGUAGES, OPERATIONS
from queries.proposals.operation_tools import PACK, operation_tools, tools_of_packs
from queries.tools.names import PACK_OF
from queries.tools.packs import PACKS
from tests.closing import open_workspace
from tests.paths import ROOT
from tests.queries.cases import each

KETTLE = ROOT / "worlds" / "traced-kettle"


def test_operation_answers_the_same_under_its_own_name() -> None:
    arguments = {"node_id": "REQ-d00001", "new_status": "Draft"}
    then = {"tool": "get_requirement", "arguments": {"req_id": "REQ-d00001"}}
    workspace = open_workspace(KETTLE)
    own = queries.answer(workspace, "mutate_change_status", {**arguments, "then": then})
    operation = {"op": "mutate_change_status", **arguments}
    assert own == queries.answer(workspace, "propose_change", {"operations": [operation], "then": then})
    assert own["applied"] is False and own["then"]["status"] == "Draft"


def test_operation_may_be_called_with_dots_and_with_other_names_of_its_arguments() -> None:
    told = queries.answer(open_workspace(KETTLE), "mutate.change_status", {"id": "REQ-d00001", "new_status": "Draft"})
    assert told["files"][0]["change"] == "changed"


def test_wrong_argument_of_an_operation_is_refused() -> None:
    told = queries.answer(open_workspace(KETTLE), "mutate_change_status", {"node_id": "REQ-d00001", "status": "Draft"})
    assert told["code"] == "invalid_argument"


def test_no_operation_has_the_name_of_another_tool() -> None:
    assert not OPERATIONS.by_name.keys() & PACK_OF.keys()
    assert len(OPERATIONS.by_name) == sum(len(one) for one in OPERATIONS.by_language.values())


def test_unknown_tool_names_near_operations() -> None:
    with pytest.raises(queries.UnknownTool) as raised:
        queries.find_tool("mutate_change_statu")
    assert "mutate_change_status" in raised.value.did_you_mean


def test_operations_are_listed_for_what_the_source_is_written_in() -> None:
    names = {one.name for one in OPERATIONS.by_language["requirements"]}
    assert {one.name for one in tools_of_packs(["core", "requirements"])} == names
    assert tools_of_packs(["core"]) == []
    assert {*LANGUAGES} <= PACKS.keys()


@each("name", sorted(operation_tools()))
def test_tool_of_an_operation_has_a_schema_and_a_short_description(name: str) -> None:
    tool = operation_tools()[name]
    assert tool.pack == PACK
    assert len(tool.description) < 500 and tool.description.endswith("Writes nothing.")
    assert tool.input_schema()["properties"].keys() >= {"then", "base_digest"}
