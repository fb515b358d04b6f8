"""Cascades: one broken file or one unknown name is one finding, which says how many others go with it."""

import shutil
import string
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result

from compiler.pipeline.codes import all_codes
from server.cli import frieze
from server.reports.causes import cause, code_of, field_values
from tests.compiler.samples import sample
from tests.paths import ROOT

WORLDS = ROOT / "worlds"
TASK = "---\nid: task-{0}\ntitle: Task {0}\nstatus: To Do\ndependencies: [task-99]\n---\n\nText.\n"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(frieze, ["check", *map(str, words)])


def found(*words: str | Path) -> dict[str, Any]:
    answer: dict[str, Any] = orjson.loads(run(*words, "--format", "json").stdout)
    return answer


def of_code(code: str, *words: str | Path) -> list[dict[str, Any]]:
    """The findings of a code."""
    return [one for one in found(*words)["diagnostics"] if one["code"] == code]


@pytest.fixture
def world(tmp_path: Path) -> Any:
    """Copies a sample world."""
    return lambda name: Path(shutil.copytree(WORLDS / name, tmp_path / name))


def write_tasks(folder: Path, count: int) -> None:
    (folder / "backlog" / "tasks").mkdir(parents=True)
    (folder / "backlog" / "config.yml").write_text("project_name: p\n")
    for number in range(1, count + 1):
        (folder / "backlog" / "tasks" / f"task-{number} - t.md").write_text(TASK.format(number))


def test_causes_are_fields_of_declared_messages() -> None:
    for code in all_codes():
        fields = {name for _, name, _, _ in string.Formatter().parse(code.template) if name}
        named = {name.removesuffix("::") for name in (*code.cause, code.into_diagram, code.breaks_diagram) if name}
        assert named <= fields, code.code


def test_causes_are_read_from_messages_of_sample_worlds() -> None:
    for name in ("broken-cellar", "traced-kettle", "checkout-session", "ferry-memory", "cider-mill"):
        for one in sample(name).diagnostics():
            if (code := code_of(one)) and code.cause:
                assert cause(one), one.message


def test_cause_of_a_reference_is_its_target() -> None:
    diagnostics = sample("traced-kettle").diagnostics(code="REQ301")
    assert diagnostics
    for one in diagnostics:
        assert f" {field_values(one)['target']}, and there is none." in one.message
        assert " " not in field_values(one)["verb"]


def test_references_to_one_missing_object_are_one_finding(tmp_path: Path) -> None:
    write_tasks(tmp_path, 5)
    (one,) = of_code("KNO301", tmp_path)
    assert [place["file"] for place in one["places"]] == [
        f"backlog/tasks/task-{number} - t.md" for number in (2, 3, 4, 5)
    ]
    assert found(tmp_path)["folded"] == 4
    text = run(tmp_path).stdout
    assert "note: 4 more places: backlog/tasks/task-2 - t.md:" in text
    assert " and 1 more\n" in text
    assert text.splitlines()[2] == "1 warning in 6 files; 4 more of the same causes"


def test_folded_places_are_in_every_format(tmp_path: Path) -> None:
    write_tasks(tmp_path, 3)
    assert "%0A2 more: backlog/tasks/task-2 - t.md:" in run(tmp_path, "--format", "github").stdout
    (result,) = orjson.loads(run(tmp_path, "--format", "sarif").stdout)["runs"][0]["results"]
    assert len(result["relatedLocations"]) == 2
    (entry,) = orjson.loads(run(tmp_path, "--format", "gitlab").stdout)
    assert "(2 more: backlog/tasks/task-2 - t.md:" in entry["description"]


def test_statistics_count_every_place(tmp_path: Path) -> None:
    write_tasks(tmp_path, 5)
    assert found(tmp_path, "--statistics")["statistics"][0]["count"] == 5


def test_baseline_counts_every_place(tmp_path: Path) -> None:
    """A further citation of a name that is known to be missing is new."""
    source = tmp_path / "source"
    write_tasks(source, 2)
    baseline = tmp_path / "baseline.json"
    run(source, "--baseline", baseline, "--write-baseline")
    (source / "backlog" / "tasks" / "task-7 - t.md").write_text(TASK.format(7))
    (one,) = found(source, "--baseline", baseline)["diagnostics"]
    assert one["file"].endswith("task-7 - t.md")
    assert "places" not in one


def test_unknown_import_is_one_finding(world: Any) -> None:
    folder = world("harbour-mystery")
    (folder / "people.urd.md").unlink()
    (one,) = found(folder)["diagnostics"]
    assert one["code"] == "URD201"
    assert len(one["places"]) == 4


