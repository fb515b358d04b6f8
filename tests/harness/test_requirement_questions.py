"""The questions about requirements: plans, facts and verifiers."""

import pytest

from harness import requirement_verifiers as verifiers
from harness.questions import WORLD_QUESTIONS, Question
from harness.requirement_questions import REQUIREMENT_QUESTIONS
from harness.run import dry_run, main
from harness.verifiers import Verifier


@pytest.mark.parametrize("question", REQUIREMENT_QUESTIONS, ids=lambda one: one.id)
def test_the_planned_calls_hold_the_facts(question: Question) -> None:
    (outcome,) = dry_run([question])
    assert outcome.passed, outcome.answer


def test_there_are_six_questions_with_unique_ids() -> None:
    ids = {one.id for one in (*WORLD_QUESTIONS, *REQUIREMENT_QUESTIONS)}
    assert len(ids) == len(WORLD_QUESTIONS) + len(REQUIREMENT_QUESTIONS) == len(WORLD_QUESTIONS) + 6


def test_question_set_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dry", "--set", "requirements"]) == 0
    assert "6 of 6 passed" in capsys.readouterr().out


GOOD: list[tuple[Verifier, str]] = [
    (verifiers.serves_five, "REQ-d00003 serves REQ-o00002, REQ-o00001, REQ-o00003, REQ-p00001 and REQ-p00002."),
    (verifiers.serves_five, "- `REQ-p00001`\n- `REQ-p00002`\n- `REQ-o00001`\n- `REQ-o00002`\n- `REQ-o00003`"),
    (verifiers.second_and_third_fail, "REQ-d00002-B and REQ-d00002-C; the test of A was skipped."),
    (verifiers.second_and_third_fail, "Assertions **B** and **C** (test_three_readings_count). A is only skipped."),
    (verifiers.stale_hash, "REQ-d00015 (Serves nobody): the hash is deadbeef and should be `609932b4`."),
    (verifiers.lid_and_cut_off, "REQ-o00004 and REQ-d00004."),
    (verifiers.lid_and_cut_off, "* `REQ-d00004` (Cut-off)\n* `REQ-o00004` (Lid)"),
    (verifiers.cited_in_vain, "REQ-o00001-Q and REQ-d00004-C do not exist, REQ-p00002-C is retired."),
    (verifiers.implemented_not_tested, "REQ-d00001-B has no test; the code is at firmware/heater.c:7."),
    (verifiers.implemented_not_tested, "Assertion B (returns the power). Implemented in `firmware/heater.c`, line 7."),
]
BAD: list[tuple[Verifier, str]] = [
    (verifiers.serves_five, "REQ-o00002, REQ-o00001 and REQ-o00003."),
    (verifiers.serves_five, "REQ-o00001, REQ-o00002, REQ-o00003, REQ-o00004, REQ-p00001, REQ-p00002"),
    (verifiers.second_and_third_fail, "REQ-d00002-A, REQ-d00002-B and REQ-d00002-C."),
    (verifiers.second_and_third_fail, "Assertion B."),
    (verifiers.stale_hash, "REQ-d00015: the hash is deadbeef."),
    (verifiers.stale_hash, "REQ-d00015 should be 609932b4, and REQ-p00011 112d1cfc."),
    (verifiers.lid_and_cut_off, "REQ-p00002."),
    (verifiers.lid_and_cut_off, "REQ-o00003, REQ-o00004 and REQ-d00004."),
    (verifiers.cited_in_vain, "REQ-o00001-Q and REQ-d00004-C."),
    (verifiers.cited_in_vain, "REQ-o00001-Q, REQ-d00004-C, REQ-p00002-C and REQ-o00002-B."),
    (verifiers.implemented_not_tested, "REQ-d00001-B."),
    (verifiers.implemented_not_tested, "REQ-d00001-A is untested; firmware/heater.c:7."),
]


@pytest.mark.parametrize(("verifier", "answer"), GOOD)
def test_a_right_answer_passes(verifier: Verifier, answer: str) -> None:
    assert verifier(answer)


@pytest.mark.parametrize(("verifier", "answer"), BAD)
def test_a_wrong_answer_fails(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)


@pytest.mark.parametrize("verifier", list(dict.fromkeys(verifier for verifier, _ in GOOD)))
@pytest.mark.parametrize("answer", ["", "I do not know.", "\x00", "(" * 200, "REQ-d00001 " * 2_000])
def test_verifiers_accept_any_text(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)
