"""What an image of a diagram has: every node, edge and message with its title and link, and nothing that could act."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.facts import Edge, Message, Node, Participant
from compiler.languages.diagrams.facts.shapes import FLOW_SHAPES, SHAPES
from compiler.store.snapshot import Snapshot
from queries.diagrams.styles.paints import paint
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import Box, Connector, GraphModel, Group, Loop, Paint
from queries.drawing.sequence_model import MessageEvent, SequenceModel
from queries.drawing.svg import Link, graph_svg, sequence_svg, source_svg
from queries.drawing.svg_elements import element, escaped, number, quoted
from queries.errors.query_error import QueryError
from tests.compiler.languages.diagrams.compiling import compiled
from tests.paths import ROOT
from tests.queries.cases import each
from tests.queries.diagrams.chart_sources import ARCHITECTURE, C4, GANTT, GIT
from tests.queries.diagrams.drawing_models import graph_models, sequence_models
from tests.queries.diagrams.sources import flow, sequence
from tests.queries.diagrams.svg_reader import parsed, parts, texts

HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</title></svg><b>", "]]>", "<!-- -->", "&amp;&#0;",
    "a\x00b\x1b[2J\x7f", "‮evil‬", "javascript:alert(1)", "' onload='x", "\ud800", "￾", "<![CDATA[", "%s{0}\\u003c",
)  # fmt: skip


def shop() -> Snapshot:
    return flow(
        "order([Order]) -->|is it paid?| pay{Paid}",
        "pay -.->|yes| ship[Ship]",
        "pay ==> order",
        "ship --> ship",
        "subgraph house[Warehouse]",
        "ship --- rack[(Racks)]",
        "end",
        "house --x pay",
    )


def test_every_node_edge_and_group_is_there() -> None:
    snapshot = shop()
    svg = diagram_svg(snapshot, "d")
    assert {one.id for one in parts(svg, "node")} == {"n:order", "n:pay", "n:ship", "n:rack"}
    assert sorted(one.id for one in parts(svg, "edge")) == sorted(one.edge for one in snapshot.facts(Edge))
    assert [(one.id, one.texts) for one in parts(svg, "frame")] == [("sg:house", ["Warehouse"])]


def test_titles_say_what_and_where() -> None:
    svg = diagram_svg(shop(), "d")
    titles = {one.id: one.title for one in (*parts(svg, "node"), *parts(svg, "edge"))}
    assert titles["n:pay"] == "Paid (d.mmd:2)"
    assert titles["e:0001"] == "Order → Paid: is it paid? (d.mmd:2)"


def test_links_are_those_that_the_caller_gives() -> None:
    svg = diagram_svg(shop(), "d", lambda ref: f"object?ref={ref}&x=1" if "/node/" in ref else "")
    assert {one.href for one in parts(svg, "node")} == {
        f"object?ref=d:d/flow/node/n:{name}&x=1" for name in ("order", "pay", "ship", "rack")
    }
    assert {one.href for one in parts(svg, "edge")} == {""}


@each("kind", ["C4", "GANTT", "GIT", "ARCHITECTURE"])
def test_charts_with_a_graph_are_drawn(kind: str) -> None:
    snapshot: Snapshot = {"C4": C4, "GANTT": GANTT, "GIT": GIT, "ARCHITECTURE": ARCHITECTURE}[kind]
    svg = diagram_svg(snapshot, "d")
    assert {one.node for one in snapshot.facts(Node)} <= {one.id for one in parts(svg, "node")}
    assert len(parts(svg, "edge")) == len(snapshot.facts(Edge))


def test_entities_have_their_attributes_in_columns() -> None:
    snapshot = flow('A { string name PK "the name"', "int age", "}", "A ||--o{ B : has", head="erDiagram")
    (node,) = (one for one in parts(diagram_svg(snapshot, "d"), "node") if one.id == "n:A")
    assert node.texts == ["A", "string", "name", "PK", "the name", "int", "age"]


def test_classes_have_compartments_and_the_texts_of_their_ends() -> None:
    snapshot = flow(
        "class A {", "<<interface>>", "+int age", "+go()$", "+stop()*", "}", 'A "1" <|-- "many" B', head="classDiagram"
    )
    svg = diagram_svg(snapshot, "d")
    (node,) = (one for one in parts(svg, "node") if one.id == "n:A")
    assert node.texts == ["«interface»", "A", "+int age", "+go()", "+stop()"]
    assert parts(svg, "edge")[0].texts == ["1", "many"]
    styles = {one.text: dict(one.attrib) for one in parsed(svg).iter("{http://www.w3.org/2000/svg}text")}
    assert styles["+go()"]["text-decoration"] == "underline" and styles["+stop()"]["font-style"] == "italic"


def test_composite_states_are_frames_with_their_links() -> None:
    snapshot = flow("[*] --> a", "state a {", "[*] --> b", "}", "a --> [*]", head="stateDiagram-v2")
    svg = diagram_svg(snapshot, "d", lambda ref: ref)
    (frame,) = parts(svg, "frame")
    assert frame.texts == ["a"] and frame.href.endswith("a")
    assert len(parts(svg, "edge")) == 3


def test_every_participant_and_message_is_there() -> None:
    snapshot = sequence(
        "autonumber",
        "actor a as Ann",
        "participant b as Bob",
        "a->>+b: Hello",
        "b--)b: think",
        "alt yes",
        "b-->>-a: Yes",
        "else no",
        "b-xa: No",
        "end",
        "Note over a,b: done<br/>well",
        "create participant c",
        "a->>c: new",
        "destroy c",
        "c-->>a: gone",
    )
    svg = diagram_svg(snapshot, "d", lambda ref: f"?{ref}")
    people, messages = snapshot.facts(Participant), snapshot.facts(Message)
    assert {(one.id, one.href) for one in parts(svg, "participant")} == {
        (one.participant, f"?{one.ref}") for one in people
    }
    assert [(one.id, one.href) for one in parts(svg, "message")] == [(one.message, f"?{one.ref}") for one in messages]
    assert [one.texts for one in parts(svg, "message")][:2] == [["1. Hello"], ["2. think"]]
    assert parts(svg, "message")[0].title == "Ann → Bob: Hello (d.mmd:5)"
    assert [one.texts for one in parts(svg, "note")] == [["done", "well"]]
    assert {"alt", "[yes]", "else", "[no]"} <= {*texts(svg)}


@given(sequence_models())
def test_any_sequence_is_drawn_with_all_its_messages(model: SequenceModel) -> None:
    svg = sequence_svg(model, {})
    messages = [one for one in model.events if isinstance(one, MessageEvent)]
    assert len(parts(svg, "message")) == len(messages)


@given(graph_models())
def test_any_graph_is_drawn_and_the_same_again(model: GraphModel) -> None:
    svg = graph_svg(model, {})
    assert svg == graph_svg(model, {})
    assert sorted(one.id for one in parts(svg, "node")) == sorted(one.id for one in model.boxes)


def test_diagrams_without_a_graph_are_their_text_and_say_why() -> None:
    svg = diagram_svg(compiled("info\n    showInfo\n"), "d")
    assert texts(svg)[-3:] == ["Diagrams of info are not drawn: this is the text.", "info", "    showInfo"]


def test_diagrams_that_are_too_large_are_their_text_and_say_why() -> None:
    svg = diagram_svg(flow(*(f"n{number} --> n{number + 1}" for number in range(500))), "d")
    assert texts(svg)[0] == "With 501 nodes and 500 edges it is too large to be drawn: this is the text."


def test_title_of_a_diagram_stands_above_it() -> None:
    svg = diagram_svg(compiled("---\ntitle: The <way>\n---\nflowchart TD\na --> b\n"), "d")
    assert texts(svg)[0] == "The <way>" and parsed(svg).get("aria-label") == "The <way>"


def test_edges_that_no_drawing_shows_are_named_below() -> None:
    svg = diagram_svg(flow("subgraph g[Group]", "a[Inner]", "end", "g --> a"), "d")
    assert texts(svg)[-1] == "Group -> Inner"


def test_unknown_diagram_is_not_found() -> None:
    with pytest.raises(QueryError):
        diagram_svg(shop(), "nothing")


@each("mark", ["came", "went", "changed", "current"])
def test_marks_are_classes_colours_and_words(mark: str) -> None:
    svg = diagram_svg(shop(), "d", marks={"n:pay": mark, "e:0001": mark, "d:d/flow/subgraph/sg:house": mark})
    marked = [one for kind in ("node", "edge", "frame") for one in parts(svg, kind) if mark in one.classes]
    assert [one.id for one in marked] == ["n:pay", "e:0001", "sg:house"]
    assert all(one.title.endswith(f"({mark})") for one in marked)
    assert svg.count('class="halo"') == 3


def test_messages_and_participants_can_be_marked() -> None:
    svg = diagram_svg(
        sequence("a->>b: x", "b->>b: y"), "d", marks={"m:0001": "went", "m:0002": "came", "p:a": "changed"}
    )
    assert svg.count('class="halo"') == 3


# Safe


@each("text", HOSTILE)
def test_hostile_texts_stay_texts(text: str) -> None:
    boxes = (
        Box(text, (text, text), "rect", "g", (Loop(text, text, text, text, text),)),
        Box("b", (text,), text, rows=((text, text),)),
    )
    connectors = (Connector(text, "b", text, text, text, text, 1, text, text, text),)
    model = GraphModel(boxes, connectors, (Group("g", text),))
    links = {text: Link("x", text), "b": Link(f"x?{text}", text)}
    svg = graph_svg(model, links, {text: text, "b": text}, title=text, heading=text, notes=[text])
    parsed(svg)
    parsed(source_svg(text, text, title=text, heading=text))
    svg.encode()


@each("text", HOSTILE)
def test_hostile_sources_are_drawn_without_harm(text: str) -> None:
    shown = text.encode(errors="ignore").decode().replace('"', "'").replace("\x00", "")
    parsed(diagram_svg(flow(f'a["{shown}"] -->|"{shown}"| b', f"style a fill:{shown},stroke:url(x)"), "d"))
    parsed(diagram_svg(sequence(f"participant a as {shown}", f"a->>b: {shown}", f"Note over a: {shown}"), "d"))


@given(st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Cn"])))
def test_escaped_texts_are_read_as_they_are(text: str) -> None:
    root = parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{element("text", {"data-id": text}, escaped(text))}</svg>')
    assert ((root[0].text or ""), root[0].get("data-id")) == (text, text)


def test_what_xml_forbids_and_what_reorders_text_is_dropped() -> None:
    assert escaped("a\x00\x1b\ud800\ufffe\u202eb") == quoted("a\x00\x1b\ud800\ufffe\u202eb") == "ab"


@each(
    "style, colours",
    [
        ("fill:#f00,stroke:#00ff00,color:white", ("#f00", "#00ff00", "white")),
        ("fill:rgb(1, 2, 3)", ("", "", "")),
        ("fill:url(#x)", ("", "", "")),
        ("fill:url(https://evil),stroke:expression(1)", ("", "", "")),
        ("background:#abc;x", ("", "", "")),
        ("font-size:4px", ("", "", "")),
    ],
)
def test_colours_of_the_author_are_taken_by_their_form(style: str, colours: tuple[str, str, str]) -> None:
    assert paint([], style.split(","), {}) == Paint(*colours)


def test_colours_of_classes_reach_nodes_and_edges() -> None:
    svg = diagram_svg(
        flow(
            "a:::hot --> b",
            "classDef hot fill:#300,stroke:#f00",
            "classDef default fill:#eee",
            "linkStyle 0 stroke:#00f",
        ),
        "d",
    )
    shapes = [one for one in parsed(svg).iter() if "painted" in one.get("class", "").split()]
    fills = {(one.get("fill"), one.get("stroke")) for one in shapes if "shape" in one.get("class", "")}
    assert fills == {("#300", "#f00"), ("#eee", "#7484b0")}
    assert {one.get("fill") for one in shapes if one.tag.endswith("text")} == {"#fff", "#1f2933"}
    assert "#00f" in {one.get("stroke") for one in shapes}


@each(
    "style, width, dashes",
    [
        ("stroke-width:4px", "4", ""),
        ("stroke-width: 1.5,stroke-dasharray: 5 5", "1.5", "5 5"),
        ("stroke-dasharray:3px 2px", "", "3 2"),
        ("stroke-width:4em,stroke-dasharray:url(#x)", "", ""),
        ("stroke-width:99999px,stroke-dasharray:5;fill:red", "", ""),
    ],
)
def test_borders_of_the_author_are_taken_by_their_form(style: str, width: str, dashes: str) -> None:
    assert paint([], style.split(","), {}) == Paint(width=width, dashes=dashes)


def test_borders_of_the_author_are_drawn() -> None:
    svg = diagram_svg(flow("a --> b", "subgraph s", "b", "end", "style a stroke-width:4px,stroke-dasharray:6 3"), "d")
    shapes = [one for one in parsed(svg).iter() if "shape" in one.get("class", "").split()]
    assert {(one.get("stroke-width"), one.get("stroke-dasharray")) for one in shapes} == {("4", "6 3"), ("1.2", None)}


def test_numbers_have_one_digit_after_the_point_at_most() -> None:
    assert [number(one) for one in (1, 1.0, -0.01, 2.25, 1 / 3)] == ["1", "1", "0", "2.2", "0.3"]


PRINT = """
import sys
from compiler import compile_source
from queries.diagrams.styles.paints import paint
from compiler.languages.diagrams.facts.shapes import FLOW_SHAPES
from queries.diagrams.svg_rendering import diagram_svg
print(diagram_svg(compile_source(sys.argv[1]), "checkout"))
"""


@pytest.mark.long("processes that draw every sample; test_build has one source")
def test_same_source_gives_the_same_bytes_under_any_hash_seed() -> None:
    images = {
        subprocess.run(
            [sys.executable, "-c", PRINT, str(ROOT / "worlds" / "checkout-session")],
            env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(images) == 1


def test_every_shape_of_flowcharts_has_its_own_outline_and_its_label() -> None:
    names = {FLOW_SHAPES[name]: name for name in sorted(SHAPES)}
    drawn: dict[str, str] = {}
    for shape, name in names.items():
        svg = diagram_svg(flow(f'a@{{ shape: {name}, label: "Some label" }}'), "d")
        assert shape == "bar" or texts(svg) == ["Some label"], name
        drawn[shape] = svg.replace("Some label", "")
    assert len({*drawn.values()}) == len(drawn) > 40


def looks(svg: str) -> dict[str, tuple[str, str]]:
    """Return the colours of the first shape of each node, by its id: inside and border."""
    found = {}
    for one in parsed(svg).iter():
        if "node" in one.get("class", "").split():
            shape = next(part for part in one.iter() if "shape" in part.get("class", "").split())
            found[one.get("data-id", "")] = (shape.get("fill", ""), shape.get("stroke", ""))
    return found


def test_c4_elements_have_the_colours_of_their_sort_and_boundaries_are_dashed() -> None:
    svg = diagram_svg(
        compiled(
            """C4Container
            Person(keeper, "Keeper")
            Person_Ext(guest, "Guest")
            System_Boundary(mill, "Mill") {
            Container(press, "Press", "Rust, with a long list of further parts")
            ContainerDb(cellar, "Cellar")
            }
            """
        ),
        "d",
    )
    found = looks(svg)
    assert found["n:press"] == found["n:cellar"] and len({*found.values()}) == 3
    (frame,) = (one for one in parsed(svg).iter() if "border" in one.get("class", "").split())
    assert frame.get("stroke-dasharray")
    lines = texts(svg)
    assert "«person»" in lines and not [line for line in lines if "<<" in line or ">>" in line]
    assert [line for line in lines if line.startswith("«container:") and not line.endswith("»")]


def test_branches_of_a_mind_map_have_a_colour_each_with_their_lines() -> None:
    svg = diagram_svg(compiled("mindmap\n  root((Mill))\n    Fruit\n      Apples\n      Pears\n    Press"), "d")
    found = looks(svg)
    assert found["n:Fruit"] == found["n:Apples"] == found["n:Pears"]
    assert len({*found.values()}) == 3
    strokes = {
        part.get("stroke")
        for one in parsed(svg).iter()
        if "edge" in one.get("class", "").split()
        for part in one.iter()
        if "line" in part.get("class", "").split()
    }
    assert len(strokes) == 2


def test_boxes_and_highlights_of_a_sequence_have_their_colours() -> None:
    svg = diagram_svg(
        compiled(
            """sequenceDiagram
            box Aqua Mill
            participant a
            end
            box rgb(33,66,99) Press
            participant b
            end
            rect rgba(200, 150, 255, 0.4)
            a->>b: one
            rect url(https://example.org/x)
            b->>a: two
            end
            end
            """
        ),
        "d",
    )
    grounds = [one for one in parsed(svg).iter() if {"ground", "border"} & {*one.get("class", "").split()}]
    fills = [one.get("fill") for one in grounds]
    assert sorted(map(str, fills)) == ["#eef1f5", "Aqua", "rgb(33,66,99)", "rgba(200, 150, 255, 0.4)"]
    assert "example.org" not in svg
