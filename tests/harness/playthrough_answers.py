"""Right and wrong answers to the questions about playthroughs, in various words."""

from harness import playthrough_verifiers as verifiers
from harness.verifiers import Verifier

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
