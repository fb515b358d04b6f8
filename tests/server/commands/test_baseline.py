"""`frieze check --baseline`: accepted findings are not shown, and no other finding hides behind them."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from server.cli import frieze
from tests.server.commands.mistakes import BROKEN, DIRECTIVE


@pytest.fixture
def baseline(source: Path) -> Path:
    """A baseline with all findings of the source: an error and a warning."""
    path = source.parent / "baseline.json"
    assert run(source, "--baseline", path, "--write-baseline").exit_code == 0
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(frieze, ["check", *map(str, words)])


def shown(*words: str | Path) -> list[str]:
    return [one["code"] for one in orjson.loads(run(*words, "--format", "json").stdout)["diagnostics"]]


def codes(baseline: Path) -> list[str]:
    return [one["code"] for one in orjson.loads(baseline.read_text())["findings"]]


def test_baseline_that_is_missing_is_written_but_its_findings_fail_once(source: Path, tmp_path: Path) -> None:
    """Else a misspelt name in CI would let everything pass."""
    path = tmp_path / "new.json"
    first = run(source, "--baseline", path)
    assert first.exit_code == 1
    assert "2 findings written to the new baseline" in first.stderr
    assert "error MMD103" in first.stdout
    assert run(source, "--baseline", path).exit_code == 0


def test_baseline_accepts_its_findings(source: Path, baseline: Path) -> None:
    result = run(source, "--baseline", baseline, "--fail-on", "warning")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "No problems in 2 files; 2 in the baseline"
    assert result.stderr == ""


def test_baseline_is_sorted_and_has_a_line_for_each_finding(source: Path, baseline: Path) -> None:
    lines = baseline.read_text().splitlines()
    assert lines[3].startswith('    {"file": "broken.mmd", "code": "MMD103", "message": "No diagram type is known by ')
    assert lines[4].startswith('    {"file": "directive.mmd", "code": "MMD105"')
    assert len(lines) == 7
    before = baseline.read_bytes()
    run(source, "--baseline", baseline, "--write-baseline")
    assert baseline.read_bytes() == before


def test_baseline_survives_moved_lines(source: Path, baseline: Path) -> None:
    (source / "broken.mmd").write_text(f"%% a comment\n\n{BROKEN}")
    assert shown(source, "--baseline", baseline) == []


def test_baseline_survives_other_findings_before(source: Path, tmp_path: Path) -> None:
    page = source / "page.md"
    fence = "```mermaid\nflowchart LR\n  a -->\n```\n"
    page.write_text(f"# Page\n\n{fence}")
    path = tmp_path / "page.json"
    run(source, "--baseline", path, "--write-baseline")
    page.write_text(f"# Page\n\n```mermaid\nflowchat LR\n```\n\n{fence}")
    assert shown(source, "--baseline", path) == ["MMD103"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("broken.mmd", BROKEN.replace("flowchat", "flowcart")),
        ("other.mmd", BROKEN),
        ("directive.mmd", DIRECTIVE.replace("forest", "dark")),
    ],
    ids=["another text", "another file", "another marked text"],
)
def test_baseline_does_not_hide_a_new_finding(source: Path, baseline: Path, name: str, text: str) -> None:
    (source / name).write_text(text)
    assert len(shown(source, "--baseline", baseline)) == 1


def test_baseline_accepts_equal_findings_as_often_as_it_counts_them(source: Path, tmp_path: Path) -> None:
    page = source / "page.md"
    fence = "```mermaid\nflowchat LR\n```\n\n"
    path = tmp_path / "page.json"
    page.write_text(fence * 2)
    run(source, "--baseline", path, "--write-baseline")
    assert orjson.loads(path.read_text())["findings"][-1]["count"] == 2
    page.write_text(fence * 3)
    assert shown(source, "--baseline", path) == ["MMD103"]


def test_baseline_entries_that_are_gone_are_said(source: Path, baseline: Path) -> None:
    (source / "broken.mmd").write_text(BROKEN.replace("flowchat", "flowchart"))
    result = run(source, "--baseline", baseline)
    assert result.exit_code == 0
    assert "1 finding of the baseline" in result.stderr
    assert "  broken.mmd MMD103: No diagram type is known by" in result.stderr
    answer = orjson.loads(run(source, "--baseline", baseline, "--format", "json").stdout)
    assert answer["baseline"]["accepted"] == 1
    assert [(one["code"], one["count"]) for one in answer["baseline"]["gone"]] == [("MMD103", 1)]
    run(source, "--baseline", baseline, "--write-baseline")
    assert codes(baseline) == ["MMD105"]


def test_baseline_entries_of_codes_that_are_not_selected_are_kept(source: Path, baseline: Path) -> None:
    result = run(source, "--baseline", baseline, "--select", "MMD103", "--write-baseline")
    assert codes(baseline) == ["MMD103", "MMD105"]
    assert "no longer found" not in result.stderr


def test_baseline_of_settings_is_found_from_the_source_on(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (source / "frieze.toml").write_text('[check]\nbaseline = "accepted.json"\n')
    monkeypatch.chdir(source.parent)
    missing = run("source")
    assert missing.exit_code == 2
    assert "which frieze.toml names as the baseline" in missing.stderr
    assert run("source", "--write-baseline").exit_code == 0
    assert codes(source / "accepted.json") == ["MMD103", "MMD105"]
    assert run("source").exit_code == 0
    monkeypatch.chdir(source)
    assert run().exit_code == 0


def test_baseline_inside_the_source_is_no_part_of_it(source: Path) -> None:
    def read() -> tuple[str, int]:
        info = orjson.loads(CliRunner().invoke(frieze, ["query", str(source), "get_snapshot_info"]).stdout)
        return info["snapshot_id"], info["file_count"]

    before = read()
    run(source, "--baseline", source / "frieze-baseline.json", "--write-baseline")
    assert read() == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "Expecting property name"),
        ("[]", "it has no 'version': 1"),
        ('{"version": 2, "findings": []}', "it has no 'version': 1"),
        ('{"version": 1}', "it has no list 'findings'"),
        ('{"version": 1, "findings": [{"file": "a"}]}', "entry 1 of 'findings' needs file, code, message, text, count"),
    ],
)
def test_baseline_that_is_none_is_an_error(source: Path, tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    result = run(source, "--baseline", path)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert path.read_text() == text


def test_baseline_that_cannot_be_written_is_an_error(source: Path, tmp_path: Path) -> None:
    result = run(source, "--baseline", tmp_path / "none" / "baseline.json")
    assert result.exit_code == 2
    assert "Cannot write the baseline" in result.stderr


def test_write_baseline_needs_a_name(source: Path) -> None:
    result = run(source, "--write-baseline")
    assert result.exit_code == 2
    assert "--write-baseline needs --baseline FILE" in result.stderr


def test_baseline_of_a_stranger_writes_no_control_characters_and_no_lines_of_its_own(source: Path) -> None:
    path = source.parent / "baseline.json"
    entry = {
        "file": "a\x1b[31m",
        "code": "b\x07\x1b[2J",
        "message": "c\nfake: error" + "x" * 9_000,
        "text": "",
        "count": 1,
    }
    path.write_bytes(orjson.dumps({"version": 1, "findings": [entry]}))
    said = run(source, "--baseline", path).stderr
    assert not {one for one in said if ord(one) < 32 and one != "\n"}
    assert "\nfake" not in said
    assert len(said) < 2_000


@pytest.mark.parametrize("is_there", [True, False])
def test_baseline_is_written_through_no_link(source: Path, tmp_path: Path, is_there: bool) -> None:
    outside = tmp_path / "outside"
    if is_there:
        outside.write_text('{"version": 1, "findings": []}')
    (source / "accepted.json").symlink_to(outside)
    result = run(source, "--baseline", source / "accepted.json", "--write-baseline")
    assert result.exit_code == 2 and "Cannot write the baseline" in result.stderr
    assert outside.exists() == is_there
    assert "MMD103" not in (outside.read_text() if is_there else "")


@pytest.mark.parametrize("name", ["link.json", "folder/accepted.json"])
def test_baseline_of_settings_that_a_link_leads_out_of_the_source_is_not_read(
    source: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "accepted.json").write_text("secret")
    (source / "folder").symlink_to(tmp_path / "outside")
    (source / "link.json").symlink_to(tmp_path / "outside" / "accepted.json")
    (source / "frieze.toml").write_text(f'[check]\nbaseline = "{name}"\n')
    result = run(source)
    assert result.exit_code == 2 and "leads out of the source" in result.stderr
