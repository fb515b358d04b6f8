"""Flowcharts that Mermaid accepts: text to tree."""

from typing import Any

from compiler.languages.diagrams.syntax.flowchart.parse import parse
from compiler.model.diagnostics import Diagnostic
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text
from tests.compiler.tables import table


def read(body: str, header: str = "flowchart TD") -> tuple[dict[str, Any], list[Diagnostic]]:
    return parse_text(parse, f"{header}\n{body}")


def tree_of(body: str, header: str = "flowchart TD") -> dict[str, Any]:
    tree, found = read(body, header)
    assert not [one for one in found if one.severity == "error"], found
    return tree


def node_of(body: str, **expected: Any) -> None:
    """Assert values of the first vertex."""
    vertex = tree_of(body)["vertices"][0]
    assert {key: vertex.get(key) for key in expected} == expected


def ids(body: str) -> str:
    return " ".join(vertex["id"] for vertex in tree_of(body)["vertices"])


def edges(body: str) -> str:
    """All edges as `A>B:label type stroke length`."""
    return ", ".join(
        f"{one['from']}>{one['to']}:{one['label']} {one['type']} {one['stroke']} {one.get('length')}"
        for one in tree_of(body)["edges"]
    )


def subgraphs(body: str) -> str:
    """All subgraphs as `id[title](members)`, in the order of their ends."""
    return " ".join(f"{one['id']}[{one['title']}]({','.join(one['nodes'])})" for one in tree_of(body)["subgraphs"])


@table(
    ("header", "direction"),
    [
        ("graph", "TB"),
        ("graph TD", "TB"),
        ("flowchart LR", "LR"),
        ("graph >", "LR"),
        ("graph <", "RL"),
        ("graph v", "TB"),
    ],
)
def test_header_gives_the_direction(header: str, direction: str) -> None:
    assert tree_of("A", header)["direction"] == direction


def test_semicolon_ends_header_and_statements() -> None:
    tree, _ = parse_text(parse, "graph LR;A-->B;;B-->C")
    assert [one["id"] for one in tree["edges"]] == ["L_A_B_0", "L_B_C_0"]


IDS = "a-b a.b-c/d A&B A,B x:y 1a back-end endpoint End default TB v v-1 图形 ñ foo-o graph1 a*b a#b é2 _x"


@table("name", IDS.split())
def test_ids_may_hold_punctuation(name: str) -> None:
    assert ids(name) == name
    assert ids(f"{name}[text] --> Z") == f"{name} Z"


@table(
    ("shape", "type_", "label"),
    [
        ("[x y]", "square", "x y"),
        ("(x)", "round", "x"),
        ("{x}", "diamond", "x"),
        ("{{x}}", "hexagon", "x"),
        ("((x))", "circle", "x"),
        ("(((x)))", "doublecircle", "x"),
        ("([x])", "stadium", "x"),
        ("[(x)]", "cylinder", "x"),
        ("[[x]]", "subroutine", "x"),
        ("(-x-y-)", "ellipse", "x-y"),
        (">x]", "odd", "x"),
        ("[/x/]", "lean_right", "x"),
        ("[\\x\\]", "lean_left", "x"),
        ("[/a/b\\]", "trapezoid", "a/b"),
        ("[\\x/]", "inv_trapezoid", "x"),
        ('["(x) [y]"]', "square", "(x) [y]"),
        ('["`**x**`"]', "square", "**x**"),
        ('["x"y]', "square", "xy"),
        ("[a; b\nc]", "square", "a; b\nc"),
        ("[ ]", "square", ""),
        ("['x']", "square", "'x'"),
        ("[<b>x</b><br/>#quot;&amp;]", "square", '<b>x</b>\n"&'),
    ],
)
def test_shapes_have_types_and_labels(shape: str, type_: str, label: str) -> None:
    node_of(f"A{shape}", type=type_, label=label)


