"""Objects that are looked up for many pages are those that one page asks for."""

from pathlib import Path

import pytest

from server.explorer.pages.file_objects import END, objects_in
from server.explorer.site.asking import ask_of, ask_often
from tests.server.explorer.reading import sample, workspace_of_files

FILTERS: list[dict[str, object]] = [
    {},
    {"first": 10, "last": 30},
    {"within": "d:checkout/"},
    {"without": ("file", "document_section")},
    {"languages": ("diagrams",)},
    {"most": 3},
]


@pytest.mark.parametrize("given", FILTERS, ids=str)
def test_objects_that_are_looked_up_are_those_of_the_relation(given: dict[str, object]) -> None:
    workspace = sample("checkout-session")
    files = [row[0] for row in workspace.snapshot.rows("SELECT path FROM file ORDER BY path DESC")]
    asked = {"most": 1_000, "first": 1, "last": END, **given}
    looked_up = objects_in(ask_often(workspace), files, **asked)  # type: ignore[arg-type]
    assert ask_often(workspace).known_objects is not None
    assert looked_up.rows
    one_by_one = objects_in(ask_of(workspace), files, **asked)  # type: ignore[arg-type]
    assert (looked_up.rows, looked_up.total) == (one_by_one.rows, one_by_one.total)


def test_hidden_characters_of_objects_that_are_looked_up_are_escaped(tmp_path: Path) -> None:
    workspace = workspace_of_files(tmp_path, {"notes/a.md": "# Turn \u202e around\n\nText.\n"})
    found = [objects_in(ask, ["notes/a.md"], 10).rows for ask in (ask_of(workspace), ask_often(workspace))]
    assert found[0] == found[1]
    assert any("\\u202e" in one["title"] for one in found[0])
