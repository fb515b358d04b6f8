"""The lists of `docs/conformance.md`, made from the results of the suite.

A scenario counts as passed when at least one of its checks succeeded and none failed or warned. The suite itself also
passes scenarios without a check, and scenarios that a server without the feature cannot fail. The page omits those.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import yaml

from tests.paths import ROOT

PAGE = ROOT / "docs" / "conformance.md"
EVERYWHERE = "wire-schema-valid"  # a check of every scenario: our messages against the schema of the protocol
# Scenarios that pass on every server that never asks its client for input.
EMPTY = {"input-required-result-unsupported-methods", "input-required-result-validate-input"}

TITLES = {"shipped": "As shipped", "overlaid": "With the demonstrations laid over"}

Run = tuple[str, str]  # a server and a revision


class Outcome(NamedTuple):
    """The checks of one scenario: how many succeeded, and how many were looked at."""

    succeeded: int
    looked_at: int


def outcomes(results: Path) -> dict[str, Outcome]:
    """The outcome of every scenario in a folder of results, by name."""
    found = {}
    for path in sorted(results.glob("server-*/checks.json")):
        name = re.sub(r"^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$", r"\1", path.parent.name)
        checks = [one for one in json.loads(path.read_text(encoding="utf-8")) if one["id"] != EVERYWHERE]
        statuses = [check["status"] for check in checks if check["status"] in ("SUCCESS", "FAILURE", "WARNING")]
        found[name] = Outcome(statuses.count("SUCCESS"), len(statuses))
    return found


def passed(found: Mapping[str, Outcome]) -> list[str]:
    """The names of the scenarios that passed."""
    return sorted(name for name, one in found.items() if 0 < one.succeeded == one.looked_at and name not in EMPTY)


def with_lists(page: str, runs: Mapping[Run, dict[str, Outcome]], expected: Mapping[Run, set[str]]) -> str:
    """The page with the lists below its text, from the outcomes and the expected failures of every run."""
    text, _, _ = page.partition("\n## ")
    return text + "".join(_section(run, found, expected[run]) for run, found in runs.items())


def _section(run: Run, found: Mapping[str, Outcome], expected: set[str]) -> str:
    server, revision = run
    partly = [
        f"`{name}` except for {one.looked_at - one.succeeded} of its {one.looked_at} checks"
        for name, one in sorted(found.items())
        if any(entry.startswith(f"{name}:") for entry in expected)
    ]
    listed = fill(", ".join([*(f"`{name}`" for name in passed(found)), *partly]) + ".", 128, break_on_hyphens=False)
    return f"\n## {TITLES[server]}, requirements of {revision}\n\n{listed}\n"


def expected_failures(baseline: Path) -> set[str]:
    """The entries of a baseline: scenarios, or `scenario:check`."""
    return set(yaml.safe_load(baseline.read_text(encoding="utf-8"))["server"])
