"""C4 diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.c4.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check(body: str, **expected: Any) -> None:
    tree, found = parse_text(parse, f"C4Context\n{body}")
    assert not found, found
    assert without_spans(tree) == {"diagram_type": "c4", "shapes": [], "boundaries": [], "rels": [], **expected}


def check_found(body: str, *messages: str) -> dict[str, Any]:
    tree, found = parse_text(parse, f"C4Context\n{body}")
    assert [f"{one.span.start_line} {one.code}: {one.message}" for one in found] == list(messages)
    plain: dict[str, Any] = without_spans(tree)
    return plain


def shape(alias: str, kind: str = "system", **more: object) -> dict[str, object]:
    return {"alias": alias, "label": alias.upper(), "kind": kind, **more}


@table(
    ("word", "kind"),
    [
        ("Person_Ext", "external_person"),
        ("SystemDb", "system_db"),
        ("SystemQueue_Ext", "external_system_queue"),
        ("Container", "container"),
        ("ComponentDb_Ext", "external_component_db"),
    ],
)
def test_word_of_an_element_tells_its_kind(word: str, kind: str) -> None:
    check(f'{word}(a, "A")', shapes=[shape("a", kind)])


def test_container_has_a_technology_before_its_description_and_a_system_has_none() -> None:
    check(
        'Container(a, "A", "Go", "Bakes")\nSystem(b, "B", "Sells")',
        shapes=[shape("a", "container", techn="Go", descr="Bakes"), shape("b", descr="Sells")],
    )


def test_named_argument_keeps_its_name_wherever_it_stands() -> None:
    check('System(a, "A", $tags="old", $link="https://example.org")\nSystem(b, $sprite="x")', shapes=[
        shape("a", tags="old", link="https://example.org"),
        {"alias": "b", "label": "", "kind": "system", "sprite": "x"},
    ])  # fmt: skip


def test_empty_argument_is_left_out_and_keeps_its_place() -> None:
    check('Container(a, "A", "", "Bakes")\nContainer(b, "B",, "Sells")', shapes=[
        shape("a", "container", descr="Bakes"),
        shape("b", "container", descr="Sells"),
    ])  # fmt: skip


def test_boundaries_nest_and_hold_elements() -> None:
    check(
        'System_Boundary(s, "S") {\n Deployment_Node(n, "N", "Linux")\n {\n Container(a, "A")\n }\n}',
        shapes=[shape("a", "container", boundary="n")],
        boundaries=[
            {"alias": "s", "label": "S", "type": "SYSTEM"},
            {"alias": "n", "label": "N", "type": "Linux", "node_type": "node", "parent": "s"},
        ],
    )


def test_second_statement_of_an_alias_replaces_the_first_at_its_place() -> None:
    check('System(a, "Old", "x")\nSystem(b, "B")\nSystem(a, "A")', shapes=[shape("a"), shape("b")])


def test_relation_has_ends_label_and_technology() -> None:
    system = 'System(a, "A")\nSystem(b, "B")\n'
    check(
        f'{system}Rel_U(a, b, "asks", "HTTP")\nRelIndex(3, b, a, "answers")',
        shapes=[shape("a"), shape("b")],
        rels=[
            {"from": "a", "to": "b", "label": "asks", "kind": "rel_u", "techn": "HTTP"},
            {"from": "b", "to": "a", "label": "answers", "kind": "rel", "index": "3"},
        ],
    )


def test_style_updates_are_styles_of_what_they_name() -> None:
    check(
        'System(a, "A")\nBoundary(b, "B") {\nSystem(c, "C")\n}\nRel(a, c, "asks")\n'
        'UpdateElementStyle(a, $bgColor="grey", $borderColor="red")\nUpdateElementStyle(b, "#eee", "black")\n'
        'UpdateRelStyle(a, c, $textColor="blue", $lineColor="green", $offsetX="5")\n'
        'UpdateElementStyle(nobody, $bgColor="grey")\nUpdateLayoutConfig($c4ShapeInRow="3")',
        shapes=[shape("a", styles=["fill:grey", "stroke:red"]), shape("c", boundary="b")],
        boundaries=[{"alias": "b", "label": "B", "type": "system", "styles": ["fill:#eee", "color:black"]}],
        rels=[{"from": "a", "to": "c", "label": "asks", "kind": "rel", "styles": ["color:blue", "stroke:green"]}],
    )


def test_title_and_descriptions_are_settings() -> None:
    check("title The shop\naccTitle: A\naccDescr: B", title="The shop", acc_title="A", acc_descr="B")


def test_mistake_costs_its_line_only() -> None:
    tree = check_found(
        'System(a, "A")\nSystm(b, "B")\nSystem(c, "C")', "3 MMD901: Expected a statement or `}`, found `S`."
    )
    assert [one["alias"] for one in tree["shapes"]] == ["a", "c"]


def test_text_without_quotes_before_the_parenthesis_is_a_mistake_of_its_line() -> None:
    tree, (found,) = parse_text(parse, 'C4Context\nSystem(a, Shop)\nSystem(c, "C")')
    assert (found.code, found.span.start_line) == ("MMD901", 2)
    assert (
        found.suggestion == "Quote the last text before `)`; Mermaid reads a text without quotes on to the next comma."
    )
    assert [one["alias"] for one in tree["shapes"]] == ["c"]


def test_boundary_that_is_never_closed_keeps_its_content() -> None:
    tree, found = parse_text(parse, 'C4Context\nBoundary(s, "S") {\nSystem(a, "A")\n')
    assert [one.code for one in found] == ["MMD901"]
    assert [one["boundary"] for one in tree["shapes"]] == ["s"]


def test_what_mermaid_would_not_draw_is_told() -> None:
    check_found(
        'System(a, "A")\nSystem(b, "B")\nRel(a, "b")\nRel(a, b, "x")\nRel(a, b, "y")\nRel(a, c, "z")',
        '4 MMD902: This relation has no label, so Mermaid leaves it out. It is written `Rel(from, to, "label")`.',
        "6 MMD903: This relation from `a` to `b` replaces the one on line 5: "
        "Mermaid keeps the last of two with the same ends.",
        "7 MMD904: The relation leads to or from `c`, which is declared nowhere; Mermaid cannot draw it.",
    )


def test_empty_boundary_is_an_error() -> None:
    check_found('Boundary(s, "S") {\n}', "2 MMD905: The boundary `s` is empty; Mermaid wants an element in it.")


@given(
    st.lists(
        st.sampled_from(['Person(a, "A")', "Rel(", "}", "Boundary(b,", "{", "\n", "$x=", '"', ",,", " ", "title x"])
    )
)
def test_never_fails(pieces: list[str]) -> None:
    text = "C4Context\n" + "".join(pieces)
    tree, found = parse_text(parse, text)
    assert_spans_inside(text, tree, found)


def test_diagram_without_a_statement_is_told() -> None:
    check_found("\n", "1 MMD901: Expected a statement, found the end of the text.")
