"""Walks over numbered graphs, compared with what a slower way finds."""

from itertools import pairwise

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from queries.diagrams.paths import components, cycle_through, distances, simple_paths

Graph = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    nodes = draw(st.integers(1, 7))
    edges = draw(st.sets(st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1)), max_size=16))
    return [sorted(there for here, there in edges if here == node) for node in range(nodes)]


def backwards(graph: Graph) -> Graph:
    return [[here for here, following in enumerate(graph) if node in following] for node in range(len(graph))]


def drawn(graph: Graph) -> "nx.DiGraph[int]":
    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(range(len(graph)))
    found.add_edges_from((here, there) for here, following in enumerate(graph) for there in following)
    return found


@settings(max_examples=150, deadline=None)
@given(graphs(), st.integers(0, 6), st.integers(0, 4))
def test_paths_are_all_simple_paths_within_the_bound_shortest_first(graph: Graph, end: int, extra: int) -> None:
    start, end = 0, end % len(graph)
    found = simple_paths(graph, backwards(graph), start, end, 1_000, None, extra)
    every = [[start]] if start == end else list(nx.all_simple_paths(drawn(graph), start, end))
    shortest = min(map(len, every), default=0)
    assert found.found == sorted(
        (one for one in every if len(one) <= shortest + extra), key=lambda one: (len(one), one)
    )
    assert not found.truncated


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_components_are_the_strongly_connected_ones(graph: Graph) -> None:
    assert components(graph) == sorted(sorted(one) for one in nx.strongly_connected_components(drawn(graph)))


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_a_witness_is_a_shortest_cycle_through_the_first_node(graph: Graph) -> None:
    for members in components(graph):
        first = members[0]
        if len(members) == 1 and first not in graph[first]:
            continue
        cycle = cycle_through(first, members, graph, backwards(graph))
        assert cycle[0] == cycle[-1] == first
        assert len(set(cycle[1:])) == len(cycle) - 1
        assert all(there in graph[here] for here, there in pairwise(cycle))
        lengths = nx.single_source_shortest_path_length(drawn(graph).reverse(), first)
        assert len(cycle) - 1 == min(lengths[there] + 1 for there in graph[first] if there in lengths)


def test_a_limit_ends_the_search() -> None:
    graph = [[1, 2], [3], [3], []]
    assert simple_paths(graph, backwards(graph), 0, 3, 1, None, 0).found == [[0, 1, 3]]
    assert simple_paths(graph, backwards(graph), 0, 3, 0, None, 0).found == []


def test_no_path_is_longer_than_allowed() -> None:
    graph = [[1, 2], [2], []]
    assert simple_paths(graph, backwards(graph), 0, 2, 9, 1, 5).found == [[0, 2]]


def test_a_search_that_takes_too_many_steps_says_so() -> None:
    # All of 24 nodes joined to all: the paths of full length are more than anyone can count.
    graph = [[there for there in range(24) if there != here] for here in range(24)]
    assert simple_paths(graph, graph, 0, 23, 1_000_000, None, 23).truncated == "steps"


def test_a_long_chain_needs_no_recursion() -> None:
    chain = [[at + 1] for at in range(20_000)] + [[]]
    before: Graph = [[]] + [[at] for at in range(20_000)]
    assert len(components(chain)) == 20_001
    assert len(simple_paths(chain, before, 0, 20_000, 5, None, 0).found[0]) == 20_001
    assert distances([0], chain)[20_000] == 20_000
