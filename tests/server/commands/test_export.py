"""`frieze export`: where it writes, and where it does not."""

import json
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from server.cli import frieze
from tests.paths import ROOT

GARDEN = ROOT / "worlds" / "locked-garden"


def export(source: Path, output: Path, *options: str) -> Result:
    return CliRunner().invoke(frieze, ["export", str(source), "-o", str(output), *options])


def test_export_writes_a_site_and_says_what_it_leaves_out(tmp_path: Path) -> None:
    done = export(GARDEN, tmp_path / "site", "--max-pages", "12")
    assert done.exit_code == 0
    assert "12 pages and " in done.stderr
    assert "Left out: " in done.stderr
    assert (tmp_path / "site" / "index.html").is_file()
    assert done.stdout == ""


def test_export_again_replaces_what_it_wrote_and_removes_what_is_gone(tmp_path: Path) -> None:
    site = tmp_path / "site"
    export(GARDEN, site)
    pages = set(site.rglob("*.html"))
    export(GARDEN, site, "--max-pages", "5")
    assert set(site.rglob("*.html")) < pages
    (site / "mine.txt").write_text("kept")
    assert export(GARDEN, site).exit_code == 0
    assert set(site.rglob("*.html")) == pages
    assert (site / "mine.txt").read_text() == "kept"


def test_export_refuses_a_folder_that_is_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    refused = export(GARDEN, tmp_path)
    assert refused.exit_code == 2
    assert "neither empty nor of an export before" in refused.stderr
    assert (tmp_path / "index.html").read_text() == "mine"


@pytest.mark.parametrize("files", [["../outside"], ["/etc/passwd"], ["a/b/c"], [1], "index.html", ["a/../../outside"]])
def test_export_believes_no_list_of_files_that_it_did_not_write(tmp_path: Path, files: object) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside").write_text("mine")
    (site / "frieze-site.json").write_text(json.dumps({"files": files}))
    assert export(GARDEN, site).exit_code == 2
    assert (tmp_path / "outside").read_text() == "mine"


def test_export_follows_no_link_out_of_its_folder(tmp_path: Path) -> None:
    site, outside = tmp_path / "site", tmp_path / "outside"
    outside.mkdir()
    export(GARDEN, site)
    for file in (site / "object").iterdir():
        file.unlink()
    (site / "object").rmdir()
    (site / "object").symlink_to(outside)
    assert export(GARDEN, site).exit_code == 2
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("name", ["index.html", "frieze-site.json"])
def test_export_writes_through_no_link_in_its_folder(tmp_path: Path, name: str) -> None:
    site, outside = tmp_path / "site", tmp_path / "outside"
    export(GARDEN, site)
    content = (site / name).read_bytes()
    outside.write_bytes(content)
    (site / name).unlink()
    (site / name).symlink_to(outside)
    before = outside.stat().st_mtime_ns
    assert export(GARDEN, site, "--max-pages", "3").exit_code == 2
    assert (outside.read_bytes(), outside.stat().st_mtime_ns) == (content, before)


def test_dump_writes_through_no_link_in_its_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "get_snapshot_info.json").symlink_to(outside)
    done = CliRunner().invoke(frieze, ["dump", str(GARDEN), "-o", str(tmp_path / "answers")])
    assert done.exit_code == 2
    assert outside.read_text() == "mine"


def test_export_writes_nothing_into_a_source_of_its_workspace(tmp_path: Path) -> None:
    source = copytree(GARDEN, tmp_path / "garden")
    (tmp_path / "w").mkdir()
    file = tmp_path / "w" / "frieze.toml"
    file.write_text('[[source]]\nname = "garden"\npath = "../garden"\n')
    before = sorted(source.rglob("*"))
    refused = export(file, source / "site")
    assert refused.exit_code == 2 and "is inside the source" in refused.stderr
    assert sorted(source.rglob("*")) == before


def test_export_writes_nothing_into_its_source(tmp_path: Path) -> None:
    source = copytree(GARDEN, tmp_path / "garden")
    before = sorted(source.rglob("*"))
    for output in (source, source / "site", source / ".." / "garden" / "site"):
        assert export(source, output).exit_code == 2
    assert sorted(source.rglob("*")) == before


def test_export_links_to_the_editor_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRIEZE_EDITOR", "vscode")  # others read the site, on other machines
    export(GARDEN, tmp_path / "plain")
    export(GARDEN, tmp_path / "site", "--editor", "vscode", "--max-pages", "30")
    assert "vscode:" not in (tmp_path / "plain" / "files" / "index.html").read_text()
    place = f'href="vscode://file{GARDEN}/locked-garden.urd.md:1"'
    assert place in (tmp_path / "site" / "files" / "index.html").read_text()
    at_revision = export(GARDEN, tmp_path / "past", "--editor", "vscode", "--revision", "HEAD", "--max-pages", "5")
    assert at_revision.exit_code == 0
    assert "vscode:" not in (tmp_path / "past" / "files" / "index.html").read_text()
