"""Class diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.classes.parse import parse
from compiler.languages.diagrams.syntax.shared.copies import Copies
from tests.compiler.languages.diagrams.syntax.grammar_checks import Tree, assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check(body: str, **expected: Any) -> None:
    tree, found = parse_text(parse, f"classDiagram\n{body}")
    assert not found, found
    assert without_spans(tree) == {"direction": "TB", "classes": [], "relations": [], "notes": [], **expected}


def check_wrong(body: str, *messages: str) -> Tree:
    tree, found = parse_text(parse, f"classDiagram\n{body}")
    assert [one.message for one in found] == list(messages)
    plain: Tree = without_spans(tree)
    return plain


def plain(*names: str) -> list[dict[str, str]]:
    return [{"id": name, "label": name} for name in names]


def member_of(written: str) -> dict[str, Any]:
    """The element of a class member."""
    tree, found = parse_text(parse, f"classDiagram\nclass A {{\n{written}\n}}\n")
    assert not found, found
    one = without_spans(tree["classes"][0])
    assert len(one.get("members", [])) + len(one.get("methods", [])) == 1
    member: dict[str, Any] = (one.get("members") or one["methods"])[0]
    return member


@table(
    ("arrow", "type1", "type2", "line"),
    [
        ("<|--", "extension", "none", "solid"),
        ("..|>", "none", "extension", "dotted"),
        ("*--o", "composition", "aggregation", "solid"),
        ("<..>", "dependency", "dependency", "dotted"),
        ("< -- *", "dependency", "composition", "solid"),
        ("--", "none", "none", "solid"),
        ("o..", "aggregation", "none", "dotted"),
        ("()--()", "lollipop", "lollipop", "solid"),
    ],
)
def test_relation_has_types_and_line(arrow: str, type1: str, type2: str, line: str) -> None:
    expected = {"id1": "A", "id2": "B", "type1": type1, "type2": type2, "line": line}
    check(f"A {arrow} B", classes=plain("A", "B"), relations=[expected])


def test_relation_has_cardinalities_and_label() -> None:
    expected = {"id1": "A", "id2": "B", "type1": "none", "type2": "dependency", "line": "solid"}
    more = {"title": "owns\nmany", "card1": "1", "card2": "0..*"}
    check('A "1" --> "0..*" B : owns<br>many', classes=plain("A", "B"), relations=[expected | more])


def test_lollipop_makes_an_interface() -> None:
    tree, found = parse_text(parse, "classDiagram\nA --() Port\nPort ()-- B\n")
    assert not found
    assert [one["id"] for one in tree["classes"]] == ["A", "B"]
    interfaces = [
        {"id": "interface0", "label": "Port", "class": "A"},
        {"id": "interface1", "label": "Port", "class": "B"},
    ]
    assert without_spans(tree["interfaces"]) == interfaces
    assert [(one["id1"], one["id2"]) for one in tree["relations"]] == [("A", "interface0"), ("interface1", "B")]


def test_o_is_an_end_only_as_a_word() -> None:
    relation = {"id1": "A", "id2": "oB", "type1": "none", "type2": "none", "line": "solid"}
    check("A--oB", classes=plain("A", "oB"), relations=[relation])


@table(
    ("written", "name"),
    [
        ("a-b", "a-b"),
        ("a.b.c", "a.b.c"),
        ("Two Words", "TwoWords"),
        ("`any, thing`", "any, thing"),
        ("Ärger-1", "Ärger-1"),
    ],
)
def test_names_may_have_dashes_dots_letters_and_backticks(written: str, name: str) -> None:
    check(f"class {written}", classes=plain(name))


def test_class_has_label_type_style_stereotype_and_members() -> None:
    body = 'class A~T~["The A"]:::bold {\n<<abstract>>\n+run(int x) bool\n-size: int\n\n}\nclass B <<enum>> {\nONE\n}'
    a = {
        "id": "A",
        "label": "The A",
        "generic": "T",
        "css_classes": ["bold"],
        "annotations": ["abstract"],
        "methods": [
            {
                "kind": "method",
                "text": "+run(int x) : bool",
                "id": "run",
                "visibility": "+",
                "parameters": "int x",
                "return_type": "bool",
            }
        ],
        "members": [{"kind": "attribute", "text": "-size: int", "id": "size: int", "visibility": "-"}],
    }
    one = {"kind": "attribute", "text": "ONE", "id": "ONE"}
    b = {"id": "B", "label": "B", "annotations": ["enum"], "members": [one]}
    check(body, classes=[a, b])


@table(
    ("written", "expected"),
    [
        ("count$", {"kind": "attribute", "text": "count", "id": "count", "classifier": "$"}),
        ("run()*", {"kind": "method", "text": "run()", "id": "run", "classifier": "*"}),
        ("# run() int$", {"visibility": "#", "id": " run", "return_type": "int", "classifier": "$"}),
        ("List~List~int~~ xs", {"text": "List<List<int>> xs", "id": "List~List~int~~ xs"}),
        ("Map~K, V~ m", {"text": "Map<K, V> m"}),
        ("~id~int~ x", {"visibility": "~", "text": "~id<int> x"}),
        ("run(a)(b) c", {"id": "run(a)", "parameters": "b", "return_type": "c"}),
        (") no method", {"kind": "attribute", "id": ") no method"}),
        ("x#quot;y", {"text": 'x"y'}),
    ],
)
def test_members_are_split_into_their_parts(written: str, expected: dict[str, str]) -> None:
    found = member_of(written)
    assert {key: found.get(key) for key in expected} == expected


def test_members_may_be_statements() -> None:
    method = {"kind": "method", "text": "+swim()", "id": "swim", "visibility": "+"}
    check("Duck : +swim()", classes=[{"id": "Duck", "label": "Duck", "methods": [method]}])


def test_name_alone_declares_nothing() -> None:
    check("Duck")


def test_namespaces_nest_and_hold_classes_and_notes() -> None:
    body = 'namespace N.M["The M"] {\nclass A\nnote for A "x"\nnamespace P {\nclass B { +x\n}\n}\n}\nclass C'
    tree, found = parse_text(parse, f"classDiagram\n{body}")
    assert not found
    assert without_spans(tree["namespaces"]) == [
        {"id": "N", "label": "N"},
        {"id": "N.M", "label": "The M", "parent": "N", "classes": ["A"]},
        {"id": "N.M.P", "label": "P", "parent": "N.M", "classes": ["B"]},
    ]
    assert [one.get("namespace") for one in tree["classes"]] == ["N.M", "N.M.P", None]
    assert without_spans(tree["notes"]) == [{"id": "note0", "text": "x", "class": "A", "namespace": "N.M"}]


def test_namespace_may_end_on_the_line_of_its_last_class() -> None:
    tree, found = parse_text(parse, "classDiagram\nnamespace N {\nclass A }\nclass B\n")
    assert not found
    assert [one.get("namespace") for one in tree["classes"]] == ["N", None]


def test_links_callbacks_and_style_classes_are_applied() -> None:
    body = (
        'class A\nlink A "https://Example.org" "tip" _self\nclick A call f(1, 2) "other tip"\n'
        'cssClass "A,B" bold\nclassDef bold fill:#f9f,color:red\nstyle A stroke:#333,stroke-width:4px\n'
    )
    a = {
        "link": "https://example.org/",
        "link_target": "_self",
        "tooltip": "other tip",
        "have_callback": True,
        "css_classes": ["clickable", "clickable", "bold"],
        "styles": ["fill:#f9f", "color:red", "stroke:#333", "stroke-width:4px"],
    }
    check(body, classes=[{**plain("A")[0], **a}], class_defs=[{"id": "bold", "styles": ["fill:#f9f,color:red"]}])


def test_comments_end_lines_and_directions_include_them() -> None:
    relation = {"id1": "A", "id2": "B", "type1": "none", "type2": "none", "line": "solid"}
    check(
        "%% alone\nA -- B\n  %% bare\ndirection LR %% c", direction="LR", classes=plain("A", "B"), relations=[relation]
    )


def test_spans_prefer_declarations_to_mentions() -> None:
    tree, _ = parse_text(parse, "classDiagram\nA -- Ä : x\n class A {\n +x\n }\n")
    assert [one["span"] for one in tree["classes"]] == [[3, 2, 5, 3], [2, 6, 2, 8]]
    assert tree["classes"][0]["members"][0]["span"] == [4, 1, 4, 4]
    assert tree["relations"][0]["span"] == [2, 1, 2, 12]


def test_label_ends_at_a_colon() -> None:
    tree = check_wrong("A -- B : a: b\nC -- D\n", "Expected the end of the line or the end of the text, found `: b`.")
    assert tree["relations"][0]["title"] == "a"
    assert len(tree["relations"]) == 2


def test_keyword_is_no_name() -> None:
    _, found = parse_text(parse, "classDiagram\nclass link\nclass A\n")
    assert [one.message for one in found] == ["Expected a name, found `link`."]
    assert found[0].suggestion == '`link` is a keyword and no name; a label helps: `class A["link"]`.'


def test_unclosed_quote_costs_its_line_only() -> None:
    tree = check_wrong('class A\nnote "open\nB -- C\n', 'Expected a text in quotes, found `"open`.')
    assert [one["id"] for one in tree["classes"]] == ["A", "B", "C"]


def test_unclosed_blocks_are_closed_at_the_end() -> None:
    tree = check_wrong("namespace N {\nclass A {\n+x\n", "Expected a member or `}`, found the end of the text.")
    assert tree["namespaces"][0]["classes"] == ["A"]
    assert tree["classes"][0]["members"][0]["id"] == "x"


def test_unknown_class_cannot_be_annotated_or_clicked() -> None:
    check_wrong(
        "<<interface>> A\nclick B call f()\n",
        "`<<…>>` names the class `A`, which nothing before it declares.",
        "`click` names the class `B`, which nothing before it declares.",
    )


def test_class_with_a_type_is_linked_and_clicked() -> None:
    tree, found = parse_text(parse, 'classDiagram\nclass A~T~\nlink A~T~ "https://a.example/" "tip"\nlink B "x" "y"')
    assert (tree["classes"][0]["link"], tree["classes"][0]["tooltip"]) == ("https://a.example/", "tip")
    assert [(one.severity, one.message) for one in found] == [
        ("warning", "`link` names the class `B`, which nothing before it declares.")
    ]


def test_method_needs_a_name() -> None:
    check_wrong("A : x)", "The member `x)` has a `)` and so is a method, but no name and `(` before it.")


def test_header_alone_is_no_diagram() -> None:
    check_wrong("", "Expected a statement, found the end of the line.")


def test_namespaces_may_be_nested_a_hundred_deep() -> None:
    depth = 100
    tree, found = parse_text(parse, "classDiagram\n" + "namespace n {\n" * depth + "class A\n" + "}\n" * depth)
    assert not found
    assert len(tree["namespaces"]) == depth


@table(
    "nested", ["namespace n {\n" * 2_000 + "class A\n" + "}\n" * 2_000, f"namespace n{'.n' * 1_999} {{\nclass A\n}}\n"]
)
def test_namespaces_deeper_than_a_hundred_are_left_out_and_said(nested: str) -> None:
    tree, found = parse_text(parse, "classDiagram\n" + nested)
    assert [one.code for one in found] == ["MMD504"]
    assert len(tree["namespaces"]) == 100
    assert tree["classes"][0]["namespace"] == "n" + ".n" * 99


def test_definitions_of_styles_for_very_many_classes_are_bounded() -> None:
    text = "".join(f"class A{at}\nclassDef d fill:red\n" for at in range(2_000))
    tree, _ = parse_text(parse, "classDiagram\n" + text)
    assert sum(len(one.get("styles", ())) for one in tree["classes"]) <= Copies(len(text) + 20).most


PIECES = [
    "A", "B ", "class ", "namespace ", "{", "\n", "}\n", "<|--", "--", "..", "o", "()", '"1"', '"', " : x", ":::c",
    "<<i>>", "~T~", "~", "`", "note ", "note for A ", "link A", "click A ", "call f(", ") ", "cssClass ",
    "classDef c a:b", "style A a:b", "direction TB", "accTitle: ", "accDescr {", "+x()", ")", "[", "]", "%%", "é",
    "-", ".", "#q;", "\u2028",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=14).map("".join))
def test_any_text_is_parsed_with_spans_inside_it(body: str) -> None:
    text = f"classDiagram\n{body}"
    assert_spans_inside(text, *parse_text(parse, text))


def test_namespace_goes_on_behind_a_class_with_members() -> None:
    tree = check_wrong("namespace N {\nclass A {\n+x\n}\nclass B\n}\nclass C")
    assert [(one["id"], one.get("namespace")) for one in tree["classes"]] == [("A", "N"), ("B", "N"), ("C", None)]
