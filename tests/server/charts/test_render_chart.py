"""Charts as the extra `frieze[drawing]` draws them: every type, and whatever a text says, nothing that could act."""

import importlib
import json
import random
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from queries.diagrams.chart_rendering import ChartError, NoRendererError
from queries.diagrams.svg_rendering import diagram_svg
from server.charts import render_chart as rendering
from server.charts.allowlist import UncleanError
from server.charts.cleaning import cleaned_svg
from server.charts.merman_program import MEMORY, OPTIONS, SECONDS
from server.charts.render_chart import installed_in, render_chart, svg_of
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.server.charts.harmless import assert_harmless
from tests.server.charts.samples import SAMPLES

with_extra = pytest.mark.skipif(not installed_in(), reason="merman is the extra frieze[drawing]")

SETTINGS = (
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "theme": "dark", "fontFamily": "Evil",'
    ' "themeCSS": "@import url(//evil.example); text { fill: url(//evil.example) } </style><script>alert(1)</script>",'
    ' "themeVariables": {"primaryColor": "url(//evil.example)", "pie1": "red\\"/><script>alert(2)</script>"}}}%%\n'
)
HOSTILE = {
    "scripts": 'pie title <script>alert(1)</script>\n"<img src=x onerror=alert(1)>" : 3\n"javascript:alert(1)" : 4\n',
    "links": '---\nconfig:\n  kanban:\n    ticketBaseUrl: "javascript:alert(#TICKET#)"\n---\nkanban\n  a[A]\n'
    "    b[\"<a href='javascript:alert(1)'>go</a>\"]@{ ticket: X-1 }\n",
    "styles": 'treemap-beta\n"a":::x\n  "b": 3:::x\nclassDef x fill:url(//evil.example),stroke:expression(alert(1));\n',
    "html": 'eventmodeling\ntf 01 ui Desk { <script>alert(1)</script> <img src="//evil.example/"> }\n',
    "clicks": 'usecase-beta\nactor A("<svg onload=alert(1)>")\nA --> B\n',
}
# Each takes a renderer without bounds minutes or gigabytes.
HEAVY = {
    "calls": "zenuml\nx = " + "a.b(" * 20_000 + ")" * 20_000 + "\n",
    "cards": "kanban\n a\n" + "".join(f"  b{number}[{'x' * 30}]\n" for number in range(3_000)),
    "brackets": "railroad-ebnf-beta\na = " + "(" * 20_000 + '"x"' + ")" * 20_000 + " ;\n",
    "settings": "%%{init: " + '{"a":' * 20_000 + "1" + "}" * 20_000 + '}%%\npie\n"a": 1\n',
    "words": "timeline\n2019 : " + "word " * 60_000 + "\n",
}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    rendering._drawn.cache_clear()


def words(content: str) -> str:
    root: Element = fromstring(content)
    return "\n".join(" ".join("".join(inner.itertext()).split()) for inner in root.iter("text"))


@with_extra
@each("kind", SAMPLES)
def test_every_type_of_chart_is_drawn(kind: str) -> None:
    painted = render_chart(kind, SAMPLES[kind].text)
    assert_harmless(painted.content)
    shown = words(painted.content)
    assert [word for word in SAMPLES[kind].words if word not in shown] == []
    assert painted.width > 50 and painted.height > 30


@with_extra
def test_chart_of_a_source_is_an_image_of_its_own() -> None:
    svg = diagram_svg(compiled("---\ntitle: Harvest\n---\n" + SAMPLES["sankey"].text), "d", render_chart=render_chart)
    root = fromstring(svg)
    assert root.get("class") == "drawing" and root.get("aria-label") == "Harvest"
    assert "Pomace" in svg and "is not drawn" not in svg and ">Harvest</text>" in svg


@with_extra
@each("kind", ["pie", "usecase", "sankey"])
def test_same_chart_gives_the_same_bytes(kind: str) -> None:
    first = render_chart(kind, SAMPLES[kind].text)
    rendering._drawn.cache_clear()
    assert render_chart(kind, SAMPLES[kind].text) == first


@with_extra
@each("name", HOSTILE)
def test_hostile_chart_runs_and_fetches_nothing(name: str) -> None:
    for text in (HOSTILE[name], SETTINGS + HOSTILE[name]):
        try:
            content = render_chart("", text).content
        except ChartError:
            continue
        assert_harmless(content)
        assert not re.search(r"<[^>]*(?:script|href|evil|Evil|\son)", content)


@with_extra
def test_settings_of_a_chart_change_neither_theme_nor_font() -> None:
    plain = render_chart("pie", SAMPLES["pie"].text).content
    assert re.sub("chart-[0-9a-f]+", "", render_chart("pie", SETTINGS + SAMPLES["pie"].text).content).count(
        "<text"
    ) == plain.count("<text")
    assert "#ccc" not in render_chart("pie", '%%{init: {"theme": "dark"}}%%\n' + SAMPLES["pie"].text).content


