"""`frieze check`: which findings it shows, by options and by `[check]` of frieze.toml, and how it counts them."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from server.cli import frieze
from tests.server.commands.mistakes import DIRECTIVE


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(frieze, [str(word) for word in words])


def shown(*words: str | Path) -> list[str]:
    """The codes of the findings that `frieze check` shows."""
    return [one["code"] for one in orjson.loads(run("check", *words, "--format", "json").stdout)["diagnostics"]]


def settings(source: Path, text: str) -> None:
    (source / "frieze.toml").write_text(text)


def test_check_source_defaults_to_working_directory(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(source)
    assert run("check").stdout == run("check", ".").stdout
    assert shown("--select", "MMD103") == ["MMD103"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), ["MMD103", "MMD105"]),
        (("--select", "MMD103"), ["MMD103"]),
        (("--select", "MMD"), ["MMD103", "MMD105"]),
        (("--select", "REQ"), []),
        (("--select", "REQ,MMD105"), ["MMD105"]),
        (("--select", "MMD103", "--select", "MMD105"), ["MMD103", "MMD105"]),
        (("--ignore", "MMD1"), []),
        (("--ignore", "MMD105"), ["MMD103"]),
        (("--select", "MMD", "--ignore", "MMD103"), ["MMD105"]),
        (("--select", "MMD105", "--ignore", "MMD"), ["MMD105"]),
        (("--select", "MMD105", "--ignore", "MMD105"), []),
    ],
)
def test_check_longest_beginning_selects_or_ignores(
    source: Path, options: tuple[str, ...], expected: list[str]
) -> None:
    assert shown(source, *options) == expected


def test_check_ignored_findings_do_not_fail_and_are_counted(source: Path) -> None:
    result = run("check", source, "--ignore", "MMD103")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2] == "1 warning in 2 files; 1 not selected or ignored (MMD103 1)"
    counts = orjson.loads(run("check", source, "--ignore", "MMD103", "--format", "json").stdout)
    assert (counts["total"], counts["errors"], counts["ignored"]) == (1, 0, {"MMD103": 1})


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_check_unknown_code_is_an_error_with_the_nearest(source: Path, option: str) -> None:
    result = run("check", source, option, "MMD103,MMD193")
    assert result.exit_code == 2
    assert f"{option}: no code is or begins with 'MMD193'. Did you mean 'MMD103'?" in result.stderr


def test_check_empty_code_is_an_error(source: Path) -> None:
    result = run("check", source, "--select", "MMD,")
    assert result.exit_code == 2
    assert "A code is missing" in result.stderr


def test_check_statistics_count_by_code(source: Path) -> None:
    (source / "second.mmd").write_text(DIRECTIVE)
    result = run("check", source, "--statistics")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "2  MMD105  warning  A directive that cannot be read",
        "1  MMD103  error    No known type of diagram",
        "",
        "1 error, 2 warnings in 3 files",
    ]
    answer = orjson.loads(run("check", source, "--statistics", "--format", "json").stdout)
    assert answer["total"] == 3
    assert [(one["code"], one["count"]) for one in answer["statistics"]] == [("MMD105", 2), ("MMD103", 1)]


def test_check_statistics_name_rules_of_the_project_by_their_message(source: Path) -> None:
    settings(source, "[[rule]]\ncode = 'ROOM1'\nmessage = 'Too few {n}'\nsql = 'SELECT 1 AS n'\n")
    lines = run("check", source, "--statistics", "--select", "ROOM").stdout.splitlines()
    assert lines[0] == "1  ROOM1  warning  Too few {n}"


@pytest.mark.parametrize("form", ["sarif", "github", "gitlab"])
def test_check_statistics_have_no_other_format(source: Path, form: str) -> None:
    result = run("check", source, "--statistics", "--format", form)
    assert result.exit_code == 2
    assert f"--statistics has no format '{form}': it is text or json." in result.stderr


def test_check_settings_select_and_ignore(source: Path) -> None:
    settings(source, '[check]\nselect = ["MMD"]\nignore = ["MMD103"]\n')
    assert shown(source) == ["MMD105"]
    assert shown(source, "--ignore", "MMD105") == ["MMD103"]
    assert shown(source, "--select", "MMD103") == []


def test_check_settings_fail_on(source: Path) -> None:
    settings(source, '[check]\nfail-on = "warning"\nignore = ["MMD103"]\n')
    assert run("check", source).exit_code == 1
    assert run("check", source, "--fail-on", "error").exit_code == 0


def test_check_settings_of_unknown_codes_hide_nothing(source: Path) -> None:
    settings(source, '[check]\nselect = ["MDM"]\n')
    assert shown(source) == ["MMD103", "MMD105", "FRZ203"]


def test_check_mistakes_in_settings_are_shown_whatever_is_selected(source: Path) -> None:
    settings(source, '[check]\nselect = ["MMD103"]\nfail_on = "error"\n')
    assert shown(source) == ["MMD103", "FRZ203"]
    assert shown(source, "--ignore", "FRZ203") == ["MMD103"]


def test_check_settings_name_codes_of_rules(source: Path) -> None:
    settings(
        source,
        '[check]\nselect = ["ROOM"]\n[[rule]]\ncode = "ROOM1"\nmessage = "{n}"\nsql = "SELECT 1 AS n"\n',
    )
    assert shown(source) == ["ROOM1"]


def test_check_settings_hold_in_a_frozen_file(source: Path, tmp_path: Path) -> None:
    settings(source, '[check]\nignore = ["MMD103"]\n')
    assert run("freeze", source, "-o", tmp_path / "source.frieze").exit_code == 0
    assert shown(tmp_path / "source.frieze") == ["MMD105"]


def test_check_does_not_hide_findings_from_queries(source: Path) -> None:
    settings(source, '[check]\nignore = ["MMD103"]\n')
    answer = orjson.loads(run("query", source, "get_diagnostics").stdout)
    assert [one["code"] for one in answer["diagnostics"]] == ["MMD103", "MMD105"]
