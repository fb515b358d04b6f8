"""The fifth phase of linking: which tasks can be worked on and which cannot, by the rules of their formats.

The rule of most formats: a task is ready when it is neither done nor archived and no unfinished task blocks it. Tasks
in progress are ready too. Where the program of a format takes a missing task for unfinished, so do we (`STRICT`). What
an export says of an issue that it does not hold counts too; and an issue that says that it is blocked is not ready
(except in Medulla). Beads and Task Master have rules of their own (`beads_rules`, `task_master_rules`).
"""

from collections.abc import Iterable, Mapping

from compiler.graphs.cycles import shortest_cycle
from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.beads_rules import judge_beads
from compiler.languages.knowledge.linking.cycles import find_cycles, path_text
from compiler.languages.knowledge.linking.items import (
    BEADS,
    BMAD,
    DEPENDENCIES,
    MEDULLA,
    PARENT_CHILD,
    STATUSES,
    TASK_MASTER,
    TRACKER,
    WAITS_FOR,
    Item,
)
from compiler.languages.knowledge.linking.references import Edge, ResolvedReferences, counts_as_open
from compiler.languages.knowledge.linking.task_master_rules import judge_task_master
from compiler.languages.knowledge.linking.work_states import Verdict
from compiler.languages.knowledge.records import IN_REVIEW, OF_FINISHED_PAGE, Reference
from compiler.model.diagnostics import Diagnostic

BY_PARTS = "parts"  # the word of a group that waits for its own parts


def judge(items: list[Item], resolved: ResolvedReferences) -> tuple[list[Verdict], list[Diagnostic]]:
    """A verdict on each task, and on each decision that Beads tracks like one, in the order of the items; and the
    dependency cycles."""
    verdicts = {item.ref: Verdict(item, item.record.scheduling) for item in items if item.record.scheduling}
    waits: dict[str, list[Edge]] = {}
    for edge in resolved.of("blocks"):
        waits.setdefault(edge.target.ref, []).append(edge)
    beads = [verdict for verdict in verdicts.values() if verdict.item.group.profile == BEADS]
    if beads:
        judge_beads(beads, resolved, waits)
    _set_blockers((verdict for verdict in verdicts.values() if verdict.item.group.profile != BEADS), waits, resolved)
    parents = {link.source.ref: link for link in reversed(resolved.of("belongs_to"))}
    judge_task_master([verdict for verdict in verdicts.values() if verdict.item.group.profile == TASK_MASTER], parents)
    for verdict in verdicts.values():
        if verdict.item.group.profile not in (BEADS, TASK_MASTER):
            _judge_by_dependencies(verdict)
    _pass_on(verdicts, parents)
    return list(verdicts.values()), _cycles(items, waits)


def _set_blockers(verdicts: Iterable[Verdict], waits: dict[str, list[Edge]], resolved: ResolvedReferences) -> None:
    """Set the unfinished and the missing tasks that each task waits for. `waits` are the edges from blockers, by the
    ref of what waits."""
    missing: dict[str, list[Reference]] = {}
    for item, reference in resolved.unresolved:
        if reference.relation == "blocks" and counts_as_open(item, reference):
            missing.setdefault(item.ref, []).append(reference)
    for verdict in verdicts:
        ref = verdict.item.ref
        verdict.blockers = [
            edge for edge in waits.get(ref, ()) if edge.source.type == "task" and edge.source.status != "done"
        ]
        verdict.missing = missing.get(ref, [])


def _judge_by_dependencies(verdict: Verdict) -> None:
    """Apply the rule of most formats to one task."""
    item, state = verdict.item, verdict.scheduling.state
    if item.status in ("done", "archived"):
        verdict.why = f"It is {item.status}."
        return
    if state == OF_FINISHED_PAGE:
        verdict.why = "What its page is about is done, so what is left open there is not to be worked on."
        return
    verdict.is_blocked = verdict.is_listed = verdict.is_held_up
    verdict.hidden_until = verdict.scheduling.deferred_until
    if verdict.is_blocked:
        verdict.why = f"It waits for {verdict.names_of_blockers}."
    elif item.status == "blocked" and item.group.profile != MEDULLA:
        verdict.is_blocked = verdict.is_listed = True
        by = "Its tracker" if item.group.profile == TRACKER else "Its status"
        verdict.why = f"{by} says that it is blocked, and nothing of this source that it waits for is open."
    elif state == IN_REVIEW:
        verdict.why = "It is in review, so what is left to be done is the review."
    elif state in ("draft", "deferred"):
        named = "in triage" if item.group.profile == TRACKER else "a draft" if state == "draft" else "deferred"
        verdict.why = f"It is {named}, so it is not to be worked on yet."
    else:
        says_blocked = "It says that it is blocked, but nothing that it waits for is open."
        open_ = "It is not done, and nothing that it waits for is open."
        verdict.set_ready(says_blocked if item.status == "blocked" else open_)


def _pass_on(verdicts: Mapping[str, Verdict], parents: Mapping[str, Edge]) -> None:
    """Hold up the parts of the tasks of a list that are held up, put off or undecided themselves, at any depth."""
    for verdict in verdicts.values():
        edge = parents.get(verdict.item.ref)
        if not (edge and verdict.is_ready and verdict.item.group.profile in (DEPENDENCIES, STATUSES)):
            continue
        seen = {verdict.item.ref}
        while edge and edge.target.ref in verdicts and edge.target.ref not in seen:
            seen.add(edge.target.ref)
            above = verdicts[edge.target.ref]
            if not above.is_ready and above.item.status not in ("done", "archived") and _holds_parts_up(above):
                _hold_up(verdict, above, edge)
                break
            edge = parents.get(edge.target.ref)


def _holds_parts_up(verdict: Verdict) -> bool:
    """Whether a task is held up by more than its own open parts. An epic of BMAD that nobody has begun is not."""
    if verdict.item.group.format == BMAD and verdict.scheduling.state == "draft":
        return False
    own = [blocker for blocker in verdict.blockers if blocker.reference.word == BY_PARTS]
    return bool(verdict.item.undecided) or not own or len(own) < len(verdict.blockers)


def _hold_up(verdict: Verdict, above: Verdict, edge: Edge) -> None:
    verdict.is_ready = False
    verdict.why = f"It is a part of {above.item.id}, which cannot be worked on. {above.why}"
    if above.is_blocked and any(blocker.reference.word != BY_PARTS for blocker in above.blockers):
        by = Edge(above.item, verdict.item, verdict.item, edge.reference._replace(word=PARENT_CHILD))
        verdict.blockers = [by]
        verdict.is_blocked = verdict.is_listed = True
    else:
        verdict.item.undecided = verdict.item.undecided or above.item.undecided


def _cycles(items: list[Item], waits: dict[str, list[Edge]]) -> list[Diagnostic]:
    """A finding for each cycle of dependencies in which a task is not done."""
    graph = {
        ref: list(dict.fromkeys(edge.source.ref for edge in edges if edge.reference.word != WAITS_FOR))
        for ref, edges in waits.items()
    }
    by_ref = {item.ref: item for item in items}
    found = []
    for members in find_cycles(graph):
        if any(by_ref[member].status not in ("done", "archived") for member in members):
            way = path_text([by_ref[ref].id for ref in shortest_cycle(graph, members)])
            found.append(codes.DEPENDENCY_CYCLE.at(by_ref[members[0]].span, cycle=way))
    return found
