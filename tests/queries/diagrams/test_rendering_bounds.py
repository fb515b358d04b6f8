"""Properties of every drawing: no exception, no text lost, width and size within their bounds."""

import re
import time
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from queries.drawing.columns import columns
from queries.drawing.graph_art import graph_art
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group
from queries.drawing.labels import cell_width, plain_text, wrap_evenly, wrap_tightly
from queries.drawing.outline import outline, outline_lines
from queries.drawing.sequence_art import sequence_art
from queries.drawing.sequence_model import (
    ActivationEvent,
    Event,
    FrameDivider,
    FrameEnd,
    FrameStart,
    Lifeline,
    MessageEvent,
    NoteEvent,
    SequenceModel,
    Spacing,
)
from queries.drawing.walkthrough_art import Step, Transition, walkthrough_art
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import ask
from tests.queries.diagrams.sources import flow

# Words that no line of a drawing can be mistaken for.
words = st.text("abcdeгд書館🎉", min_size=1, max_size=9)
labels = st.lists(words, min_size=0, max_size=6).map(" ".join)
shapes = st.sampled_from(
    ["rect", "rounded", "diamond", "cylinder", "subroutine", "circle", "start", "bar", "note", "odd"]
)
heads = st.sampled_from(["", "arrow", "cross", "circle", "one_many", "zero_one", "diamond"])
strokes = st.sampled_from(["normal", "normal", "dotted", "thick", "invisible"])
directions: st.SearchStrategy[Direction] = st.sampled_from(["TB", "BT", "LR", "RL"])


@st.composite
def graph_models(draw: st.DrawFn) -> GraphModel:
    count, group_count = draw(st.integers(0, 12)), draw(st.integers(0, 4))
    group_ids = [f"g{number}" for number in range(group_count)]
    around = st.sampled_from(["", *group_ids])
    groups = tuple(
        Group(one, draw(labels), draw(around), draw(st.sampled_from(["", "TB", "LR"])), draw(st.booleans()))
        for one in group_ids
    )
    boxes = tuple(
        Box(f"n{number}", tuple(draw(st.lists(labels, min_size=1, max_size=3))), draw(shapes), draw(around))
        for number in range(count)
    )
    ends = st.sampled_from([*group_ids, *(box.id for box in boxes), "nobody"])
    connectors = tuple(
        Connector(
            draw(ends), draw(ends), draw(labels), draw(strokes), draw(heads), draw(heads), draw(st.integers(1, 3)),
            draw(words), draw(words),
        )
        for _ in range(draw(st.integers(0, 16)))
    )  # fmt: skip
    return GraphModel(boxes, connectors, groups, draw(directions))


def has_words(picture: list[str], text: str) -> bool:
    """Whether all words of a text are drawn. A word of wide characters may be broken."""
    whole = re.sub(r"\s", "", "".join(picture))
    return all(word in "\n".join(picture) or set(word) <= set(whole) for word in text.split())


@settings(max_examples=100, deadline=None)
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


@settings(max_examples=60, deadline=None)
@given(graph_models())
def test_graph_art_is_deterministic(model: GraphModel) -> None:
    assert graph_art(model, 80) == graph_art(model, 80)


@settings(max_examples=60, deadline=None)
@given(graph_models())
def test_graph_art_in_ascii_is_ascii_apart_from_labels(model: GraphModel) -> None:
    labels = {*"".join([*(part for box in model.boxes for part in box.parts), *(one.title for one in model.groups)])}
    labels |= {*"".join(one.label + one.start_text + one.end_text for one in model.connectors)}
    assert {char for line in graph_art(model, 100, "ascii").lines for char in line if not char.isascii()} <= labels
    shapes_of_both = [[cell_width(line) for line in graph_art(model, 100, one).lines] for one in ("unicode", "ascii")]
    assert shapes_of_both[0] == shapes_of_both[1]


@settings(max_examples=60, deadline=None)
@given(graph_models(), st.integers(20, 80))
def test_outline_fits_every_width(model: GraphModel, width: int) -> None:
    lines, left_out = outline_lines(outline(model, {}), width, "unicode", 100_000)
    assert not left_out
    assert max(map(cell_width, lines), default=0) <= max(width, 24)
    assert all(has_words(lines, one.parts[0]) for one in model.boxes)


@st.composite
def sequence_models(draw: st.DrawFn) -> SequenceModel:
    count = draw(st.integers(1, 5))
    kinds = st.sampled_from(["participant", "actor", "database", "queue", "boundary", "collections"])
    lifelines = tuple(Lifeline(draw(labels), draw(kinds), draw(st.integers(0, 2))) for _ in range(count))
    one = st.integers(0, count - 1)
    arrow = st.sampled_from(["", "arrow", "open", "cross"])
    said = st.builds(
        MessageEvent,
        one,
        one,
        labels,
        st.booleans(),
        arrow,
        arrow,
        st.just(False),
        st.lists(one, max_size=1).map(tuple),
    )
    places = st.sampled_from(["over", "left_of", "right_of"])
    noted = st.builds(NoteEvent, places, st.lists(one, max_size=2).map(tuple), labels)
    frames = st.builds(FrameStart, st.sampled_from(["alt", "loop", "rect"]), labels)
    events: st.SearchStrategy[Event] = st.one_of(
        said, said, noted, frames, st.builds(FrameDivider, st.just("else"), labels), st.just(FrameEnd()),
        st.builds(ActivationEvent, one, st.booleans()),
    )  # fmt: skip
    return SequenceModel(lifelines, tuple(_paired(draw(st.lists(events, max_size=20)))), ("One", ""))


def _paired(events: list[Event]) -> Iterator[Event]:
    """Drop ends and sections of frames that are not open. Frames may be left open."""
    depth = 0
    for event in events:
        depth += isinstance(event, FrameStart)
        if depth or not isinstance(event, FrameEnd | FrameDivider):
            yield event
        depth -= isinstance(event, FrameEnd) and depth > 0


@settings(max_examples=100, deadline=None)
@given(sequence_models(), st.sampled_from([20, 60, 120]), st.sampled_from(["unicode", "ascii"]))
def test_sequence_art_has_all_texts(model: SequenceModel, width: int, charset: str) -> None:
    art = sequence_art(model, width, "ascii" if charset == "ascii" else "unicode")
    assert max(map(cell_width, art.lines), default=0) <= art.width
    assert art.fits == (art.width <= width)
    for event in model.events:
        if isinstance(event, MessageEvent):
            assert has_words(art.lines, event.text)
    assert sorted(columns(model, Spacing(36, 20, 3)).at) == columns(model, Spacing(36, 20, 3)).at


@settings(max_examples=80, deadline=None)
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


@settings(max_examples=200)
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
