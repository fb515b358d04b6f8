"""Graph algorithms, compared with networkx on random graphs."""

import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.graphs.cycles import cycles, shortest_cycle
from compiler.graphs.paths import Budget, distances, paths_of_length, shortest_path
from tests.compiler.graphs.numbered_graphs import NumberedGraph, digraph, numbered_graphs, reversed_graph
from tests.paths import ROOT

CHAIN = {at: [at + 1] for at in range(50_000)}


@settings(max_examples=300, deadline=None)
@given(numbered_graphs())
def test_cycles_are_strongly_connected_components(graph: NumberedGraph) -> None:
    components = sorted(sorted(one) for one in nx.strongly_connected_components(digraph(graph)))
    assert cycles(graph) == [one for one in components if len(one) > 1 or one[0] in graph[one[0]]]


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({}, []),
        ({"a": ["b"]}, []),
        ({"a": ["a"]}, [["a"]]),
        ({"b": ["a", "a"], "a": ["b"]}, [["b", "a"]]),
        ({"d": ["c"], "c": ["d", "x"], "b": ["c", "a"], "a": ["b"]}, [["d", "c"], ["b", "a"]]),
    ],
)
def test_cycles_keep_order_of_keys(graph: dict[str, list[str]], found: list[list[str]]) -> None:
    assert cycles(graph) == found


def test_cycles_of_a_long_chain_need_no_recursion() -> None:
    assert cycles(CHAIN) == []
    assert cycles(CHAIN | {50_000: [0]}) == [list(range(50_001))]


@pytest.mark.parametrize(("graph", "loaded"), [({1: [2]}, False), ({1: [2], 2: [1]}, True)])
def test_cycles_import_networkx_only_for_a_cyclic_graph(graph: dict[int, list[int]], loaded: bool) -> None:
    program = (
        f"import sys; from compiler.graphs.cycles import cycles; cycles({graph}); print('networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(loaded)


@settings(max_examples=150, deadline=None)
@given(numbered_graphs())
def test_shortest_cycle_starts_at_first_node_and_is_lexically_first(graph: NumberedGraph) -> None:
    for component in cycles(graph):
        first = component[0]
        cycle = shortest_cycle(graph, component)
        around = [
            [first, *path]
            for there in graph[first]
            for path in ([[first]] if there == first else nx.all_simple_paths(digraph(graph), there, first))
        ]
        assert cycle == min(around, key=lambda one: (len(one), one))


def test_shortest_cycle_of_an_acyclic_node_is_an_error() -> None:
    with pytest.raises(ValueError, match="no cycle passes 'a'"):
        shortest_cycle({"a": ["b"], "b": []}, ["a"])


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=100, deadline=None)
@given(numbered_graphs(), st.sets(st.integers(0, 6), max_size=3))
def test_distances_are_from_nearest_start(graph: NumberedGraph, starts: set[int]) -> None:
    chosen = sorted({one % len(graph) for one in starts})
    assert distances(graph, chosen) == (
        nx.multi_source_dijkstra_path_length(digraph(graph), set(chosen)) if chosen else {}
    )


def of_length(graph: NumberedGraph, end: int, length: int, budget: Budget) -> Sequence[list[int]]:
    to_end = distances(reversed_graph(graph), [end])
    return list(paths_of_length(graph.__getitem__, to_end, 0, end, length, budget))


@settings(max_examples=150, deadline=None)
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
