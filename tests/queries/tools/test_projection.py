"""`fields` and `format`: only some fields of rows, in the order asked for, and rows as a table, in every tool with
rows."""

from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from compiler.store.snapshot import Snapshot
from queries import TOOLS, Tool, answer
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.projection import FIELDS, FORMAT, Projection, table
from queries.tools.render import BOUND
from queries.tools.schemas import mapping, objects, string, strings
from queries.tools.tool import tool
from tests.compiler.samples import sample
from tests.queries.asking import ask, asked, error, pages
from tests.queries.cases import each
from tests.queries.snapshots import garden, town

Json = dict[str, Any]

PEOPLE: list[Json] = [
    {"id": "ada", "name": "Ada", "home": {"street": "Quay", "number": 3}},
    {"id": "bert", "name": "Bert", "home": {"street": "Mill Lane"}, "age": 40},
]


def lists(rows: list[Json], *, of_object: bool = False) -> Tool:
    """A tool that answers with rows of people, in pages."""

    @tool(
        title="People",
        pack="core",
        of_object=of_object,
        parameters=(limit_of(1_000, 1_000), CURSOR),
        result={
            "town": string("Its name."),
            "people": objects(
                "All of them.",
                id=string("Its id."),
                name=string("Its name."),
                home=mapping("Where it is."),
                age=string("In years."),
            ),
            "streets": strings("Names."),
        },
    )
    def people(_: Snapshot, *, limit: int, cursor: Cursor) -> Json:
        """Lists the people of a town."""
        return page({"town": "Tar", "people": rows, "streets": ["Quay"]}, "people", limit=limit, cursor=cursor)

    return people


def people(**arguments: Any) -> Json:
    return lists(PEOPLE).answer(town(), arguments)


def refused(declared: Tool, **arguments: Any) -> Json:
    """The error answer of a declared tool."""
    from queries import QueryError

    with pytest.raises(QueryError) as raised:
        declared.answer(town(), arguments)
    return raised.value.answer()


def test_fields_keeps_only_these_in_this_order() -> None:
    found = people(fields=["name", "id"])
    assert [list(row.items()) for row in found["people"]] == [
        [("name", "Ada"), ("id", "ada")],
        [("name", "Bert"), ("id", "bert")],
    ]


def test_fields_may_be_one_text_with_commas() -> None:
    assert people(fields=["name, id"]) == people(fields=["name", "id"])


def test_fields_leaves_the_rest_of_the_answer_as_it_is() -> None:
    assert {**people(fields=["id"]), "people": None} == {**people(), "people": None}


def test_fields_of_no_names_is_the_whole_answer() -> None:
    assert people(fields=[]) == people()


def test_fields_that_a_row_does_not_have_are_left_out_of_it() -> None:
    assert people(fields=["id", "age"])["people"] == [{"id": "ada"}, {"id": "bert", "age": 40}]


def test_fields_with_dots_reach_into_objects() -> None:
    assert people(fields=["id", "home.street"])["people"] == [
        {"id": "ada", "home.street": "Quay"},
        {"id": "bert", "home.street": "Mill Lane"},
    ]


def test_fields_with_an_unknown_name_is_an_error_with_the_nearest_and_all() -> None:
    said = refused(lists(PEOPLE), fields=["nme", "id"])
    assert said["code"] == "invalid_argument"
    assert said["problems"] == [
        {"argument": "fields", "problem": "has no field 'nme'", "value": "nme", "did_you_mean": "name"}
    ]
    assert said["hint"] == "Rows of people have id, name, home, age, home.street, home.number."


def test_fields_with_the_name_of_a_nested_field_suggests_the_dotted_one() -> None:
    assert refused(lists(PEOPLE), fields=["street"])["problems"][0]["did_you_mean"] == "home.street"


def test_fields_with_an_unknown_name_is_an_error_without_rows_too() -> None:
    assert refused(lists([]), fields=["nme"])["problems"][0]["did_you_mean"] == "name"
    assert lists([]).answer(town(), {"fields": ["age"]})["people"] == []


def test_table_has_columns_and_rows_in_place_of_objects() -> None:
    assert people(format="table")["people"] == {
        "columns": ["id", "name", "home", "age"],
        "rows": [["ada", "Ada", {"street": "Quay", "number": 3}, None], ["bert", "Bert", {"street": "Mill Lane"}, 40]],
    }


def test_table_of_fields_has_these_columns_even_if_empty() -> None:
    assert people(format="table", fields=["age", "id"])["people"] == {
        "columns": ["age", "id"],
        "rows": [[None, "ada"], [40, "bert"]],
    }
    assert lists([]).answer(town(), {"format": "table", "fields": ["age"]})["people"] == {
        "columns": ["age"],
        "rows": [],
    }


def test_table_leaves_lists_of_texts_as_they_are() -> None:
    assert people(format="table")["streets"] == ["Quay"]


def test_fields_of_a_tool_about_one_object_are_those_of_the_answer() -> None:
    declared = lists(PEOPLE, of_object=True)
    assert declared.answer(town(), {"fields": ["town", "people.name"]}) == {
        "schema_version": "1",
        "town": "Tar",
        "people": [{"name": "Ada"}, {"name": "Bert"}],
        "total": 2,
    }
    assert refused(declared, fields=["twon"])["problems"][0]["did_you_mean"] == "town"


WIDE = [{"id": f"p{number}", "name": "x" * 400, "home": {}} for number in range(500)]


