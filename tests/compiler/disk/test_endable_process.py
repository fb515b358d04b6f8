"""A process that answers questions, on systems that wait for pipes and on those that do not (Windows)."""

import os
import select
from collections.abc import Iterator

import pytest

from compiler.disk.endable_process import EndableProcess, questions_and_answers, read_frame, write_frame


def serve() -> None:
    """Answer a number by its double, and never answer 0."""
    questions, answers = questions_and_answers()
    while True:
        number = read_frame(questions)
        while number == 0:
            pass
        write_frame(answers, number * 2)


@pytest.fixture(params=["poll", "thread"])
def process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[EndableProcess]:
    if request.param == "thread":
        monkeypatch.delattr(select, "poll")
    process = EndableProcess(__name__)
    yield process
    process.kill()


def test_endable_process_answers_each_question(process: EndableProcess) -> None:
    assert [process.ask(number) for number in (1, 2, 3)] == [2, 4, 6]


def test_endable_process_in_the_background_leaves_a_processor_to_others() -> None:
    process = EndableProcess(__name__, is_background=True)
    try:
        assert process.ask(1) == 2
        assert process.pid
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        if hasattr(os, "sched_setaffinity"):
            usable, used = os.sched_getaffinity(0), os.sched_getaffinity(process.pid)
            assert used < usable or len(usable) == 1
    finally:
        process.kill()


def test_endable_process_that_does_not_answer_is_killed_and_started_again(process: EndableProcess) -> None:
    assert process.ask(1) == 2
    with pytest.raises(TimeoutError):
        process.ask(0, seconds=0.2)
    assert process.pid is None
    assert process.ask(4) == 8
