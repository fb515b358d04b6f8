"""How images show what an author asked for: colours of groups and lines, emphasis, numbers and types of C4."""

import re
from xml.etree.ElementTree import Element

from hypothesis import given
from hypothesis import strategies as st

from compiler.store.snapshot import Snapshot
from queries.diagrams.styles.paints import LineLook, line_look
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.emphasis import MARKS, Run, emphasised, runs, without_marks
from queries.drawing.graph_model import Box, Connector, GraphModel
from queries.drawing.labels import plain_text
from queries.drawing.svg import graph_svg
from queries.drawing.text_metrics import bold_width, text_width
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import SVG, parsed, parts, texts


def classed(svg: str, name: str) -> list[Element]:
    """Return the elements of a class."""
    return [one for one in parsed(svg).iter() if name in one.get("class", "").split()]


def styled(svg: str) -> list[tuple[str, str, str]]:
    """Return the parts of texts that are bold or italic, with their weight and style."""
    return [
        (one.text or "", one.get("font-weight", ""), one.get("font-style", ""))
        for one in parsed(svg).iter(f"{SVG}tspan")
    ]


# Groups and lines


@each(
    "style",
    ["style one fill:#bbf,stroke:#f66,color:#fff", "classDef hot fill:#bbf,stroke:#f66,color:#fff\nclass one hot"],
)
def test_subgraph_has_the_colours_of_its_author(style: str) -> None:
    svg = diagram_svg(flow("subgraph one [One]", "a", "end", "subgraph two", "b", "end", style), "d")
    one, two = classed(svg, "border")
    assert (one.get("fill"), one.get("stroke"), one.get("fill-opacity")) == ("#bbf", "#f66", "1")
    assert two.get("fill") not in ("#bbf", None)
    assert next(one.get("fill") for one in classed(svg, "title")) == "#fff"


def test_subgraph_at_which_an_edge_ends_has_its_colours_once() -> None:
    svg = diagram_svg(flow("subgraph one [One]", "a", "end", "b --> one", "style one fill:#bbf"), "d")
    assert [border.get("fill") for border in classed(svg, "border")] == ["#bbf"]


def test_link_style_reaches_the_line_its_head_and_its_label() -> None:
    svg = diagram_svg(flow("a -->|yes| b", "linkStyle 0 stroke:#f00,stroke-width:4px,color:blue"), "d")
    (line,) = classed(svg, "line")
    assert (line.get("stroke"), line.get("stroke-width")) == ("#f00", "4")
    assert [one.get("fill") for one in classed(svg, "label")] == ["blue"]


@each(
    "style, look",
    [
        ("stroke:rgb(1, 2, 3),color:red", LineLook("rgb(1, 2, 3)", "red")),
        ("stroke-width:2px,stroke-dasharray:5 5", LineLook(width="2", dashes="5 5")),
        ("fill:none,stroke:url(#x)", LineLook()),
        ("", LineLook()),
    ],
)
def test_looks_of_lines_are_taken_by_their_form(style: str, look: LineLook) -> None:
    assert line_look(style) == look


def test_animated_edge_is_a_line_of_dashes() -> None:
    svg = diagram_svg(flow("a e1@--> b", "e1@{ animate: true }", "b --> c"), "d")
    assert [bool(one.get("stroke-dasharray")) for one in classed(svg, "line")] == [True, False]


# Emphasis


def test_bold_and_italic_words_of_labels_are_drawn_so() -> None:
    snapshot = flow(
        'a["`**Bold** text and *more*`"] -->|"<b>yes</b>"| b["<b>Head</b><br/><i>small <b>both</b></i>"]',
        "a --- c[plain]",
    )
    svg = diagram_svg(snapshot, "d")
    assert {*styled(svg)} == {
        ("Bold ", "bold", ""),
        ("more", "", "italic"),
        ("yes", "bold", ""),
        ("Head", "bold", ""),
        ("small ", "", "italic"),
        ("both", "bold", "italic"),
    }
    assert {"Bold text and more", "yes", "Head", "small both", "plain"} <= {*texts(svg)}


def test_titles_of_parts_have_no_marks_of_emphasis() -> None:
    svg = diagram_svg(flow('a["<b>Head</b> x"]', 'subgraph s["<i>Group</i>"]', "b", "end"), "d")
    titles = [one.title for kind in ("node", "frame") for one in parts(svg, kind)]
    assert titles[0].startswith("Head x (") and not any(mark in svg for mark in MARKS)


