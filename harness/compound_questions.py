"""Twelve compound questions about the generated project, each over several relations. See `harness.questions`."""

import atexit
import re
import tempfile
from collections.abc import Collection
from functools import cache, partial
from pathlib import Path

from harness.benchmarks.known_project.asking import Question as KnownQuestion
from harness.benchmarks.known_project.invent import PRESETS, invent, revise
from harness.benchmarks.known_project.model import Project
from harness.benchmarks.known_project.questions import questions
from harness.benchmarks.known_project.repository import write
from harness.questions import Call, Question
from harness.verifiers import Verifier

PRESET = PRESETS["small-messy"]
CHOSEN = (
    *("derived requirements", "untested assertions", "failing tests", "code of deprecated requirements"),
    *("ready tasks", "waiting tasks", "missing dependencies", "successors of a decision", "newly replaced decisions"),
    *("tasks citing superseded decisions", "diagrams citing deprecated requirements"),
    "remembered deprecated requirements",
)
_TOKEN = re.compile(r"[\w/.-]*\w")


@cache
def written_project() -> Path:
    """Write the project into a folder that goes when the program ends, and return its path."""
    folder = tempfile.TemporaryDirectory(prefix="known-project-")
    atexit.register(folder.cleanup)
    root = Path(folder.name) / "known-project"
    write(root, PRESET)
    return root


def names_exactly(rows: Collection[tuple[object, ...]], others: Collection[str], answer: str) -> bool:
    """Whether an answer has every value of the rows as a word, and none of the `others`. Case does not matter."""
    said = {token.casefold() for token in _TOKEN.findall(answer)}
    right = {str(value).casefold() for row in rows for value in row}
    return right <= said and not {other.casefold() for other in others} & said - right


def verifier(project: Project, asked: KnownQuestion) -> Verifier:
    """Return what accepts the ids of a question, and nothing else of their kind but what the question names itself."""
    kinds: list[set[str]] = [
        set(project.requirements),
        {f"{one.id}-{each.label}" for one in project.requirements.values() for each in one.assertions},
        set(project.tasks),
        set(project.decisions),
        {diagram.id for diagram in project.diagrams},
        {fact.id for fact in project.facts},
    ]
    firsts = {str(row[0]) for row in asked.rows}
    named = set(_TOKEN.findall(asked.text))
    return partial(names_exactly, asked.rows, next(ids for ids in kinds if firsts <= ids) - named)


def _question(project: Project, asked: KnownQuestion) -> Question:
    return Question(
        asked.name.replace(" ", "-"),
        "the generated project",
        f"{asked.text} Give the ids of all of them, and name no others.",
        verifier(project, asked),
        (Call("query_facts", dict(asked.arguments)),),
        tuple(sorted(f'"{row[0]}"' for row in asked.rows)),
        written_project,
    )


def _compound() -> tuple[Question, ...]:
    project = revise(invent(PRESET))
    by_name = {asked.name: asked for asked in questions(PRESET)}
    return tuple(_question(project, by_name[name]) for name in CHOSEN)


COMPOUND = _compound()
