"""The generated project whose answers are known: what it holds, and that only preset and seed decide its bytes."""

from dataclasses import replace

import pytest

from harness.benchmarks.known_project import truth
from harness.benchmarks.known_project.asking import Question
from harness.benchmarks.known_project.invent import PRESETS, SMALL, invent, revise
from harness.benchmarks.known_project.model import Preset
from harness.benchmarks.known_project.questions import questions
from harness.benchmarks.known_project.repository import files
from tests.suites import mostly_long

MESSY = PRESETS["small-messy"]


def test_known_project_bytes_depend_on_preset_and_seed_only() -> None:
    assert files(invent(MESSY)) == files(invent(MESSY))
    assert files(invent(MESSY)) != files(invent(replace(MESSY, seed=2)))


@pytest.mark.parametrize(("name", "least", "most"), [("regular", 5_000, 6_000), ("messy", 300, 1_000)])
def test_known_project_preset_has_its_number_of_files(name: str, least: int, most: int) -> None:
    assert least < len(files(invent(PRESETS[name]))) < most


def test_known_project_revisions_differ_in_few_files() -> None:
    first = invent(MESSY)
    before, after = files(first), files(revise(first))
    changed = [path for path, content in after.items() if before.get(path) != content]
    assert 10 < len(changed) < len(after) / 3
    assert before[".elspais.toml"] != after[".elspais.toml"]
    assert before["backlog/config.yml"] != after["backlog/config.yml"]


def test_known_project_is_messy_only_if_asked() -> None:
    broken = {path for path, content in files(invent(MESSY)).items() if not _is_utf8(content)}
    assert broken == {"notes/from-the-old-machine.md"}
    assert all(_is_utf8(content) for content in files(invent(PRESETS["small-regular"])).values())


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize(
    "preset", mostly_long(PRESETS.values(), "asks questions of thousands of objects", quick=[MESSY]), ids=list(PRESETS)
)
def test_known_project_questions_have_answers(preset: Preset) -> None:
    asked = questions(preset)
    assert [one.name for one in asked if not one.rows] == []
    assert len({one.name for one in asked}) == len(asked) >= 12


def test_truth_walks_ways_back_to_the_beginning() -> None:
    ways = {"a": ["b"], "b": ["c", "a"], "c": []}
    assert truth.reached(["a"], ways) == {"a", "b", "c"}
    assert truth.reached(["c"], ways) == set()


def test_truth_nearest_prefers_questions_with_answers() -> None:
    assert truth.nearest([0, 9, 4], lambda one: one, 3) == 4
    assert truth.nearest([0, 99], lambda one: one, 3) == 99


def test_truth_of_readiness_follows_the_format() -> None:
    project = invent(Preset("readiness", SMALL, is_messy=False))
    by_format = {(one.format, one.status) for one in project.tasks.values() if truth.is_ready(project, one)}
    assert ("backlog", "in_progress") in by_format
    assert ("beads", "in_progress") not in by_format
    assert not any(status == "done" for _, status in by_format)


def test_question_names_its_base_only_if_it_has_one() -> None:
    plain = Question("one", "?", "SELECT 1", frozenset(), lambda _: set())
    assert plain.arguments == {"sql": "SELECT 1"}
    assert replace(plain, base="v1").arguments == {"sql": "SELECT 1", "base": "v1"}
