"""The six questions about playthroughs, of the sample `worlds/playthroughs`. See `harness.questions`.

None can be answered from the map or from a search for text: each needs the state of a player.
"""

from typing import Any

from harness import playthrough_verifiers as verifiers
from harness.questions import Call, Question
from harness.verifiers import Verifier


def _question(id_: str, prompt: str, verifier: Verifier, calls: tuple[Call, ...], *facts: str) -> Question:
    return Question(id_, "playthroughs", prompt, verifier, calls, facts)


def _call(tool: str, **arguments: Any) -> Call:
    return Call(tool, arguments)


PLAYTHROUGH_QUESTIONS = (
    _question(
        "far-bank",
        "In the world toll-bridge: can a player ever reach the Far Bank? If not, at which exit does it end?",
        verifiers.no_way_to_the_far_bank,
        (_call("find_playthrough", goal=["far-bank"], world="toll-bridge"),),
        '"verdict":"unreachable"',
        '"move":"exit:second-span/over"',
    ),
    _question(
        "into-the-chapel",
        "In the world night-bell: how many moves at least bring a player into the Chapel, and which rule "
        "opens its door?",
        verifiers.six_moves_to_the_chapel,
        (_call("find_playthrough", goal=["chapel"], world="night-bell"),),
        '"verdict":"reachable"',
        '"move_count":6',
        '"rule":"the door is opened"',
    ),
    _question(
        "head-of-the-stair",
        "In the world long-stair: how many moves does the shortest way to the Head of the Stair have?",
        verifiers.moves_up_the_stair,
        (_call("find_playthrough", goal=["head-of-the-stair"], world="long-stair", fields=["step", "move"]),),
        '"verdict":"reachable"',
        '"move_count":41',
    ),
    _question(
        "lost-in-the-snow",
        "In the world snowed-pass: which single choice makes the ending unreachable for good?",
        verifiers.the_sledge_is_burnt,
        (_call("get_soft_locks", world="snowed-pass"),),
        '"closed_by":"choice:snowed-pass/at the stove/burn-the-sledge"',
    ),
    _question(
        "both-heirs",
        "In the world two-heirs: can one playthrough enter both the section of the niece and that of the gardener?",
        verifiers.not_both_heirs,
        (
            _call(
                "find_playthrough",
                goal=["section:two-heirs/the niece inherits", "section:two-heirs/the gardener inherits"],
                world="two-heirs",
            ),
        ),
        '"verdict":"unreachable"',
        '"reached_alone":true',
    ),
    _question(
        "the-great-hall",
        "In the world great-fair: how many moves at least to the section 'the hall', and whose mood opens it?",
        verifiers.moves_to_the_hall,
        (_call("find_playthrough", goal=["section:great-fair/the hall"], world="great-fair"),),
        '"verdict":"reachable"',
        '"move_count":27',
        '"what":"@hedda.mood","from":"curious","to":"pleased"',
    ),
)
