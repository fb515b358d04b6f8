"""The questions of the benchmark: every tool is asked some, and each of them has an answer."""

from collections.abc import Mapping

import pytest

from queries import TOOLS
from tests.benchmarks.generate import write
from tests.benchmarks.questions import UNASKED, WHOLE_GRAPH, Question, questions
from tests.closing import compile_source

FILES = 120  # the fewest with a walkthrough


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Question]]:
    directory = tmp_path_factory.mktemp("asked")
    write(directory, FILES)
    return questions(compile_source(directory))


def test_every_tool_is_asked_something(found: Mapping[str, list[Question]]) -> None:
    asked = {form.partition(",")[0] for form, wanted in found.items() if wanted}
    assert sorted(TOOLS.keys() - asked) == sorted(UNASKED)


def test_no_form_of_a_question_is_left_without_an_answer(found: Mapping[str, list[Question]]) -> None:
    assert [form for form, wanted in found.items() if not wanted and form not in UNASKED] == []


def test_what_is_about_a_whole_graph_is_asked(found: Mapping[str, list[Question]]) -> None:
    assert sorted(WHOLE_GRAPH.keys() - found.keys()) == []
