"""Compound questions about the generated project: right in one call of `query_facts`, and by the menu."""

from pathlib import Path

import pytest

from compiler.workspace.interface import Workspace
from harness.benchmarks.known_project.asking import Client, Question
from harness.benchmarks.known_project.invent import PRESETS
from harness.benchmarks.known_project.questions import questions
from harness.benchmarks.known_project.repository import write
from tests.closing import open_workspace
from tests.suites import mostly_long

SMALL = ("small-regular", "small-messy")
QUESTIONS = {(preset, one.name): one for preset in SMALL for one in questions(PRESETS[preset])}
NAMES = [one.name for one in questions(PRESETS[SMALL[0]])]


@pytest.fixture(scope="module", params=mostly_long(SMALL, "the same of a project with mistakes"))
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def workspace(preset: str, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    root: Path = tmp_path_factory.mktemp(preset)
    write(root, PRESETS[preset])
    return open_workspace(root, keep=True)


def test_client_of_the_menu_refuses_an_error(workspace: Workspace) -> None:
    with pytest.raises(RuntimeError, match="entity_get"):
        Client(workspace).ask("entity_get", id="ADR-9999")


def test_client_of_the_menu_follows_all_pages(workspace: Workspace) -> None:
    client = Client(workspace)
    listed = client.all("objects", "list_objects", kind="requirement", limit=50)
    assert len({one["ref"] for one in listed}) == len(listed) > 100
    assert client.calls == 3
    assert client.bytes > 10_000


@pytest.mark.parametrize("name", NAMES)
def test_compound_question_is_right_in_one_call(workspace: Workspace, preset: str, name: str) -> None:
    asked: Question = QUESTIONS[preset, name]
    client = Client(workspace)
    answer = client.ask("query_facts", **asked.arguments)
    assert {tuple(row) for row in answer["rows"]} == asked.rows
    assert len(answer["rows"]) == len(asked.rows)
    assert "next_cursor" not in answer


@pytest.mark.parametrize("name", NAMES)
def test_compound_question_is_right_by_the_menu_of_tools(workspace: Workspace, preset: str, name: str) -> None:
    asked: Question = QUESTIONS[preset, name]
    assert asked.menu(Client(workspace)) == asked.rows
