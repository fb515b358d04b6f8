"""Exports of all trackers: a second reader agrees on the sample, and no two trackers claim one file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.languages.knowledge.facts import Task
from compiler.languages.knowledge.tracker_registry import NAMES, TRACKERS, claims, read_export
from compiler.languages.knowledge.trackers.tracker import Tracker
from tests.closing import compile_source
from tests.compiler.languages.knowledge.trackers.naive_reader import (
    Seen,
    read_feed,
    read_github,
    read_search,
    read_table,
)
from tests.compiler.tables import table
from tests.paths import ROOT

SAMPLE = ROOT / "worlds" / "lock-keepers"
NOT_XML = {"BOAT-5"}  # which the second reader mends, and the compiler reports
NOT_CSV = {"PATH-7"}  # a quote in it swallows what follows, in the second reader

trackers = pytest.mark.parametrize("one", TRACKERS, ids=NAMES)


def of_compiler(name: str) -> dict[str, Seen]:
    with compile_source(SAMPLE) as snapshot:
        tasks = [one for one in snapshot.facts(Task) if one.span.file == f"exports/{name}"]
        waits: dict[str, set[str]] = {one.entity: set() for one in tasks}
        for waiting, holder in snapshot.rows(
            "SELECT target_id, source_id FROM fact_knowledge_relation WHERE relation_type = 'blocks'"
        ):
            waits.get(waiting, set()).add(holder)
        return {
            one.entity: Seen(
                one.name,
                one.status == "done",
                one.properties.get("assignee") or "",
                one.properties.get("due_date") or "",
                frozenset(waits[one.entity]),
            )
            for one in tasks
        }


@table(
    ("name", "reader", "only_there", "prose"),
    [
        ("locks.json", read_github, set(), {"canal/locks#1", "canal/locks#3", "canal/locks#6"}),
        ("cargo.json", read_search, set(), set()),
        ("boats.xml", read_feed, NOT_XML, set()),
        ("towpath.csv", read_table, NOT_CSV, set()),
    ],
)
def test_second_reader_agrees(
    name: str, reader: Callable[[Path], dict[str, Seen]], only_there: set[str], prose: set[str]
) -> None:
    """`prose` are the issues whose dependencies stand in their body, where the second reader does not look."""
    ours, theirs = of_compiler(name), reader(SAMPLE / "exports" / name)
    assert set(theirs) - set(ours) == only_there
    assert set(ours) - set(theirs) <= ({"PATH-8"} if only_there == NOT_CSV else set())
    for identifier in set(ours) & set(theirs):
        mine, other = ours[identifier], theirs[identifier]
        assert mine._replace(waits_for=frozenset()) == other._replace(waits_for=frozenset()), identifier
        assert mine.waits_for >= other.waits_for, identifier
        assert mine.waits_for == other.waits_for or identifier in prose, identifier


@trackers
def test_tracker_has_a_folder_and_words_that_the_documentation_explains(one: Tracker) -> None:
    page = (ROOT / "docs" / "trackers.md").read_text("utf-8")
    assert (ROOT / "compiler/languages/knowledge/trackers" / one.name / "format.py").is_file()
    assert f"| {one.title} |" in page
    assert f"`worlds/{one.sample}`" in page
    for word in one.words:
        assert word in page


def test_no_two_trackers_claim_one_file() -> None:
    for path in sorted(SAMPLE.rglob("*")):
        if path.is_file() and claims(path.name):
            text = path.read_text("utf-8")
            assert sum(bool(one.parse(path.name, text)) for one in TRACKERS if path.suffix in one.suffixes) == 1, path


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("data.json", True),
        ("exports/2026.csv", True),
        ("tools/gh/all.json", True),
        ("locale/high/de.json", False),
        ("package.json", False),
        ("web/tsconfig.app.json", False),
        ("any/where.xml", True),
        ("a.py", False),
    ],
)
def test_name_says_whether_a_look_is_worth_it(path: str, *, expected: bool) -> None:
    assert claims(path) is expected


def test_first_tracker_that_proves_itself_reads_a_file() -> None:
    found = read_export("x/issues.json", (SAMPLE / "exports/locks.json").read_text("utf-8"))
    assert found
    assert found[0].name == "github"