def test_resolved_shapes_are_mermaids() -> None:
    node_of("A", type=None, shape="squareRect", label="A", label_type="text")
    node_of("A(x)", shape="roundedRect")
    node_of('A["x"]', shape="squareRect", label_type="string")
    node_of('A@{ icon: "fa:x", form: "circle" }', shape="iconCircle", label="")
    node_of("A[|borders:lt|x]", type="rect", props={"borders": "lt"}, label="x")


def test_last_label_wins_over_mentions() -> None:
    node_of("A[one]\nA[two]\nA --> B", label="two")


@table(
    ("body", "expected"),
    [
        ("A-->B", "A>B: arrow_point normal 1"),
        ("A --- B", "A>B: arrow_open normal 1"),
        ("A ---> B", "A>B: arrow_point normal 2"),
        ("A ==o B", "A>B: arrow_circle thick 1"),
        ("A -..-x B", "A>B: arrow_cross dotted 2"),
        ("A ~~~~ B", "A>B: arrow_open invisible 2"),
        ("A <--> B", "A>B: double_arrow_point normal 1"),
        ("A x==x B", "A>B: double_arrow_cross thick 1"),
        (f"A {'-' * 20}> B", "A>B: arrow_point normal 10"),
        ("A---oB", "A>B: arrow_circle normal 2"),
        ("A--- oB", "A>oB: arrow_open normal 1"),
        ("A -->|x y| B", "A>B:x y arrow_point normal 1"),
        ('A --> |"a|b"|B', "A>B:a|b arrow_point normal 1"),
        ("A -- te-xt --> B", "A>B:te-xt arrow_point normal 1"),
        ("A--x y-->B", "A>y: arrow_cross normal 1, y>B: arrow_point normal 1"),
        ("A == no ==> B", "A>B:no arrow_point thick 1"),
        ("A -. no .-> B", "A>B:no arrow_point dotted 1"),
        ('A -- "a --> b" --> B', "A>B:a --> b arrow_point normal 1"),
        ("A o-- x --o B", "A>B:x double_arrow_circle normal 1"),
        ("A -- box--> B", "A>B:bo arrow_point normal 2"),
        ("A <-- bad --x B", "A>B:bad INVALID INVALID None"),
        ("A & B --> C", "A>C: arrow_point normal 1, B>C: arrow_point normal 1"),
        ("A\n  --> B", "A>B: arrow_point normal 1"),
        ("A -->\n\n B", "A>B: arrow_point normal 1"),
    ],
)
def test_edges_have_type_stroke_length_and_label(body: str, expected: str) -> None:
    assert edges(body) == expected


