"""Each verifier accepts right answers in various words, and rejects wrong ones that use the same words."""

from harness.questions import Question
from harness.run import QUESTIONS
from harness.verifiers import Verifier
from tests.compiler.tables import table
from tests.harness import (
    compound_answers,
    diagram_answers,
    knowledge_answers,
    memory_answers,
    playthrough_answers,
    requirement_answers,
    world_answers,
)

ANSWERS = (
    compound_answers,
    diagram_answers,
    knowledge_answers,
    memory_answers,
    playthrough_answers,
    requirement_answers,
    world_answers,
)

GOOD = [case for answers in ANSWERS for case in answers.GOOD]
BAD = [case for answers in ANSWERS for case in answers.BAD]
OTHER = ["", "I do not know.", "\x00", "(" * 200, *(f"{word} " * 2_000 for word in ("bank", "MILL-2", "REQ-d00001"))]


@table(("verifier", "answer"), GOOD)
def test_verifier_accepts_right_answer(verifier: Verifier, answer: str) -> None:
    assert verifier(answer)


@table(("verifier", "answer"), BAD)
def test_verifier_rejects_wrong_answer(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)


@table("question", QUESTIONS)
def test_verifier_takes_any_text(question: Question) -> None:
    assert not any(question.verifier(answer) for answer in OTHER)


def test_every_verifier_is_tested_both_ways() -> None:
    used = {question.verifier for question in QUESTIONS}
    assert used == {verifier for verifier, _ in GOOD} == {verifier for verifier, _ in BAD}
