"""What is ready and what is blocked by the rules of Beads.

An issue is live when its status is neither closed nor pinned. A live issue is blocked by a live issue that it waits
for, by live children of an issue whose children it waits for (`waits-for`), or by a parent that is blocked itself, at
any distance. Missing issues block nothing. An issue is ready when it is open, not blocked, not deferred, not
ephemeral, and no infrastructure.
"""

from compiler.languages.knowledge.linking.items import WAITS_FOR
from compiler.languages.knowledge.linking.references import Edge, ResolvedReferences
from compiler.languages.knowledge.linking.work_states import Verdict

_INFRASTRUCTURE = frozenset({"merge-request", "gate", "molecule", "message", "agent", "role", "rig"})
_ANY_CHILD = "any-children"  # the gate that opens once any child is closed


def judge_beads(verdicts: list[Verdict], resolved: ResolvedReferences, waits: dict[str, list[Edge]]) -> None:
    """Complete the verdicts on all issues. Blockage is settled first, since it passes from parents to children."""
    by_ref = {verdict.item.ref: verdict for verdict in verdicts}
    parents: dict[str, list[Edge]] = {}
    children: dict[str, list[Verdict]] = {}
    for edge in resolved.of("belongs_to"):
        if edge.source.ref in by_ref and edge.target.ref in by_ref:
            parents.setdefault(edge.source.ref, []).append(edge)
            children.setdefault(edge.target.ref, []).append(by_ref[edge.source.ref])
    held_by_children = set()
    for verdict in verdicts:
        for edge in waits.get(verdict.item.ref, ()):
            if edge.source.ref not in by_ref:
                continue
            if _is_live(by_ref[edge.source.ref]):
                verdict.blockers.append(edge)
            if edge.reference.word == WAITS_FOR and _children_block(children.get(edge.source.ref, []), edge):
                held_by_children.add(verdict.item.ref)
    _spread_blockage(verdicts, children, held_by_children)
    for verdict in verdicts:
        _settle_blockers(verdict, parents.get(verdict.item.ref, []))
        _settle_readiness(verdict, parents.get(verdict.item.ref, []), by_ref)


def _is_live(verdict: Verdict) -> bool:
    return verdict.scheduling.state not in ("closed", "pinned")


def _children_block(children: list[Verdict], edge: Edge) -> bool:
    """Whether the children of an issue block what `edge` says waits for them. The issue's own status does not count."""
    if edge.reference.gate == _ANY_CHILD and any(child.scheduling.state == "closed" for child in children):
        return False
    return any(_is_live(child) for child in children)


def _spread_blockage(verdicts: list[Verdict], children: dict[str, list[Verdict]], held: set[str]) -> None:
    """Mark the live issues that are blocked themselves, and all their live descendants. `held` are the refs of those
    that wait for children."""
    waiting = []
    for verdict in verdicts:
        is_direct = any(blocker.reference.word != WAITS_FOR for blocker in verdict.blockers)
        if _is_live(verdict) and (is_direct or verdict.item.ref in held):
            verdict.is_blocked = True
            waiting.append(verdict)
    for verdict in waiting:
        for child in children.get(verdict.item.ref, ()):
            if _is_live(child) and not child.is_blocked:
                child.is_blocked = True
                waiting.append(child)


def _settle_blockers(verdict: Verdict, parents: list[Edge]) -> None:
    """Choose the blockers that answers name: the live issues that it waits for, else its parent. An issue without
    either is not listed."""
    if not verdict.is_blocked:
        # The issue is closed or pinned, or waits only for children that are through, though their parent is live.
        verdict.blockers = []
        return
    if not verdict.blockers:
        verdict.blockers = [
            Edge(parent.target, parent.source, parent.stated_by, parent.reference) for parent in parents[-1:]
        ]
    verdict.is_listed = bool(verdict.blockers)


def _settle_readiness(verdict: Verdict, parents: list[Edge], by_ref: dict[str, Verdict]) -> None:
    scheduling = verdict.scheduling
    of_parents = (by_ref[parent.target.ref].scheduling.deferred_until for parent in parents)
    verdict.hidden_until = max(filter(None, (scheduling.deferred_until, *of_parents)), default=None)
    if scheduling.state == "blocked" and not verdict.is_blocked:
        verdict.is_blocked = True  # `bd blocked` lists only what waits for an issue
        verdict.why = "Its status says that it is blocked, and nothing of this source that it waits for is open."
    elif scheduling.state != "open":
        verdict.why = f"Its status is {scheduling.state}, and only open issues are ready."
    elif verdict.is_blocked:
        names = ", ".join(dict.fromkeys(blocker.source.id for blocker in verdict.blockers[:3]))
        verdict.why = f"It waits for {names}." if names else "It waits for children of a closed issue."
    elif scheduling.is_pinned:
        verdict.why = "It is pinned, which sets it aside."
    elif scheduling.is_ephemeral:
        verdict.why = "It is ephemeral, and those are not offered."
    elif scheduling.kind in _INFRASTRUCTURE:
        verdict.why = f"It is of type {scheduling.kind}, which is no work."
    else:
        verdict.set_ready("It is open, and nothing that it waits for is.")
