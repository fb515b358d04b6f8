"""Journeys, timelines and quadrant charts as images; the text where anything is not known."""

import re
from xml.etree.ElementTree import Element

from queries.diagrams.charts.journey import MAX_ACTORS, MAX_TASKS, journey_model
from queries.diagrams.charts.quadrant import MAX_POINTS, MAX_RADIUS, quadrant_model
from queries.diagrams.charts.timeline import MAX_PERIODS, timeline_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.journey import JourneyModel, JourneyTask, journey_svg
from queries.drawing.charts.quadrant import QuadrantModel, QuadrantPoint, quadrant_svg
from queries.drawing.charts.timeline import Period, TimelineModel, timeline_svg
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parsed, parts, texts

PRESSING = """---
config: {}
---
journey
    title A day at the press
    %% from the log
    section Morning
      Wash the fruit: 4: Ada, Ben
      Carry <b>crates</b>: 1.5: Ben
    section Evening
      Taste : 5 : Ada
      Sleep: 3
"""
HARVESTS = """timeline
    title Harvests
    section Old orchard
    2019 : First pears
         : Frost at 05:30
    2020 : Apples : Quinces<br>and medlars
    section New orchard
    2021
"""
PLOTS = """quadrantChart
    title Plots
    x-axis Dry --> Wet
    y-axis "Poor soil" --> Rich soil
    quadrant-1 Pears
    quadrant-3 "Nothing"
    North field: [0.25, 0.75]
    Dell:::low: [1, 0] radius: 9, color: #ff0000
    classDef low color: #00f
"""
HOSTILE = "</text><script>x</script>"


def circles(svg: str) -> list[tuple[float, float]]:
    return [_middle(one) for one in parsed(svg).iter() if one.tag.endswith("circle")]


def _middle(circle: Element) -> tuple[float, float]:
    return float(circle.get("cx", "")), float(circle.get("cy", ""))


def test_journey_has_a_part_for_each_task_section_and_actor() -> None:
    svg = diagram_svg(compiled(PRESSING), "d")
    assert [one.title for one in parts(svg, "node")] == [
        "Wash the fruit: 4 of 5 (Ada, Ben)",
        "Carry crates: 1.5 of 5 (Ben)",
        "Taste: 5 of 5 (Ada)",
        "Sleep: 3 of 5",
    ]
    assert [one.title for one in parts(svg, "frame")] == ["Morning", "Evening"]
    assert [one.texts for one in parts(svg, "key")] == [["Ada"], ["Ben"]]
    assert texts(svg)[0] == "A day at the press"


def test_journey_has_a_happier_face_higher() -> None:
    tasks = [JourneyTask(f"at {score}", score, ()) for score in (0, 2, 5)]
    svg = journey_svg(JourneyModel(tuple(tasks)))
    sad, low, happy = (y for x, y in circles(svg)[::3])
    assert sad > low > happy
    bends = [float(found[1]) - float(found[0]) for found in re.findall(r"M[\d.]+ ([\d.]+)Q[\d.]+ ([\d.]+)", svg)]
    assert bends[0] < 0 and bends[1] < 0 < bends[2]


def test_timeline_has_events_below_their_periods() -> None:
    svg = diagram_svg(compiled(HARVESTS), "d")
    assert [one.title for one in parts(svg, "node")] == [
        *("2019", "2019: First pears", "2019: Frost at 05:30", "2020", "2020: Apples"),
        *("2020: Quinces\nand medlars", "2021"),
    ]
    assert [one.title for one in parts(svg, "frame")] == ["Old orchard", "New orchard"]


def test_timeline_without_sections_has_a_colour_for_each_period() -> None:
    def fills(*sections: str) -> list[str]:
        svg = timeline_svg(TimelineModel(tuple(Period(str(at), (), one) for at, one in enumerate(sections))))
        return [one.get("fill", "") for one in parsed(svg).iter() if one.get("rx")]

    assert len({*fills("", "", "")}) == 3
    assert len({*fills("a", "a", "b")}) == 2


def test_quadrant_chart_has_points_at_their_places() -> None:
    svg = diagram_svg(compiled(PLOTS), "d")
    assert [one.title for one in parts(svg, "frame")] == ["Pears", "quadrant 2", "Nothing", "quadrant 4"]
    assert [one.title for one in parts(svg, "node")] == [
        "North field: 25 % to the right, 75 % up",
        "Dell: 100 % to the right, 0 % up",
    ]
    assert {"Dry", "Wet", "Poor soil", "Rich soil", "Plots"} <= {*texts(svg)}
    bare = QuadrantModel(
        ("", ""), ("", ""), ("", "", "", ""), (QuadrantPoint("a", 0, 1), QuadrantPoint("b", 0.5, 0.25))
    )
    assert circles(quadrant_svg(bare)) == [(0, 0), (240, 360)]


def test_quadrant_point_has_its_own_look_before_that_of_its_class() -> None:
    model = quadrant_model(
        "quadrantChart\na:::deep: [0, 0] color: #ff0000\nb:::deep: [1, 1]\nc: [1, 1] radius: 99, color: url(x)\n"
        "classDef deep color: #0000ff, radius: 9, stroke-color: #00ff00\n"
    )
    assert model and [one[3:] for one in model.points] == [
        (9, "#ff0000", "#00ff00"),
        (9, "#0000ff", "#00ff00"),
        (MAX_RADIUS, "", ""),
    ]


@each(
    "source",
    [
        "journey\n Walk: 6: Ada\n",
        "journey\n Walk: much: Ada\n",
        "journey\n section Only\n",
        "journey\n" + " Walk: 3\n" * (MAX_TASKS + 1),
        "journey\n Walk: 3: " + ",".join(map(str, range(MAX_ACTORS + 1))) + "\n",
        "flowchart\n Walk: 3\n",
        "timeline\n : nothing before\n",
        "timeline\n title Nothing\n",
        "timeline\n" + " 1\n" * (MAX_PERIODS + 1),
        "journeys\n Walk: 3\n",
        "quadrantChart\n Far: [1.5, 0]\n",
        "quadrantChart\n Far: [0.5]\n",
        "quadrantChart\n quadrant-5 None\n",
        "quadrantChart\n title Nothing\n",
        "quadrantChart\n" + " a: [0, 0]\n" * (MAX_POINTS + 1),
    ],
)
def test_chart_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert journey_model(source) is None and timeline_model(source) is None and quadrant_model(source) is None


@each(
    "source",
    [
        f"journey\nsection {HOSTILE}\n{HOSTILE}: 3: {HOSTILE}\n",
        f"timeline\nsection {HOSTILE}\n{HOSTILE} : {HOSTILE}\n",
        f'quadrantChart\nx-axis "{HOSTILE}" --> {HOSTILE}\nquadrant-1 {HOSTILE}\n"{HOSTILE}": [0.5, 0.5]\n',
    ],
)
def test_chart_escapes_its_texts(source: str) -> None:
    svg = diagram_svg(compiled(source), "d")
    assert "not drawn" not in svg and "<script" not in svg and parts(svg, "node")
