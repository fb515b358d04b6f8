"""Use case diagrams as images: actors, use cases in their systems, relations between them."""

from queries.diagrams.charts.use_case import MAX_LINES, use_case_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.graph_model import Box, Connector, GraphModel, Group, Paint
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parts, texts

ORDERS = """usecase-beta
direction TD
actor Customer("A customer, or two"), Boss <<human>>
systemBoundary shop["Order system"]:::calm
  Checkout("Place an order"):::hot
  Track[Track it]
  actor Inner
end
Customer -- "initiates" --> Checkout
Checkout ..> : include Login
Login ..>:extend Track
Boss --|> Customer
Customer <-- shop
Track o-- it is -- Checkout
Track x1@--x Free(Some case)
actor Late --> Free
note for Checkout "validates"
classDef hot,calm fill:#fdd,stroke:#a00
class Track hot
style Free fill:url(x),color:blue
"""


def model(*lines: str) -> GraphModel:
    found = use_case_model("\n".join(["usecase-beta", *lines]))
    assert found, lines
    return found


def test_use_cases_and_actors_are_read() -> None:
    found = use_case_model(ORDERS)
    hot = Paint("#fdd", "#a00")
    assert found and found.direction == "TB"
    assert found.groups == (Group("system shop", "Order system", paint=hot),)
    assert found.boxes == (
        Box("Customer", ("A customer, or two",), "person"),
        Box("Boss", ("<<human>>\nBoss",), "person"),
        Box("Checkout", ("Place an order",), "stadium", "system shop", paint=hot),
        Box("Track", ("Track it",), "rect", "system shop", paint=hot),
        Box("Inner", ("Inner",), "person", "system shop"),
        Box("Login", ("Login",), "stadium"),
        Box("Free", ("Some case",), "stadium", paint=Paint(ink="blue")),
        Box("Late", ("Late",), "person"),
        Box("note 0", ("validates",), "note", "system shop"),
    )


def test_use_case_relations_have_their_heads_and_labels() -> None:
    found = use_case_model(ORDERS)
    assert found
    assert [(one.source, one.target, one.label, one.stroke, one.start, one.end) for one in found.connectors] == [
        ("Customer", "Checkout", "initiates", "normal", "", "arrow"),
        ("Checkout", "Login", "«include»", "dotted", "", "arrow"),
        ("Login", "Track", "«extend»", "dotted", "", "arrow"),
        ("Boss", "Customer", "", "normal", "", "triangle"),
        ("Customer", "system shop", "", "normal", "arrow", ""),
        ("Track", "Checkout", "it is", "normal", "circle", ""),
        ("Track", "Free", "", "normal", "", "cross"),
        ("Late", "Free", "", "normal", "", "arrow"),
        ("Checkout", "note 0", "", "dotted", "", ""),
    ]


@each(
    "line, ends",
    [
        *(("A --> B", ("", "arrow")), ("A-->B", ("", "arrow")), ("A ---> B", ("", "arrow")), ("A -- B", ("", ""))),
        *(("A <-- B", ("arrow", "")), ("A x-- B", ("cross", "")), ("A --o B", ("", "circle"))),
        *(("A <-- says -- B", ("arrow", "")), ("A -- says --x B", ("", "cross"))),
    ],
)
def test_use_case_arrows_are_read(line: str, ends: tuple[str, str]) -> None:
    (one,) = model(line).connectors
    assert (one.source, one.target, one.start, one.end) == ("A", "B", *ends)
    assert one.label == ("says" if "says" in line else "")


def test_use_case_diagrams_are_drawn_from_left_to_right() -> None:
    assert model("A --> B").direction == "LR"
    svg = diagram_svg(compiled(ORDERS), "d")
    assert [one.texts for one in parts(svg, "frame")] == [["Order system"]]
    assert {"«include»", "initiates", "«human»", "validates"} <= {*texts(svg)} and "url(x)" not in svg
    assert len(parts(svg, "node")) == 9 and len(parts(svg, "edge")) == 9


def test_use_case_relation_is_a_connector_of_a_graph() -> None:
    assert model("A --> A").connectors == (Connector("A", "A", id="relation 0"),)


@each(
    "body",
    [
        *(
            "",
            "direction XY",
            "systemBoundary a",
            "systemBoundary a\nA --> B\nend",
            "package x",
            "A => B",
            "A --> ",
            "end",
        ),
        *('json a @{"b": 1}', "note Checkout x", "actor", "A(", "A\n" * (MAX_LINES + 1)),
        "\n".join(f"U{at}" for at in range(401)),
    ],
)
def test_use_cases_that_are_not_understood_are_shown_as_their_text(body: str) -> None:
    assert use_case_model(f"usecase-beta\n{body}\n") is None


def test_use_cases_escape_their_texts() -> None:
    svg = diagram_svg(compiled('usecase-beta\nactor A("</text><script>x</script>")\nA --> B("<svg onload=x>")\n'), "d")
    assert "<script" not in svg and "<svg onload" not in svg and len(parts(svg, "node")) == 2
