"""The workflow of releases, which cannot run here, builds by the Makefile and holds no more rights than it needs."""

import re
from typing import Any

import pytest
import yaml

from compiler import VERSION
from tests.paths import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TESTS: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
TEXT = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
RELEASE: dict[Any, Any] = yaml.safe_load(TEXT)
JOBS: dict[str, dict[str, Any]] = RELEASE["jobs"]
TRIGGER = RELEASE[True]  # YAML 1.1 reads `on` as true


def steps(job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = JOBS[job]["steps"]
    return found


def actions(job: str) -> list[str]:
    return [step["uses"] for step in steps(job) if "uses" in step]


def recipe(target: str) -> str:
    """The commands of a target and of the targets that it makes."""
    lines = MAKEFILE.partition(f"\n{target}:")[2].splitlines()[1:]
    end = next(at for at, line in enumerate(lines) if not line.startswith("\t"))
    commands = "\n".join(lines[:end])
    made = re.findall(r"\$\(MAKE\) (.+)", commands)
    return "\n".join([commands, *(recipe(name) for names in made for name in names.split())])


def test_release_starts_by_a_version_tag_only() -> None:
    assert TRIGGER == {"push": {"tags": ["v*"]}}


def test_release_files_are_built_by_the_makefile() -> None:
    made = [step["run"].removeprefix("make ") for step in steps("build") if step.get("run", "").startswith("make ")]
    assert made == ["release-files"]
    commands = recipe("release-files")
    for command in ("tests.packaging.build dist", "vsce", "mcpb", "sha256sum", "-m registry tests/packaging"):
        assert command in commands


def test_release_ends_if_its_tag_is_not_the_version() -> None:
    checks = [step["run"] for step in steps("build") if "GITHUB_REF_NAME" in step.get("run", "")]
    assert checks == ['test -f "dist/frieze-${GITHUB_REF_NAME#v}.tar.gz"']
    assert re.fullmatch(r"[\d.]+", VERSION)  # so that the name of the source distribution has it as it stands


def test_release_publishes_only_what_was_built_and_attested() -> None:
    for job in ("pypi", "github"):
        assert {"build", "attest"} <= set(JOBS[job]["needs"])
        assert not [step for step in steps(job) if step.get("run", "").startswith(("make", "python", "pip", "npm"))]
        assert actions(job)[0].startswith("actions/download-artifact@")
    uploaded = {step["with"]["name"]: step["with"]["path"] for step in steps("build") if "path" in step.get("with", {})}
    assert uploaded["distributions"].split() == ["dist/*.whl", "dist/*.tar.gz"]  # PyPI takes no other files
    assert uploaded["release-files"] == "dist/"


@pytest.mark.parametrize(
    ("job", "permissions"),
    [
        ("build", {"contents": "read"}),
        ("attest", {"attestations": "write", "contents": "read", "id-token": "write"}),
        ("pypi", {"id-token": "write"}),
        ("github", {"contents": "write"}),
    ],
)
def test_release_job_has_only_permissions_that_it_needs(job: str, permissions: dict[str, str]) -> None:
    assert RELEASE["permissions"] == {}
    assert JOBS[job]["permissions"] == permissions
    assert len(JOBS) == 4


def test_release_needs_no_secret() -> None:
    assert "secrets." not in TEXT
    assert "password" not in TEXT
    assert JOBS["pypi"]["environment"] == "pypi"
    assert steps("build")[0]["with"] == {"persist-credentials": False}


def test_release_reads_no_expression_in_a_command() -> None:
    """A name of a tag that stood in a command would be run by the shell."""
    assert not [step["run"] for job in JOBS for step in steps(job) if "${{" in step.get("run", "")]


def test_release_uses_actions_of_the_same_versions_as_the_tests() -> None:
    tested = {step["uses"] for job in TESTS["jobs"].values() for step in job["steps"] if "uses" in step}
    versions = dict(action.split("@") for action in tested)
    for job in JOBS:
        for action, version in (action.split("@") for action in actions(job)):
            assert version == versions.get(action, version)
            assert re.fullmatch(r"v\d+|release/v\d+", version)
