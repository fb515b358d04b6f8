"""Simple paths through numbered graphs, compared with those that networkx finds."""

from collections.abc import Mapping, Sequence

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from queries.diagrams.paths import simple_paths
from tests.compiler.graphs.numbered_graphs import NumberedGraph, digraph, numbered_graphs, reversed_graph


@given(numbered_graphs(), st.integers(0, 6), st.integers(0, 4))
def test_simple_paths_are_those_within_the_bound_shortest_first(graph: NumberedGraph, end: int, extra: int) -> None:
    start, end = 0, end % len(graph)
    found = simple_paths(graph, reversed_graph(graph), start, end, 1_000, None, extra)
    every = [[start]] if start == end else list(nx.all_simple_paths(digraph(graph), start, end))
    shortest = min(map(len, every), default=0)
    assert found.found == sorted(
        (one for one in every if len(one) <= shortest + extra), key=lambda one: (len(one), one)
    )
    assert not found.truncated


@given(numbered_graphs(), st.integers(0, 6), st.integers(0, 4), st.integers(0, 5))
def test_paths_beyond_the_limit_are_counted(graph: NumberedGraph, end: int, extra: int, limit: int) -> None:
    start, end = 0, end % len(graph)
    every = simple_paths(graph, reversed_graph(graph), start, end, 100_000, None, extra)
    some = simple_paths(graph, reversed_graph(graph), start, end, limit, None, extra, counts=True)
    assert (some.found, some.total) == (every.found[:limit], len(every.found))


def test_shortest_paths_are_counted_without_following_each() -> None:
    # 40 diamonds in a row: 2 ** 40 shortest paths.
    graph = [*(ways for at in range(0, 120, 3) for ways in ([at + 1, at + 2], [at + 3], [at + 3])), []]
    numbered: Mapping[int, Sequence[int]] = dict(enumerate(graph))
    found = simple_paths(numbered, reversed_graph(numbered), 0, 120, 3, None, 0, counts=True)
    assert (len(found.found), found.total, found.truncated) == (3, 2**40, "")


def paths(graph: Sequence[Sequence[int]], end: int, limit: int, most_hops: int | None, extra: int) -> list[list[int]]:
    numbered: Mapping[int, Sequence[int]] = dict(enumerate(graph))
    return simple_paths(numbered, reversed_graph(numbered), 0, end, limit, most_hops, extra).found


def test_simple_paths_end_at_the_limit() -> None:
    graph = [[1, 2], [3], [3], []]
    assert paths(graph, 3, 1, None, 0) == [[0, 1, 3]]
    assert paths(graph, 3, 0, None, 0) == []


def test_simple_paths_are_not_longer_than_most_hops() -> None:
    assert paths([[1, 2], [2], []], 2, 9, 1, 5) == [[0, 2]]


def test_simple_paths_say_when_the_search_takes_too_many_steps() -> None:
    # All of 24 nodes joined to all: the paths of full length are more than anyone can count.
    graph = {here: [there for there in range(24) if there != here] for here in range(24)}
    assert simple_paths(graph, graph, 0, 23, 1_000_000, None, 23).truncated == "steps"


def test_simple_paths_follow_a_long_chain_without_recursion() -> None:
    (path,) = paths([[at + 1] for at in range(20_000)] + [[]], 20_000, 5, None, 0)
    assert len(path) == 20_001
