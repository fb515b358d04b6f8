"""Diagnostics, whole objects, and lists of objects."""

from typing import Any

from compiler.model.spans import Span
from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.snapshots import BROKEN, ODD, line, person, place, snapshot, town

TOWN = town()


def test_diagnostics_are_in_order_with_all_fields() -> None:
    found = ask(TOWN, "get_diagnostics")
    assert [found[name] for name in ("total", "errors", "warnings", "info")] == [3, 1, 2, 0]
    assert found["diagnostics"][0] == {
        "severity": "error",
        "code": "TST001",
        "message": "Broken line.",
        "file": "town.md",
        "start_line": 2,
        "start_col": 1,
        "end_line": 2,
        "end_col": 10,
        "suggestion": "Mend it.",
    }
    assert found["diagnostics"][1]["related"][0]["message"] == "like this one"
    assert found["diagnostics"][1]["related"][0]["start_line"] == 3
    assert "related" not in found["diagnostics"][2]


@each(
    "filters, counts",
    [
        ({"severity": "warning"}, [2, 0, 2, 0]),
        ({"code": "TST001"}, [1, 1, 0, 0]),
        ({"file": "town.md"}, [3, 1, 2, 0]),
        ({"severity": "error", "code": "TST002"}, [0, 0, 0, 0]),
        ({"severity": "fatal"}, [0, 0, 0, 0]),
        ({"file": None, "severity": None}, [3, 1, 2, 0]),
    ],
)
def test_diagnostics_counts_apply_to_the_filtered_rows(filters: dict[str, Any], counts: list[int]) -> None:
    found = ask(TOWN, "get_diagnostics", **filters)
    assert [found[name] for name in ("total", "errors", "warnings", "info")] == counts
    assert len(found["diagnostics"]) == counts[0]


def test_diagnostics_without_rows_show_what_was_searched() -> None:
    found = ask(TOWN, "get_diagnostics", file="twn.md")
    assert found["hint"] == "None fits the filter. The whole source has 1 errors, 2 warnings, 0 info."
    assert found["did_you_mean"] == ["town.md"]
    clean = ask(snapshot(), "get_diagnostics")
    assert clean["searched"] == {"objects": {"file": 1}, "files": 1}
    assert "no diagnostics" in clean["hint"]


def test_diagnostics_are_paged() -> None:
    many = [(ODD if number % 2 else BROKEN).at(line(number), what=f"thing {number}") for number in range(1, 131)]
    found = all_rows(snapshot(diagnostics=many), "get_diagnostics", "diagnostics")
    assert [one["start_line"] for one in found] == list(range(1, 131))


def test_object_get_returns_fields_links_span_and_text() -> None:
    found = ask(TOWN, "object_get", object_ref="inn")["objects"][0]
    assert found == {
        "ref": "t:town/place/inn",
        "kind": "place",
        "id": "inn",
        "title": "The Old Inn",
        "source": "town.md:4",
        "span": {"file": "town.md", "start_line": 4, "start_col": 1, "end_line": 4, "end_col": 10},
        "fields": {
            "slug": "inn",
            "name": "The Old Inn",
            "text": "Somebody is singing loudly.",
            "storeys": 2,
            "height": 7.5,
            "open": True,
            "tags": [],
        },
        "links_out": {
            "total": 2,
            "links": [
                {"kind": "road", "ref": "t:town/place/harbour", "title": "The Harbour", "source": "town.md:4"},
                {"kind": "road", "ref": "t:town/place/church", "title": "The Church", "source": "town.md:4"},
            ],
        },
        "links_in": {
            "total": 2,
            "links": [
                {"kind": "road", "ref": "t:town/place/harbour", "title": "The Harbour", "source": "town.md:3"},
                {"kind": "lives_in", "ref": "t:town/person/@ada", "title": "@ada", "source": "town.md:5"},
            ],
        },
        "text": "",
    }


def test_object_get_marks_dangling_links() -> None:
    found = ask(TOWN, "object_get", object_ref="island")["objects"][0]
    assert found["links_out"]["links"] == [
        {"kind": "road", "ref": "t:town/place/lighthouse", "dangling": True, "source": "town.md:4"}
    ]


TEXT = "eins\nzwölf drei\nvier\n"


@each(
    "span, text",
    [
        (Span("t.md", 1, 1, 1, 5), "eins"),
        (Span("t.md", 2, 1, 2, 7), "zwölf"),
        (Span("t.md", 2, 8, 3, 3), "drei\nvi"),
        (Span("t.md", 1, 3, 3, 5), "ns\nzwölf drei\nvier"),
        (Span("t.md", 2, 5, 2, 5), ""),
        (Span("t.md", 3, 1, 9, 9), "vier\n"),
        (Span("", 0, 0, 0, 0), ""),
        (Span("gone.md", 1, 1, 2, 2), ""),
    ],
)
def test_object_get_cuts_the_text_of_the_span(span: Span, text: str) -> None:
    one = place("x")
    made = snapshot(type(one)(span=span, ref=one.ref, slug="x", name="X"), texts={"t.md": TEXT})
    assert ask(made, "object_get", object_ref="x")["objects"][0]["text"] == text


