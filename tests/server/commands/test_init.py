"""`frieze init` writes settings that choose the same files as without them, and overwrites nothing."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.languages.requirements.facts import Requirement
from server.cli import frieze
from tests.closing import compile_source
from tests.compiler.languages.requirements.sources import requirement


def init(folder: Path) -> Result:
    return CliRunner().invoke(frieze, ["init", str(folder), "--no-cache"])


def write(root: Path) -> None:
    for path in ("attic.urd.md", "vendor/a.urd.md", 'node_modules/"quoted\x7f.md', "drafts/x.urd.md"):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("# Attic\n")
    (root / ".gitignore").write_text("drafts/\n")


def test_settings_name_what_was_found_and_passed_over(tmp_path: Path) -> None:
    write(tmp_path)
    done = init(tmp_path)
    text = (tmp_path / "frieze.toml").read_text()
    assert (done.exit_code, done.stdout) == (0, "")
    assert '#   "/drafts/",  # ignored by git\n#   "/node_modules/",  # of third parties\n#   "/vendor/",' in text
    assert '# [world]  # 1 file now\n# paths = ["/attic.urd.md"]\n' in text


def test_settings_that_were_written_choose_the_same_files(tmp_path: Path) -> None:
    write(tmp_path)
    before = compile_source(tmp_path)
    init(tmp_path)
    after = compile_source(tmp_path)
    assert tomllib.loads((tmp_path / "frieze.toml").read_text()) == {"exclude": [], "include": [], "project": []}
    assert after.diagnostics() == before.diagnostics() == []
    assert {"f:frieze.toml"} == {one.ref for one in after.objects()} - {one.ref for one in before.objects()}
    assert after.meta["passed_over"] == before.meta["passed_over"]


def test_settings_without_their_comment_signs_are_valid(tmp_path: Path) -> None:
    write(tmp_path)
    init(tmp_path)
    lines = (tmp_path / "frieze.toml").read_text().splitlines()
    tables = [line.removeprefix("# ") for line in lines if line.startswith(("# [", "# paths", "# extend"))]
    (tmp_path / "frieze.toml").write_text("\n".join(tables))
    assert [one for one in compile_source(tmp_path).diagnostics() if one.span.file == "frieze.toml"] == []


def test_settings_that_are_there_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / "frieze.toml").write_text("exclude = []\n")
    done = init(tmp_path)
    assert done.exit_code == 2
    assert "is there already, and is not overwritten" in done.stderr
    assert (tmp_path / "frieze.toml").read_text() == "exclude = []\n"


def test_settings_of_a_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    assert init(tmp_path / "attic.urd.md").exit_code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["attic.urd.md"]


def test_marked_files_are_offered_as_the_project(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "docs" / "templates").mkdir(parents=True)
    (tmp_path / "docs" / "templates" / "plan.md").write_text("# Plan\n")
    init(tmp_path)
    assert "#   \"/docs/templates/\",  # it is below 'templates'\n" in (tmp_path / "frieze.toml").read_text()


@pytest.mark.parametrize(
    ("ids", "shape"),
    [
        (("HAR-d00001", "HAR-d00002"), "HAR-{level}{number:5}"),
        (("HAR-7", "HAR-12"), "HAR-{number}"),
        (("HAR-DEV-berth-table", "HAR-DEV-rope"), "HAR-{level}-{name}"),
    ],
)
def test_inferred_requirements_are_offered_as_they_were_found(tmp_path: Path, ids: tuple[str, str], shape: str) -> None:
    first, second = ids
    page = requirement(first, "It SHALL berth.", level="DEV", status="Agreed")
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "a.md").write_text(
        page + requirement(second, "It SHALL go.", level="DEV", status="Agreed", implements=first)
    )
    before = [one.ref for one in compile_source(tmp_path).facts(Requirement)]
    init(tmp_path)
    settings = tmp_path / "frieze.toml"
    assert f'# id = "{shape}"\n' in settings.read_text()
    assert '# paths = ["/harbour/"]\n' in settings.read_text()
    _, _, table = settings.read_text().partition("# [requirements.specifications]")
    settings.write_text("[requirements.specifications]" + table.replace("\n# ", "\n"))
    after = compile_source(tmp_path)
    assert ([one.ref for one in after.facts(Requirement)], after.diagnostics()) == (before, [])
