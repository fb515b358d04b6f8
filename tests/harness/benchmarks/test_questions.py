"""The questions of the benchmark: every tool is asked some, and all of them have answers."""

from collections.abc import Mapping

import pytest

from compiler.store.snapshot import Snapshot
from harness.benchmarks.generate import write
from harness.benchmarks.questions import UNASKED, WHOLE_GRAPH, Question, candidate_questions, questions
from queries import TOOLS
from tests.closing import compile_source

FILES = 120  # the fewest with a walkthrough


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    directory = tmp_path_factory.mktemp("questions")
    write(directory, FILES)
    return compile_source(directory)


@pytest.fixture(scope="module")
def by_form(snapshot: Snapshot) -> Mapping[str, list[Question]]:
    return questions(snapshot)


def test_questions_cover_every_tool(by_form: Mapping[str, list[Question]]) -> None:
    covered = {form.partition(",")[0] for form, answered in by_form.items() if answered}
    assert sorted(TOOLS.keys() - covered) == sorted(UNASKED)


def test_questions_exist_for_every_form(by_form: Mapping[str, list[Question]]) -> None:
    assert [form for form, answered in by_form.items() if not answered and form not in UNASKED] == []


def test_questions_include_every_candidate_form(snapshot: Snapshot, by_form: Mapping[str, list[Question]]) -> None:
    assert [form for form in candidate_questions(snapshot) if not by_form.get(form)] == []


def test_questions_include_whole_graph_tools(by_form: Mapping[str, list[Question]]) -> None:
    assert sorted(WHOLE_GRAPH.keys() - by_form.keys()) == []
    assert {form.partition(",")[0] for form in WHOLE_GRAPH} <= set(TOOLS)
