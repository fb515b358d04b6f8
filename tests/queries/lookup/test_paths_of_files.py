"""Paths of files as answers show them, and as callers write them."""

from pathlib import Path

import pytest

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.queries.asking import ask

PAGE = "[nowhere](gone.md)\n\n```mermaid\nflowchart TD\n  a --> b\n```\n"
SHOWN = "docs/x\\u2028y.md"


@pytest.fixture
def hidden(tmp_path: Path) -> Snapshot:
    """A page in whose name stands a separator of lines, which answers show by an escape."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "x\u2028y.md").write_text(PAGE)
    (tmp_path / "docs" / "u2028.md").write_text("# Plain\n")
    return compile_source(tmp_path)


def opened(snapshot: Snapshot, name: str) -> str:
    """The ref of the object that a name opens."""
    (found,) = ask(snapshot, "object_get", ref=name)["objects"]
    return str(found["ref"])


def test_path_with_a_hidden_character_is_opened_as_answers_show_it(hidden: Snapshot) -> None:
    (broken,) = ask(hidden, "get_broken_references", file=SHOWN)["broken_references"]
    assert broken["source_id"] == SHOWN
    assert ask(hidden, "get_diagnostics", file=SHOWN)["total"] == 1
    assert opened(hidden, SHOWN) == f"f:{SHOWN}"
    assert opened(hidden, "docs\\u2028.md") == "f:docs/u2028.md"


def test_id_with_a_hidden_character_is_opened_as_answers_show_it(hidden: Snapshot) -> None:
    (diagram,) = ask(hidden, "list_objects", kind="diagram")["objects"]
    assert diagram["id"] == "x\\u2028y-1"
    for name in (diagram["id"], diagram["ref"]):
        assert opened(hidden, name) == diagram["ref"]


def test_question_in_sql_about_a_character_that_answers_escape_says_how_it_is_written(hidden: Snapshot) -> None:
    by_value = "SELECT path FROM file WHERE path = :path"
    told = "Answers show a hidden character as \\u2028; SQL compares the character itself: char(8232)."
    for answer in (
        ask(hidden, "query_facts", sql=by_value, parameters={"path": SHOWN}),
        ask(hidden, "query_facts", sql=f"SELECT path FROM file WHERE path = '{SHOWN}'"),
    ):
        assert (answer["rows"], answer["hint"]) == ([], told)
    assert ask(hidden, "query_facts", sql="SELECT 1 WHERE 'a' = '\\u0061'").get("hint") is None
    found = "SELECT path FROM file WHERE path = 'docs/x' || char(8232) || 'y.md'"
    assert ask(hidden, "query_facts", sql=found)["rows"] == [[SHOWN]]