@each(
    "label, markdown, expected",
    [
        ("a **b c** d", True, [("a ", 0, 0), ("b c ", 1, 0), ("d", 0, 0)]),
        ("a **b** d", False, [("a **b** d", 0, 0)]),
        ("snake_case_name *x*", True, [("snake_case_name ", 0, 0), ("x", 0, 1)]),
        ("<strong>a</strong>b", False, [("a", 1, 0), ("b", 0, 0)]),
        ("</b>a<em>b", False, [("a", 0, 0), ("b", 0, 1)]),
        ("List<String>", False, [("List<String>", 0, 0)]),
    ],
)
def test_emphasis_is_read_as_html_and_markdown_write_it(
    label: str, markdown: bool, expected: list[tuple[str, int, int]]
) -> None:
    assert runs(emphasised(label, markdown=markdown)) == [Run(one, bool(b), bool(i)) for one, b, i in expected]


@given(st.text(), st.booleans())
def test_emphasised_label_without_its_marks_has_the_words_of_the_plain_one(label: str, markdown: bool) -> None:
    shown = without_marks(emphasised(label, markdown=markdown))
    assert not any("\ufdd0" <= char <= "\ufdd7" for char in shown)
    if not {*label} & {*"<_*`\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6\ufdd7"}:
        assert shown == plain_text(label, markdown=markdown)


def test_bold_words_are_measured_as_bold() -> None:
    marked = emphasised("<b>wide</b> word")
    assert text_width(marked) == bold_width("wide ") + text_width("word")


def test_horizontal_rule_in_a_label_breaks_the_line() -> None:
    assert texts(diagram_svg(flow('a["<b>tls</b><hr>Hostname"]'), "d")) == ["tls", "Hostname"]


@each("fill, ink", [("red", "#fff"), ("navy", "#fff"), ("yellow", "#1f2933"), ("#123", "#fff")])
def test_text_is_read_on_the_fill_of_the_author(fill: str, ink: str) -> None:
    (text,) = parsed(diagram_svg(flow("a[Some]", f"style a fill:{fill}"), "d")).iter(f"{SVG}text")
    assert text.get("fill") == ink


def test_names_and_texts_of_requirements_are_markdown() -> None:
    lines = ("requirement __test_req__ {", "id: 1", 'text: "*slanted* **strong**"', "}")
    svg = diagram_svg(flow(*lines, head="requirementDiagram"), "d")
    assert {"test_req", "Text: slanted strong"} <= {*texts(svg)}
    assert {("slanted ", "", "italic"), ("strong", "bold", "")} <= {*styled(svg)}


def test_axis_of_a_gantt_chart_has_the_format_of_its_author() -> None:
    lines = ("dateFormat YYYY-MM-DD", "axisFormat %b %Y", "Some :2026-01-01, 400d")
    assert {"Jan 2026", "Jan 2027"} <= {*texts(diagram_svg(flow(*lines, head="gantt"), "d"))}


WEEK = ("dateFormat YYYY-MM-DD", "Some :a, 2026-03-02, 14d", "Due :vert, v, 2026-03-11, 0d", "More :b, 2026-03-02, 2d")


@each(
    "settings, days",
    [
        ((), []),
        (("excludes weekends",), [(5, 2), (12, 2)]),
        (("excludes weekends", "weekend friday"), [(4, 2), (11, 2)]),
        (("excludes weekends", "includes 2026-03-07"), [(6, 1), (12, 2)]),
        (("excludes sunday, Monday 2026-03-04",), [(0, 1), (2, 1), (6, 2), (13, 1)]),
    ],
)
def test_days_that_a_gantt_chart_excludes_are_shaded(settings: tuple[str, ...], days: list[tuple[int, int]]) -> None:
    dated = [*WEEK[:1], "Some :a, 2026-03-02, 2026-03-16"]
    svg = diagram_svg(flow(*settings, *dated, head="gantt"), "d")
    (bar,) = (one for one in classed(svg, "shape") if one.get("width"))
    left, day = float(bar.get("x", 0)), float(bar.get("width", 0)) / 14
    shaded = [(float(one.get("x", 0)), float(one.get("width", 0))) for one in classed(svg, "shade")]
    assert [(round((x - left) / day), round(width / day)) for x, width in shaded] == days


def test_long_gantt_chart_has_no_shades() -> None:
    lines = ("dateFormat YYYY-MM-DD", "excludes weekends", "Some :2026-01-01, 2028-01-01")
    assert not classed(diagram_svg(flow(*lines, head="gantt"), "d"), "shade")


