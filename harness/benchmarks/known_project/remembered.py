"""What agents remember: facts that cite requirements, and which service depends on which."""

import json
from collections.abc import Iterator, Mapping

from harness.benchmarks.known_project.model import Dependency, Fact, Preset, Project, Requirement
from harness.benchmarks.known_project.spelling import requirement_mention
from harness.benchmarks.sources.words import SERVICES, sentence

CATEGORIES = ("decision", "pattern", "bug_fix")
PATH = "agents/memory.jsonl"
AT = "2025-06-01T08:00:00Z"
END = "2025-07-01T08:00:00Z"


def facts(preset: Preset, cited: Mapping[str, Requirement]) -> tuple[Fact, ...]:
    """As many facts as notes. Every sixth is superseded by the next one."""
    found = []
    for number in range(1, preset.size.notes + 1):
        random = preset.random(f"fact/{number}")
        newer = f"fact-{number + 1}" if number % 6 == 2 and number < preset.size.notes else ""
        mention = requirement_mention(random, random.choice(list(cited.values())), is_messy=preset.is_messy)
        found.append(Fact(f"fact-{number}", random.choice(CATEGORIES), newer, (mention,)))
    return tuple(found)


def dependencies(preset: Preset) -> tuple[Dependency, ...]:
    """Each service but the first depends on one or two earlier ones. Every fifth dependency has ended."""
    random = preset.random("dependencies")
    pairs = [
        (source, target)
        for at, source in enumerate(SERVICES)
        for target in sorted(random.sample(SERVICES[:at], min(at, random.choice((1, 2)))))
    ]
    return tuple(Dependency(source, target, number % 5 == 4) for number, (source, target) in enumerate(pairs))


def files(project: Project) -> Iterator[tuple[str, str]]:
    """The file of records."""
    lines = (json.dumps(record) for record in _records(project))
    yield PATH, "\n".join(lines) + "\n"


def _records(project: Project) -> Iterator[Mapping[str, object]]:
    yield {"type": "memory", "format": "memory-jsonl", "version": 1, "project": "tramway", "default_branch": "main"}
    for fact in project.facts:
        random = project.preset.random(f"text/{fact.id}")
        cited = " and ".join(mention.text for mention in fact.mentions)
        state = {"status": "superseded", "superseded_by": fact.superseded_by} if fact.superseded_by else {}
        text = f"{sentence(random)} This is about {cited} only."
        yield {
            "type": "fact",
            "id": fact.id,
            "text": text,
            "category": fact.category,
            "branch": "main",
            "at": AT,
        } | state
    for number, one in enumerate(project.dependencies):
        known = {"type": "relation", "id": f"r-{number}", "source": one.source, "relation": "depends_on"}
        ended = {"valid_to": END} if one.has_ended else {}
        yield known | {"target": one.target, "branch": "main", "at": AT, "valid_from": AT} | ended
