"""Properties of every drawing: no exception, no text lost, width and size within their bounds."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queries.drawing.columns import columns
from queries.drawing.graph_art import graph_art
from queries.drawing.graph_model import GraphModel
from queries.drawing.labels import cell_width, plain_text, wrap_evenly, wrap_tightly
from queries.drawing.outline import outline, outline_lines
from queries.drawing.sequence_art import sequence_art
from queries.drawing.sequence_model import (
    MessageEvent,
    SequenceModel,
    Spacing,
)
from queries.drawing.walkthrough_art import Step, Transition, walkthrough_art
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import ask
from tests.queries.diagrams.drawing_models import (
    graph_models,
    labels,
    sequence_models,
    words,
)
from tests.queries.diagrams.sources import flow


def has_words(picture: list[str], text: str) -> bool:
    """Whether all words of a text are drawn. A word of wide characters may be broken."""
    whole = re.sub(r"\s", "", "".join(picture))
    return all(word in "\n".join(picture) or set(word) <= set(whole) for word in text.split())


@given(graph_models(), st.sampled_from([20, 60, 120]))
def test_graph_art_has_all_labels(model: GraphModel, width: int) -> None:
    art = graph_art(model, width)
    assert art.lines or not model.boxes
    assert max(map(cell_width, art.lines), default=0) <= art.width
    assert art.fits == (art.width <= width)
    for box in model.boxes:
        if box.shape not in ("bar", "start"):
            assert all(has_words(art.lines, part) for part in box.parts)
    assert all(has_words(art.lines, group.title) for group in model.groups)


@given(graph_models())
def test_graph_art_is_deterministic(model: GraphModel) -> None:
    assert graph_art(model, 80) == graph_art(model, 80)


@given(graph_models())
def test_graph_art_in_ascii_is_ascii_apart_from_labels(model: GraphModel) -> None:
    labels = {*"".join([*(part for box in model.boxes for part in box.parts), *(one.title for one in model.groups)])}
    labels |= {*"".join(one.label + one.start_text + one.end_text for one in model.connectors)}
    in_unicode, in_ascii = (graph_art(model, 100, charset).lines for charset in ("unicode", "ascii"))
    assert {char for line in in_ascii for char in line if not char.isascii()} <= labels
    assert [*map(cell_width, in_unicode)] == [*map(cell_width, in_ascii)]


@given(graph_models(), st.integers(20, 80))
def test_outline_fits_every_width(model: GraphModel, width: int) -> None:
    lines, left_out = outline_lines(outline(model, {}), width, "unicode", 100_000)
    assert not left_out
    assert max(map(cell_width, lines), default=0) <= max(width, 24)
    assert all(has_words(lines, one.parts[0]) for one in model.boxes)


@given(sequence_models(), st.sampled_from([20, 60, 120]), st.sampled_from(["unicode", "ascii"]))
def test_sequence_art_has_all_texts(model: SequenceModel, width: int, charset: str) -> None:
    art = sequence_art(model, width, "ascii" if charset == "ascii" else "unicode")
    assert max(map(cell_width, art.lines), default=0) <= art.width
    assert art.fits == (art.width <= width)
    for event in model.events:
        if isinstance(event, MessageEvent):
            assert has_words(art.lines, event.text)
    assert sorted(columns(model, Spacing(36, 20, 3)).at) == columns(model, Spacing(36, 20, 3)).at


@given(st.data(), st.sampled_from([20, 60, 120]))
def test_walkthrough_art_has_all_titles(data: st.DataObject, width: int) -> None:
    steps = data.draw(
        st.lists(st.builds(Step, labels, labels, st.lists(words, max_size=3).map(tuple)), min_size=1, max_size=6)
    )
    number = st.integers(0, len(steps) - 1)
    transitions = data.draw(st.lists(st.builds(Transition, number, number, labels), max_size=8))
    art = walkthrough_art(steps, transitions, width)
    assert max(map(cell_width, art.lines)) <= art.width
    assert art.fits == (art.width <= width)
    assert all(has_words(art.lines, step.title) for step in steps)


@given(st.text(max_size=120), st.integers(2, 60))
def test_wrapping_keeps_all_characters(text: str, width: int) -> None:
    shown = plain_text(text)
    for lines in (wrap_evenly(shown, width), wrap_tightly(shown, width)):
        assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", shown)
    assert all(cell_width(line) <= width for line in wrap_tightly(shown, width))


def test_render_hints_when_the_drawing_does_not_fit() -> None:
    found = ask(flow("a[Donaudampfschifffahrtsgesellschaft] --> b"), "diagram_render_ascii", width=20)
    assert found["width"] == found["least_width"] == 28
    assert "28 is the least" in found["hint"]
    assert "Donaudampfschifffahrtsge" in found["ascii"]


def test_render_turns_a_graph_to_fit_the_width() -> None:
    row = " --> ".join(f"n{number}[Step number {number}]" for number in range(20))
    found = ask(flow(row, head="flowchart LR"), "diagram_render_ascii", width=100)
    assert found["width"] <= 100
    assert "downwards" in found["hint"]
    assert "Step number 19" in found["ascii"]


def web(nodes: int, edges: int) -> str:
    """A graph with edges to near and far nodes, always the same."""
    lines = [f"n{number}[Node number {number}]" for number in range(nodes)]
    lines += [
        f"n{number * 7 % nodes} --> n{(number * 7 % nodes + 1 + number * number % 9) % nodes}"
        for number in range(edges)
    ]
    return "\n".join(["flowchart TD", *lines]) + "\n"


@pytest.mark.long("growth is measured")
def test_render_of_300_nodes_is_quick() -> None:
    found = compiled(web(300, 500))
    start = time.process_time()
    answer = ask(found, "diagram_render_ascii")
    assert time.process_time() - start < 5  # a slow machine
    assert answer["form"] in ("drawing", "outline")
    assert "Node number 299" in answer["ascii"]


def test_render_of_a_too_large_graph_is_an_outline() -> None:
    found = ask(compiled(web(2000, 2500)), "diagram_render_ascii")
    assert found["form"] == "outline"
    assert found["truncated"] == "size"
    assert "too large" in found["hint"]


def test_render_of_a_long_sequence_is_an_outline() -> None:
    lines = "\n".join(f"a->>b: message number {number}" for number in range(3000))
    found = ask(compiled(f"sequenceDiagram\n{lines}\n"), "diagram_render_ascii", charset="ascii")
    assert found["form"] == "outline"
    assert found["ascii"].isascii()


def test_render_of_deeply_nested_groups_is_an_outline() -> None:
    deep = "\n".join(f"subgraph s{number}" for number in range(90)) + "\na\n" + "end\n" * 90
    assert ask(compiled(f"flowchart TD\n{deep}"), "diagram_render_ascii")["form"] == "outline"
