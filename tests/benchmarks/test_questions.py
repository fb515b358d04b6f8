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


def test_questions_cover_every_tool(found: Mapping[str, list[Question]]) -> None:
    asked = {form.partition(",")[0] for form, wanted in found.items() if wanted}
    assert sorted(TOOLS.keys() - asked) == sorted(UNASKED)


def test_questions_exist_for_every_form(found: Mapping[str, list[Question]]) -> None:
    assert [form for form, wanted in found.items() if not wanted and form not in UNASKED] == []


def test_questions_include_whole_graph_tools(found: Mapping[str, list[Question]]) -> None:
    assert sorted(WHOLE_GRAPH.keys() - found.keys()) == []