def test_vert_of_a_gantt_chart_is_a_line_behind_all_tasks_and_no_row() -> None:
    svg = diagram_svg(flow(*WEEK, head="gantt"), "d")
    marker, *bars = (one for one in parsed(svg).iter() if "node" in one.get("class", "").split())
    assert [one.get("data-id") for one in (marker, *bars)] == ["n:v", "n:a", "n:b"]
    begin, end = re.findall(r"[\d.]+ ([\d.]+)", next(part.get("d", "") for part in marker.iter() if part.get("d")))
    tops = [float(part.get("y", "")) for bar in bars for part in bar.iter() if "shape" in part.get("class", "")]
    assert float(begin) < tops[0] and tops[1] - tops[0] == 34 and float(end) > tops[1] + 24
    assert "Due" in texts(svg)


def test_names_of_markers_that_are_close_stand_below_each_other() -> None:
    dues = [f"A rather long name :vert, v{day}, 2026-03-0{day}, 0d" for day in (3, 4)]
    svg = diagram_svg(flow(*WEEK[:2], *dues, head="gantt"), "d")
    named = [one for one in parsed(svg).iter(f"{SVG}text") if one.text == "A rather long name"]
    assert len({one.get("y") for one in named}) == 2


# Ends of lines


@each("direction", ["TB", "BT", "LR", "RL"])
def test_texts_at_the_ends_of_lines_are_all_seen(direction: str) -> None:
    lines = ('A "1" --> "*" B : has', 'A "0..1" --> "many" C : owns', 'D "2" --> "*" C')
    svg = diagram_svg(flow(f"direction {direction}", *lines, head="classDiagram"), "d")
    shapes = [one for one in classed(svg, "shape") if one.get("width")]
    boxes = [[float(one.get(key, 0)) for key in ("x", "y", "width", "height")] for one in shapes]
    ends = [one for one in parsed(svg).iter(f"{SVG}text") if one.text in ("1", "*", "0..1", "many", "2")]
    assert len(ends) == 6 and len(boxes) == 4
    for one in ends:
        x, y = float(one.get("x", 0)), float(one.get("y", 0)) - 5
        assert not [1 for left, top, wide, high in boxes if left <= x <= left + wide and top <= y <= top + high]


def test_lines_with_texts_at_their_ends_do_not_share_a_port() -> None:
    boxes = tuple(Box(name, (name,)) for name in "abc")
    lines = tuple(Connector("a", name, start_text="1", end_text="*") for name in "bc")
    svg = graph_svg(GraphModel(boxes, lines), {})
    starts = {str(one.get("d")).split("C")[0].split("L")[0] for one in classed(svg, "line")}
    assert len(starts) == 2


# C4


def c4(*lines: str, head: str = "C4Context") -> Snapshot:
    return flow(*lines, head=head)


def test_boundaries_tell_their_types() -> None:
    svg = diagram_svg(
        c4(
            'Deployment_Node(node, "Server", "Ubuntu 16.04") {', 'Container(a, "A")', "}",
            'Enterprise_Boundary(bank, "Bank") {', 'Container(b, "B")', "}",
            'Boundary(rest, "Rest") {', 'Container(c, "C")', "}",
        ),
        "d",
    )  # fmt: skip
    assert [one.texts for one in parts(svg, "frame")] == [
        ["Server", "[Ubuntu 16.04]"],
        ["Bank", "[enterprise]"],
        ["Rest"],
    ]


def test_relations_of_a_dynamic_diagram_are_numbered_and_no_others() -> None:
    lines = ('System(a, "A")', 'System(b, "B")', 'Rel(a, b, "asks")', 'RelIndex(7, b, a, "answers")')
    assert {"1: asks", "7: answers"} <= {*texts(diagram_svg(c4(*lines, head="C4Dynamic"), "d"))}
    assert {"asks", "answers"} <= {*texts(diagram_svg(c4(*lines), "d"))}


def test_style_updates_of_c4_are_drawn() -> None:
    svg = diagram_svg(
        c4(
            'System(a, "A")', 'System(b, "B")', 'Rel(a, b, "asks")',
            'UpdateElementStyle(a, $bgColor="#eee", $borderColor="red", $fontColor="green")',
            'UpdateRelStyle(a, b, $textColor="blue", $lineColor="#0f0")',
        ),
        "d",
    )  # fmt: skip
    first = classed(svg, "shape")[0]
    assert (first.get("fill"), first.get("stroke")) == ("#eee", "red")
    assert classed(svg, "line")[0].get("stroke") == "#0f0" and classed(svg, "label")[0].get("fill") == "blue"
