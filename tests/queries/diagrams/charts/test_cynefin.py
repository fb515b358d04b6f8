"""Cynefin diagrams as images: items in their domains, transitions between these."""

from itertools import permutations

from queries.diagrams.charts.cynefin import MAX_ITEMS, cynefin_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.cynefin import DOMAINS, CynefinModel, Transition, cynefin_svg
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.charts.apart import inside, meeting, text_places
from tests.queries.diagrams.svg_reader import parts, texts

MILL = """cynefin-beta
  title The mill
  complex
    "New yeast" 'Another'
  clear "Wash"

    "Stack"
  chaotic
  confusion
  "Smell"
  complex --> clear : "Known"
  clear-->clear : "Again"
  clear --> chaotic
  complex --> clear : 'Written down'
"""


def test_cynefin_items_are_in_their_domains() -> None:
    model = cynefin_model(MILL)
    assert model and {name: items for name, items in model.items.items() if items} == {
        "complex": ("New yeast", "Another"),
        "clear": ("Wash", "Stack"),
        "confusion": ("Smell",),
    }
    assert model.transitions == (
        Transition("complex", "clear", "Known, Written down"),
        Transition("clear", "chaotic"),
    )


def test_cynefin_domains_have_their_places() -> None:
    svg = diagram_svg(compiled(MILL), "d")
    places = text_places(svg)
    assert places["Complex"][2] < places["Confusion"][0] and places["Complex"][3] < places["Confusion"][1]
    assert places["Confusion"][2] < places["Clear"][0] and places["Confusion"][3] < places["Clear"][1]
    assert {one.title for one in parts(svg, "frame")} == {
        *("Complex: 2 items", "Complicated: 0 items", "Clear: 2 items", "Chaotic: 0 items", "Confusion: 1 item"),
    }
    assert [one.title for one in parts(svg, "edge")] == ["Complex → Clear: Known, Written down", "Clear → Chaotic"]
    assert [one.title for one in parts(svg, "node")][:2] == ["Complex / New yeast", "Complex / Another"]


def test_cynefin_descriptions_may_be_left_out() -> None:
    assert "Probe → Sense → Respond" in texts(diagram_svg(compiled(MILL), "d"))
    bare = "---\nconfig:\n  cynefin:\n    showDomainDescriptions: false\n---\n" + MILL
    assert "Probe → Sense → Respond" not in texts(diagram_svg(compiled(bare), "d"))


@each("ends", [*permutations(DOMAINS, 2)])
def test_cynefin_texts_do_not_meet(ends: tuple[str, str]) -> None:
    items = {name: tuple(f"{name} {at} is an item that may be wrapped" for at in range(3)) for name in DOMAINS}
    ways = (Transition(*ends, "it was thought about"), Transition(*ends[::-1], "nobody had a plan"))
    svg = cynefin_svg(CynefinModel(items, ways[: 2 if "confusion" not in ends else 1]))
    assert not meeting(svg) and inside(svg)


@each("body", ['"Item"', "simple", "complex Item", "complex -> clear", "complex --> simple", 'complex\n"a" b', "x"])
def test_cynefin_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert cynefin_model(f"cynefin-beta\n{body}\n") is None


def test_cynefin_of_too_much_is_shown_as_its_text() -> None:
    assert cynefin_model("cynefin-beta\ncomplex\n" + '"a"\n' * (MAX_ITEMS + 1)) is None
    assert cynefin_model("cynefin\ncomplex\n") is None


def test_cynefin_escapes_its_texts() -> None:
    svg = diagram_svg(compiled('cynefin-beta\nclear\n"</text><script>x</script>"\nclear --> complex : "<svg>"\n'), "d")
    assert "<script" not in svg and svg.count("<svg") == 1 and len(parts(svg, "node")) == 1
