"""Impact is answered the same where the steps to dependents are kept between questions."""

from typing import Any

import pytest

import queries
from compiler.store.snapshot import Snapshot
from queries.links import kept_steps
from queries.links.kept_steps import keep_steps, steps_to_dependents
from tests.server.explorer.reading import sample


def answers(snapshot: Snapshot) -> list[tuple[dict[str, Any], int]]:
    """The impact of each object, and the work that it took."""
    found = []
    for one in snapshot.objects():
        steps: list[int] = []
        asked = snapshot.for_request(steps.append)
        tool = queries.TOOLS["get_impact"]
        found.append((tool.answer(asked, {"ref": one.ref}), sum(steps)))
    return found


@pytest.mark.parametrize("most", [kept_steps.MAX_KEPT_STEPS, 5])
def test_impact_with_kept_steps_is_the_same_and_costs_no_less(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_steps, "MAX_KEPT_STEPS", most)
    expected = answers(fresh())
    assert any(answer["impact"] for answer, _ in expected)
    kept = fresh()
    keep_steps(kept)
    for _ in range(2):
        for (answer, work), (other, least) in zip(answers(kept), expected, strict=True):
            assert answer == other
            assert work >= least > 0


def test_steps_are_not_kept_of_a_question_that_was_ended() -> None:
    snapshot = fresh()
    keep_steps(snapshot)
    ref = next(one.ref for one in snapshot.objects() if list(steps_to_dependents(fresh())([one.ref])))
    with pytest.raises(TimeoutError):
        list(steps_to_dependents(snapshot.for_request(ended))([ref]))
    assert list(steps_to_dependents(snapshot)([ref])) == list(steps_to_dependents(fresh())([ref])) != []


def ended(steps: int) -> None:
    if steps:
        raise TimeoutError


def fresh() -> Snapshot:
    """A sample's snapshot that has kept nothing."""
    return sample("checkout-session").snapshot.with_meta()
