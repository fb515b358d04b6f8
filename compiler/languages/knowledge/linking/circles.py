"""Circles in a graph: its strongly connected components of more than one member, and members that point at themselves.

Tarjan's algorithm, without recursion: sources may hold chains of any length.
"""

from collections.abc import Iterator, Mapping, Sequence

MOST_TOLD = 20  # members of a circle that a message names


def circles(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The circles of a graph, each with its members in order, in the order of their first members."""
    found = [sorted(one) for one in _components(graph) if len(one) > 1 or one[0] in graph.get(one[0], ())]
    return sorted(found)


def told(names: Sequence[str]) -> str:
    """A way as messages show it: of a long one both ends."""
    if len(names) > MOST_TOLD:
        half = MOST_TOLD // 2
        names = [*names[:half], f"… {len(names) - 2 * half} more …", *names[-half:]]
    return " → ".join(names)


def _components(graph: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}  # the nodes of components not yet closed, in the order of their coming
    for start in graph:
        if start in index:
            continue
        walk = [(start, iter(graph.get(start, ())))]
        index[start] = low[start] = len(index)
        held[start] = None
        while walk:
            node, following = walk[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    held[other] = None
                    walk.append((other, iter(graph.get(other, ()))))
                    break
                if other in held:
                    low[node] = min(low[node], index[other])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    yield _closed(node, held)


def _closed(node: str, held: dict[str, None]) -> list[str]:
    """Takes a component off the held ones: its first node and all that came after it."""
    members = []
    while True:
        member, _ = held.popitem()
        members.append(member)
        if member == node:
            return members


def around(members: Sequence[str], graph: Mapping[str, Sequence[str]]) -> list[str]:
    """A way around a circle: from its first member back to it, as short as there is one."""
    first, inside = members[0], set(members)
    came_from: dict[str, str] = {}
    waiting = [first]
    for node in waiting:
        for other in graph.get(node, ()):
            if other == first:
                way = [first]
                while node != first:
                    way.append(node)
                    node = came_from[node]
                return [first, *reversed(way[1:]), first]
            if other in inside and other not in came_from:
                came_from[other] = node
                waiting.append(other)
    return [*members, first]
