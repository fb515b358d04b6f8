"""Threads: a graph of messages, each following one other, as lines of conversation.

The first thread leads to the message that was written last. Where a message has further followers, each begins a thread
of its own, which is a fork; but results of tools that nothing follows stand beside the call and belong to its thread.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class Node(NamedTuple):
    """A message in the order of the file: the one that it follows, and whether it says something by itself."""

    id: str
    before: str | None
    is_spoken: bool


@dataclass(slots=True)
class Thread:
    """The messages of a thread in order. A fork has a parent (a number), the last message that it shares with that,
    and the first message of the parent."""

    number: int
    messages: list[str] = field(default_factory=list)
    parent: int | None = None
    fork_point: str | None = None
    beginning: str = ""


def threads(nodes: list[Node]) -> list[Thread]:
    """The threads of a graph, those that they fork before them."""
    before = _joined(nodes)
    followers: dict[str, list[str]] = {one.id: [] for one in nodes}
    for node in nodes:
        if (parent := before[node.id]) is not None:
            followers[parent].append(node.id)
    order = _from_the_beginning(nodes, before, followers)
    newest = _newest(nodes, order, followers)
    found: list[Thread] = []
    number: dict[str, int] = {}
    for one in order:
        if before[one] is None:
            number[one] = _begin(found, None, None)
        following = [each for each in followers[one] if newest[each] >= 0]
        main = max(following, key=lambda each: newest[each], default=None)
        for each in followers[one]:
            is_fork = newest[each] >= 0 and each != main
            number[each] = _begin(found, found[number[one]], one) if is_fork else number[one]
    for node in nodes:
        found[number[node.id]].messages.append(node.id)
    for thread in found:
        if thread.parent is not None:
            thread.beginning = found[thread.parent].messages[0]
    return found


def _begin(found: list[Thread], parent: Thread | None, fork_point: str | None) -> int:
    found.append(Thread(len(found), [], parent.number if parent else None, fork_point))
    return len(found) - 1


def _joined(nodes: list[Node]) -> dict[str, str | None]:
    """What each message follows. A second beginning goes on from the message before it in the file, and so does one
    of a circle: then there is one beginning."""
    known = {one.id: at for at, one in enumerate(nodes)}
    before: dict[str, str | None] = {}
    for at, one in enumerate(nodes):
        parent = one.before
        if parent is None or known.get(parent, at) >= at:
            parent = nodes[at - 1].id if at else None
        before[one.id] = parent
    return before


def _from_the_beginning(nodes: list[Node], before: dict[str, str | None], followers: dict[str, list[str]]) -> list[str]:
    order: list[str] = []
    waiting = [one.id for one in nodes if before[one.id] is None]
    while waiting:
        one = waiting.pop()
        order.append(one)
        waiting += reversed(followers[one])
    return order


def _newest(nodes: list[Node], order: list[str], followers: dict[str, list[str]]) -> dict[str, int]:
    """For each message where the last spoken one of itself and what follows from it stands, -1 for none."""
    place = {one.id: at if one.is_spoken else -1 for at, one in enumerate(nodes)}
    for one in reversed(order):
        place[one] = max([place[one], *(place[each] for each in followers[one])])
    return place
