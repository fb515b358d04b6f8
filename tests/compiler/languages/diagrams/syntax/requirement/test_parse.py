"""Requirement diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.requirement.parse import parse
from compiler.model.diagnostics import Diagnostic
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text, without_spans
from tests.compiler.tables import table

LOGIN = "requirement login {\nid: 1\ntext: users log in\nrisk: High\nverifymethod: Test\n}\n"


def read(body: str) -> tuple[dict[str, Any], list[Diagnostic]]:
    return parse_text(parse, f"requirementDiagram\n{body}")


def check(body: str, **expected: Any) -> None:
    tree, found = read(body)
    assert not found, found
    empty = {"direction": "TB", "requirements": [], "elements": [], "relations": []}
    assert without_spans(tree) == {**empty, **expected}


def check_wrong(body: str, *messages: str) -> dict[str, Any]:
    tree, found = read(body)
    assert [one.message for one in found] == list(messages)
    tree = without_spans(tree)
    assert isinstance(tree, dict)
    return tree


def test_requirement_has_fields() -> None:
    login = {
        "name": "login",
        "type": "Requirement",
        "id": "1",
        "text": "users log in",
        "risk": "High",
        "verify_method": "Test",
    }
    check(LOGIN, requirements=[login])


@table(
    ("keyword", "type_"),
    [
        ("functionalRequirement", "Functional Requirement"),
        ("interfaceRequirement", "Interface Requirement"),
        ("performanceRequirement", "Performance Requirement"),
        ("physicalRequirement", "Physical Requirement"),
        ("DESIGNCONSTRAINT", "Design Constraint"),
    ],
)
def test_keywords_are_case_insensitive(keyword: str, type_: str) -> None:
    check(f"{keyword} a {{\n}}\n", requirements=[{"name": "a", "type": type_, "text": ""}])


def test_element_has_type_and_reference() -> None:
    check(
        'element "the page" {\ntype: "web, html"\ndocRef: docs/page\n}\n',
        elements=[{"name": "the page", "type": "web, html", "doc_ref": "docs/page"}],
    )


def test_field_stated_twice_counts_by_its_first() -> None:
    check("element a {\ntype: x\ntype: y\n}\n", elements=[{"name": "a", "type": "x"}])


def test_name_declared_twice_counts_by_its_first() -> None:
    check("element a {\ntype: x\n}\nelement a {\ntype: y\n}\n", elements=[{"name": "a", "type": "x"}])


def test_relations_point_either_way() -> None:
    check(
        "a - satisfies -> b\nb <- Traces - a\n",
        relations=[{"type": "satisfies", "from": "a", "to": "b"}, {"type": "traces", "from": "a", "to": "b"}],
    )


def test_direction_takes_its_whole_line() -> None:
    check("now direction LR please\n", direction="LR")
    check("accTitle: no direction LR\n", acc_title="no direction LR")


def test_classes_bring_styles_before_and_after_their_definition() -> None:
    check(
        "element a:::early {\n}\nclassDef early,late fill: #f9f, color:red\na:::late\n",
        elements=[
            {
                "name": "a",
                "classes": ["early", "late"],
                "styles": ["fill:#f9f", "color:red", "fill:#f9f", "color:red"],
            }
        ],
        class_defs=[
            {"id": "early", "styles": ["fill:#f9f", "color:red"]},
            {"id": "late", "styles": ["fill:#f9f", "color:red"]},
        ],
    )


def test_style_stops_at_the_first_unknown_name() -> None:
    check(
        "element a {\n}\nelement b {\n}\nstyle a,x,b stroke-width:4px\n",
        elements=[{"name": "a", "styles": ["stroke-width:4px"]}, {"name": "b"}],
    )


def test_title_and_description_are_read() -> None:
    check("accTitle: A # b\naccDescr {\n  one\n  two\n}\n", acc_title="A # b", acc_descr="one\ntwo")


def test_comments_and_entity_codes_are_recognized() -> None:
    check(
        'element a { # here\n%% there\ntype: "#quot;x#quot;"\n}\n',
        elements=[{"name": "a", "type": '"x"'}],
    )


def test_keyword_is_no_text_unless_quoted() -> None:
    tree = check_wrong(
        "requirement a {\ntext: test it\nid: 7\n}\n", "Expected a name or a text in quotes, found `test`."
    )
    assert tree["requirements"] == [{"name": "a", "type": "Requirement", "id": "7", "text": ""}]


def test_unquoted_text_ends_at_punctuation() -> None:
    tree = check_wrong("requirement a {\nid: 1, 2\n}\n", "Expected the end of the line, found `,`.")
    assert tree["requirements"][0]["id"] == "1"


def test_swallowed_line_break_is_reported() -> None:
    _, found = read("element a {\ntype: x\n} \nelement b { \ntype: y\n}\n")
    assert [one.message for one in found] == ["Expected the end of the line, found `type`."]
    assert found[0].suggestion and found[0].suggestion.startswith("Take the blanks away")


def test_unclosed_block_is_closed_at_the_end() -> None:
    tree, found = read("requirement a {\nid: 1\n")
    assert len(found) == 1
    assert tree["requirements"][0]["id"] == "1"


def test_mistake_costs_its_line_only() -> None:
    tree = check_wrong(
        "requirement a {\nrisk: great\nid: 1\n}\nx - likes -> y\na - traces -> b\n",
        "Expected `low`, `medium` or `high`, found `great`.",
        "Expected a relation such as `satisfies`, found `likes`.",
    )
    assert tree["requirements"][0]["id"] == "1"
    assert [one["type"] for one in tree["relations"]] == ["traces"]


def test_spans_are_those_of_the_declarations() -> None:
    tree, _ = read(f"{LOGIN}a - traces -> login\n")
    assert tree["requirements"][0]["span"] == [2, 1, 7, 2]
    assert tree["relations"][0]["span"] == [8, 1, 8, 20]


PIECES = [
    "requirement a {\n", "element b:::c {\n", "id: 1\n", 'text: "x', "type: y \n", "}\n", "a - traces -> b\n", "<-",
    "-", "classDef c fill:#f\n", "class a c\n", "style a x:1", "accDescr {", "direction LR", '"', ":::", ",", "\n",
    "é", "#q;",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_any_text_is_parsed_with_spans_inside_it(body: str) -> None:
    tree, found = read(body)
    lines = body.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 2
    spans = [one["span"] for key in ("requirements", "elements", "relations") for one in tree[key]]
    for start_line, start_col, end_line, end_col in [*spans, *(one.span[1:] for one in found)]:
        assert 1 <= start_line <= end_line <= lines
        assert (start_line, start_col) <= (end_line, end_col)
