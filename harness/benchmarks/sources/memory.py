"""Agent memory: files of records with sessions, conversations, facts, branches, tasks, handoffs and relations, one file
a team.

Facts are superseded, some by a record of another branch. A few records refer to ids that do not exist.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from harness.benchmarks.sources import FILES_A_MISTAKE, Plan
from harness.benchmarks.sources.words import DEEDS, PARTS, TEAMS, coined, sentence, title

WEIGHT = 8
MIN_FILES = 1

SESSIONS = 3  # of a file
MESSAGES = 6  # of a session
FACTS = 5  # of a session
SUPERSEDED = 4  # one fact in so many has a second version
TASK_TYPES = ("bug_fix", "feature", "research")
BEGINNING = datetime(2025, 2, 3, 9, tzinfo=UTC)


def files(plan: Plan) -> Iterator[tuple[str, str]]:
    """As many files of records as the plan has room for."""
    for number in range(plan.counts["memory"]):
        path = f"memory/{TEAMS[number % len(TEAMS)]}-{number}.memory.jsonl"
        lines = (json.dumps(record) for record in records(plan.random(path), number))
        yield path, "\n".join(lines) + "\n"


def records(random: Random, number: int) -> Iterator[dict[str, Any]]:
    """The records of one file, in order of time."""
    time = BEGINNING + timedelta(days=number)
    branch = f"task/{title(random.choice(PARTS)).lower()}-{number}"
    yield {"type": "branch", "id": branch, "parent": "main", "at": _at(time)}
    yield from _task(number, branch, _at(time))
    for session in range(SESSIONS):
        name = f"s-{number}-{session}"
        where = branch if session % 2 else "main"
        time += timedelta(hours=5)
        yield {"type": "session", "id": name, "agent_id": f"agent-{number % 7}", "branch": where, "at": _at(time)}
        yield {"type": "conversation", "id": f"c-{name}", "session_id": name, "branch": where, "at": _at(time)}
        for at in range(MESSAGES):
            time += timedelta(minutes=3)
            yield {
                "type": "message",
                "id": f"m-{name}-{at}",
                "conversation_id": f"c-{name}",
                "seq": at + 1,
                "role": "assistant" if at % 2 else "user",
                "content": f"{sentence(random)} {sentence(random)}",
                "at": _at(time),
            }
        for at in range(FACTS):
            time += timedelta(minutes=2)
            fact = {"type": "fact", "id": f"f-{name}-{at}", "session_id": name, "branch": where, "at": _at(time)}
            if where == branch:
                fact["task_id"] = f"t-{number}"
            yield fact | {"text": sentence(random), "category": random.choice(("decision", "pattern", "bug_fix"))}
            if at % SUPERSEDED == 0:
                later = _at(time + timedelta(hours=1))
                yield fact | {"text": sentence(random), "category": "decision", "updated_at": later}
        yield {
            "type": "relation",
            "id": f"r-{name}",
            "source": coined(random),
            "relation": random.choice(DEEDS),
            "target": coined(random),
            "branch": where,
            "at": _at(time),
        }
        yield _observation(number, name, where, _at(time))
    facts = [f"f-s-{number}-1-{at}" for at in range(FACTS)]
    passed = {"fact_ids": facts, "conversation_ids": [f"c-s-{number}-1"], "context_summary": "What is left to do."}
    yield {"type": "handoff", "id": f"h-{number}", "source_branch": branch, "target_branch": "main", **passed}
    if random.randrange(FILES_A_MISTAKE) == 0:
        yield {"type": "handoff", "id": f"h-{number}-lost", "source_branch": branch, "target_branch": "nowhere"}


def _task(number: int, branch: str, at: str) -> Iterator[dict[str, Any]]:
    """The task of a branch, and the agent that took it."""
    kind, status = TASK_TYPES[number % len(TASK_TYPES)], ("active", "completed", "failed")[number % 3]
    objectives = [
        {"id": 1, "description": "Find the cause", "status": "completed"},
        {"id": 2, "description": "Mend it"},
    ]
    named = {"id": f"t-{number}", "name": branch.removeprefix("task/"), "branch": branch}
    yield {"type": "task", **named, "task_type": kind, "status": status, "objectives": objectives, "at": at}
    agent = {"id": f"ta-{number}", "agent_id": f"agent-{number % 7}", "role": "implementer", "joined_at": at}
    yield {"type": "task_agent", "task_id": f"t-{number}", **agent}


def _observation(number: int, session: str, branch: str, at: str) -> dict[str, Any]:
    """The observation at the end of a session."""
    record = {
        "observation_type": "tool_use",
        "tool_name": "Bash",
        "summary": f"Ran the checks of {PARTS[number % len(PARTS)]}",
    }
    of_task = {"task_id": f"t-{number}", "session_id": session, "branch": branch, "at": at}
    return {"type": "observation", "id": f"o-{session}", **record, **of_task}


def _at(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")
