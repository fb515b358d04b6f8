"""The findings of a project's rules in the formats of `frieze check`, and its exit status."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from server.cli import frieze

RULES = """
[[rule]]
code = "ATTIC1"
severity = "error"
message = "{name} has {lines} line: {{too few}}"
sql = '''
SELECT f.path AS name, f.lines, f.path AS file, 1 AS line, json_array(o.ref) AS path
FROM file f JOIN object o ON o.file = f.path AND o.kind = 'file'
WHERE f.language = 'world'
'''

[[rule]]
code = "ATTIC2"
severity = "info"
message = "never"
sql = "SELECT 1 WHERE false"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / "frieze.toml").write_text(RULES)
    return tmp_path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(frieze, [str(word) for word in words])


def test_check_text_shows_a_finding_with_its_witness(source: Path) -> None:
    result = run("check", source)
    assert result.exit_code == 1
    assert "error ATTIC1: attic.urd.md has 1 line: {too few}" in result.output
    assert "note: path 1: file attic.urd.md (attic.urd.md:1)" in result.output


def test_check_fails_by_the_severity_of_the_rule(source: Path) -> None:
    settings = source / "frieze.toml"
    settings.write_text(settings.read_text().replace('"error"', '"warning"'))
    assert run("check", source).exit_code == 0
    assert run("check", source, "--fail-on", "warning").exit_code == 1


def test_check_fails_for_a_bad_rule(source: Path) -> None:
    (source / "frieze.toml").write_text(RULES.replace("FROM file", "FROM files"))
    result = run("check", source)
    assert result.exit_code == 1
    assert "error FRZ207" in result.output


def test_check_github_shows_a_finding_at_its_line(source: Path) -> None:
    result = run("check", source, "--format", "github")
    assert (
        "file=attic.urd.md,line=1,col=1,endColumn=8,title=ATTIC1::attic.urd.md has 1 line: {too few}" in result.output
    )


@pytest.mark.parametrize("is_frozen", [False, True])
def test_check_sarif_lists_the_rule_with_its_metadata(source: Path, tmp_path: Path, is_frozen: bool) -> None:
    given = source
    if is_frozen:  # the settings are not there any more
        given = tmp_path.with_suffix(".frieze")
        run("freeze", source, "-o", given)
    report = orjson.loads(run("check", given, "--format", "sarif").output)["runs"][0]
    (rule,) = report["tool"]["driver"]["rules"]
    assert rule == {
        "id": "ATTIC1",
        "shortDescription": {"text": "{name} has {lines} line: {{too few}}"},
        "defaultConfiguration": {"level": "error"},
    }
    (result,) = report["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("ATTIC1", 0, "error")
    assert result["relatedLocations"][0]["message"]["text"] == "path 1: file attic.urd.md"


def test_check_json_and_get_diagnostics_show_the_same_finding(source: Path) -> None:
    (checked,) = orjson.loads(run("check", source, "--format", "json").output)["diagnostics"]
    (answered,) = orjson.loads(run("query", source, "get_diagnostics", "--code", "ATTIC1").output)["diagnostics"]
    for place in (checked, *checked["related"]):
        place["file"] = place["file"].rpartition("/")[2]
    assert checked == answered
    assert (checked["code"], checked["severity"], checked["start_line"]) == ("ATTIC1", "error", 1)