def test_page_of_few_fields_holds_more_rows() -> None:
    declared = lists(WIDE)
    whole = declared.answer(town(), {})
    assert len(whole["people"]) < 100
    assert whole["truncated"] == "size"
    narrow = declared.answer(town(), {"fields": ["id"]})
    assert len(narrow["people"]) == 500
    assert "next_cursor" not in narrow


def test_page_of_a_table_holds_more_rows_than_one_of_objects() -> None:
    rows = [{"identification": number, "a_long_name_of_a_field": number} for number in range(1_000)]
    declared = lists(rows)
    as_objects, as_table = declared.answer(town(), {}), declared.answer(town(), {"format": "table"})
    assert len(as_objects["people"]) < len(as_table["people"]["rows"]) == 1_000
    assert len(orjson.dumps(as_table)) <= BOUND


def test_cursor_goes_on_with_other_fields_and_format() -> None:
    """They are no part of the question: a position counts rows, however they are shown."""
    declared = lists(PEOPLE)
    first = declared.answer(town(), {"limit": 1, "fields": ["id"]})
    second = declared.answer(
        town(), {"limit": 1, "cursor": first["next_cursor"], "format": "table", "fields": ["name"]}
    )
    assert first["people"] == [{"id": "ada"}]
    assert second["people"] == {"columns": ["name"], "rows": [["Bert"]]}


def test_projection_measures_rows_inside_of_elements() -> None:
    projection = Projection(("id",)).of_field("detail")
    assert projection.measured([{"ref": "r", "detail": {"id": 1, "text": "x"}}]) == [{"ref": "r", "detail": {"id": 1}}]


def test_table_of_no_rows_has_no_columns() -> None:
    assert table([], ()) == {"columns": [], "rows": []}


def holds_rows(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "array" and schema["items"].get("type") == "object"


@each("declared", TOOLS.values())
def test_fields_and_format_are_arguments_of_each_tool_with_rows(declared: Tool) -> None:
    names = {one.name for one in declared.parameters}
    has_rows = any(map(holds_rows, declared.result.values()))
    assert (FIELDS.name in names, FORMAT.name in names) == (has_rows, has_rows)


CALLS: list[tuple[Snapshot, str, Json, str, list[str]]] = [
    (garden(), "list_objects", {"kind": "location"}, "objects", ["id", "title"]),
    (garden(), "search", {"query": "garden"}, "results", ["id", "kind"]),
    (garden(), "get_links", {"ref": "@warden"}, "links", ["kind", "to"]),
    (garden(), "get_exit_graph", {}, "edges", ["to", "exit_name"]),
    (garden(), "get_dialogue_graph", {}, "choices", ["label", "section"]),
    (
        sample("checkout-session"),
        "flow_reachable",
        {"from": "n:address", "diagram_id": "checkout"},
        "node_details",
        ["label"],
    ),
    (sample("checkout-session"), "session_list_diagrams", {}, "diagrams", ["kind", "diagram_id"]),
    (sample("traced-kettle"), "get_uncovered_assertions", {}, "assertions", ["id", "text"]),
    (sample("traced-kettle"), "get_subtree", {"id": "REQ-p00001", "format": "flat"}, "nodes", ["id", "depth"]),
    (sample("cider-mill"), "task_ready", {}, "tasks", ["id", "properties.priority"]),
    (sample("cider-mill"), "entity_list", {}, "entities", ["id", "type"]),
    (sample("ferry-memory"), "memory_search", {"query": "harbour"}, "results", ["id", "fact_text"]),
]


@each("source, name, arguments, rows, fields", CALLS)
def test_fields_and_format_choose_from_the_rows_of_a_tool(
    source: Snapshot, name: str, arguments: Json, rows: str, fields: list[str]
) -> None:
    whole = asked(source, name, arguments)
    assert whole[rows]
    expected = [Projection(tuple(fields)).row(row) for row in whole[rows]]
    assert asked(source, name, {**arguments, "fields": fields})[rows][: len(expected)] == expected
    as_table = asked(source, name, {**arguments, "fields": fields, "format": "table"})[rows]
    assert as_table["columns"] == fields
    assert as_table["rows"][: len(expected)] == [[row.get(field) for field in fields] for row in expected]


def test_subtree_as_a_table_is_the_flat_one() -> None:
    flat = ask(sample("traced-kettle"), "get_subtree", id="REQ-p00001", format="flat")
    as_table = ask(sample("traced-kettle"), "get_subtree", id="REQ-p00001", format="table")
    assert [row[0] for row in as_table["nodes"]["rows"]] == [row["id"] for row in flat["nodes"]]


def test_subtree_as_markdown_says_that_it_has_no_rows() -> None:
    found = ask(sample("traced-kettle"), "get_subtree", id="REQ-p00001", fields=["id"])
    assert "has no rows" in found["hint"]


def test_fields_join_over_pages() -> None:
    found = pages(garden(), "list_objects", kind="location", limit=1, fields=["id"])
    assert len(found) > 1
    whole = ask(garden(), "list_objects", kind="location")["objects"]
    assert [row for one in found for row in one["objects"]] == [{"id": row["id"]} for row in whole]


def test_unknown_field_of_a_real_tool_names_what_there_is() -> None:
    said = error(sample("cider-mill"), "task_ready", fields=["priority"])
    assert said["problems"][0]["did_you_mean"] == "properties.priority"
    assert said["hint"].startswith("Rows of task_ready have id, sequence_number, type, title")


def test_default_answer_is_the_same_without_fields_and_format() -> None:
    plain = answer(garden(), "list_objects", {"kind": "location"})
    assert answer(garden(), "list_objects", {"kind": "location", "fields": [], "format": "objects"}) == plain
