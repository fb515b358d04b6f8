"""Shortest paths, distances and paths of a length, compared with networkx on random graphs."""

from collections.abc import Sequence
from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from compiler.graphs.paths import Budget, distances, paths_of_length, shortest_path
from tests.compiler.graphs.numbered_graphs import CHAIN, NumberedGraph, digraph, numbered_graphs, reversed_graph


@given(numbered_graphs(), st.integers(0, 6), st.integers(0, 4))
def test_shortest_path_has_the_fewest_edges(graph: NumberedGraph, end: int, most: int) -> None:
    end %= len(graph)
    found = shortest_path(graph, 0, end, most)
    length = nx.single_source_shortest_path_length(digraph(graph), 0).get(end, 99)
    assert len(found.nodes) == (length + 1 if length <= most else 0)
    assert all(there in graph[here] for here, there in pairwise(found.nodes))
    assert found.nodes[:1] + found.nodes[-1:] == ([0, end] if found.nodes else [])


def test_shortest_path_reports_cut_at_limit() -> None:
    assert shortest_path({1: [2], 2: [3], 3: []}, 1, 3, 1) == ([], True)
    assert shortest_path({1: [2], 2: []}, 1, 3, 5) == ([], False)
    assert shortest_path(CHAIN, 0, 50_000, 10**6).nodes == list(range(50_001))


@given(numbered_graphs(), st.sets(st.integers(0, 6), max_size=3))
def test_distances_are_from_nearest_start(graph: NumberedGraph, starts: set[int]) -> None:
    chosen = sorted({one % len(graph) for one in starts})
    assert distances(graph, chosen) == (
        nx.multi_source_dijkstra_path_length(digraph(graph), set(chosen)) if chosen else {}
    )


def of_length(graph: NumberedGraph, end: int, length: int, budget: Budget) -> Sequence[list[int]]:
    to_end = distances(reversed_graph(graph), [end])
    return list(paths_of_length(graph.__getitem__, to_end, 0, end, length, budget))


@given(numbered_graphs(), st.integers(1, 6))
def test_paths_of_length_are_all_simple_paths_in_order(graph: NumberedGraph, length: int) -> None:
    end = len(graph) - 1
    every = nx.all_simple_paths(digraph(graph), 0, end) if end else []
    expected = sorted(path for path in every if len(path) == length + 1)
    if end:
        assert of_length(graph, end, length, Budget(10**6)) == expected


def test_paths_of_length_stop_when_budget_is_spent() -> None:
    complete = {here: [there for there in range(12) if there != here] for here in range(12)}
    budget = Budget(100)
    assert len(of_length(complete, 11, 5, budget)) < 100
    assert budget.is_spent
