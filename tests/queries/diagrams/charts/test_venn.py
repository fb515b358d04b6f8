"""Venn diagrams as images: circles that have in common what they should, texts in their regions."""

from itertools import combinations
from math import hypot, pi, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from queries.diagrams.charts.venn import MAX_SETS, venn_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.venn import Region, VennModel, venn_svg
from queries.drawing.charts.venn_layout import circles, distance, overlap, spots
from queries.drawing.graph_model import Paint
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.charts.apart import inside, meeting, text_places
from tests.queries.diagrams.svg_reader import parts, texts

TEAMS = """venn-beta
  title "Teams"
  set A["Front"]:20
    text A1["React"]
    text "Design systems"
  set "Back end" : 12
  union "Back end",A[Shared]:3
  text A,"Back end" spec["OpenAPI"]
  style A fill:#f00, stroke-width:3px
  style A,"Back end" color:blue,fill:url(x)
  style A1 color:rgb(1, 2, 3)
"""


def test_venn_has_regions_with_their_texts() -> None:
    model = venn_model(TEAMS)
    assert model == VennModel(
        (
            Region(("A",), "Front", 20, (("React", "rgb(1, 2, 3)"), ("Design systems", "")), Paint("#f00", width="3")),
            Region(("Back end",), "Back end", 12),
            Region(("A", "Back end"), "Shared", 3, (("OpenAPI", ""),), Paint(ink="blue")),
        )
    )


def test_venn_parts_say_what_is_in_them() -> None:
    svg = diagram_svg(compiled(TEAMS), "d")
    assert [one.title for one in parts(svg, "frame")] == ["Front: React, Design systems", "Back end"]
    assert [one.title for one in parts(svg, "node")][-1] == "Front and Back end: Shared, OpenAPI"
    assert "url(x)" not in svg and texts(svg)[0] == "Teams"
    places = text_places(svg)
    assert places["Front"][2] < places["Shared"][0] < places["Shared"][2] < places["Back end"][0]


@given(st.floats(20, 200), st.floats(20, 200), st.floats(0.01, 0.99))
def test_venn_circles_meet_in_the_area_that_they_should(one: float, other: float, part: float) -> None:
    area = part * pi * min(one, other) ** 2
    assert overlap(one, other, distance(one, other, area)) == pytest.approx(area, rel=1e-3)


@given(st.lists(st.floats(4, 40), min_size=3, max_size=3), st.lists(st.floats(0.5, 3), min_size=3, max_size=3))
def test_venn_three_circles_have_in_common_what_they_should(sizes: list[float], shared: list[float]) -> None:
    common = dict(zip(combinations(range(3), 2), shared, strict=True))
    placed = circles(sizes, common)
    wanted = {}
    for (one, other), size in common.items():
        scale = min(placed[at].radius ** 2 * pi / sizes[at] for at in (one, other))
        wanted[one, other] = distance(placed[one].radius, placed[other].radius, size * scale)
    longest = max(wanted.values())
    assume(longest < sum(wanted.values()) - longest - 1)  # three points have these distances
    for (one, other), apart in wanted.items():
        found = hypot(placed[one].x - placed[other].x, placed[one].y - placed[other].y)
        assert found == pytest.approx(apart, abs=2)


def test_venn_circles_without_anything_in_common_are_apart() -> None:
    placed = circles([10, 1, 5, 8], {(0, 1): 0.5})
    for (at, one), (to, other) in combinations(enumerate(placed), 2):
        apart = hypot(one.x - other.x, one.y - other.y)
        assert apart < one.radius + other.radius if (at, to) == (0, 1) else apart >= one.radius + other.radius - 1
    assert placed[2].radius / placed[0].radius == pytest.approx(sqrt(0.5))


def test_venn_places_are_in_their_regions() -> None:
    placed = circles([10, 10, 10], {(0, 1): 3, (0, 2): 3, (1, 2): 3})
    found = spots(placed)
    assert len(found) == 7
    for region, spot in found.items():
        within = {at for at, one in enumerate(placed) if hypot(spot.x - one.x, spot.y - one.y) < one.radius}
        assert within == region and spot.room > 5


words = st.text("abc def", min_size=1, max_size=50).map(lambda text: text.strip() or "a")


@given(st.lists(words, min_size=7, max_size=7), st.integers(1, 7))
def test_venn_texts_do_not_meet(labels: list[str], count: int) -> None:
    regions = [tuple(one) for one in ("A", "B", "C", "AB", "AC", "BC", "ABC")][:count]
    unlike = [
        " ".join(f"{word}{at}.{number}" for number, word in enumerate(one.split())) for at, one in enumerate(labels)
    ]
    shown = zip(regions, unlike, strict=False)
    model = VennModel(tuple(Region(sets, label, 10 / len(sets) ** 2) for sets, label in shown))
    svg = venn_svg(model)
    assert not meeting(svg) and inside(svg)


def test_venn_tells_what_circles_do_not_show() -> None:
    sets = [Region((one,), one, size) for one, size in zip("ABCD", (10, 10, 10, 4), strict=True)]
    shared = {"AB": 2.5, "AD": 2.5, "BC": 2.5, "CD": 2.5, "AC": 1.1}
    pairs = [Region(tuple(names), "", size) for names, size in shared.items()]
    svg = venn_svg(VennModel((*sets, *pairs, Region(("A", "B"), "a word without any room for it " * 9, 2.5))))
    told = " ".join(texts(svg))
    assert "Without room in the circles: A and B: a word" in told
    assert "B and D have nothing in common, which circles cannot show." in told


@each(
    "body",
    [
        *("", "set A\nother", "union A,B", "set A\nunion A,B", "set A\nset B,A", "set A:0", "set A\nunion A"),
        *(
            "text a",
            "set A\nstyle A",
            "set A[",
            "set A size: 20",
            "\n".join(f"set s{at}" for at in range(MAX_SETS + 1)),
        ),
    ],
)
def test_venn_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert venn_model(f"venn-beta\n{body}\n") is None


def test_venn_escapes_its_texts() -> None:
    svg = diagram_svg(compiled('venn-beta\nset A["</text><script>x</script>"]\ntext "<svg onload=x>"\n'), "d")
    assert "<script" not in svg and "<svg onload" not in svg and len(parts(svg, "node")) == 1
