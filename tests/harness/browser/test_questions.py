"""Ten questions of docs/explorer.md that a person answers with the mouse alone, from the first page on."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from harness.browser.chromium import Tab, chromium, installed
from tests.paths import ROOT
from tests.server.web import WebServer

pytestmark = [
    pytest.mark.skipif(installed() is None, reason="no Chromium: apt install chromium, and these tests run"),
    pytest.mark.long("drives a real browser"),
    pytest.mark.timeout(300),
]


class Question(NamedTuple):
    """A question about a sample, what is clicked one after another, and what is then seen."""

    text: str
    world: str
    clicks: tuple[str, ...]
    answer: tuple[str, ...]


QUESTIONS = (
    Question(
        "Which decision holds in place of a superseded one?",
        "cider-mill",
        ("Decisions", "superseded"),
        ("replaced by ADR-0005", "Keep bookings in a shared sheet"),
    ),
    Question(
        "Which task is next, and what holds another one up?",
        "cider-mill",
        ("Tasks",),
        ("Next: notes/press-day#2", "Check the floor scale waits", "waits for MILL-2"),
    ),
    Question(
        "What must be looked at when a decision changes, step by step?",
        "cider-mill",
        ("Decisions", "ADR-0005", "As a graph", "One link further (1 more)"),
        ("4 objects, at most 3 links away. That is all.", "Press day"),
    ),
    Question(
        "Which mistake stands on which line?",
        "cider-mill",
        ("Findings", "2 errors", ".beads/issues.jsonl:11"),
        ("KNO102", "This line is no issue"),
    ),
    Question(
        "Which requirements have a gap, and which test fails?",
        "traced-kettle",
        ("Requirements", "Traceability matrix", "only with gaps", "Show"),
        ("with gaps", "TestSteam::test_three_readings_count failed"),
    ),
    Question(
        "Which code and which tests belong to a requirement?",
        "traced-kettle",
        ("Requirements", "REQ-d00002"),
        ("What depends on it", "by verifies tests/test_heater.py:16", "by implements firmware/heater.c:18"),
    ),
    Question(
        "What does a step of a flow lead to, and is it on a loop?",
        "checkout-session",
        ("Diagrams", "Checkout", "Reach of Card accepted?"),
        ("It leads to (6)", "It is on a loop with (1)", "Offer another card"),
    ),
    Question(
        "What does a walkthrough show at its second step?",
        "checkout-session",
        ("Diagrams", "How money comes back", "Next step"),
        ("2 of 3: The bank is asked", "Step before"),
    ),
    Question(
        "Can a player get to a place, and why is the way open?",
        "locked-garden",
        (
            *("Worlds", "the-locked-garden", "Playthroughs", "The Walled Garden"),
            *("Next step", "Next step", "Next step", "Next step"),
        ),
        ("4 of 4: go to the-walled-garden", "Why it was allowed", "@garden_gate.locked is false"),
    ),
    Question(
        "What do two branches of a memory differ in?",
        "ferry-memory",
        ("Memory", "what differs from task/late-boats"),
        ("agent/late-boats/ines", "task/late-boats"),
    ),
)


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with chromium() as opened:
        yield opened


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.text)
def test_question_is_answered_with_the_mouse_alone(tab: Tab, question: Question) -> None:
    tab.show_as()
    with WebServer(ROOT / "worlds" / question.world, "--explorer") as server:
        tab.go(f"http://127.0.0.1:{server.port}/explore/")
        for name in question.clicks:
            tab.click(name)
        seen = " ".join(tab.evaluate("document.querySelector('main').innerText").split())
    assert [one for one in question.answer if one not in seen] == []


def test_questions_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "explorer.md").read_text(encoding="utf-8")
    assert len(QUESTIONS) == 10
    assert [one.text for one in QUESTIONS if one.text not in page] == []
