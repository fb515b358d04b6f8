"""Requirements that other tools keep in formats of their own are named: in a finding, and in get_snapshot_info."""

from pathlib import Path

from tests.closing import compile_source
from tests.compiler.tables import table
from tests.compiler.written import written
from tests.queries.asking import ask

TREES = {
    "TRLC": {"spec/a.trlc": "package Tea\n", "a.md": "# Tea\n"},
    "mlx.traceability": {"docs/index.rst": "Tea\n===\n\n.. item:: TEA-1 Boiling\n   :trace: CUP-1\n\n   It boils.\n"},
}


@table("tool", TREES)
def test_tree_of_another_tool_is_named(tool: str, tmp_path: Path) -> None:
    snapshot = compile_source(written(tmp_path, TREES[tool]))
    (found,) = [one for one in snapshot.diagnostics() if one.code == "FRZ113"]
    assert found.message.startswith(f"{tool} keeps requirements here (")
    assert ask(snapshot, "get_snapshot_info")["other_tools"] == [tool]


def test_other_sources_name_no_tool(tmp_path: Path) -> None:
    files = {
        "a.md": "# Tea\n\nSee `kettle~1` and ~5 cups of `tea`.\n",
        "b.rst": "Tea\n===\n\n.. note:: Requires tea.\n",
    }
    snapshot = compile_source(written(tmp_path, files))
    assert "FRZ113" not in {one.code for one in snapshot.diagnostics()}
    assert "other_tools" not in ask(snapshot, "get_snapshot_info")


def test_other_tool_is_named_at_the_page_with_most_of_its_items(tmp_path: Path) -> None:
    item = "Boiling\n-------\n\n.. item:: TEA_{} Boiling\n   :trace: CUP-1\n\n   The kettle boils.\n\n"
    files = {"doc/a.rst": item.format(1), "doc/z.rst": item.format(1) + item.format(2), "doc/b.md": "# `a~b~c`\n"}
    snapshot = compile_source(written(tmp_path, files))
    (found,) = [one for one in snapshot.diagnostics() if one.code == "FRZ113"]
    assert (found.span.file, "(doc/z.rst and 1 more page)" in found.message) == ("doc/z.rst", True)


def test_item_that_only_a_prompt_shows_names_no_tool(tmp_path: Path) -> None:
    prompt = "# Items\n```{item} TEA_1 Boiling\n:trace: CUP-1\n```\n"
    snapshot = compile_source(written(tmp_path, {"AGENTS.md": prompt, "a.md": "# Tea\n"}))
    assert "FRZ113" not in {one.code for one in snapshot.diagnostics()}
