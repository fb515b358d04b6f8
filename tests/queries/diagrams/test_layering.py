"""The layers of a graph: arcs lead ahead, and many cycles do not make many layers."""

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from queries.drawing.layering import LONG, Arc, Layering, assign_layers
from tests.queries.cases import each


def random_arcs(items: int, arcs: int, seed: int) -> list[Arc]:
    """Return arcs between random items, some of which lead to themselves."""
    chance = random.Random(seed)
    return [(chance.randrange(items), chance.randrange(items), chance.choice((1, 1, 2))) for _ in range(arcs)]


def spans(arcs: Sequence[Arc], layering: Layering) -> list[int]:
    """Return how many layers each arc leads ahead, those turned seen from their other end."""
    return [
        (layering.layers[a] - layering.layers[b])
        if number in layering.turned
        else layering.layers[b] - layering.layers[a]
        for number, (a, b, _) in enumerate(arcs)
    ]


def assert_ahead(arcs: Sequence[Arc], layering: Layering) -> None:
    for (a, b, length), span in zip(arcs, spans(arcs, layering), strict=True):
        assert a == b or span >= length
    assert min(layering.layers, default=0) >= 0


@given(st.integers(1, 30), st.integers(0, 60), st.integers(0, 10**6))
def test_layering_every_arc_leads_ahead_by_its_length(items: int, arcs: int, seed: int) -> None:
    drawn = random_arcs(items, arcs, seed)
    assert_ahead(drawn, assign_layers(items, drawn))


@each("seed", range(5))
def test_layering_of_many_cycles_has_short_arcs(seed: int) -> None:
    drawn = [arc for arc in random_arcs(400, 700, seed) if arc[0] != arc[1]]
    layering = assign_layers(400, drawn)
    assert_ahead(drawn, layering)
    assert sum(spans(drawn, layering)) < 14 * len(drawn)  # depth first alone gives 19 layers an arc, or more
    assert len(layering.turned) < 0.1 * len(drawn)


def test_layering_of_many_cycles_keeps_pinned_items_outside() -> None:
    drawn = random_arcs(400, 700, 1)
    layering = assign_layers(400, drawn, first=[0, 1], last=[399])
    inner = layering.layers[2:399]
    assert layering.layers[:2] == [0, 0] and min(inner) == 1 and layering.layers[399] == max(inner) + 1


def test_layering_of_few_cycles_begins_at_the_first_item() -> None:
    ring = [(number, (number + 1) % 50, 1) for number in range(50)]
    assert assign_layers(50, ring) == Layering([*range(50)], {49})


def test_layering_of_a_long_graph_without_cycles_turns_nothing() -> None:
    arcs = [(number, ahead, 1) for number in range(200) for ahead in range(number + 1, 200, 20)]
    layering = assign_layers(200, arcs)
    assert sum(spans(arcs, layering)) > LONG and not layering.turned
