"""Splits a graph of messages, in which each follows at most one other, into linear threads.

The first thread leads to the message that was written last. Where a message has further followers, each of them begins
a thread of its own: a fork. Tool results that nothing follows are no forks; they belong to the thread of their call.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class MessageNode(NamedTuple):
    """A message in the order of the file. `parent` is the message that it follows. `is_spoken`: a user or an agent says
    it, so a fork may end with it."""

    id: str
    parent: str | None
    is_spoken: bool


@dataclass(slots=True)
class MessageThread:
    """The messages of a thread in order. A fork names its parent thread (a number), the last message that it shares
    with it (`fork_point`), and the first message of the parent (`parent_start`)."""

    number: int
    messages: list[str] = field(default_factory=list)
    parent: int | None = None
    fork_point: str | None = None
    parent_start: str = ""


def split_threads(nodes: list[MessageNode]) -> list[MessageThread]:
    """Return the threads of a graph, each behind the thread that it forks."""
    parents = _with_one_root(nodes)
    followers: dict[str, list[str]] = {node.id: [] for node in nodes}
    for node in nodes:
        if (parent := parents[node.id]) is not None:
            followers[parent].append(node.id)
    order = _preorder(nodes, parents, followers)
    newest = _newest_spoken(nodes, order, followers)
    threads: list[MessageThread] = []
    number: dict[str, int] = {}
    for message in order:
        if parents[message] is None:
            number[message] = _start_thread(threads, None, None)
        spoken = [each for each in followers[message] if newest[each] >= 0]
        main = max(spoken, key=lambda each: newest[each], default=None)
        for each in followers[message]:
            is_fork = newest[each] >= 0 and each != main
            parent_number = number[message]
            number[each] = _start_thread(threads, threads[parent_number], message) if is_fork else parent_number
    for node in nodes:
        threads[number[node.id]].messages.append(node.id)
    for thread in threads:
        if thread.parent is not None:
            thread.parent_start = threads[thread.parent].messages[0]
    return threads


def _start_thread(threads: list[MessageThread], parent: MessageThread | None, fork_point: str | None) -> int:
    threads.append(MessageThread(len(threads), [], parent.number if parent else None, fork_point))
    return len(threads) - 1


def _with_one_root(nodes: list[MessageNode]) -> dict[str, str | None]:
    """Map each message to its parent. A message without a parent, or with one that is not before it in the file,
    follows the message before it in the file; so there is one root, and no cycle."""
    positions = {node.id: at for at, node in enumerate(nodes)}
    parents: dict[str, str | None] = {}
    for at, node in enumerate(nodes):
        parent = node.parent
        if parent is None or positions.get(parent, at) >= at:
            parent = nodes[at - 1].id if at else None
        parents[node.id] = parent
    return parents


def _preorder(nodes: list[MessageNode], parents: dict[str, str | None], followers: dict[str, list[str]]) -> list[str]:
    order: list[str] = []
    stack = [node.id for node in nodes if parents[node.id] is None]
    while stack:
        message = stack.pop()
        order.append(message)
        stack += reversed(followers[message])
    return order


def _newest_spoken(nodes: list[MessageNode], order: list[str], followers: dict[str, list[str]]) -> dict[str, int]:
    """Map each message to the position of the last spoken message among itself and its descendants, -1 for none."""
    newest = {node.id: at if node.is_spoken else -1 for at, node in enumerate(nodes)}
    for message in reversed(order):
        newest[message] = max([newest[message], *(newest[each] for each in followers[message])])
    return newest
