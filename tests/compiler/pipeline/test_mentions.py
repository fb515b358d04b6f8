"""Mentions in texts: requirements, files, entities, parts of diagrams. And the `as_of` of a source."""

from pathlib import Path

import pytest

from compiler.store.snapshot import LinkRow, Snapshot
from tests.closing import compile_source
from tests.compiler.languages.knowledge.sources import issue, record
from tests.compiler.tables import table
from tests.compiler.written import written

KETTLE = (
    "## REQ-p00001: Boiling\n\n**Level**: PRD | **Status**: Active\n\n"
    "## Assertions\n\nA. The kettle SHALL boil.\n\n*End* *Boiling*\n"
)
FLOW = "flowchart TD\n  fill --> boil\n"


def compiled(folder: Path, files: dict[str, str]) -> Snapshot:
    return compile_source(written(folder, files))


def mentioned(snapshot: Snapshot) -> list[LinkRow]:
    return snapshot.links(kind="mentions")


@table(
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


DECISION = "# {number}. Tea\n\nDate: 2026-01-05\n\n## Status\n\nAccepted\n"
DECISIONS = {f"docs/adr/000{number}-tea.md": DECISION.format(number=number) for number in (1, 2, 3, 4)}
NAMED = "ADR-0001, ADR-0002, ADR-0003, ADR-0004"


@table(
    ("text", "expected"),
    [
        ("ADR-0011, ADR-0012, ADR-0013", ["FRZ301"] * 3),
        ("ADR-0011, ADR-0012, ADR-0013, ADR-0014", ["FRZ302"]),
        ("ADR-0011, ADR-0011, ADR-0011, ADR-0011", ["FRZ301"]),
        ("ADR #207", []),
        ("[ADR-0011](../adr/0011.md) and [the new ADR-0012 of tea](../adr/0012.md)", ["DOC201", "DOC201"]),
    ],
)
def test_many_ids_of_a_file_that_nothing_has_are_one_remark(tmp_path: Path, text: str, expected: list[str]) -> None:
    snapshot = compiled(tmp_path, {**DECISIONS, "docs/map.md": f"# Map\n\nOf {NAMED}.\n\n{text}.\n"})
    found = snapshot.diagnostics()
    assert [one.code for one in found] == expected
    if expected == ["FRZ302"]:
        assert "4 words of this file, such as 'ADR-0011'" in found[0].message
        assert [one.message.split("'")[1] for one in found[0].related] == ["ADR-0012", "ADR-0013"]


def test_forms_of_issues_are_templates_whatever_their_suffix(tmp_path: Path) -> None:
    form = "name: Decision\nbody:\n  - type: input\n    attributes:\n      placeholder: ADR-0009\n"
    snapshot = compiled(tmp_path, {**DECISIONS, ".github/ISSUE_TEMPLATE/decision.yml": form})
    assert not snapshot.diagnostics()
