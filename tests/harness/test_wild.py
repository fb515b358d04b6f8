"""`make wild`, with sample worlds and with programs that only print: what it shows, and how it compares."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.requirements.facts import RequirementCoverage
from harness.wild import run
from harness.wild.comparison import compare_sets, compare_values
from harness.wild.findings import sample
from harness.wild.oracles import ORACLES, judged
from harness.wild.other_programs import end_server
from harness.wild.programs import Programs
from tests.closing import compile_source
from tests.paths import ROOT

WORLDS = ROOT / "worlds"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is on the PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def fake(folder: Path, name: str, answers: dict[str, object], status: int = 0) -> None:
    """Write a program that answers with JSON by the first word that its arguments hold, and writes where it runs."""
    text = (
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"answers = json.loads({json.dumps(json.dumps(answers))})\n"
        "open('written', 'w').close()\n"
        "words = ' '.join(sys.argv[1:])\n"
        "print(json.dumps(next(answer for word, answer in answers.items() if word in words)))\n"
        f"sys.exit({status})\n"
    )
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def output(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[str]:
    assert run.main([str(one) for one in arguments]) == 0
    return capsys.readouterr().out.splitlines()


def compared(world: str, programs: Programs) -> dict[str, tuple[int, tuple[str, ...]]]:
    """What is compared of a world, with the number of equal items and the differences."""
    snapshot = compile_source(WORLDS / world)
    found = [one for judgement in judged(WORLDS / world, snapshot, programs) for one in judgement.comparisons]
    return {one.what: (one.equal, one.differences) for one in found}


@pytest.mark.usefixtures("programs")
def test_wild_shows_findings_by_code_with_their_source(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, WORLDS / "broken-cellar", "--sample", "1")
    assert lines[0] == f"==== {WORLDS / 'broken-cellar'}"
    assert "     2 URD112 error" in lines
    start = next(
        number for number, line in enumerate(lines) if line.startswith("-- URD416 1 of 1: broken-cellar.urd.md:24")
    )
    assert "    24 |   Scale [portable]:" in lines[start : start + 6]
    assert any(line.startswith("languages: ") for line in lines)
    assert "not read, by kind of file: none" in lines


@pytest.mark.usefixtures("programs")
def test_wild_counts_files_that_were_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = shutil.copytree(WORLDS / "locked-garden", tmp_path / "garden")
    for name in ("a.PNG", "b.png", "Makefile", "node_modules/c.js"):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text("")
    assert "not read, by kind of file: .png 2, (no suffix) 1" in output(capsys, source)


@pytest.mark.usefixtures("programs")
def test_wild_names_every_program_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, WORLDS / "cider-mill")
    assert "-- bd: not compared: no `bd` on the PATH" in lines
    assert "-- backlog: not compared: no `backlog` on the PATH" in lines
    assert "-- elspais: the source holds nothing that it knows" in lines
    said = {line.split(":")[0].removeprefix("-- ").split(",")[0] for line in lines if line.startswith("-- ")}
    assert {oracle.name for oracle in ORACLES} <= said
    assert "-- mermaid: not compared: no `node` on the PATH, no package mermaid in --modules" in output(
        capsys, WORLDS / "diagrams-in-docs"
    )


def test_wild_sample_is_the_same_each_time_and_spread() -> None:
    snapshot = compile_source(WORLDS / "broken-cellar")
    findings = snapshot.diagnostics()
    first = [one.diagnostic for one in sample(findings, 4, snapshot)]
    assert first == [findings[len(findings) * number // 4] for number in range(4)]
    assert len(list(sample(findings[:2], 4, snapshot))) == 2


def test_wild_compares_beads_item_by_item(programs: Path) -> None:
    ours = compile_source(WORLDS / "cider-mill").rows(
        "SELECT id, native_status, is_ready FROM task WHERE format = 'beads'"
    )
    ready = [{"id": one} for one, _, is_ready in ours if is_ready]
    listed = [{"id": one, "status": status} for one, status, _ in ours]
    fake(programs, "bd", {"ready": ready, "list": listed})
    assert compared("cider-mill", Programs()) == {
        "states of tasks": (len(ours), ()),
        "ready tasks": (len(ready), ()),
    }
    gone = ready.pop()["id"]
    listed[0]["status"] = "hooked"
    fake(programs, "bd", {"ready": [*ready, {"id": "cell-z"}], "list": listed})
    found = compared("cider-mill", Programs())
    assert found["ready tasks"] == (len(ready), tuple(sorted((f"{gone}: only ours", "cell-z: only theirs"))))
    assert found["states of tasks"][1] == (f"{ours[0][0]}: theirs hooked, ours {ours[0][1]}",)


def test_wild_compares_backlog_item_by_item(programs: Path) -> None:
    ours = compile_source(WORLDS / "cider-mill").rows(
        "SELECT id, native_status, is_ready FROM task WHERE format = 'backlog' AND file LIKE '%/tasks/%'"
    )
    ready = {"tasks": [{"id": one} for one, _, is_ready in ours if is_ready]}
    fake(
        programs,
        "backlog",
        {"--ready": ready, "list": {"tasks": [{"id": one, "status": said} for one, said, _ in ours]}},
    )
    assert compared("cider-mill", Programs()) == {
        "states of tasks": (len(ours), ()),
        "ready tasks": (len(ready["tasks"]), ()),
    }


def elspais_answers(world: str) -> dict[str, Any]:
    """What elspais would say of a world if it agreed, in the shapes of its lists and of its matrix."""
    snapshot = compile_source(WORLDS / world)
    counted = "r.expects_implementation AND a.is_counted"
    sql = f"SELECT a.id FROM assertion a JOIN requirement r ON r.id = a.requirement WHERE {counted} AND "
    lists = {
        command: [row[0] for row in snapshot.rows(sql + lacking)]
        for command, lacking in (
            ("uncovered", "NOT a.is_implemented_by_name"),
            ("untested", "a.is_implemented_by_name AND NOT a.is_tested_by_name"),
        )
    }
    cells = {
        "implemented": ("implemented_by_name", "implemented_by_whole"),
        "tested": ("tested_by_name", "tested_by_whole"),
    }
    matrix = [
        {"id": one.requirement}
        | {
            f"{measure}_immediate_{how}": f"{len(getattr(one, name))}/{one.total} (0%)" if one.total else "n/a"
            for measure, names in cells.items()
            for how, name in zip(("direct", "indirect"), names, strict=True)
        }
        for one in snapshot.facts(RequirementCoverage)
    ]
    gaps = {
        command: {command: [["REQ-x", "title", [{"id": one, "fraction": 0.0} for one in ids]]]}
        for command, ids in lists.items()
    }
    return {**gaps, "trace": matrix}


BY_NAME = "assertions that nothing implements by name"
UNTESTED = "assertions that something implements by name and no test names"


def test_wild_agrees_with_elspais_on_what_is_named_and_what_the_whole_requirement_covers(programs: Path) -> None:
    answers = elspais_answers("traced-kettle")
    fake(programs, "elspais", answers)
    found = compared("traced-kettle", Programs())
    lists = {BY_NAME: answers["uncovered"]["uncovered"], UNTESTED: answers["untested"]["untested"]}
    assert {what: found[what] for what in lists} == {what: (len(one[0][2]), ()) for what, one in lists.items()}
    assert all(found[what][0] for what in lists)
    for measure in ("implemented", "tested"):
        assert found[f"{measure} assertions of each requirement"] == (len(answers["trace"]), ())


def test_wild_compares_coverage_with_elspais_item_by_item(programs: Path) -> None:
    answers = elspais_answers("traced-kettle")
    (_, _, gaps) = answers["untested"]["untested"][0]
    gone = gaps.pop()["id"]
    row = answers["trace"][0]
    said, row["tested_immediate_direct"] = row["tested_immediate_direct"], "9/9 (100%)"
    gaps.append({"id": "REQ-p00001-A", "fraction": 0.5})
    fake(programs, "elspais", answers)
    found = compared("traced-kettle", Programs())
    assert found[UNTESTED][1] == (f"{gone}: only ours",)
    ((difference),) = found["tested assertions of each requirement"][1]
    assert difference.startswith(f"{row['id']}: theirs 9 by name") and f"ours {said[0]} by name" in difference


def test_wild_reads_a_requirement_that_elspais_lists_alone_as_all_of_its_assertions(programs: Path) -> None:
    answers = elspais_answers("traced-kettle")
    ids = [one["id"] for one in answers["uncovered"]["uncovered"][0][2]]
    whole = next(one for one in answers["trace"] if one["implemented_immediate_direct"][0] == "0")["id"]
    others = [{"id": one, "fraction": 0.0} for one in ids if not one.startswith(f"{whole}-")]
    assert len(others) < len(ids)
    listed = [[whole, "title"], ["REQ-d00001::REQ-p00009", "copy of a template"], ["REQ-x", "title", others]]
    fake(programs, "elspais", {**answers, "uncovered": {"uncovered": listed}})
    found = compared("traced-kettle", Programs())
    assert found[BY_NAME] == (len(ids), ("REQ-d00001::REQ-p00009: only theirs",))


def test_wild_ends_the_server_that_elspais_starts(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as server:
        (tmp_path / "daemon.json").write_text(json.dumps({"pid": server.pid, "port": 1}))
        end_server(tmp_path / "daemon.json")
        assert server.wait(timeout=20) == -signal.SIGTERM
    end_server(tmp_path / "none.json")


@pytest.mark.parametrize("noted", ["{", "[]", '{"pid": "all"}'])
def test_wild_ends_nothing_if_no_server_is_noted(tmp_path: Path, noted: str) -> None:
    (tmp_path / "daemon.json").write_text(noted)
    end_server(tmp_path / "daemon.json")


def test_wild_compares_diagrams_with_mermaid(programs: Path, tmp_path: Path) -> None:
    for name in ("mermaid", "dompurify"):
        package = tmp_path / "node_modules" / name
        package.mkdir(parents=True)
        (package / "package.json").write_text("{}")
    said = "{'error': ''} if any(word in line for word in ('Bakery', 'nothing')) else {}"
    (programs / "node").write_text(
        f"#!{sys.executable}\nimport json, sys\nprint('{{}}')\nfor line in sys.stdin:\n    print(json.dumps({said}))\n"
    )
    (programs / "node").chmod(0o755)
    ((what, (equal, differences)),) = compared("diagrams-in-docs", Programs(tmp_path / "node_modules")).items()
    assert what.startswith("accepted diagrams (")
    snapshot = compile_source(WORLDS / "diagrams-in-docs")
    assert equal + len(differences) == snapshot.rows("SELECT count(*) FROM diagram WHERE type <> 'other'")[0][0]
    assert all(line.startswith("d:") for line in differences)


def test_wild_says_of_a_program_that_fails_how(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake(programs, "bd", {"list": []}, status=3)
    fake(programs, "backlog", {"list": {"jobs": []}})
    lines = output(capsys, WORLDS / "cider-mill")
    assert any(line.startswith("-- bd: not compared: ProgramError: `bd --no-db list") for line in lines)
    assert "-- backlog: not compared: KeyError: 'tasks'" in lines


def test_wild_programs_write_into_a_copy_only(programs: Path) -> None:
    fake(programs, "bd", {"ready": [], "list": []})
    compared("cider-mill", Programs())
    assert not (WORLDS / "cider-mill" / "written").exists()


@pytest.mark.usefixtures("programs")
def test_wild_finds_programs_in_modules(tmp_path: Path) -> None:
    (tmp_path / "node_modules" / ".bin").mkdir(parents=True)
    fake(tmp_path / "node_modules" / ".bin", "backlog", {"": {}})
    assert Programs().find("backlog") is None
    found = Programs(tmp_path / "node_modules").find("backlog")
    assert found == os.fspath(tmp_path / "node_modules" / ".bin" / "backlog")


@pytest.mark.usefixtures("programs")
def test_wild_repository_that_cannot_be_compiled_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([str(tmp_path / "none"), str(WORLDS / "locked-garden")]) == 2
    captured = capsys.readouterr()
    assert "none" in captured.err
    assert f"==== {WORLDS / 'locked-garden'}" in captured.out


def test_wild_comparisons_name_each_item_that_differs() -> None:
    assert compare_sets("x", ["a", "b"], ["b", "c"]) == ("x", 1, ("a: only theirs", "c: only ours"))
    assert compare_values("x", {"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 4}) == (
        "x",
        1,
        ("b: theirs 2, ours 3", "c: theirs (none), ours 4"),
    )