def test_object_get_keeps_the_order_of_several_refs_and_lists_unresolved() -> None:
    found = ask(TOWN, "object_get", object_refs=["@ada", "t:town/place/inn", "@adda", "@bert"])
    assert [one["id"] for one in found["objects"]] == ["@ada", "inn"]
    assert [(one["object_ref"], one["code"]) for one in found["unresolved"]] == [
        ("@adda", "not_found"),
        ("@bert", "ambiguous"),
    ]
    assert found["unresolved"][0]["did_you_mean"] == ["@ada"]


@each("arguments", [{}, {"object_ref": "a", "object_refs": ["b"]}, {"object_refs": []}])
def test_object_get_takes_either_one_ref_or_several(arguments: dict[str, Any]) -> None:
    assert error(TOWN, "object_get", **arguments)["code"] == "invalid_argument"


def test_object_get_of_a_shared_id_is_ambiguous() -> None:
    found = error(TOWN, "object_get", object_ref="@bert")
    assert found["code"] == "ambiguous"
    assert found["refs"] == ["t:town/person/@bert", "t:village/person/@bert"]


@each(
    "tool, argument, name, near",
    [
        ("object_get", "object_ref", "@adda", "@ada"),
        ("object_get", "object_ref", "t:town/place/in", "t:town/place/inn"),
        ("get_links", "ref", "Harbor", "harbour"),
        ("get_impact", "ref", "chruch", "church"),
    ],
)
def test_object_not_found_suggests_near_names(tool: str, argument: str, name: str, near: str) -> None:
    found = error(TOWN, tool, **{argument: name})
    assert found["code"] == "not_found"
    assert found[argument] == name
    assert near in found["did_you_mean"]


def test_object_get_accepts_an_id_with_escaped_hidden_characters() -> None:
    made = snapshot(person("a\u202eda"))
    shown = ask(made, "list_objects", kind="person")["objects"][0]["id"]
    assert shown == "@a\\u202eda"
    assert ask(made, "object_get", object_ref=shown)["objects"][0]["id"] == shown


@each(
    "where, ids",
    [
        (None, ["harbour", "inn", "church", "island"]),
        ({}, ["harbour", "inn", "church", "island"]),
        ({"storeys": 1}, ["island"]),
        ({"storeys": 1.0}, ["island"]),
        ({"open": False}, ["church"]),
        ({"height": 7.5}, ["inn"]),
        ({"height": None, "open": True}, ["harbour", "island"]),
        ({"tags": "wet"}, ["harbour"]),
        ({"tags": ["wet", "busy"]}, []),
        ({"notes": {"age": 300}}, ["church"]),
        ({"notes": None}, ["harbour", "inn", "island"]),
        ({"title": "The Church"}, ["church"]),
        ({"file": "town.md", "id": "inn"}, ["inn"]),
        ({"name": "the church"}, ["church"]),  # as no place has exactly this name
    ],
)
def test_list_objects_filters_by_fields(where: dict[str, Any] | None, ids: list[str]) -> None:
    found = ask(TOWN, "list_objects", kind="place", where=where)
    assert [one["id"] for one in found["objects"]] == ids
    assert found["total"] == len(ids)


def test_list_objects_shortens_long_texts() -> None:
    listed = ask(snapshot(place("x", text="y" * 500)), "list_objects", kind="place")["objects"][0]
    assert listed["fields"]["text"] == "y" * 160 + "…"
    assert listed["fields"]["storeys"] == 1


def test_list_objects_of_an_unknown_kind_lists_known_kinds() -> None:
    found = error(TOWN, "list_objects", kind="palce")
    assert found["code"] == "not_found"
    assert found["did_you_mean"] == ["place"]
    assert found["known_kinds"] == ["file", "person", "place"]


def test_list_objects_with_an_unknown_field_lists_known_fields() -> None:
    found = error(TOWN, "list_objects", kind="person", where={"nmae": "ada", "hobby": 1})
    assert found["code"] == "invalid_argument"
    assert found["where"] == ["nmae", "hobby"]
    assert found["did_you_mean"] == ["name"]
    assert found["fields"] == ["file", "id", "name", "ref", "text", "title"]


@each(
    "where, told",
    [
        ({"storeys": "2"}, "The field storeys holds a whole number"),
        ({"storeys": 1.5}, "The field storeys holds a whole number"),
        ({"storeys": 1e300}, "The field storeys holds a whole number"),
        ({"storeys": 2**63}, "The field storeys holds a whole number"),
        ({"open": 1}, "The field open holds a boolean"),
        ({"name": ["x"]}, "The field name holds a string"),
    ],
)
def test_list_objects_with_a_value_of_the_wrong_type_is_an_error(where: dict[str, Any], told: str) -> None:
    assert error(TOWN, "list_objects", kind="place", where=where)["error"] == told


def test_list_objects_without_rows_hints_why() -> None:
    found = ask(TOWN, "list_objects", kind="place", where={"name": "The Old Iin"})
    assert found["hint"] == "No place has name The Old Iin; values has those that occur."
    assert found["values"] == {"name": {"The Church": 1, "The Harbour": 1, "The Island": 1, "The Old Inn": 1}}
    assert found["did_you_mean"] == ["The Old Inn"]
    assert found["searched"] == {"objects": {"place": 4}, "files": 1, "files_with_errors": ["town.md"]}
    none = ask(snapshot(), "list_objects", kind="place")
    assert none["hint"] == "This source has no place. Kinds that it has: file."
