"""Diagrams of the types without a grammar: recognised, never wrong."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.syntax.other import parse
from compiler.languages.diagrams.syntax.shared.prepare import prepare


def check(text: str, expected: dict[str, Any]) -> None:
    prepared, found = prepare(TextLocation("a.mmd"), text)
    tree, more = parse(prepared)
    assert not found + more
    assert {key: value for key, value in tree.items() if key != "text"} == expected


def test_the_type_is_named() -> None:
    check("mindmap\n  root\n    a\n", {"diagram_type": "mindmap"})


def test_a_title_is_a_statement_or_stands_behind_the_header() -> None:
    check("gantt\n  title A plan\n", {"diagram_type": "gantt", "title": "A plan"})
    check("pie showData title Pets\n", {"diagram_type": "pie", "title": "Pets"})
    check('xychart-beta\n title "Sales"\n', {"diagram_type": "xychart", "title": "Sales"})


def test_the_front_matter_gives_the_title_that_the_text_does_not() -> None:
    check("---\ntitle: T\n---\nkanban\n", {"diagram_type": "kanban", "title": "T"})
    check("---\ntitle: T\n---\npie\ntitle P\n", {"diagram_type": "pie", "title": "P"})


def test_descriptions_lose_their_indentation() -> None:
    check(
        "journey\naccTitle: A\naccDescr {\n  one\n  two\n}\n",
        {"diagram_type": "journey", "acc_title": "A", "acc_descr": "one\ntwo"},
    )


def test_the_text_is_kept_with_its_entity_codes() -> None:
    prepared, _ = prepare(TextLocation("a.mmd"), "pie\n%% a comment\n#quot;a#quot; : 3")
    assert parse(prepared)[0]["text"] == "pie\n#quot;a#quot; : 3\n"


@given(st.text(alphabet='pietlaccTDsr {}:\n\t"#;', max_size=60))
def test_no_text_raises(body: str) -> None:
    prepared, _ = prepare(TextLocation("a.mmd"), f"pie\n{body}")
    assert parse(prepared)[1] == []
