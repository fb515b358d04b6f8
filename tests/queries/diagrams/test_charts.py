"""Charts without objects as images: drawn by who the caller names, else their text and why."""

from queries.diagrams.chart_rendering import CHARTS, ChartError
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.svg_image import Painted
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import texts
from tests.server.charts.samples import SAMPLES

PEARS = '---\ntitle: Harvest\n---\npie\n"Pears" : 25\n'


def test_there_is_a_sample_of_every_chart() -> None:
    assert SAMPLES.keys() == CHARTS


@each("kind", SAMPLES)
def test_chart_without_the_extra_shows_its_text_and_names_the_extra(kind: str) -> None:
    shown = texts(diagram_svg(compiled(SAMPLES[kind].text), "d"))
    why = "since the extra frieze[drawing] draws charts, and is not installed: this is the text."
    assert f"This {kind} is not drawn, {why}" in shown
    assert [line.strip() for line in SAMPLES[kind].text.splitlines()] == [
        line.strip() for line in shown[-len(SAMPLES[kind].text.splitlines()) :]
    ]


def test_chart_is_drawn_by_the_given_renderer() -> None:
    given = []

    def render(kind: str, text: str) -> Painted:
        given.append((kind, text))
        return Painted("<text>drawn</text>", 40, 20)

    svg = diagram_svg(compiled(PEARS), "d", render_chart=render)
    assert given == [("pie", PEARS)]
    assert texts(svg) == ["Harvest", "drawn"]
    assert 'aria-label="Harvest"' in svg


def test_chart_title_is_written_once() -> None:
    svg = diagram_svg(compiled(PEARS), "d", render_chart=lambda *_: Painted("<text>Harvest</text>", 40, 20))
    assert texts(svg) == ["Harvest"]


def test_chart_that_the_renderer_refuses_is_its_text_with_the_reason() -> None:
    def refuse(*_: str) -> Painted:
        raise ChartError("the renderer says '<script>\u202eno'")

    svg = diagram_svg(compiled(PEARS), "d", render_chart=refuse)
    assert "This pie is not drawn, since the renderer says '<script>\\u202eno': this is the text." in texts(svg)
    assert "<script" not in svg
