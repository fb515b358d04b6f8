"""The operation that condenses observations into facts. It compares words; no model judges."""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.memory.facts import Consolidation, MemoryFact, MemorySession, MemoryTask, Observation
from compiler.store.snapshot import Snapshot
from queries.memory.duplicates import NearDuplicateIndex
from queries.memory.selection import agent_named, record_named
from queries.operations.arguments import invalid, optional
from queries.operations.memory.arguments import ID, branch_of, seen_on
from queries.operations.memory.log_lines import Lines, appending
from queries.operations.operation import Given
from queries.tools.parameters import Parameter

Json = Any

_NEEDED = {"session": ("session_id",), "agent": ("task_id", "agent_id"), "task": ("task_id",)}
CONSOLIDATED = ("insight", "decision", "discovery")  # types of observations that become facts
CONFIDENCE = 0.7  # of a fact that one observation states
STEP = 0.1  # by which a further observation makes a fact surer
DURABLE = ("bug_fix", "architecture", "pattern", "decision", "security", "performance")
DURABLE_CONFIDENCE = 0.8


@appending(
    Parameter("level", "string", "What is condensed.", required=True, choices=tuple(_NEEDED), aliases=("scope",)),
    optional("session_id", "For session: the session."),
    optional("task_id", "For agent and task: the task."),
    optional("agent_id", "For agent: the agent."),
    optional("branch", "For session: the branch of its observations."),
    ID,
)
def memory_consolidate(lines: Lines, given: Given) -> None:
    """Condenses what is known. `session`: its insights, decisions and discoveries become facts, or make a fact with the
    same words surer. `agent`: of its facts for a task that say the same, the surest stays. `task`: records which facts
    are durable.

    An observation that an earlier consolidation has taken is not taken again.
    """
    snapshot = lines.snapshot
    missing = [name for name in _NEEDED[given.level] if getattr(given, name) is None]
    if missing:
        raise invalid(f"The level {given.level} needs {' and '.join(missing)}", level=given.level)
    if given.level == "session":
        record_named(snapshot, MemorySession, given.session_id, "session_id")
        on, body = _session(lines, given.session_id, given.branch)
    else:
        task = record_named(snapshot, MemoryTask, given.task_id, "task_id")
        is_agent = given.level == "agent"
        on, body = _agent(lines, task, agent_named(snapshot, given.agent_id)) if is_agent else _task(snapshot, task)
    lines.put("consolidation", on, {"level": given.level, **body}, id=given.id)


def _session(lines: Lines, session: str, branch: str | None) -> tuple[str, Mapping[str, Json]]:
    snapshot = lines.snapshot
    said = snapshot.facts(Observation, session=session)
    found = [observation for observation in said if observation.observation_type in CONSOLIDATED]
    on = found[0].branch if found and not branch else branch_of(snapshot, branch or None)
    taken = _taken(snapshot)
    fresh = [observation for observation in found if observation.branch == on and observation.record_id not in taken]
    if not fresh:
        problem = "The session has no insight, decision or discovery on the branch that is not condensed yet"
        raise invalid(problem, session_id=session, branch=on)
    facts = seen_on(snapshot, on, MemoryFact, is_active=1)
    known = NearDuplicateIndex([fact.text for fact in facts])
    surer: dict[int, int] = {}
    new: dict[str, Observation] = {}
    for observation in fresh:
        best = max(known.near(observation.summary), key=lambda pair: (pair[1], -pair[0]), default=None)
        if best is not None:
            surer[best[0]] = surer.get(best[0], 0) + 1
        else:
            new.setdefault(observation.summary, observation)
    for observation in new.values():
        lines.put("fact", on, _fact_of(observation))
    updated = sum(_make_surer(lines, facts[at], on, times) for at, times in sorted(surer.items()))
    return on, {
        "session_id": session,
        "facts_created": len(new),
        "facts_updated": updated,
        "facts_deduplicated": len(fresh) - len(new) - updated,
        "observations_processed": len(fresh),
        "metadata": {"observations": [observation.record_id for observation in fresh]},
    }


