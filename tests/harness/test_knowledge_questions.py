"""The questions about decisions and tasks: plans, facts and verifiers."""

import pytest

from harness import knowledge_verifiers as verifiers
from harness.knowledge_questions import KNOWLEDGE_QUESTIONS
from harness.questions import Question
from harness.run import QUESTIONS, dry_run, main
from harness.verifiers import Verifier


@pytest.mark.parametrize("question", KNOWLEDGE_QUESTIONS, ids=lambda one: one.id)
def test_the_planned_calls_hold_the_facts(question: Question) -> None:
    (outcome,) = dry_run([question])
    assert outcome.passed, outcome.answer


def test_there_are_six_questions_in_the_set_of_all() -> None:
    assert len(KNOWLEDGE_QUESTIONS) == 6
    assert {one.id for one in KNOWLEDGE_QUESTIONS} <= {one.id for one in QUESTIONS}


def test_question_set_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dry", "--set", "knowledge"]) == 0
    assert "6 of 6 passed" in capsys.readouterr().out


GOOD: list[tuple[Verifier, str]] = [
    (
        verifiers.bookings_by_service,
        "ADR-0005 (the booking service) holds; ADR-0003, the sheet, was between.",
    ),
    (verifiers.bookings_by_service, "ADR-0002 → `ADR-0003` → **ADR-0005**"),
    (verifiers.cloths_and_gate, "MILL-2 and MILL-4."),
    (verifiers.cloths_and_gate, "* `MILL-4` (Paint the gate)\n* `MILL-2` (Replace the press cloths)"),
    (verifiers.put_off_until_november, "cell-d4 is put off until 2025-11-01, which has not come yet."),
    (verifiers.put_off_until_november, "It is deferred until the 1st of November 2025."),
    (verifiers.put_off_until_november, "It is deferred until November 1, 2025."),
    (verifiers.yeast_in_a_circle, "cell-f6 (Buy yeast) and cell-f7 (Choose the yeast) wait for each other."),
    (verifiers.sizes_still_accepted, "ADR-0006 still says accepted; ADR-0007 replaced it."),
    (verifiers.over_press_day_and_scale, "notes/cloths → notes/press-day → ADR-0004 → ADR-0005"),
    (verifiers.over_press_day_and_scale, "Cloths, Press day, Weigh fruit at the gate (ADR-0004), ADR-0005."),
]
BAD: list[tuple[Verifier, str]] = [
    (verifiers.bookings_by_service, "ADR-0003 holds."),
    (verifiers.bookings_by_service, "ADR-0005, ADR-0003 and ADR-0004."),
    (verifiers.cloths_and_gate, "MILL-2, MILL-3 and MILL-4."),
    (verifiers.cloths_and_gate, "MILL-3 and MILL-4."),
    (verifiers.put_off_until_november, "It is blocked by cell-a1.2 until 2025-11-01."),
    (verifiers.put_off_until_november, "Its status is open, so it can be done."),
    (verifiers.yeast_in_a_circle, "cell-f6."),
    (verifiers.yeast_in_a_circle, "cell-f6, cell-f7 and cell-a1.3."),
    (verifiers.sizes_still_accepted, "ADR-0007 still says accepted, and ADR-0006 replaced it."),
    (verifiers.sizes_still_accepted, "ADR-0006."),
    (verifiers.over_press_day_and_scale, "notes/cloths → ADR-0004 → ADR-0005"),
    (verifiers.over_press_day_and_scale, "notes/cloths → notes/scale → ADR-0005"),
]


@pytest.mark.parametrize(("verifier", "answer"), GOOD)
def test_a_right_answer_passes(verifier: Verifier, answer: str) -> None:
    assert verifier(answer)


@pytest.mark.parametrize(("verifier", "answer"), BAD)
def test_a_wrong_answer_fails(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)


@pytest.mark.parametrize("verifier", list(dict.fromkeys(verifier for verifier, _ in GOOD)))
@pytest.mark.parametrize("answer", ["", "I do not know.", "\x00", "(" * 200, "MILL-2 " * 2_000])
def test_verifiers_accept_any_text(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)
