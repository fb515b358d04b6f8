"""Ishikawa diagrams as images: causes on bones, deeper causes on bones of these."""

from hypothesis import given
from hypothesis import strategies as st

from queries.diagrams.charts.ishikawa import MAX_CAUSES, MAX_DEPTH, ishikawa_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.ishikawa import Cause, ishikawa_svg
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.charts.apart import inside, meeting, text_places
from tests.queries.diagrams.svg_reader import parts

CIDER = """ishikawa-beta
    Sour cider
    Fruit
        Bruised
            Dropped
        []
        Unripe
    Press
    Yeast
        Old
   Cellar
"""


def test_ishikawa_causes_stand_in_what_they_cause() -> None:
    model = ishikawa_model(CIDER)
    assert model == Cause(
        "Sour cider",
        [
            Cause("Fruit", [Cause("Bruised", [Cause("Dropped", [])]), Cause("", []), Cause("Unripe", [])]),
            Cause("Press", []),
            Cause("Yeast", [Cause("Old", [])]),
            Cause("Cellar", []),
        ],
    )


def test_ishikawa_parts_say_what_they_cause() -> None:
    svg = diagram_svg(compiled(CIDER), "d")
    assert [one.title for one in parts(svg, "frame")] == ["Sour cider"]
    assert {one.title for one in parts(svg, "node")} == {
        *("Sour cider / Fruit", "Sour cider / Fruit / Bruised", "Sour cider / Fruit / Bruised / Dropped"),
        *("Sour cider / Fruit / Unripe", "Sour cider / Press", "Sour cider / Yeast", "Sour cider / Yeast / Old"),
        "Sour cider / Cellar",
    }


def test_ishikawa_of_a_problem_alone_is_a_head() -> None:
    svg = diagram_svg(compiled("ishikawa-beta\n  Sour cider\n"), "d")
    assert [one.title for one in parts(svg, "frame")] == ["Sour cider"] and not parts(svg, "node") and inside(svg)


def test_ishikawa_main_causes_are_above_and_below_the_spine_in_turn() -> None:
    places = text_places(diagram_svg(compiled(CIDER), "d"))
    head = places["Sour cider"]
    assert places["Fruit"][3] < head[1] and places["Yeast"][3] < head[1]
    assert places["Press"][1] > head[3] and places["Cellar"][1] > head[3]
    assert places["Yeast"][2] < places["Fruit"][0] < head[0]


causes = st.recursive(
    st.builds(Cause, st.text("abcd efg", min_size=1, max_size=60).map(lambda text: text.strip() or "a"), st.just([])),
    lambda inner: st.builds(Cause, st.just("with causes"), st.lists(inner, min_size=1, max_size=4)),
    max_leaves=20,
)


def numbered(cause: Cause, at: str = "0") -> Cause:
    """Return a cause whose words are all unlike."""
    words = " ".join(f"{word}{at}.{number}" for number, word in enumerate(cause.text.split()))
    return Cause(words, [numbered(one, f"{at}.{number}") for number, one in enumerate(cause.causes)])


@given(st.lists(causes, min_size=1, max_size=7))
def test_ishikawa_texts_do_not_meet(main: list[Cause]) -> None:
    svg = ishikawa_svg(numbered(Cause("The problem", main)))
    assert not meeting(svg) and inside(svg)


@each(
    "source",
    [
        *("ishikawa\n", "ishikawa-beta a\n  b\n", "ishikawas\n a\n b\n"),
        "ishikawa\n a\n" + " b\n" * MAX_CAUSES,
        "ishikawa\na\n" + "".join(" " * at + "b\n" for at in range(MAX_DEPTH + 1)),
    ],
)
def test_ishikawa_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert ishikawa_model(source) is None


def test_ishikawa_escapes_its_texts() -> None:
    svg = diagram_svg(compiled("ishikawa\n a</text><script>x</script>\n  b<svg onload=x>\n"), "d")
    assert "<script" not in svg and "<svg onload" not in svg and len(parts(svg, "node")) == 1
