"""`get_health` and the relations of verdicts: filters, evidence, and which objects have no verdict."""

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.model.verdicts import NAMES
from queries import answer
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.compiler.written import written
from tests.paths import ROOT

ADR = "# {number}. Press {number}\n\n## Status\n\n{status}\n"


def _source(folder: Path, files: dict[str, str]) -> Path:
    written(folder, files)
    return folder


def _adr(number: int, status: str) -> dict[str, str]:
    return {f"docs/adr/{number:04}-press-{number}.md": ADR.format(number=number, status=status)}


def _verdicts(folder: Path, files: dict[str, str]) -> set[tuple[str, str]]:
    snapshot = compile_source(_source(folder, files))
    return set(snapshot.rows("SELECT id, verdict FROM verdict"))


def test_health_of_sample_has_strongest_first_with_evidence() -> None:
    found = answer(sample("cider-mill"), "get_health", {})
    order = [row["verdict"] for row in found["verdicts"]]
    assert order == sorted(order, key=NAMES.index)
    assert len(set(order)) > 2
    assert all(row["evidence"] for row in found["verdicts"])
    assert found["by_verdict"] == {name: order.count(name) for name in NAMES if name in order}
    replaced = next(row for row in found["verdicts"] if row["id"] == "ADR-0002")
    assert replaced["why"] == "ADR-0005 holds now, at the end of the chain (and 1 more)"
    assert [one["ref"] for one in replaced["evidence"]] == ["k:decision/ADR-0005", "k:decision/ADR-0003"]


def test_health_filters_by_kind_verdict_and_path() -> None:
    snapshot = sample("cider-mill")
    every = answer(snapshot, "get_health", {"limit": 500})["verdicts"]
    for argument, kept in (
        ({"kind": "task"}, [row for row in every if row["kind"] == "task"]),
        ({"verdict": "replaced"}, [row for row in every if row["verdict"] == "replaced"]),
        ({"path": "docs/adr"}, [row for row in every if row["source"].startswith("docs/adr/")]),
    ):
        assert answer(snapshot, "get_health", {**argument, "limit": 500})["verdicts"] == kept
        assert 0 < len(kept) < len(every)
    none = answer(snapshot, "get_health", {"kind": "exit"})
    assert (none["verdicts"], none["hint"][:25]) == ([], "None fits the filter. The")


def test_health_pages_have_each_row_once() -> None:
    snapshot = sample("cider-mill")
    rows, cursor = [], dict[str, Any]()
    while True:
        found = answer(snapshot, "get_health", {"limit": 3, **cursor})
        rows += [(row["ref"], row["verdict"]) for row in found["verdicts"]]
        if "next_cursor" not in found:
            break
        cursor = {"cursor": found["next_cursor"]}
    assert len(rows) == len(set(rows)) == found["total"]


def test_health_can_be_asked_in_sql() -> None:
    snapshot = sample("cider-mill")
    for relation in ("verdict", "verdict_evidence"):
        found = answer(snapshot, "query_facts", {"sql": f"SELECT count(*) FROM {relation}"})
        assert found["rows"] == [[snapshot.rows(f"SELECT count(*) FROM {relation}")[0][0]]] != [[0]]


def test_health_of_workspace_is_that_of_its_sources_together() -> None:
    merged = sample("post-road")
    found = set(merged.rows("SELECT ref, verdict FROM verdict"))
    single = {
        (f"{name}::{ref}", verdict)
        for name, folder in (("depot", "depot"), ("rules", "rules"), ("vans", "vans"))
        for ref, verdict in compile_source(ROOT / "worlds" / "post-road" / folder).rows(
            "SELECT ref, verdict FROM verdict"
        )
    }
    assert found == single != set()


def test_health_since_is_a_stated_date(tmp_path: Path) -> None:
    files = {
        "docs/adr/0001-a.md": "# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nSuperseded by ADR-0002\n",
        "docs/adr/0002-b.md": "# 2. B\n\nDate: 2026-02-02\n\n## Status\n\nAccepted\n",
        **_adr(3, "Accepted"),
    }
    rows = compile_source(_source(tmp_path, files)).rows("SELECT id, verdict, since FROM verdict ORDER BY id")
    dated = [("ADR-0001", "replaced", "2026-02-02"), ("ADR-0002", "in_force", "2026-02-02")]
    assert rows == [*dated, ("ADR-0003", "in_force", None)]


@pytest.mark.parametrize("status", ["", "Simmering", "Partly superseded"])
def test_health_without_an_understood_status_is_not_in_force(tmp_path: Path, status: str) -> None:
    assert ("ADR-0001", "in_force") not in _verdicts(tmp_path, {**_adr(1, status), **_adr(2, "Accepted")})


def test_health_chain_of_deprecated_decision_is_not_in_force(tmp_path: Path) -> None:
    files = {**_adr(1, "Accepted"), **_adr(2, "Deprecated\n\nSupersedes ADR-0001")}
    assert _verdicts(tmp_path, files) == {("ADR-0001", "replaced")}


def test_health_of_two_decisions_with_one_number(tmp_path: Path) -> None:
    files = {
        "docs/adr/0001-a.md": ADR.format(number=1, status="Accepted"),
        "docs/adr/0001-b.md": "# 1. Another\n\n## Status\n\nAccepted\n",
        "docs/adr/0002-a.md": ADR.format(number=2, status="Rejected"),
        "docs/adr/0002-b.md": "# 2. Another\n\n## Status\n\nAccepted\n",
    }
    contested = {one for one in _verdicts(tmp_path, files) if one[1] == "contested"}
    assert contested == {("ADR-0001", "contested"), ("ADR-0001#2", "contested")}


