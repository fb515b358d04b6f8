"""The workflow of the public CI, which cannot run here, installs and runs the same as the Makefile."""

import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.paths import ROOT

WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def commands(job: str) -> list[str]:
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def recipe(target: str) -> list[str]:
    """The commands of a target, as they would run in an active environment."""
    lines = MAKEFILE.partition(f"\n{target}: ")[2].splitlines()[1:]
    end = next(at for at, line in enumerate(lines) if not line.startswith("\t"))
    return [line.strip().replace("$(BIN)/python ", "python ").replace("$(BIN)/", "python -m ") for line in lines[:end]]


def test_workflow_tests_each_python_of_makefile() -> None:
    pythons = WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert pythons == re.findall(r"\bpython(3\.\d+)\b", MAKEFILE.partition("do \\")[0])[::-1]
    assert pythons[0] == PROJECT["requires-python"].removeprefix(">=")
    minors = [int(one.removeprefix("3.")) for one in pythons]
    assert minors == list(range(minors[0], minors[-1] + 1))


def test_workflow_runs_on_three_systems() -> None:
    systems = WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["os"]
    assert systems == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_workflow_must_pass_on_each_system() -> None:
    assert "continue-on-error" not in str(WORKFLOW)


@pytest.mark.parametrize("job", WORKFLOW["jobs"])
def test_workflow_job_runs_commands_of_makefile(job: str) -> None:
    install, *run = commands(job)
    assert install == 'python -m pip install --editable ".[dev]"'
    assert "--editable '.[dev]'" in MAKEFILE
    assert run == recipe(job)


def test_workflow_installs_pinned_versions() -> None:
    assert WORKFLOW["env"]["PIP_CONSTRAINT"] == "constraints.txt"
    assert (ROOT / WORKFLOW["env"]["PIP_CONSTRAINT"]).is_file()
    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split())
    wanted = [re.split(r"[<>=]", one)[0] for one in PROJECT["optional-dependencies"]["dev"]]
    assert set(wanted) <= set(pinned)