def _agent(lines: Lines, task: MemoryTask, agent: str) -> tuple[str, Mapping[str, Json]]:
    """Supersede the facts of an agent that say nearly the same as a surer or newer one of its own."""
    facts = lines.snapshot.facts(MemoryFact, task=task.record_id, agent=agent, is_active=1)
    groups = _groups(facts)
    for branch, names in groups:
        kept, *others = names
        for other in others:
            lines.again(other, branch, status="superseded", superseded_by=kept.record_id)
    if not groups:
        raise invalid("No two facts of the agent for this task say nearly the same", agent_id=agent, facts=len(facts))
    merged = sum(len(names) - 1 for _, names in groups)
    counts = {"facts_created": 0, "facts_updated": 0, "facts_deduplicated": merged}
    return groups[0][0], {"task_id": task.record_id, "agent_id": agent, **counts}


def _task(snapshot: Snapshot, task: MemoryTask) -> tuple[str, Mapping[str, Json]]:
    facts = snapshot.facts(MemoryFact, task=task.record_id, is_active=1)
    durable = [fact.record_id for fact in facts if fact.confidence >= DURABLE_CONFIDENCE and fact.category in DURABLE]
    if not durable:
        problem = f"No fact of the task is durable: of confidence {DURABLE_CONFIDENCE} and one of {', '.join(DURABLE)}"
        raise invalid(problem, task_id=task.record_id, facts=len(facts))
    names = [*dict.fromkeys(durable)]
    return task.branch, {
        "task_id": task.record_id,
        "summary": f"Durable facts: {', '.join(names)}",
        "facts_created": 0,
        "metadata": {"durable": names},
    }


def _taken(snapshot: Snapshot) -> set[str]:
    """Return the observations that earlier consolidations have taken, and those that facts are drawn from."""
    metadata = (consolidation.extra.get("metadata") for consolidation in snapshot.facts(Consolidation))
    listed = (said.get("observations") for said in metadata if isinstance(said, dict))
    drawn = {fact.source_id for fact in snapshot.facts(MemoryFact) if fact.source_id}
    return {name for names in listed if isinstance(names, list) for name in names if isinstance(name, str)} | drawn


def _fact_of(observation: Observation) -> Mapping[str, Json]:
    return {
        "text": observation.summary,
        "category": observation.observation_type
        if observation.observation_type in ("decision", "discovery")
        else "insight",
        "confidence": CONFIDENCE,
        "source_type": "consolidation",
        "source_id": observation.record_id,
        "session_id": observation.session,
        "agent_id": observation.agent,
        "task_id": observation.task,
    }


def _make_surer(lines: Lines, fact: MemoryFact, branch: str, times: int) -> int:
    """Raise the confidence of a fact on its branch, if it can be: return how many facts are changed. A fact of another
    branch stays as that branch has it."""
    surer = min(1.0, round(fact.confidence + STEP * times, 2))
    if surer == fact.confidence or fact.branch != branch:
        return 0
    lines.again(fact, branch, confidence=surer)
    return 1


def _groups(facts: Sequence[MemoryFact]) -> list[tuple[str, list[MemoryFact]]]:
    """Return the facts of a branch that say nearly the same as the first of them, the surest and newest."""
    found = []
    for branch in sorted({fact.branch for fact in facts}):
        left = [fact for fact in facts if fact.branch == branch]
        left.sort(key=lambda fact: (-fact.confidence, -(fact.at_us or 0), fact.record_id))
        while left:
            near = {at for at, _ in NearDuplicateIndex([fact.text for fact in left]).near(left[0].text)} | {0}
            same = [fact for at, fact in enumerate(left) if at in near]
            found += [(branch, same)] if len(same) > 1 else []
            names = {fact.record_id for fact in same}
            left = [fact for fact in left if fact.record_id not in names]
    return found
