"""The axes of Gantt charts: excluded dates in the format of the chart, and room for the first date."""

from datetime import datetime

from compiler.languages.diagrams.date_formats import DateFormat
from compiler.languages.diagrams.facts import Diagram
from queries.diagrams.gantt_axes import on_axis
from queries.diagrams.graph_models import graph_facts, graph_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.calendar_days import day_number
from queries.drawing.text_metrics import text_width
from queries.drawing.time_plan import shades
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow
from tests.queries.diagrams.svg_reader import SVG, parsed


@each(
    "form, excluded, worked, days",
    [
        ("DD.MM.YYYY", "weekends, 04.03.2026", "08.03.2026", [(2, 1), (5, 1), (12, 2)]),
        ("MM/DD/YY", "03/04/26 03/05/26", "", [(2, 2)]),
        ("DD.MM.YYYY", "4.3.2026 2026-03-05", "", [(3, 1)]),  # to the letter, as Mermaid compares
        ("DD-MMM-YYYY", "04-Mar-2026", "", []),  # Mermaid lowers the letters of the word, but not those of the day
    ],
)
def test_dates_in_the_format_of_a_gantt_chart_are_shaded(
    form: str, excluded: str, worked: str, days: list[tuple[int, int]]
) -> None:
    begin, end = (DateFormat(form).written(datetime(2026, 3, day)) for day in (2, 16))
    settings = (f"dateFormat {form}", f"excludes {excluded}", *([f"includes {worked}"] if worked else []))
    snapshot = flow(*settings, f"Some :a, {begin}, {end}", head="gantt")
    graph = graph_facts(snapshot, snapshot.facts(Diagram)[0])
    first = day_number("2026-03-02") or 0
    free = on_axis(graph, graph_model(graph)).free
    assert [(start - first, stop - start) for start, stop in shades(first, first + 14, free)] == days


def test_first_date_of_a_gantt_axis_has_room() -> None:
    root = parsed(diagram_svg(flow("dateFormat YYYY-MM-DD", "Some :a, 2026-03-02, 6d", head="gantt"), "d"))
    first = next(root.iter(f"{SVG}text"))
    shown = "".join(first.itertext())
    assert shown == "2026-03-02"
    assert float(first.get("x", 0)) - text_width(shown) / 2 >= float(root.get("viewBox", "").split()[0])
