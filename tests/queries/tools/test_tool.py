"""The declaration of tools: schemas, the arguments of the query, the table, and look-up by name."""

import sqlite3
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from queries import TOOLS, QueryError, UnknownTool, answer, is_error, tools_for
from queries.tools.names import TOOL_NAMES
from queries.tools.packs import PACKS
from queries.tools.paging import CURSOR, Cursor, limit_of
from queries.tools.parameters import Parameter
from queries.tools.schemas import string
from queries.tools.tool import Tool, tool
from tests.queries.cases import each
from tests.queries.snapshots import garden, snapshot, town


def declared(*parameters: Parameter) -> Tool:
    """A tool that answers with its own arguments."""

    @tool(title="Echo", pack="core", parameters=parameters, result={"got": string("The arguments.")})
    def echo(_: Snapshot, **arguments: Any) -> dict[str, Any]:
        """Answers with what
        it was asked.

        Always.
        """
        return {"got": arguments}

    return echo


def test_tool_description_is_the_first_paragraph_of_the_docstring_on_one_line() -> None:
    assert declared().description == "Answers with what it was asked."


def test_tool_details_are_the_other_paragraphs_of_the_docstring() -> None:
    assert declared().details == "Always."
    assert declared().reference == "Answers with what it was asked.\n\nAlways."


def test_tool_input_schema_describes_the_parameters() -> None:
    schema = declared(
        Parameter("name", "string", "A name.", required=True, max_length=9),
        Parameter("kinds", "strings", "Kinds.", max_items=3),
        Parameter("way", "string", "A way.", default="in", choices=("in", "out")),
        Parameter("depth", "integer", "Hops.", default=1, minimum=1, maximum=6),
    ).input_schema()
    assert schema == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "maxLength": 9, "description": "A name."},
            "kinds": {
                "type": "array",
                "items": {"type": "string", "maxLength": 1000},
                "maxItems": 3,
                "description": "Kinds.",
            },
            "way": {"type": "string", "enum": ["in", "out"], "default": "in", "description": "A way."},
            "depth": {"type": "integer", "minimum": 1, "maximum": 6, "default": 1, "description": "Hops."},
        },
        "required": ["name"],
    }


def test_tool_output_schema_has_version_and_page_fields() -> None:
    schema = declared(limit_of(5), CURSOR).output_schema()
    assert list(schema["properties"]) == ["schema_version", "got", "total", "next_cursor", "truncated", "hint"]
    assert schema["properties"]["schema_version"]["const"] == "1"
    assert schema["required"] == ["schema_version"]


def test_tool_passes_every_argument_and_puts_the_version_first() -> None:
    found = declared(Parameter("a", "integer", "A."), Parameter("b", "boolean", "B.", default=False)).answer(
        town(), {"a": 2.0}
    )
    assert list(found) == ["schema_version", "got"]
    assert found["got"] == {"a": 2, "b": False}
    assert type(found["got"]["a"]) is int


def test_tool_passes_a_keyword_parameter_with_an_underscore() -> None:
    found = declared(Parameter("from", "string", "A start."), Parameter("to", "string", "An end.")).answer(
        town(), {"from": "x"}
    )
    assert found["got"] == {"from_": "x", "to": None}


def test_tool_passes_a_cursor_at_the_start_by_default() -> None:
    got = declared(limit_of(5), CURSOR).answer(town(), {})["got"]
    assert got["limit"] == 5
    assert isinstance(got["cursor"], Cursor)
    assert got["cursor"].position == 0


def test_tool_treats_null_as_left_out() -> None:
    got = declared(Parameter("a", "integer", "A.", default=7)).answer(town(), {"a": None})["got"]
    assert got == {"a": 7}


def test_tool_table_has_the_core_first() -> None:
    packs = [one.pack for one in TOOLS.values()]
    assert packs == sorted(packs, key=list(PACKS).index)
    assert list(TOOLS)[:2] == ["get_snapshot_info", "get_diagnostics"]
    assert all(name == one.name for name, one in TOOLS.items())


def test_tools_for_depends_on_the_kinds_of_a_snapshot() -> None:
    assert {one.pack for one in tools_for(town())} == {"core"}
    assert {one.pack for one in tools_for(garden())} == {"core", "world"}


def test_find_tool_accepts_dots_for_underscores() -> None:
    assert answer(snapshot(), "get.diagnostics") == answer(snapshot(), "get_diagnostics")


@each("name, near", [("get_diagnostic", "get_diagnostics"), ("object.gett", "object_get"), ("serch", "search")])
def test_unknown_tool_raises_with_suggestions(name: str, near: str) -> None:
    with pytest.raises(UnknownTool) as raised:
        answer(snapshot(), name)
    assert raised.value.name == name
    assert near in raised.value.did_you_mean


def test_unknown_tool_shortens_a_long_name() -> None:
    with pytest.raises(UnknownTool) as raised:
        answer(snapshot(), "x" * 100_000)
    assert len(str(raised.value)) < 300


def test_error_answer_leaves_out_empty_fields() -> None:
    error = QueryError("not_found", "Entity not found", entity_id="@wardn", did_you_mean=[], hint="Look.")
    assert error.answer() == {
        "schema_version": "1",
        "error": "Entity not found",
        "code": "not_found",
        "entity_id": "@wardn",
        "hint": "Look.",
    }
    assert is_error(error.answer())


def test_is_error_is_false_for_an_answer_with_error_counts() -> None:
    assert not is_error(answer(town(), "get_diagnostics"))


def test_answer_does_not_swallow_exceptions_of_a_query() -> None:
    snapshot = town()
    snapshot.close()
    with pytest.raises(sqlite3.ProgrammingError):
        answer(snapshot, "get_diagnostics")


def test_tool_names_lists_the_tools_of_each_pack() -> None:
    assert {pack: sorted(TOOLS.pack(pack)) for pack in PACKS} == {
        name: list(found) for name, found in TOOL_NAMES.items()
    }
