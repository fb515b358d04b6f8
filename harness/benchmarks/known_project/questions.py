"""All compound questions about the project."""

from harness.benchmarks.known_project import questions_across, questions_of_requirements, questions_of_work
from harness.benchmarks.known_project.asking import Question
from harness.benchmarks.known_project.invent import invent, revise
from harness.benchmarks.known_project.model import Preset


def questions(preset: Preset) -> list[Question]:
    """The questions with their right answers, of requirements first, then of work, then of diagrams and citations."""
    first = invent(preset)
    second = revise(first)
    return [
        question
        for area in (questions_of_requirements, questions_of_work, questions_across)
        for question in area.questions(first, second)
    ]
