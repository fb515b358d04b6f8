"""Cycles and the shortest cycle, compared with networkx on random graphs."""

import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given

from compiler.graphs.cycles import cycles, shortest_cycle
from tests.compiler.graphs.numbered_graphs import CHAIN, NumberedGraph, digraph, numbered_graphs
from tests.compiler.tables import table
from tests.paths import ROOT


@given(numbered_graphs())
def test_cycles_are_strongly_connected_components(graph: NumberedGraph) -> None:
    components = sorted(sorted(one) for one in nx.strongly_connected_components(digraph(graph)))
    assert cycles(graph) == [one for one in components if len(one) > 1 or one[0] in graph[one[0]]]


@table(
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


@table(("graph", "loaded"), [({1: [2]}, False), ({1: [2], 2: [1]}, True)])
def test_cycles_import_networkx_only_for_a_cyclic_graph(graph: dict[int, list[int]], loaded: bool) -> None:
    program = (
        f"import sys; from compiler.graphs.cycles import cycles; cycles({graph}); print('networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(loaded)


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