def test_broken_front_matter_of_a_world_is_one_finding_with_the_other_names(world: Any) -> None:
    folder = world("salt-citadel")
    page = folder / "salt-citadel.urd.md"
    page.write_text(page.read_text().replace("---", "--", 1))
    (one,) = found(folder)["diagnostics"]
    assert one["code"] == "URD301"
    assert len(one["places"]) > 400
    assert len(one["more_names"]) > 30
    assert "more names like this one" in run(folder).stdout


def test_few_missing_names_are_findings_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n\n[@cat, @dog]\n\nHere sits @cat.\n")
    names = [one["message"] for one in of_code("URD301", tmp_path)]
    assert names == ["Unresolved entity reference '@cat'.", "Unresolved entity reference '@dog'."]


@pytest.mark.parametrize("text", [None, "flowchat LR\n  a --> b\n"], ids=["missing", "unreadable"])
def test_diagram_of_a_session_that_is_not_read_leads_to_no_other_findings(world: Any, text: str | None) -> None:
    folder = world("checkout-session")
    before = {one["message"] for one in found(folder)["diagnostics"]}
    diagram = folder / "diagrams" / "storefront.mmd"
    diagram.unlink()
    if text:
        diagram.write_text(text)
    new = [one for one in found(folder)["diagnostics"] if one["message"] not in before]
    assert [one["severity"] for one in new if one["severity"] == "error"] == ["error"]
    (one,) = [one for one in new if "led_to" in one]
    assert one["led_to"]["MMD824"] == 3
    assert one["led_to"]["MMD843"] == 2
    assert "note: it has led to" in run(folder).stdout


def test_many_syntax_errors_of_one_diagram_are_one_finding(tmp_path: Path) -> None:
    wrong = "".join(f"  n{number} --- x y\n" for number in range(3))
    (tmp_path / "few.mmd").write_text(f"flowchart LR\n{wrong}")
    (tmp_path / "many.mmd").write_text(f"flowchart LR\n{wrong}{wrong}")
    diagnostics = of_code("MMD201", tmp_path)
    assert [(one["file"], len(one.get("places", []))) for one in diagnostics] == [
        ("few.mmd", 0),
        ("few.mmd", 0),
        ("few.mmd", 0),
        ("many.mmd", 5),
    ]


@pytest.mark.parametrize(
    ("code", "head", "wrong"),
    [
        ("MMD301", "sequenceDiagram", "  A->>B x\n"),
        ("MMD901", "C4Context", "  Persn(a)\n"),
        ("MMD911", "gantt", "  Grind\n"),
        ("MMD951", "mindmap\n  root", '    "grind(...)"\n'),
    ],
)
def test_many_syntax_errors_are_one_finding_in_each_kind_of_diagram(
    tmp_path: Path, code: str, head: str, wrong: str
) -> None:
    (tmp_path / "many.mmd").write_text(f"{head}\n{wrong * 9}")
    folded = of_code(code, tmp_path)
    assert len(folded) == 1
    assert len(folded[0]["places"]) > 3


def test_misnamed_instructions_of_a_program_are_one_finding(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "instructions"
    folder.mkdir(parents=True)
    for name in ("oil", "rope", "web"):
        (folder / f"{name}.md").write_text(f"Mind the {name}.\n")
    (one,) = of_code("INS206", tmp_path)
    assert [place["file"].rpartition("/")[2] for place in one["places"]] == ["rope.md", "web.md"]


def test_copies_of_one_text_are_one_finding(tmp_path: Path) -> None:
    for name in ("AGENTS.md", "CLAUDE.md", "GEMINI.md"):
        (tmp_path / name).write_text("# Mill\n\n" + "Oil the axle each morning, and never at night. " * 4)
    assert [len(one["places"]) for one in of_code("INS205", tmp_path)] == [1]


def test_many_lines_of_a_file_that_cannot_be_read_are_one_finding(tmp_path: Path) -> None:
    (tmp_path / ".beads").mkdir()
    (tmp_path / ".beads" / "issues.jsonl").write_text("{'id': 'a-1'}\n" * 40)
    (one,) = of_code("KNO102", tmp_path)
    assert len(one["places"]) == 39
    (tmp_path / "attic.urd.md").write_text("---\ntypes:\n" + "\tA: Character\n" * 9 + "---\n# Attic\n")
    assert [len(one["places"]) for one in of_code("URD102", tmp_path)] == [8]


def test_folding_keeps_the_exit_status(tmp_path: Path) -> None:
    write_tasks(tmp_path, 5)
    assert run(tmp_path).exit_code == 0
    assert run(tmp_path, "--fail-on", "warning").exit_code == 1
