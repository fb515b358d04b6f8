"""Models of graphs and sequences as hypothesis draws them."""

from collections.abc import Iterator

from hypothesis import strategies as st

from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group
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
)

# Words that no line of a drawing can be mistaken for.
words = st.text("abcdeгд書館🎉", min_size=1, max_size=9)
labels = st.lists(words, min_size=0, max_size=6).map(" ".join)
end_texts = st.one_of(st.just(""), words)
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
            draw(end_texts), draw(end_texts),
        )
        for _ in range(draw(st.integers(0, 16)))
    )  # fmt: skip
    return GraphModel(boxes, connectors, groups, draw(directions))


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