def test_health_of_one_requirement_in_two_versions_of_a_page(tmp_path: Path) -> None:
    said = {"v3/oil": "oiled", "v4/oil": "waxed", "v3/tray": "dry", "other/tray": "wet", "v4/tray": "dry"}
    item = "# Press\n\n`req~{}~1`\n\nIt is {}.\n\nNeeds: impl\n"
    files = {f"spec/{path}.md": item.format(path.partition("/")[2], word) for path, word in said.items()}
    rows = compile_source(_source(tmp_path, files)).rows("SELECT verdict, file FROM verdict_evidence ORDER BY 1, 2")
    assert {file for verdict, file in rows if verdict == "contested"} >= {"spec/other/tray.md"}
    assert not any(file.endswith("oil.md") for verdict, file in rows if verdict == "contested")


def test_health_of_open_changes_that_add_one_requirement(tmp_path: Path) -> None:
    spec = "## ADDED Requirements\n\n### Requirement: Oil\n\nThe press SHALL be {}.\n\n#### Scenario: Turn\n"
    proposal = "# Change\n\n## Why\n\nIt is loud.\n\n## What Changes\n\n- Oil.\n"
    said = {"one": "oiled", "other": "waxed", "same": "oiled", "archive/2026-01-01-old": "greased"}
    files = {f"openspec/changes/{name}/specs/press/spec.md": spec.format(word) for name, word in said.items()}
    files |= {f"openspec/changes/{name}/proposal.md": proposal for name in said}
    files["openspec/changes/another/specs/tray/spec.md"] = spec.format("dry")  # another capability
    told = {one for one in _verdicts(tmp_path, files) if one[1] == "contested"}
    assert told == {(f"{name}/press/oil", "contested") for name in ("one", "other", "same")}


def test_health_of_memory_fact_that_cites_nothing_that_exists(tmp_path: Path) -> None:
    texts = {"f-1": "The lamp follows ADR-0099.", "f-2": "ADR-0099 and ADR-0001 differ.", "f-3": "The lamp is round."}
    facts = [{"type": "fact", "id": name, "text": text} for name, text in texts.items()]
    lines = "".join(f"{json.dumps(fact)}\n" for fact in facts)
    snapshot = compile_source(_source(tmp_path, {"memory.jsonl": lines, **_adr(1, "Accepted"), **_adr(2, "Accepted")}))
    assert len(snapshot.rows("SELECT 1 FROM memory_fact")) == 3
    assert snapshot.rows("SELECT id FROM verdict WHERE verdict = 'unfounded'") == [("f-1",)]


def test_health_of_task_whose_parts_are_done(tmp_path: Path) -> None:
    tasks = (
        "# Tasks\n\n- [ ] Build the press\n  - [x] Cut the screw\n  - [x] Cut the tray\n"
        "- [ ] Oil the press\n  - [x] Buy oil\n- [ ] Move it\n  - [x] Lift it\n  - [ ] Carry it\n"
    )
    snapshot = compile_source(_source(tmp_path, {"TODO.md": tasks}))
    assert snapshot.rows("SELECT line FROM verdict WHERE verdict = 'built'") == [(3,)]


def test_health_of_what_is_over_or_stated_elsewhere_has_no_broken_ground(tmp_path: Path) -> None:
    page = "---\nid: task-{}\ntitle: Oil\nstatus: {}\n---\nSee [the log](noise.md), or [the plan](plan.md).\n"
    files = {
        "backlog/tasks/task-1 - Oil.md": page.format(1, "Done"),
        "backlog/tasks/task-2 - Oil.md": page.format(2, "To Do"),
        "backlog/archive/tasks/task-3 - Oil.md": page.format(3, "To Do"),
        "specs/001-press/tasks.md": "# Tasks: Press\n\nSee [the log](noise.md).\n\n- [x] T001 Oil\n- [x] T002 Wax\n",
        "specs/002-tray/tasks.md": "# Tasks: Tray\n\nSee [the log](noise.md).\n\n- [x] T001 Oil\n- [ ] T002 Wax\n",
        "README.md": "# Press\n\nSee [the log](noise.md).\n\n- [x] It is oiled\n- [x] It is waxed\n",
        # `req` is a kind of id here, `feat` is none.
        "spec/press.md": "# Press\n\n`req~screw~1`\n\nIt turns.\n\nNeeds: impl\n",
        "src/press.py": "# [impl->req~tray~1]\n# [impl->feat~juice~1]\n",
    }
    rows = compile_source(_source(tmp_path, files)).rows("SELECT verdict, file, line, what FROM verdict_evidence")
    told = {(verdict, file, line) for verdict, file, line, _ in rows if verdict in ("broken_ground", "unfounded")}
    open_task = "backlog/tasks/task-2 - Oil.md"
    code = ("broken_ground", "src/press.py", 1)
    pages = {("broken_ground", page, 3) for page in ("specs/002-tray/tasks.md", "README.md")}
    assert told == {("broken_ground", open_task, 6), ("unfounded", open_task, 6), code} | pages


def test_health_of_templates_is_not_told(tmp_path: Path) -> None:
    folders = ("templates/adr", "tests/project/docs/adr")
    files = {f"{folder}/0001-a.md": ADR.format(number=1, status="Accepted") for folder in folders}
    assert _verdicts(tmp_path, files) == set()
