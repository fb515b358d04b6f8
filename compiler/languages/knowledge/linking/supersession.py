"""The fourth phase of linking: what superseded what, both ways and to the ends of the chains."""

from dataclasses import dataclass

from compiler.graphs import shortest_cycle
from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.cycles import find_cycles, path_text
from compiler.languages.knowledge.linking.relate import Related
from compiler.languages.knowledge.linking.stated import Item
from compiler.model.diagnostics import Diagnostic

LONGEST = 1000  # decisions of one chain


@dataclass(frozen=True, slots=True)
class Chain:
    """Where a decision stands: ids next to it in either direction, and those at the end of its successors."""

    superseded_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    current: tuple[str, ...] = ()
    in_cycle: bool = False


def supersession(items: list[Item], related: Related) -> tuple[dict[str, Chain], list[Diagnostic]]:
    """The chain of each entity that takes part in one, by its ref, and what is wrong with them."""
    newer: dict[str, list[str]] = {}
    older: dict[str, list[str]] = {}
    by_ref = {one.ref: one for one in items}
    for edge in related.of("supersedes"):
        newer.setdefault(edge.target.ref, []).append(edge.source.ref)
        older.setdefault(edge.source.ref, []).append(edge.target.ref)
    wrong: list[Diagnostic] = []
    circling: set[str] = set()
    for members in find_cycles(newer):
        circling.update(members)
        way = path_text([by_ref[one].id for one in shortest_cycle(newer, members)])
        wrong.append(codes.SUPERSEDE_CYCLE.at(by_ref[members[0]].span, cycle=way))
    chains: dict[str, Chain] = {}
    for item in items:
        if item.ref not in newer and item.ref not in older:
            continue
        chains[item.ref] = Chain(
            tuple(by_ref[one].id for one in newer.get(item.ref, ())),
            tuple(by_ref[one].id for one in older.get(item.ref, ())),
            tuple(by_ref[one].id for one in _ends(item.ref, newer)),
            item.ref in circling,
        )
        wrong += _behind(item, newer, by_ref)
    return chains, wrong


def _ends(ref: str, newer: dict[str, list[str]]) -> list[str]:
    """What nothing supersedes any more, from here on; nothing when the chain never ends."""
    seen = dict.fromkeys([ref])
    waiting = [ref]
    ends: list[str] = []
    while waiting and len(seen) < LONGEST:
        node = waiting.pop(0)
        successors = newer.get(node, [])
        if not successors:
            ends.append(node)
        for one in successors:
            if one not in seen:
                seen[one] = None
                waiting.append(one)
    return ends


def _behind(item: Item, newer: dict[str, list[str]], by_ref: dict[str, Item]) -> list[Diagnostic]:
    """A decision that others say is superseded, while it says something else itself."""
    if item.type != "decision" or item.ref not in newer or item.status in ("superseded", "deprecated"):
        return []
    successor = by_ref[newer[item.ref][0]]
    status = str(item.native.get("status") or item.status)
    return [codes.STATUS_BEHIND.at(item.span, id=item.id, successor=successor.id, status=status)]


def settle_decisions(items: list[Item], chains: dict[str, Chain]) -> list[Diagnostic]:
    """Puts the successors of decisions into their properties, by id, and reports the statuses that say nothing."""
    wrong = []
    for item in items:
        if item.type != "decision":
            continue
        chain = chains.get(item.ref)
        if chain and chain.superseded_by:
            item.properties["superseded_by"] = chain.superseded_by[0]
        if item.native.pop("status_known", None):
            status = item.native.get("status", "")
            wrong.append(codes.UNKNOWN_STATUS.at(item.span, status=status, id=item.id, counted=f"'{item.status}'"))
    return wrong
