"""The verdict `drifted`: what it says of histories with known drift, and where it says nothing."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import Json, ask
from tests.queries.revisions.generated_history import drifted, generate

ADR = "# 1. Oil the press\n\n## Status\n\nAccepted\n\n## Context\n\n{context}\n"
GUIDE = "# Guide\n\nThe miller does as ADR-0001 has it twice a day.\n"
FACT = "# Facts\n\n- [fact] The screw is turned by src/press.py at night\n"


def _health(folder: Path, **arguments: object) -> Json:
    return ask(open_workspace(folder), "get_health", verdict="drifted", **arguments)


def _drifted(folder: Path, *commits: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the refs that drifted and why, after some commits."""
    builder = RepositoryBuilder(folder)
    for files in commits:
        builder.commit(files)
    builder.check_out(commits[-1])
    builder.opened.close()
    return [(row["ref"], row["why"]) for row in _health(folder)["verdicts"]]


@pytest.mark.parametrize(
    ("commits", "seed"),
    [
        pytest.param(40, 4, id="small"),
        pytest.param(500, 5, id="large", marks=pytest.mark.long("a history of 500 commits is written and read")),
    ],
)
def test_drifted_of_generated_history_is_what_drifted(tmp_path: Path, commits: int, seed: int) -> None:
    history = generate(tmp_path, commits, seed)
    rows = _health(tmp_path, history=5_000, limit=500)["verdicts"]
    told = {
        (row["ref"], one.get("ref") or one["what"].split(" ")[2].strip(",")) for row in rows for one in row["evidence"]
    }
    known = set(drifted(history))
    assert told - known == set()
    assert len(told) >= 0.98 * len(known) > 0, sorted(known - told)