@with_extra
@each("name", HEAVY)
def test_heavy_chart_costs_its_picture_only(name: str) -> None:
    try:
        assert_harmless(render_chart("", HEAVY[name]).content)
    except ChartError as error:
        assert 10 < len(str(error)) < 400


@with_extra
def test_chart_that_is_wrong_says_what_the_renderer_says() -> None:
    with pytest.raises(ChartError, match=r"the renderer says 'Diagram parse error .* .Pears. : many"):
        render_chart("pie", 'pie\n"Pears" : many\n')


@with_extra
@each(
    "text",
    ["journey\n Walk: 3: Ada\n", "journey\n title T\n Walk: 3\n section S\n Run: 2: Ada\n", "  journey\nWalk: much\n"],
)
def test_journey_with_a_task_outside_of_sections_is_not_drawn(text: str) -> None:
    with pytest.raises(ChartError, match="leaves out tasks"):
        render_chart("journey", text)


@with_extra
@each(
    "text",
    [
        "journey\n title T: 3\n accTitle: T\n section S\n Run: 2: Ada\n",
        "---\nconfig:\n  journey:\n    width: 150\n---\njourney\n section S\n Run: 2: Ada\n",
    ],
)
def test_journey_whose_tasks_are_in_sections_is_drawn(text: str) -> None:
    assert "Run" in words(render_chart("journey", text).content)


def test_chart_without_the_extra_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "installed_in", lambda: "")
    with pytest.raises(NoRendererError, match=re.escape("frieze[drawing]")):
        render_chart("pie", SAMPLES["pie"].text)


@each(
    "program, why",
    [
        ("import os; os.abort()", "ended early"),
        ("import ctypes; ctypes.string_at(0)", "ended early"),
        ("import sys; sys.exit(1)", "ended early"),
        ("while True: pass", f"longer than {SECONDS} seconds"),
        ("import sys; print('no: /home/ada/secret.py'); sys.exit(3)", "says 'no: …'"),
    ],
)
def test_renderer_that_ends_or_hangs_costs_its_picture_only(program: str, why: str, tmp_path: Path) -> None:
    written = tmp_path / "program.py"
    written.write_text(program)
    with pytest.raises(ChartError, match=re.escape(why)):
        svg_of("pie", "", written, seconds=2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no process in this way")
def test_process_of_the_renderer_has_limits(tmp_path: Path) -> None:
    folder = tmp_path / "merman"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "import resource\n"
        "class Merman:\n"
        "    def render_svg(self, text, options):\n"
        "        return str([resource.getrlimit(name)[0] for name in (resource.RLIMIT_CPU, resource.RLIMIT_AS)])\n"
    )
    assert svg_of("pie", str(tmp_path)) == str([SECONDS, MEMORY])


def test_renderer_is_told_what_a_chart_may_not_set() -> None:
    site = OPTIONS["site_config"]
    assert isinstance(site, dict) and {"securityLevel", "theme", "themeCSS", "fontFamily"} <= {*site["secure"]}


def _mutated(text: str, dice: random.Random) -> str:
    """Return a text with pieces of hostile ones in it, and without pieces of its own."""
    pieces = [*HOSTILE.values(), SETTINGS, *(sample.text for sample in SAMPLES.values())]
    for _ in range(dice.randint(1, 4)):
        other = dice.choice(pieces)
        start = dice.randrange(len(other))
        at, cut = dice.randrange(len(text) + 1), dice.choice((0, 0, 1, 8))
        piece = dice.choice((other[start : start + 60], dice.choice('<>"&;:{}()[]#\n\0\u202e/\\='), "<b onload=x>"))
        text = text[:at] + piece + text[at + cut :]
    return text


def _try_mutants(count: int) -> None:
    """Draw mutants in this process, which is a hundred times as fast as a process each."""
    merman: Any = importlib.import_module("merman")
    dice, engine, drawn = random.Random(39), merman.Merman(), 0
    for number in range(count):
        text = _mutated(SAMPLES[[*SAMPLES][number % len(SAMPLES)]].text, dice).encode("utf-8", "replace").decode()
        try:
            content = cleaned_svg(engine.render_svg(text, json.dumps(OPTIONS))).content
        except (merman.MermanError, UncleanError):
            continue
        drawn += 1
        assert_harmless(content)
    assert drawn > count / 10


@with_extra
def test_mutated_charts_pass_nothing_that_could_act() -> None:
    _try_mutants(400)


@with_extra
@pytest.mark.long("draws 10,000 charts")
@pytest.mark.timeout(600)
def test_many_mutated_charts_pass_nothing_that_could_act() -> None:
    _try_mutants(10_000)
