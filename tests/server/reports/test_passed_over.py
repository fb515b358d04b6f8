"""`frieze check` says what was not read."""

import json
from pathlib import Path

from click.testing import CliRunner

from server.cli import frieze


def check(root: Path, *options: str) -> str:
    return CliRunner().invoke(frieze, ["check", str(root), "--no-cache", *options]).stdout


def write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("# Attic\n")


def test_text_ends_with_what_was_not_read(tmp_path: Path) -> None:
    write(
        tmp_path, "attic.urd.md", "dist/a.md", "site/a.md", "old/a.md", "b.md", "c.md", "d.md", "e.md", "a.png", "b.png"
    )
    excluded = [word for name in "bcde" for word in ("--exclude", f"{name}.md")]
    lines = check(tmp_path, "--exclude", "old/", *excluded).splitlines()
    assert lines == [
        "Read: 1 file with 1 world, 1 location",
        "Not understood: nothing",
        "No problems in 1 file",
        "",
        "Not read: 4 files and 1 folder excluded (b.md, c.md, d.md, 2 more)",
        "Not read: 2 folders made by a build (dist/, site/)",
        "Not read: 2 files of kinds that no language reads (.png 2)",
    ]


def test_text_names_files_that_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, "attic.urd.md")
    (tmp_path / "cellar.urd.md").write_bytes(b"\xff")
    assert check(tmp_path).splitlines()[-1] == "Not read: 1 file that cannot be read (cellar.urd.md)"


def test_json_counts_what_was_not_read(tmp_path: Path) -> None:
    write(tmp_path, "attic.urd.md", "dist/a.md")
    assert json.loads(check(tmp_path, "--format", "json"))["passed_over"] == {"built": 1}
    write(tmp_path / "whole", "attic.urd.md")
    assert "passed_over" not in json.loads(check(tmp_path / "whole", "--format", "json"))


def test_source_of_code_without_citations_is_not_without_problems(tmp_path: Path) -> None:
    (tmp_path / "press.py").write_text("print(1)\n")
    (tmp_path / "test_press.py").write_text("def test_press():\n    assert True\n")
    found = check(tmp_path)
    assert "FRZ110: Nothing was understood: no object of any language was found in 2 files." in found
    assert "No problems" not in found


def test_sarif_and_github_say_what_was_not_read(tmp_path: Path) -> None:
    write(tmp_path, "attic.urd.md", "dist/a.md")
    note = "Not read: 1 folder made by a build (dist/)"
    [invocation] = json.loads(check(tmp_path, "--format", "sarif"))["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is True
    assert [one["message"]["text"] for one in invocation["toolExecutionNotifications"]] == [note]
    assert check(tmp_path, "--format", "github") == f"::notice title=Frieze::{note}\n"


def test_sarif_of_a_source_that_was_read_whole_has_no_notifications(tmp_path: Path) -> None:
    write(tmp_path, "attic.urd.md")
    assert "invocations" not in json.loads(check(tmp_path, "--format", "sarif"))["runs"][0]


def test_check_counts_links_that_only_a_site_can_follow(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n[a](/api/rope) [b](rope.html) [c](b.md)\n")
    (tmp_path / "b.md").write_text("# B\n\n[a](/api) [b](a)\n")
    said = "Not checked: 3 links that only a site's own program can follow (a.md 2, b.md 1)"
    assert check(tmp_path).splitlines()[-1] == said
    assert json.loads(check(tmp_path, "--format", "json"))["unchecked_links"] == 3
    (tmp_path / "a.md").write_text("# A\n\n[c](b.md)\n")
    (tmp_path / "b.md").write_text("# B\n")
    assert "Not checked" not in check(tmp_path)
    assert "unchecked_links" not in json.loads(check(tmp_path, "--format", "json"))


def test_text_counts_each_kind_of_doubt_with_its_first_place(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "CONVENTIONS.md").write_text("# Conventions\n\nSee [[Gate]].\n")
    line = check(tmp_path).splitlines()[1]
    assert line == "Not understood: 2 places: instruction 1 (docs/CONVENTIONS.md:1), link 1 (docs/CONVENTIONS.md:3)"
