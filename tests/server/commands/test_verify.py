"""`frieze verify` on the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from server.cli import frieze

RECORD = "# 1. Pump by hand\n\n## Status\n\nAccepted\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source" / "docs" / "adr" / "0001-pump.md"
    path.parent.mkdir(parents=True)
    path.write_text(RECORD)
    return path


def _run(*words: object, given: str = "") -> Result:
    return CliRunner().invoke(frieze, [*map(str, words)], input=given)


def test_verify_tells_what_an_answer_says_otherwise_now(source: Path) -> None:
    root = source.parents[2]
    asked = _run("query", "--no-cache", root, "entity_list", "--proof")
    assert asked.exit_code == 0
    holds = _run("verify", "--no-cache", "-", root, given=asked.stdout)
    assert (holds.exit_code, holds.stdout) == (0, "The answer holds: 1 row as before.\n")
    source.write_text(RECORD.replace("Accepted", "Deprecated"))
    differs = _run("verify", "--no-cache", "-", root, given=asked.stdout)
    lines = differs.stdout.splitlines()
    assert differs.exit_code == 1 and lines[-1].startswith("The answer does not hold: 0 rows as before, ")
    assert 'changed  entities[k:decision/ADR-0001].properties.status: "accepted" -> "deprecated"' in lines
    assert "file     docs/adr/0001-pump.md has changed" in lines


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "give an object, such as the answer of a tool"),
        ("{}", 'carries no proof, so that its question is not known. Ask it with "proof": true'),
    ],
)
def test_what_is_no_answer_with_a_proof_ends_with_status_2(source: Path, given: str, problem: str) -> None:
    done = _run("verify", "--no-cache", "-", source.parents[2], given=given)
    assert done.exit_code == 2 and problem in done.stderr
