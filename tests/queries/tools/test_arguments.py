"""Wrong arguments: all problems are reported at once, with what would be valid, and values are echoed shortened."""

from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from queries import TOOLS, answer, is_error
from queries.tools.parameters import Parameter, ParameterType
from tests.queries.asking import asked, error
from tests.queries.cases import each
from tests.queries.snapshots import garden, town

TOWN = town()


def problem(type: ParameterType, value: Any, **fields: Any) -> str | None:
    return Parameter("x", type, "X.", **fields).problem(value)


@each(
    "type, value, expected",
    [
        ("string", "a", None),
        ("string", "é", None),
        ("string", 3, "must be a string, not an integer"),
        ("string", ["a"], "must be a string, not an array"),
        ("string", "\ud800", "must be text: it has half of a surrogate pair"),
        ("integer", 3, None),
        ("integer", 3.0, None),
        ("integer", 3.5, "must be an integer, not a fraction"),
        ("integer", True, "must be an integer, not a boolean"),
        ("integer", "3", "must be an integer, not a string"),
        ("number", float("-inf"), "must be a number, not an infinite number"),
        ("integer", float("nan"), "must be an integer, not NaN"),
        ("integer", 2**70, "must be within 64 bits"),
        ("integer", 10**400, "must be within 64 bits"),
        ("number", -(10**400), "must be within 64 bits"),
        ("number", 2, None),
        ("number", 2.5, None),
        ("number", None, "must be a number, not null"),
        ("boolean", False, None),
        ("boolean", 0, "must be true or false, not an integer"),
        ("strings", [], None),
        ("strings", ["a", "b"], None),
        ("strings", "a", "must be an array of strings, not a string"),
        ("strings", ["a", 1], "element 1 must be a string, not an integer"),
        ("object", {"a": [1]}, None),
        ("object", [], "must be an object, not an array"),
        ("object", {"a": {1}}, "must be JSON: it has text or numbers that are not"),
    ],
)
def test_argument_of_a_wrong_type_is_an_error(type: ParameterType, value: Any, expected: str | None) -> None:
    assert problem(type, value) == expected


@each(
    "type, text, value",
    [
        ("integer", "2", 2),
        ("number", "2.5", 2.5),
        ("boolean", "true", True),
        ("strings", '["ref"]', ["ref"]),
        ("object", '{"a": 1}', {"a": 1}),
        ("objects", '[{"a": 1}]', [{"a": 1}]),
        ("values", "[1]", [1]),
        ("string", "2", "2"),
        ("integer", "two", "two"),
        ("integer", "true", "true"),
        ("boolean", "1", "1"),
        ("strings", "ref", ["ref"]),
        ("strings", "id,title", ["id", "title"]),
        ("strings", "r:REQ-1, r:REQ-2", ["r:REQ-1", "r:REQ-2"]),
        ("strings", "Locks, and how they work", ["Locks, and how they work"]),
        ("strings", "notes/a,b.md", ["notes/a,b.md"]),
        ("strings", "id,", ["id,"]),
        ("strings", "3", ["3"]),
        ("strings", "[", ["["]),
        ("strings", "", ""),
        ("object", "[1]", "[1]"),
        ("object", "{" * 5_000, "{" * 5_000),
        ("integer", "\ud800", "\ud800"),
    ],
)
def test_json_text_is_read_where_no_text_is_declared(type: ParameterType, text: str, value: Any) -> None:
    assert Parameter("x", type, "X.").read(text) == value


def test_arguments_as_json_text_answer_as_arguments_do() -> None:
    written = {"query": "hall", "limit": "1", "kinds": '["location"]', "regex": "false"}
    assert asked(TOWN, "search", written) == asked(TOWN, "search", {"query": "hall", "limit": 1, "kinds": ["location"]})


def test_words_with_commas_are_the_list_that_they_stand_for() -> None:
    written = {"query": "hall", "fields": "id, kind", "kinds": "location"}
    listed = {"query": "hall", "fields": ["id", "kind"], "kinds": ["location"]}
    assert asked(TOWN, "search", written) == asked(TOWN, "search", listed)


@each(
    "value, fields, expected",
    [
        (0, {"minimum": 1, "maximum": 5}, "must be from 1 to 5"),
        (6, {"minimum": 1, "maximum": 5}, "must be from 1 to 5"),
        (5, {"minimum": 1, "maximum": 5}, None),
        (0, {"minimum": 1}, "must be at least 1"),
        (9, {"maximum": 5}, "must be at most 5"),
    ],
)
def test_argument_out_of_range_is_an_error(value: int, fields: dict[str, int], expected: str | None) -> None:
    assert problem("integer", value, **fields) == expected


def test_argument_choices_and_lengths_are_checked() -> None:
    assert problem("string", "up", choices=("in", "out")) == "must be one of in, out"
    assert problem("string", "abc", max_length=2) == "must be at most 2 characters long, not 3"
    assert problem("strings", ["a"] * 3, max_items=2) == "must have at most 2 elements, not 3"
    assert problem("object", {"a": "b" * 200_000}) == "must be at most 100000 characters long"


def test_argument_problems_are_reported_together() -> None:
    found = error(TOWN, "search", limt=5, kinds=7, limit=0, field="ids")
    assert found["code"] == "invalid_argument"
    assert [(one["argument"], one["problem"]) for one in found["problems"]] == [
        ("limt", "is not an argument of this tool"),
        ("kinds", "must be an array of strings, not an integer"),
        ("limit", "must be from 1 to 100"),
        ("field", "must be one of all, id, title, body"),
        ("query", "is missing"),
    ]
    assert found["problems"][0]["did_you_mean"] == "limit"
    assert "'limt'" in found["error"]
    assert "'query' is missing" in found["error"]
    assert "query (string, required)" in found["hint"]


def test_argument_error_echoes_a_long_value_shortened() -> None:
    found = error(TOWN, "search", query=["y" * 1_000_000])
    assert len(found["problems"][0]["value"]) == 200
    assert len(orjson.dumps(found)) < 2_000


def test_argument_error_lists_at_most_twenty_problems() -> None:
    found = asked(TOWN, "search", {f"unknown{number}": "y" * 5_000 for number in range(1_000)})
    assert len(found["problems"]) == 20


@each("arguments", [[], "x", 3, ["query"]])
def test_arguments_must_be_an_object(arguments: Any) -> None:
    assert answer(TOWN, "search", arguments)["code"] == "invalid_argument"


def test_arguments_may_be_left_out_when_none_is_required() -> None:
    assert answer(TOWN, "get_diagnostics") == answer(TOWN, "get_diagnostics", {})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(), max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.data())
def test_arguments_never_raise_an_exception(data: st.DataObject) -> None:
    """Invariant: for any arguments the answer is a dict that JSON can carry, within the bound."""
    tool = data.draw(st.sampled_from(list(TOOLS.values())))
    names = st.sampled_from([one.name for one in tool.parameters] or ["x"])
    arguments = data.draw(st.dictionaries(names | st.text(max_size=5), ANYTHING, max_size=4))
    found = answer(garden(), tool.name, arguments)
    assert found["schema_version"] == "1"
    assert len(orjson.dumps(found).decode()) <= 40_000
    if is_error(found):
        assert found["error"]
