"""What is ready and what is blocked by the rules of Task Master.

A task is ready when it is pending, in progress or in review, and all that it waits for is done or cancelled. A subtask
is ready when, besides, its parent could be worked on: the parent is open too, and nothing holds it up. The next task is
a subtask of a task in progress, if there is one; what is in review comes last. A subtask of a task that nobody has
begun stands right behind that task: it cannot be begun before.
"""

from compiler.languages.knowledge.linking.items import PARENT_CHILD
from compiler.languages.knowledge.linking.references import Edge
from compiler.languages.knowledge.linking.work_states import Verdict

_WORKABLE = frozenset({"pending", "todo", "in-progress", "in_progress", "review"})
_STARTED = frozenset({"in-progress", "in_progress"})


def judge_task_master(verdicts: list[Verdict], parents: dict[str, Edge]) -> None:
    """Complete the verdicts on all tasks, parents before their subtasks. `blockers` and `missing` are set already;
    `parents` are the edges from subtasks to their parents, by the ref of the subtask."""
    by_ref = {verdict.item.ref: verdict for verdict in verdicts}
    judged: set[str] = set()
    for verdict in verdicts:
        _judge(verdict, parents, by_ref, judged)
    _set_turns(verdicts, parents, by_ref)


def _judge(verdict: Verdict, parents: dict[str, Edge], by_ref: dict[str, Verdict], judged: set[str]) -> None:
    if verdict.item.ref in judged:
        return
    judged.add(verdict.item.ref)
    edge = parents.get(verdict.item.ref)
    parent = by_ref.get(edge.target.ref) if edge else None
    if edge and parent:
        _judge(parent, parents, by_ref, judged)
    state = verdict.scheduling.state
    if verdict.item.status == "done":
        verdict.why = f"It is {'cancelled' if state.startswith('cancel') else 'done'}."
        return
    if edge and parent and parent.is_held_up and not verdict.is_held_up:
        verdict.blockers = [Edge(parent.item, verdict.item, verdict.item, edge.reference._replace(word=PARENT_CHILD))]
    verdict.is_blocked = verdict.is_listed = verdict.is_held_up
    if verdict.is_blocked:
        verdict.why = f"It waits for {verdict.names_of_blockers}."
    elif state == "blocked":
        verdict.is_blocked = verdict.is_listed = True
        verdict.why = "Its status says that it is blocked, and nothing of this source that it waits for is open."
    elif state not in _WORKABLE:
        verdict.why = f"Its status is {state}, and only pending, in-progress and review are worked on."
    elif parent and not parent.is_ready:
        verdict.why = f"It is a part of {parent.item.id}, whose status is {parent.scheduling.state}."
        if parent.scheduling.state in _WORKABLE:
            verdict.why = f"It is a part of {parent.item.id}, which cannot be worked on itself."
    else:
        verdict.set_ready("It is not done, and nothing that it waits for is open.")


def _set_turns(verdicts: list[Verdict], parents: dict[str, Edge], by_ref: dict[str, Verdict]) -> None:
    """Say which ready tasks go first in their tag, which last, and which right behind their parents."""
    for verdict in verdicts:
        edge = parents.get(verdict.item.ref)
        parent = by_ref.get(edge.target.ref) if edge else None
        if verdict.scheduling.state == "review":
            verdict.turn = 1
        elif parent and parent.scheduling.state in _STARTED:
            verdict.turn = -1
        elif parent and parent.is_ready:
            verdict.behind = parent
