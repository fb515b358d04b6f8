"""The questions about playthroughs: plans, facts and verifiers."""

import pytest

from harness import playthrough_verifiers as verifiers
from harness.playthrough_questions import PLAYTHROUGH_QUESTIONS
from harness.questions import Question
from harness.run import QUESTIONS, dry_run, main
from harness.verifiers import Verifier


@pytest.mark.parametrize("question", PLAYTHROUGH_QUESTIONS, ids=lambda one: one.id)
def test_the_planned_calls_hold_the_facts(question: Question) -> None:
    (outcome,) = dry_run([question])
    assert outcome.passed, outcome.answer


def test_there_are_six_questions_with_unique_ids() -> None:
    assert len(PLAYTHROUGH_QUESTIONS) == 6
    assert len({one.id for one in QUESTIONS}) == len(QUESTIONS)


def test_question_set_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dry", "--set", "playthroughs"]) == 0
    assert "6 of 6 passed" in capsys.readouterr().out


GOOD: list[tuple[Verifier, str]] = [
    (verifiers.no_way_to_the_far_bank, "No. It ends at `exit:second-span/over`: the third coin is missing."),
    (verifiers.no_way_to_the_far_bank, "It can never be reached: nobody can pay the third toll."),
    (verifiers.six_moves_to_the_chapel, '6 moves; the rule "the door is opened" opens it.'),
    (verifiers.moves_up_the_stair, "The shortest way has **41 moves**."),
    (verifiers.the_sledge_is_burnt, "`Burn the sledge`."),
    (verifiers.not_both_heirs, "No: there is wax for one letter."),
    (verifiers.moves_to_the_hall, "27 moves; it opens once Hedda is pleased."),
]
BAD: list[tuple[Verifier, str]] = [
    (verifiers.no_way_to_the_far_bank, "Yes, by paying three tolls."),
    (verifiers.no_way_to_the_far_bank, "No, it ends at the first span."),
    (verifiers.six_moves_to_the_chapel, "5 moves; the door is opened."),
    (verifiers.six_moves_to_the_chapel, "6 moves; the dark deepens."),
    (verifiers.moves_up_the_stair, "43 moves."),
    (verifiers.the_sledge_is_burnt, "Burn the sledge, or burn the chair."),
    (verifiers.not_both_heirs, "Yes, if both letters are sent."),
    (verifiers.moves_to_the_hall, "27 moves; Ilse opens it."),
]


@pytest.mark.parametrize(("verifier", "answer"), GOOD)
def test_a_right_answer_passes(verifier: Verifier, answer: str) -> None:
    assert verifier(answer)


@pytest.mark.parametrize(("verifier", "answer"), BAD)
def test_a_wrong_answer_fails(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)
