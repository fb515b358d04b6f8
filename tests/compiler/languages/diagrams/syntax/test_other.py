"""Diagrams of the types without a grammar."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.other import parse
from tests.compiler.languages.diagrams.compiling import compiled
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text


def check(text: str, expected: dict[str, Any]) -> None:
    tree, diagnostics = parse_text(parse, text)
    assert not diagnostics
    assert {key: value for key, value in tree.items() if key != "text"} == expected


def test_other_type_is_named() -> None:
    check("mindmap\n  root\n    a\n", {"diagram_type": "mindmap"})


def test_other_title_is_a_statement_or_after_the_header() -> None:
    check("gantt\n  title A plan\n", {"diagram_type": "gantt", "title": "A plan"})
    check("pie showData title Pets\n", {"diagram_type": "pie", "title": "Pets"})
    check('xychart-beta\n title "Sales"\n', {"diagram_type": "xychart", "title": "Sales"})


def test_other_title_falls_back_to_front_matter() -> None:
    check("---\ntitle: T\n---\nkanban\n", {"diagram_type": "kanban", "title": "T"})
    check("---\ntitle: T\n---\npie\ntitle P\n", {"diagram_type": "pie", "title": "P"})


def test_other_description_loses_indentation() -> None:
    check(
        "journey\naccTitle: A\naccDescr {\n  one\n  two\n}\n",
        {"diagram_type": "journey", "acc_title": "A", "acc_descr": "one\ntwo"},
    )


def test_other_text_keeps_entity_codes() -> None:
    tree, _ = parse_text(parse, "pie\n%% a comment\n#quot;a#quot; : 3")
    assert tree["text"] == "pie\n#quot;a#quot; : 3\n"


@given(st.text(alphabet='pietlaccTDsr {}:\n\t"#;', max_size=60))
def test_other_accepts_any_text(body: str) -> None:
    assert parse_text(parse, f"pie\n{body}")[1] == []


def test_zenuml_is_said_to_be_a_plugins() -> None:
    (found,) = compiled("zenuml\n  a.b()\n").diagnostics()
    assert (found.code, found.severity, str(found.span)) == ("MMD109", "info", "d.mmd:1")
    assert "@mermaid-js/mermaid-zenuml" in found.message
