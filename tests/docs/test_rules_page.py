"""docs/rules.md: its rules run on the sample worlds and find what the page shows."""

import re
import shutil
from pathlib import Path

import pytest

from compiler.pipeline.settings.recommended import CODES
from compiler.pipeline.settings.settings_text import parse_settings
from server.reports.report import report
from server.reports.text import text
from tests.closing import compile_source
from tests.docs.pages import read_page
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
WORKED = re.findall(r"^```toml source=(\S+)\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("source", "rules", "findings"), WORKED, ids=[one[1].split('"')[1] for one in WORKED])
def test_rules_page_rule_finds_what_is_shown(tmp_path: Path, source: str, rules: str, findings: str) -> None:
    folder = Path(shutil.copytree(ROOT / source, tmp_path / "source"))
    before = text(report(compile_source(folder), str(folder)), colour=False)
    (folder / "frieze.toml").write_text(rules)
    after = text(report(compile_source(folder), str(folder)), colour=False)
    assert findings.strip() in after
    code = rules.split('"')[1]
    assert findings.count(f" {code}: ") == after.count(f" {code}: ") > before.count(f" {code}: ")


def test_rules_page_shows_three_rules_one_with_a_witness() -> None:
    assert len(WORKED) == 3
    assert ["path" in rules for _, rules, _ in WORKED].count(True) == 1


def test_rules_page_blocks_are_settings_without_mistakes() -> None:
    blocks = re.findall(r"^```toml[^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert [parse_settings("frieze.toml", one).diagnostics for one in blocks] == [[]] * len(blocks)


def test_rules_page_lists_the_recommended_rules() -> None:
    rows = re.findall(r"^\| \[(FRZ4\d\d)\]\(diagnostics/(FRZ4\d\d)\.md\) \| ", PAGE, re.MULTILINE)
    assert rows == [(one.code, one.code) for one in CODES]
    assert all(f"`{one.code}`" in read_page(one.code).why for one in CODES)
