"""Compound questions about the generated project: right in one call of `query_facts`, and by the menu."""

import shutil
from pathlib import Path

import pytest

from compiler.workspace.interface import Workspace
from harness.benchmarks.asking import described_relations
from harness.benchmarks.known_project.asking import Client
from harness.benchmarks.known_project.by_files import COMMANDS, by_files
from harness.benchmarks.known_project.invent import PRESETS
from harness.benchmarks.known_project.questions import questions
from harness.benchmarks.known_project.repository import write
from tests.closing import open_workspace
from tests.suites import mostly_long

SMALL = ("small-regular", "small-messy")


@pytest.fixture(scope="module", params=mostly_long(SMALL, "the same of a project with mistakes"))
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def root(preset: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp(preset)
    write(folder, PRESETS[preset])
    return folder


@pytest.fixture(scope="module")
def workspace(root: Path) -> Workspace:
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


def test_compound_questions_are_right_in_one_call(workspace: Workspace, preset: str) -> None:
    wrong = []
    for question in questions(PRESETS[preset]):
        answer = Client(workspace).ask("query_facts", **question.arguments)
        rows = {tuple(row) for row in answer["rows"]}
        if rows != question.rows or len(answer["rows"]) != len(rows) or "next_cursor" in answer:
            wrong.append((question.name, rows ^ question.rows, answer))
    assert wrong == []


def test_compound_questions_are_right_by_the_menu_of_tools(workspace: Workspace, preset: str) -> None:
    asked = [
        (question.name, question.menu(Client(workspace)), question.rows) for question in questions(PRESETS[preset])
    ]
    assert [(name, found) for name, found, rows in asked if found != rows] == []


@pytest.mark.skipif(shutil.which("git") is None, reason="reads with git")
def test_reading_shows_every_right_row(workspace: Workspace, preset: str, root: Path) -> None:
    asked = questions(PRESETS[preset])
    assert COMMANDS.keys() == {question.name for question in asked}
    read = {question.name: by_files(Client(workspace), question, root) for question in asked}
    assert [name for name, rows in read.items() if rows != next(q.rows for q in asked if q.name == name)] == []


def test_relations_that_the_list_of_tools_tells_are_known(workspace: Workspace) -> None:
    assert {"requirement", "task", "assertion"} <= described_relations(workspace)