def test_chains_join_all_nodes_of_groups() -> None:
    pairs = [(one["from"], one["to"]) for one in tree_of("A & B --> C & D --> E")["edges"]]
    assert pairs == [("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "E"), ("D", "E")]


def test_edge_ids_are_unique() -> None:
    found = tree_of("A e1@--> B & C\nA --> B\nA e1@--> B")["edges"]
    assert [one["id"] for one in found] == ["e1", "L_A_C_0", "L_A_B_2", "L_A_B_3"]
    assert found[0]["user_id"] is True


def test_data_applies_to_nodes_and_edges() -> None:
    tree = tree_of('A@{ shape: cyl, label: "D }\n B" } & B@{ w: 10 } --> C e2@--> D\ne2@{ animate: true, curve: step }')
    first, second, *_ = tree["vertices"]
    assert (first["type"], first["label"], first["label_type"]) == ("cyl", "D }\nB", "markdown")
    assert second["w"] == 10
    assert (tree["edges"][2]["user_id"], tree["edges"][2]["animate"], tree["edges"][2]["interpolate"]) == (
        True,
        True,
        "step",
    )


def test_data_decodes_entity_codes() -> None:
    node_of('A@{ img: "a#quot;b.png", label: "#35;1" }', img='a"b.png', label="#1")


def test_data_may_have_tabs_after_keys_and_values() -> None:
    node_of("A@{\n  shape:\tcyl\n  label: x\t\n\t}", type="cyl", label="x")
    assert [one.code for one in read("A@{\n\tshape: cyl\n}")[1]] == ["MMD203"]


@table(
    ("body", "expected"),
    [
        ("subgraph s\na-->b\nend", "s[s](a,b)"),
        ("subgraph s [The s]\na\nend", "s[The s](a)"),
        ('subgraph s["(x)"]\na\nend', "s[(x)](a)"),
        ("subgraph two words\na\nend", "subGraph0[two words](a)"),
        ('subgraph "quoted"\na\nend', "quoted[quoted](a)"),
        ("subgraph  s\na\nend", "s[s](a)"),
        ("subgraph s\nsubgraph t\na\nend\nb\nend c", "t[t](a) s[s](b,t)"),
        ("b\nsubgraph s\nb\nend\nsubgraph t\nb-->c\nend", "s[s](b) t[t](c)"),
        ("subgraph s; a; end; subgraph t; end", "s[s](a) t[t]()"),
    ],
)
def test_subgraphs_take_the_nodes_mentioned_in_them(body: str, expected: str) -> None:
    assert subgraphs(body) == expected


def test_subgraph_named_by_an_edge_is_a_vertex() -> None:
    vertices = tree_of("subgraph s\na\nend\ns --> b")["vertices"]
    assert [(one["id"], one.get("is_subgraph"), one.get("parent")) for one in vertices] == [
        ("a", None, "s"),
        ("s", True, None),
        ("b", None, None),
    ]


def test_subgraph_has_its_own_direction() -> None:
    tree = tree_of("direction BT\nsubgraph s\ndirection LR\na\nend")
    assert (tree["direction"], tree["subgraphs"][0]["dir"]) == ("TB", "LR")


def test_line_with_a_direction_is_a_direction() -> None:
    tree, found = read("A[go direction LR now] --> B\nC")
    assert [one["id"] for one in tree["vertices"]] == ["C"]
    assert [(one.code, one.severity) for one in found] == [("MMD206", "warning")]


@table("line", ["style A direction LR", "subgraph direction LR\nend", "class A direction LR", "click A direction LR"])
def test_keyword_at_line_start_comes_before_a_direction(line: str) -> None:
    assert [one.severity for one in read(f"A\n{line}\n")[1]].count("error") >= 1


def test_blanks_before_a_keyword_belong_to_a_direction() -> None:
    assert ids("A\n  style B direction LR\nC") == "A C"


def test_texts_may_contain_a_direction() -> None:
    tree = tree_of("accTitle: go in direction LR\nA\nclick A call f(direction LR)")
    assert tree["acc_title"] == "go in direction LR"
    assert tree["vertices"][0]["classes"] == ["clickable"]


def test_end_may_precede_a_direction() -> None:
    assert subgraphs("subgraph s\na\nend direction LR\nb") == "s[s](a)"


def test_subgraph_name_with_blank_is_a_title() -> None:
    tree, found = read("subgraph main \na\nend")
    assert [one["id"] for one in tree["subgraphs"]] == ["subGraph0"]
    assert [one.code for one in found] == ["MMD208"]


def test_subgraph_title_that_cannot_be_read_is_told_once() -> None:
    _, found = read("subgraph main [Oil (warm)]\na\nend")
    assert [one.code for one in found] == ["MMD201"]


def test_classes_styles_and_links_are_applied() -> None:
    tree = tree_of(
        "A:::one --> B\nclassDef one,two fill:#f00,color:a\\,b;\nclass B,Z two\nstyle C x:y\nlinkStyle 0 stroke:red\n"
        'linkStyle default interpolate basis\nclick A "https://Example.com" "a tip" _blank\nclick B call f(1, 2)'
    )
    a, b, c = tree["vertices"]
    assert (a["classes"], a["link"], a["link_target"], a["tooltip"]) == (
        ["one", "clickable"],
        "https://example.com/",
        "_blank",
        "a tip",
    )
    assert (b["classes"], b["callback"], c["styles"]) == (["two", "clickable"], "f", ["x:y"])
    assert tree["edges"][0]["style"] == ["stroke:red", "fill:none"]
    assert [(one["id"], one["text_styles"]) for one in tree["class_defs"]] == [
        ("one", ["color:a,b"]),
        ("two", ["color:a,b"]),
    ]
    assert tree["default_interpolate"] == "basis"


def test_script_urls_are_blank() -> None:
    node_of('A\nclick A "javascript:alert(1)"', link="about:blank")


def test_unclosed_description_is_ignored() -> None:
    assert "acc_descr" not in tree_of("A\naccDescr { one\ntwo")


def test_title_and_description_are_read() -> None:
    tree = tree_of("accTitle: hello; world\naccDescr {\n one\n  two }\nA")
    assert (tree["acc_title"], tree["acc_descr"]) == ("hello; world", "one\ntwo")


def test_spans_are_those_of_first_mention_edge_and_block() -> None:
    tree = tree_of("é --> B[x\ny] --> C\nsubgraph s\n B\nend")
    assert [one["span"] for one in tree["vertices"]] == [[2, 1, 2, 3], [2, 8, 3, 3], [3, 8, 3, 9]]
    assert [one["span"] for one in tree["edges"]] == [[2, 1, 3, 3], [2, 8, 3, 9]]
    assert tree["subgraphs"][0]["span"] == [4, 1, 6, 4]


def test_large_diagram_gives_a_warning() -> None:
    tree, found = read("A-->B\n" * 501)
    assert len(tree["edges"]) == 501
    assert [one.code for one in found] == ["MMD207"]


@table(
    ("text", "label"),
    [("[a@b]", "a@b"), ("{{x@y.example}}", "x@y.example"), ('["the "last""]', "the last"), ('[""x""y]', "xy")],
)
def test_text_may_hold_an_at_sign_and_empty_quotes(text: str, label: str) -> None:
    node_of(f"A{text} -->|m@n| B", label=label)


def test_blanks_may_follow_data_and_separate_words() -> None:
    tree = tree_of(
        'A@{ shape: cyl } \nA -->|x|   B\nstyle   A   fill:#fff\nclass  A  warm\nclick A "https://a.example/"  "tip"'
    )
    (first, second) = tree["vertices"]
    assert (first["type"], first["styles"], first["classes"]) == ("cyl", ["fill:#fff"], ["warm", "clickable"])
    assert (first["tooltip"], second["id"]) == ("tip", "B")


def test_data_of_a_subgraph_makes_no_node_data() -> None:
    tree = tree_of("subgraph s\nA\nend\ns@{ view: collapsed }\ns@{ algorithm: elk.box }")
    assert tree["subgraphs"][0]["data"] == {"view": "collapsed", "algorithm": "elk.box"}


def test_subgraph_of_a_known_id_adds_to_the_first() -> None:
    assert subgraphs("subgraph s [One]\nA\nend\nsubgraph s [Two]\nB\ns\nend") == "s[One](A,B)"


@table(
    ("body", "meant"),
    [
        ("A---ops[Operations]", "ops"),
        ("A & B---x1 & C", "x1"),
        ("A---oB\noB --> C", "oB"),
        ("B--no-->A", "no"),
        ("B--ja, no -->A & C", ""),
        ("A--oB", ""),
        ("A --- ops", ""),
        ("B -- no --> A", ""),
    ],
)
def test_letter_that_is_read_as_a_head_is_told(body: str, meant: str) -> None:
    found = [one.message for one in read(body)[1] if one.code == "MMD212"]
    assert len(found) == bool(meant)
    assert all(f"not `{meant}`" in message for message in found)


def test_edge_at_the_id_of_an_edge_is_told_once() -> None:
    _, found = read("mix bake@--> cool\nbake --> sell & mix\nbake --> sell")
    assert [(one.code, one.span.start_line) for one in found] == [("MMD213", 3)]


@table("name", ["person", "folder", "directory", "bucket", "browser", "console", "bpmn-start"])
def test_shapes_of_newer_versions_are_known(name: str) -> None:
    node_of(f"A@{{ shape: {name} }}", type=name, shape=name)


@table("name", ["ellipse", "class-box", "Person"])
def test_other_names_are_no_shapes(name: str) -> None:
    assert [one.code for one in read(f"A@{{ shape: {name} }}")[1]] == ["MMD202"]
