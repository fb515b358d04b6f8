"""`frieze explain`: the page of a code."""

import pytest
from click.testing import CliRunner, Result

from server.cli import frieze
from server.reports import pages
from tests.compiler.tables import table
from tests.docs.pages import FOLDER


def run(code: str) -> Result:
    return CliRunner().invoke(frieze, ["explain", code])


@table("code", pages.page_codes())
def test_explain_prints_the_page_of_each_code(code: str) -> None:
    result = run(code)
    assert result.exit_code == 0
    text = (FOLDER / f"{code}.md").read_text(encoding="utf-8")
    assert result.stdout.startswith(f"# {code}: ")
    assert text.endswith(result.stdout)


def test_explain_takes_lower_case_and_an_unambiguous_beginning() -> None:
    assert run("mmd103").stdout == run("MMD103").stdout
    assert run("REQ401").stdout == run("REQ401-stale-hash").stdout


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("MMD999", "Did you mean MMD"),
        ("MMD10", "These begin so: MMD101, MMD102, "),
        ("FRZ", "more."),
        ("KETTLE1", "The codes of a project's own rules are explained in its frieze.toml."),
        ("", "The codes of a project's own rules are explained in its frieze.toml."),
        ("../../README", "The codes of a project's own rules are explained in its frieze.toml."),
    ],
)
def test_explain_unknown_code_is_an_error_with_near_ones(code: str, hint: str) -> None:
    result = run(code)
    assert result.exit_code == 2
    assert hint in " ".join(result.stderr.split())
