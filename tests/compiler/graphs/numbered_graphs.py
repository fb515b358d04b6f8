"""Random graphs for tests: nodes are numbers, successors ascending."""

from collections.abc import Mapping, Sequence

import networkx as nx
from hypothesis import strategies as st

NumberedGraph = Mapping[int, Sequence[int]]

CHAIN = {at: [at + 1] for at in range(50_000)}  # longer than any recursion may be deep


@st.composite
def numbered_graphs(draw: st.DrawFn) -> NumberedGraph:
    """Graphs of one to seven nodes with up to 16 edges."""
    nodes = draw(st.integers(1, 7))
    edges = draw(st.sets(st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1)), max_size=16))
    return {node: sorted(there for here, there in edges if here == node) for node in range(nodes)}


def reversed_graph(graph: NumberedGraph) -> NumberedGraph:
    """Return the graph with every edge reversed."""
    reverse: dict[int, list[int]] = {node: [] for node in graph}
    for here, following in graph.items():
        for there in following:
            reverse[there].append(here)
    return reverse


def digraph(graph: NumberedGraph) -> "nx.DiGraph[int]":
    """Return the same graph for networkx."""
    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(graph)
    found.add_edges_from((here, there) for here, following in graph.items() for there in following)
    return found
