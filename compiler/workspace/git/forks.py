"""Where branches forked off, and from which other branches.

Git does not record where a branch forked off. The fork point is the first commit of the branch, along the first
parents, that another branch has too. The branch whose fork point is nearest is the parent. Of branches that share
equally much, the default branch is the parent, else the first by name. Of two branches of which one contains the other,
the contained one is the parent; what the default branch contains has the default branch as its parent.

By their first parents, commits form a forest. Each is walked through once, whatever the number of branches.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.workspace.git.repository import Repository


class _Rank(NamedTuple):
    """A branch among those that may be the parent: the least one is."""

    is_other_than_default: bool
    name: str


@dataclass(slots=True)
class _Node:
    """A commit in the forest. `count` is how many branches have it, and `best` are the two that come first: of the
    branches whose tip it is, and of those of each child no more than one. They stand by that child, "" for a tip.

    `fork` is the nearest commit above that more branches have, and `below` the child of it that leads to this one.
    """

    parent: str
    count: int = 0
    best: list[tuple[_Rank, str]] = field(default_factory=list)
    fork: str = ""
    below: str = ""

    def add(self, rank: _Rank, child: str) -> None:
        self.best = sorted([*self.best, (rank, child)])[:2]


class Forks:
    """The fork points of the branches with some `tips`, and of `further` tips that are the parents of none."""

    def __init__(
        self, repository: Repository, tips: Mapping[str, str], default: str | None, further: Iterable[str]
    ) -> None:
        self._default = default
        self._nodes: dict[str, _Node] = {}
        for tip in (*tips.values(), *further):
            self._add_line(repository, tip)
        self._count(tips)
        self._of_default = self._line(tips.get(default or "", ""))

    def of(self, tip: str) -> tuple[str | None, str | None]:
        """Return the parent of a branch and its fork point, None for both without common history."""
        if tip in self._of_default:
            return self._default, tip
        node = self._nodes.get(tip)
        if node is None or not node.fork:
            return None, None
        best = (rank.name for rank, child in self._nodes[node.fork].best if child != node.below)
        return next(best), node.fork

    def _add_line(self, repository: Repository, commit: str) -> None:
        """Add a commit and those before it, as far as they are not there yet."""
        if commit in self._nodes:
            return
        for found in repository.first_parents(commit):
            node = self._nodes[found.id] = _Node(found.parents[0] if found.parents else "")
            if node.parent in self._nodes:
                return

    def _count(self, tips: Mapping[str, str]) -> None:
        """Count the branches of each commit, from the tips down; then find the next forks, from the roots up."""
        for name, tip in tips.items():
            if tip in self._nodes:
                self._nodes[tip].count += 1
                self._nodes[tip].add(_Rank(name != self._default, name), "")
        ordered = self._children_first()
        for commit in ordered:
            node = self._nodes[commit]
            if (parent := self._nodes.get(node.parent)) is not None:
                parent.count += node.count
                if node.best:
                    parent.add(node.best[0][0], commit)
        for commit in reversed(ordered):
            node = self._nodes[commit]
            if (parent := self._nodes.get(node.parent)) is not None:
                is_fork = parent.count > node.count
                node.fork, node.below = (node.parent, commit) if is_fork else (parent.fork, parent.below)

    def _children_first(self) -> list[str]:
        """The commits, each after its children."""
        waiting = Counter(node.parent for node in self._nodes.values())
        ordered = [commit for commit in self._nodes if commit not in waiting]
        for commit in ordered:  # which grows
            parent = self._nodes[commit].parent
            waiting[parent] -= 1
            if not waiting[parent] and parent in self._nodes:
                ordered.append(parent)
        return ordered

    def _line(self, commit: str) -> set[str]:
        found = set[str]()
        while commit in self._nodes and commit not in found:
            found.add(commit)
            commit = self._nodes[commit].parent
        return found
