"""What is ready and what is blocked by the rules of Beads.

"Live" is an issue that is neither closed nor pinned by its status. A live issue is blocked by a live one that it waits
for, by live children of one that it waits for the children of, or by a parent that is itself blocked, however far up.
Missing issues block nothing. Ready is what is open, not blocked, not deferred, not ephemeral, and no infrastructure.
"""

from compiler.languages.knowledge.linking.readiness import Verdict
from compiler.languages.knowledge.linking.relate import Edge, Related
from compiler.languages.knowledge.linking.stated import WAITS_FOR

_INFRASTRUCTURE = frozenset({"merge-request", "gate", "molecule", "message", "agent", "role", "rig"})
_ANY_CHILD = "any-children"


def judge_beads(verdicts: list[Verdict], related: Related, waits: dict[str, list[Edge]]) -> None:
    """Settles all issues: blockage first, since it comes down from parents, then what is ready."""
    by_ref = {one.item.ref: one for one in verdicts}
    parents: dict[str, list[Edge]] = {}
    children: dict[str, list[Verdict]] = {}
    for edge in related.of("belongs_to"):
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
            if edge.reference.word == WAITS_FOR and _holds(children.get(edge.source.ref, []), edge):
                held_by_children.add(verdict.item.ref)
    _spread(verdicts, children, held_by_children)
    for verdict in verdicts:
        _list_blockers(verdict, parents.get(verdict.item.ref, []))
        _judge(verdict, parents.get(verdict.item.ref, []), by_ref)


def _is_live(verdict: Verdict) -> bool:
    return verdict.work.state not in ("closed", "pinned")


def _holds(children: list[Verdict], edge: Edge) -> bool:
    """Whether the children of a spawner hold up what waits for them: its own status is of no matter."""
    if edge.reference.gate == _ANY_CHILD and any(one.work.state == "closed" for one in children):
        return False
    return any(_is_live(one) for one in children)


def _spread(verdicts: list[Verdict], children: dict[str, list[Verdict]], held: set[str]) -> None:
    """Marks what is blocked, and all live children of it."""
    waiting = []
    for verdict in verdicts:
        direct = any(one.reference.word != WAITS_FOR for one in verdict.blockers)
        if _is_live(verdict) and (direct or verdict.item.ref in held):
            verdict.is_blocked = True
            waiting.append(verdict)
    for verdict in waiting:
        for child in children.get(verdict.item.ref, ()):
            if _is_live(child) and not child.is_blocked:
                child.is_blocked = True
                waiting.append(child)


def _list_blockers(verdict: Verdict, parents: list[Edge]) -> None:
    """What is told of a blocked issue: live ones that it waits for, else its parent; with neither it is not listed."""
    if not verdict.is_blocked:
        # A spawner whose children are through holds nothing up, though it is live itself; and nothing holds up what is
        # closed or pinned.
        verdict.blockers = []
        return
    if not verdict.blockers:
        verdict.blockers = [Edge(one.target, one.source, one.stated_by, one.reference) for one in parents[-1:]]
    verdict.is_listed = bool(verdict.blockers)


def _judge(verdict: Verdict, parents: list[Edge], by_ref: dict[str, Verdict]) -> None:
    work = verdict.work
    above = (by_ref[one.target.ref].work.deferred_until for one in parents)
    verdict.hidden_until = max(filter(None, (work.deferred_until, *above)), default=None)
    if work.state != "open":
        verdict.why = f"Its status is {work.state}, and only open issues are ready."
    elif verdict.is_blocked:
        names = ", ".join(dict.fromkeys(one.source.id for one in verdict.blockers[:3]))
        verdict.why = f"It waits for {names}." if names else "It waits for children of a closed issue."
    elif work.is_pinned:
        verdict.why = "It is pinned, which sets it aside."
    elif work.is_ephemeral:
        verdict.why = "It is ephemeral, and those are not offered."
    elif work.kind in _INFRASTRUCTURE:
        verdict.why = f"It is of type {work.kind}, which is no work."
    else:
        verdict.is_ready = True
        verdict.why = "It is open, and nothing that it waits for is."
