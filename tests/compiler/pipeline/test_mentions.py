"""Mentions in texts: requirements, files, entities, parts of diagrams. And the `as_of` of a source."""

from pathlib import Path

import pytest

from compiler.store.snapshot import LinkRow, Snapshot
from tests.closing import compile_source
from tests.compiler.languages.knowledge.sources import issue, record

KETTLE = (
    "## REQ-p00001: Boiling\n\n**Level**: PRD | **Status**: Active\n\n"
    "## Assertions\n\nA. The kettle SHALL boil.\n\n*End* *Boiling*\n"
)
FLOW = "flowchart TD\n  fill --> boil\n"


def compiled(folder: Path, files: dict[str, str]) -> Snapshot:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return compile_source(folder)


def mentioned(snapshot: Snapshot) -> list[LinkRow]:
    return snapshot.links(kind="mentions")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("It serves REQ-p00001, of course.", "r:REQ-p00001"),
        ("It serves (REQ-p00001-A).", "r:REQ-p00001-A"),
        ("As drawn in flow.mmd.", "d:flow"),
        ("As p-1 has it", "k:task/p-1"),
    ],
)
def test_mention_in_a_decision(text: str, target: str, tmp_path: Path) -> None:
    files = {
        "spec/kettle.md": KETTLE,
        "flow.mmd": FLOW,
        ".beads/issues.jsonl": issue("p-1"),
        "doc/adr/0001-a.md": record(1, "A", rest=f"\n{text}\n"),
    }
    [found] = mentioned(compiled(tmp_path, files))
    assert (found.source, found.target, found.dangling) == ("k:decision/ADR-0001", target, False)
    line = files["doc/adr/0001-a.md"].split("\n")[found.span.start_line - 1]
    assert (
        line[found.span.start_col - 1 : found.span.end_col - 1].removesuffix(".mmd")
        == target.partition(":")[2].rpartition("/")[2]
    )


def test_mention_of_diagram_part_by_ref(tmp_path: Path) -> None:
    first = compiled(tmp_path, {"flow.mmd": FLOW})
    [ref] = [one.ref for one in first.objects(kind="node") if one.ref.endswith("boil")]
    again = compiled(tmp_path, {".beads/issues.jsonl": issue("p-1", description=f"See {ref} there")})
    assert [(one.source, one.target) for one in mentioned(again)] == [("k:task/p-1", ref)]


def test_mention_needs_more_than_words_numbers_and_existing_relations(tmp_path: Path) -> None:
    files = {
        "doc/adr/0001-a.md": record(1, "Oil"),
        "doc/adr/0002-b.md": record(
            2, "Wax", "Accepted\n\nAmends [Oil](0001-a.md)", "\nOil 0001 1 ADR-0001 ADR-0002\n"
        ),
    }
    assert mentioned(compiled(tmp_path, files)) == []


def test_as_of_is_the_newest_time_of_the_source(tmp_path: Path) -> None:
    files = {
        ".beads/issues.jsonl": issue("p-1", due_at="2099-01-01T00:00:00Z", updated_at="2026-02-01T01:00:00+02:00"),
        "doc/adr/0001-a.md": record(1, "A"),
    }
    assert compiled(tmp_path, files).meta["as_of"] == "2026-01-31T23:00:00Z"


def test_as_of_is_none_without_times(tmp_path: Path) -> None:
    assert compiled(tmp_path, {"tasks.md": "- [ ] T001: A\n"}).meta["as_of"] is None


def test_vault_page_is_a_file_of_the_snapshot(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {".obsidian/app.json": "{}", "a.md": "Text\n"})
    assert snapshot.text("a.md") == "Text\n"
    assert [one.ref for one in snapshot.objects(kind="note")] == ["k:note/a"]


@pytest.mark.parametrize("folder", ["", "services/kettle/"])
@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("See spec/kettle.md for it", "f:{}spec/kettle.md"),
        ("See flow.mmd for it", "d:doc.flow"),
        ("See doc/adr/0002-b.md for it", "k:decision/ADR-0002"),
        ("See 0002-b.md for it", "k:decision/ADR-0002"),
        ("See 0001-a.md for it", ""),
        ("See lid.mmd for it", ""),
    ],
)
def test_mention_path_may_begin_at_any_folder_above(folder: str, text: str, target: str, tmp_path: Path) -> None:
    files = {
        "spec/kettle.md": KETTLE,
        "flow.mmd" if not folder else "unused.mmd": FLOW,
        "doc/flow.mmd": FLOW,
        "lids/lid.mmd": FLOW,
        "doc/adr/0001-a.md": record(1, "A", rest=f"\n{text}\n"),
        "doc/adr/0002-b.md": record(2, "B"),
    }
    found = mentioned(compiled(tmp_path, {folder + path: content for path, content in files.items()}))
    if folder and target == "d:doc.flow":
        target = "d:flow"  # the only one in the source: its id needs no folder
    assert [one.target for one in found] == ([target.format(folder)] if target else [])
