"""How long SVG takes for graphs of 400 nodes, in seconds of the processor: `python -m harness.benchmarks.svg_speed`."""

import random
from collections.abc import Iterator
from time import process_time

from queries.drawing.graph_model import Box, Connector, GraphModel, Group
from queries.drawing.svg import graph_svg

NODES, EDGES = 400, 700  # the most that are drawn


def main() -> None:
    for name, model in models():
        begun = process_time()
        size = len(graph_svg(model, {}))
        print(f"{name:<28} {process_time() - begun:6.2f} s {size / 1000:8,.0f} kB")


def models() -> Iterator[tuple[str, GraphModel]]:
    """Yield graphs of every shape that is known to be slow in some step of a layout."""
    yield "chain", graph((number, number + 1) for number in range(NODES - 1))
    yield "star", graph((0, number) for number in range(1, NODES))
    yield "tree", graph(((number - 1) // 3, number) for number in range(1, NODES))
    yield "tree in 20 groups", graph((((number - 1) // 3, number) for number in range(1, NODES)), groups=20)
    yield "20 layers, 700 edges", graph(layered(20))
    yield "20 layers in 20 groups", graph(layered(20), groups=20)
    yield "80 layers, 700 edges", graph(layered(80))
    yield "random, 700 edges", graph(random_pairs())
    yield "chain, 300 edges ahead", graph(skipping())


def graph(pairs: Iterator[tuple[int, int]], groups: int = 0) -> GraphModel:
    """Return a graph of these edges; every third has a label."""
    boxes = (
        Box(f"n{at}", (f"Step {at} of the way",), group=f"g{at * groups // NODES}" if groups else "")
        for at in range(NODES)
    )
    edges = (Connector(f"n{a}", f"n{b}", "then" if at % 3 == 0 else "") for at, (a, b) in enumerate(pairs))
    return GraphModel(tuple(boxes), tuple(edges), tuple(Group(f"g{at}", f"Group {at}") for at in range(groups)))


def layered(count: int) -> Iterator[tuple[int, int]]:
    """Yield edges from each layer of nodes to the next ones."""
    chance, size = random.Random(1), NODES // count
    for _ in range(EDGES):
        layer = chance.randrange(count - 1)
        ahead = min(count - 1, layer + 1 + (chance.random() < 0.2))
        yield layer * size + chance.randrange(size), ahead * size + chance.randrange(size)


def random_pairs() -> Iterator[tuple[int, int]]:
    chance = random.Random(1)
    for _ in range(EDGES):
        yield chance.randrange(NODES), chance.randrange(NODES)


def skipping() -> Iterator[tuple[int, int]]:
    """Yield the edges of a chain, and edges that skip parts of it: the most layers that lines can pass."""
    chance = random.Random(1)
    yield from ((number, number + 1) for number in range(NODES - 1))
    for _ in range(EDGES - NODES):
        first, last = sorted(chance.sample(range(NODES), 2))
        yield first, last


if __name__ == "__main__":
    main()
