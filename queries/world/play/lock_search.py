"""Soft locks of a world with too many states: nodes of an `Abstraction` from which an ending is sure, or out of reach.

An ending is sure at a node with a move that is always possible and only leads to nodes where it is sure. It is out of
reach where no walk leads to it: then no playthrough does. Nodes of neither kind are looked at more closely: more
variables are followed, those that decide whether their moves are possible.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from queries.world.play.abstraction import Abstraction, Edge
from queries.world.play.deciding import MAX_NODES, Decider, Nodes, among
from queries.world.play.formulas import All, Any_, Formula, Variable, is_equal, read_by
from queries.world.play.goals import Goal, Goals
from queries.world.play.replay import Played, Player
from queries.world.play.search import Budget, Charge

MAX_CLOSER = 6  # times that more variables are followed
MORE_AT_ONCE = 3
MAX_CLOSER_NODES = 6_000
MAX_TRIED = 12  # nodes without an ending that a way is looked for


@dataclass(slots=True)
class Regions:
    """The nodes of an abstraction by what is known of them."""

    sure: set[int] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    open: list[int] = field(default_factory=list)


@dataclass(slots=True)
class LockSearch:
    """Looks for a way into a soft lock, or for a proof that there is none."""

    player: Player
    endings: Goals
    budget: Budget
    charge: Charge

    def decide(self) -> tuple[bool, list[list[Played]]]:
        """Return whether it is proven that there is no soft lock, and ways into some."""
        base = Abstraction(self.player.model, frozenset(), tuple(self.endings.events), tuple(self.endings.formulas))
        if not base.walk(self.charge, MAX_NODES):
            return False, []
        decider = Decider(self.player, self.player.start, self.budget, self.charge, max_rings=4)
        walked = base
        variables: dict[Variable, None] = {}
        for _ in range(MAX_CLOSER):
            regions = self._regions(walked)
            if len(regions.sure) == len(walked.nodes):
                return True, []
            ways = list(self._ways(decider, walked, regions.locked))
            if ways:
                return False, ways
            more = [variable for variable in self._deciding(walked, regions) if variable not in variables]
            if not more:
                break
            variables |= dict.fromkeys(more[:MORE_AT_ONCE])
            walked = base.refined(frozenset(variables))
            if not walked.walk(self.charge, MAX_CLOSER_NODES):
                break
        return False, []

    # --- regions -----------------------------------------------------------------------------------------------------

    def _regions(self, walked: Abstraction) -> Regions:
        ending = walked.both_of(Any_(tuple(self.endings.formulas)))
        final = {node for node in walked.nodes if node >> walked.layout.width}
        found = Regions(sure={node for node in walked.nodes if node in final or not ending.may_not(node)})
        before: dict[int, set[int]] = {node: set() for node in walked.nodes}
        for node, edges in walked.graph.items():
            for edge in edges:
                for after in edge.nodes:
                    before[after].add(node)
        self._grow_sure(walked, found.sure, before)
        near = final | {node for node in walked.nodes if ending.may(node)}
        queue = list(near)
        while queue:
            for node in before[queue.pop()] - near:
                near.add(node)
                queue.append(node)
        found.locked = walked.nodes.keys() - near
        found.open = [node for node in walked.nodes if node in near and node not in found.sure]
        return found

    @staticmethod
    def _grow_sure(walked: Abstraction, sure: set[int], before: dict[int, set[int]]) -> None:
        queue = list(sure)
        while queue:
            for node in before[queue.pop()] - sure:
                if any(edge.is_sure and edge.nodes <= sure for edge in walked.graph[node]):
                    sure.add(node)
                    queue.append(node)

    def _deciding(self, walked: Abstraction, regions: Regions) -> list[Variable]:
        """Return the variables that open nodes turn on: those of moves to where an ending is sure come first."""
        counts: Counter[Variable] = Counter()
        for node in regions.open:
            for edge in walked.graph[node]:
                weight = 100 if edge.nodes <= regions.sure else 10 if edge.nodes & regions.sure else 1
                for variable in self._read_by(walked, edge):
                    counts[variable] += weight
        known = self.player.model.initial
        followed = walked.ranges.followed
        return [
            variable
            for variable, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
            if variable in known and variable not in followed
        ]

    def _read_by(self, walked: Abstraction, edge: Edge) -> frozenset[Variable]:
        if edge.is_sure:
            return frozenset()
        if edge.move.kind == "choice":
            return read_by(self.player.model.available(edge.move.id))
        return read_by(walked.formula(("exit" if edge.move.kind == "exit" else "gate", edge.move.id, 0)))

    # --- ways --------------------------------------------------------------------------------------------------------

    def _ways(self, decider: Decider, walked: Abstraction, locked: set[int]) -> Iterator[list[Played]]:
        """Yield ways to locked nodes, up to the move that closed the last way to an ending. Once one is found, others
        are looked for from the state before that move, by other moves."""
        nodes = Nodes(walked, locked)
        is_locked = among(self.player.machine, nodes)
        avoided, behind = self.endings, list[Played]()
        for node in self._tried(walked, locked):
            formula: Formula = All(
                tuple(is_equal(name, walked.layout.value(node, name)) for name in walked.layout.fields)
            )
            goals = Goals((Goal("", "condition", formula),))
            played = decider.way(goals, avoided, walked, nodes) or decider.way(goals, avoided, None, nodes)
            if not played:
                continue
            first = next(number for number, step in enumerate(played) if is_locked(step.after))
            closing = played[first]
            before = Decider(self.player, closing.before, self.budget, self.charge, max_rings=4)
            if not any(before.way(Goals((goal,))) is not None for goal in self.endings.goals):
                continue
            behind = [*behind, *played[:first]]
            yield [*behind, closing]
            event = (closing.move.kind, closing.move.id)
            avoided = Goals((*avoided.goals, Goal(str(closing.move), closing.move.kind, event=event)))
            decider = before

    @staticmethod
    def _tried(walked: Abstraction, locked: set[int]) -> list[int]:
        """Some of the locked nodes: the first that each move leads to from elsewhere."""
        first: dict[str, int] = {}
        for node, (_, before, move) in walked.nodes.items():
            if node in locked and before not in locked and move is not None:
                first.setdefault(str(move), node)
        return list(first.values())[:MAX_TRIED]
