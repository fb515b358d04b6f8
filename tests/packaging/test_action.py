"""The GitHub Action, the pre-commit hook and the GitLab job, as far as they can run here: their own commands, by bash,
with `frieze` of this tree."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from server.cli import frieze
from tests.paths import ROOT
from tests.server.processes import PATIENCE, environment

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
CHECK = ACTION["runs"]["steps"][-1]
BROKEN = "flowchat LR\n    a --> b\n"
DIRECTIVE = "%%{init: {theme: forest}}%%\nflowchart LR\n    a --> b\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a source, `docs`, that has an error and a warning."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "broken.mmd").write_text(BROKEN)
    (folder / "docs" / "directive.mmd").write_text(DIRECTIVE)
    return folder


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """A script that runs `frieze` of this tree."""
    script = tmp_path / "commands" / "frieze"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m server.cli "$@"\n')
    script.chmod(0o755)
    return script


def run_bash(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script as a runner of GitHub does: `bash -eo pipefail`."""
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(
        words, cwd=folder, env=environment(**variables), capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def run_action(project: Path, command: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the last step of the action with inputs, `fail_on` for `fail-on`."""
    given = {name: str(one.get("default", "")) for name, one in ACTION["inputs"].items()}
    given |= {name.replace("_", "-"): value for name, value in inputs.items()}
    values = {f"inputs.{name}": value for name, value in given.items()} | {"steps.install.outputs.frieze": str(command)}
    variables = {
        name: re.sub(r"\$\{\{ (\S+) \}\}", lambda found: values[found[1]], value)
        for name, value in CHECK["env"].items()
    }
    return run_bash(CHECK["run"], project, **variables)


def test_action_shows_findings_at_lines_and_fails(project: Path, command: Path) -> None:
    done = run_action(project, command)
    assert done.returncode == 1, done.stderr
    assert [line.partition(" ")[0] for line in done.stdout.splitlines()] == ["::error", "::warning"]
    assert "file=docs/broken.mmd,line=1," in done.stdout


def test_action_inputs_are_options_of_check(project: Path, command: Path) -> None:
    assert run_action(project, command, ignore="MMD103").returncode == 0
    assert run_action(project, command, ignore="MMD103", fail_on="warning").returncode == 1
    assert run_action(project, command, select="REQ,KNO").stdout.strip() == ""
    assert run_action(project, command, source="docs/broken.mmd").stdout.count("::error") == 1
    assert run_action(project, command, select="MMX").returncode == 2


def test_action_inputs_are_no_shell(project: Path, command: Path) -> None:
    """An input may come from a pull request."""
    done = run_action(project, command, source="$(touch broken)", ignore="`touch broken`")
    assert done.returncode == 2
    assert not (project / "broken").exists()
    assert "${{" not in CHECK["run"]


def test_action_baseline_must_exist(project: Path, command: Path) -> None:
    done = run_action(project, command, baseline="accepted.json")
    assert done.returncode == 2
    assert "::error::There is no baseline 'accepted.json'" in done.stdout
    assert not (project / "accepted.json").exists()
    run_bash(f"'{command}' check --baseline accepted.json --write-baseline", project)
    assert run_action(project, command, baseline="accepted.json").returncode == 0


def test_action_writes_sarif_and_still_fails(project: Path, command: Path) -> None:
    done = run_action(project, command, sarif_file="frieze.sarif")
    assert done.returncode == 1
    assert "::error" in done.stdout
    (run,) = json.loads((project / "frieze.sarif").read_text())["runs"]
    assert [one["ruleId"] for one in run["results"]] == ["MMD103", "MMD105"]
    assert run_action(project, command, sarif_file="other.sarif", select="MMX").returncode == 2


def test_action_installs_with_pins_into_an_environment_of_its_own() -> None:
    install = next(step for step in ACTION["runs"]["steps"] if step.get("id") == "install")
    assert '-m venv "$RUNNER_TEMP/frieze"' in install["run"]
    assert 'PIP_CONSTRAINT="$ACTION/constraints.txt"' in install["run"]
    assert "GITHUB_PATH" not in install["run"], "later steps keep their own Python"
    assert run_bash('bash -n -c "$SCRIPT"', ROOT, SCRIPT=install["run"]).returncode == 0


def test_action_inputs_are_in_the_docs() -> None:
    for name in ACTION["inputs"]:
        assert f"`{name}`" in PAGE


def test_hook_runs_check_on_the_whole_source(project: Path, command: Path) -> None:
    (hook,) = HOOKS
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("frieze-check", "python", False)
    path = os.pathsep.join([str(command.parent), os.environ["PATH"]])
    done = run_bash(hook["entry"], project, PATH=path)
    assert done.returncode == 1
    assert "error MMD103" in done.stdout


def blocks() -> list[Any]:
    """The YAML blocks of the page."""
    return [yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


def test_hook_in_the_docs_is_the_hook() -> None:
    (config,) = [block for block in blocks() if "repos" in block]
    (hook,) = config["repos"][0]["hooks"]
    assert hook["id"] == HOOKS[0]["id"]
    frieze.commands["check"].make_context("check", list(hook["args"]))


def test_action_in_the_docs_has_its_inputs() -> None:
    used = [block for block in blocks() if isinstance(block, list)]
    used += [job["steps"] for block in blocks() if "jobs" in block for job in block["jobs"].values()]
    steps = [step for steps in used for step in steps if step["uses"].startswith("frieze-dev/frieze@")]
    assert len(steps) == 2
    for step in steps:
        assert set(step["with"]) <= set(ACTION["inputs"])


def test_gitlab_job_in_the_docs_writes_a_code_quality_report(project: Path, command: Path) -> None:
    (job,) = [block["frieze"] for block in blocks() if "frieze" in block]
    install, check = job["script"]
    assert install.startswith("pip install ")
    path = os.pathsep.join([str(command.parent), os.environ["PATH"]])
    assert run_bash(check, project, PATH=path).returncode == 1
    entries = json.loads((project / job["artifacts"]["reports"]["codequality"]).read_text())
    assert len({one["fingerprint"] for one in entries}) == len(entries) == 2
    for entry in entries:
        assert {"description", "check_name", "fingerprint", "severity", "location"} == set(entry)
        assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert (project / entry["location"]["path"]).is_file()
        assert isinstance(entry["location"]["lines"]["begin"], int)


def test_check_options_of_action_exist() -> None:
    options = {flag for one in frieze.commands["check"].params for flag in one.opts if isinstance(one, click.Option)}
    assert set(re.findall(r"--[a-z-]+", CHECK["run"])) - {"--"} <= options
