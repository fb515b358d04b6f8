"""The Dockerfile, parsed: the files that it copies exist, and the image is small and runs without privileges."""

import fnmatch
import json
import os
import re
import tomllib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

from compiler.disk.git_place import DistrustError, GitPlace, check_owner
from server.__main__ import main
from tests.paths import ROOT


class Instruction(NamedTuple):
    """One instruction, with its continued lines joined."""

    name: str
    words: str


def stages() -> list[list[Instruction]]:
    """The instructions of each stage, which begins with FROM."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    found: list[list[Instruction]] = []
    for line in lines:
        name, _, words = line.partition(" ")
        if name == "FROM":
            found.append([])
        found[-1].append(Instruction(name, words.strip()))
    return found


def values(stage: list[Instruction], name: str) -> list[str]:
    return [one.words for one in stage if one.name == name]


BUILD, RUN = stages()
ENVIRONMENT = " ".join(values(RUN, "ENV"))
PAGES = "docs/diagnostics"  # of which the wheel has copies
PYTHON = r"python:3\.(\d+)-slim"


def ignored(name: str) -> bool:
    """Whether .dockerignore keeps a file or folder out of the context. Its last matching line decides."""
    kept_out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#") and fnmatch.fnmatch(name, line.lstrip("!")):
            kept_out = not line.startswith("!")
    return kept_out


def test_dockerfile_stages_share_a_supported_slim_python() -> None:
    bases = [stage[0].words.removesuffix(" AS build") for stage in (BUILD, RUN)]
    assert bases[0] == bases[1]
    version = re.fullmatch(PYTHON, bases[0])
    assert version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert int(version[1]) >= int(project["requires-python"].removeprefix(">=3."))


def test_dockerfile_copied_files_exist_in_context() -> None:
    for words in values(BUILD, "COPY"):
        *names, _ = words.split()
        for name in names:
            assert (ROOT / name).exists(), name
            assert not ignored(name), name


def test_dockerfile_context_has_only_copied_files() -> None:
    copied = {name for words in values(BUILD, "COPY") for name in words.split()[:-1]}
    assert {path.name for path in ROOT.iterdir() if not ignored(path.name)} == copied - {PAGES}
    assert ignored("docs")
    assert "**/__pycache__" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


def test_dockerfile_copies_every_package_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {one.rstrip("*") for one in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    files = {
        PAGES,
        "pyproject.toml",
        "setup.py",
        "constraints.txt",
        project["project"]["readme"],
        *project["project"]["license-files"],
    }
    copied = {name for words in values(BUILD, "COPY") for name in words.split()[:-1]}
    assert packages | files == copied


def test_dockerfile_run_stage_installs_nothing() -> None:
    (environment,) = re.findall(r"-m venv --without-pip (\S+)", values(BUILD, "RUN")[0])
    assert f"-m pip --python {environment}/bin/python install" in values(BUILD, "RUN")[0]
    assert values(RUN, "COPY")[0] == f"--from=build {environment} {environment}"
    assert values(RUN, "RUN") == []
    assert f'PATH="{environment}/bin:$PATH"' in ENVIRONMENT


def test_dockerfile_installs_pinned_versions() -> None:
    assert "PIP_CONSTRAINT=/build/constraints.txt" in values(BUILD, "RUN")[0]


def test_dockerfile_does_not_run_as_root() -> None:
    names = [one.name for one in RUN]
    assert names.index("USER") < names.index("ENTRYPOINT")
    user, group = values(RUN, "USER")[0].split(":")
    assert int(user) > 0
    assert int(group) > 0


def test_dockerfile_run_stage_writes_nothing() -> None:
    assert "PYTHONDONTWRITEBYTECODE=1" in ENVIRONMENT
    assert values(RUN, "VOLUME") == []


def test_dockerfile_cache_is_outside_source() -> None:
    (cache,) = re.findall(r"XDG_CACHE_HOME=(\S+)", ENVIRONMENT)
    source = PurePosixPath(values(RUN, "WORKDIR")[0])
    assert PurePosixPath(cache).is_absolute()
    assert source not in (PurePosixPath(cache), *PurePosixPath(cache).parents)


def test_dockerfile_cache_volume_belongs_to_its_user() -> None:
    """A new volume has the owner of its folder in the image. Without such a folder root would own it."""
    (cache,) = re.findall(r"XDG_CACHE_HOME=(\S+)", ENVIRONMENT)
    assert f"mkdir {cache} " in values(BUILD, "RUN")[0]
    assert values(RUN, "COPY")[2:] == [f"--from=build --chown={values(RUN, 'USER')[0]} {cache} {cache}"]


def test_dockerfile_trusts_repositories_of_other_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of git in the image, as our reader understands them: what is mounted is of a user of the host."""
    (written,) = re.findall(r"printf '(.*?)' > /etc/gitconfig", values(BUILD, "RUN")[0])
    assert "--from=build /etc/gitconfig /etc/gitconfig" in values(RUN, "COPY")
    assert "GIT_CONFIG_GLOBAL=/dev/null" in ENVIRONMENT
    (tmp_path / "gitconfig").write_text(written.encode().decode("unicode_escape"))
    (tmp_path / "src/.git").mkdir(parents=True)
    (tmp_path / "src/.gitconfig").write_text("[safe]\n\tdirectory =\n")  # some engines say that home is the source
    monkeypatch.setattr(os, "geteuid", lambda: int(values(RUN, "USER")[0].split(":")[0]))
    monkeypatch.setenv("HOME", str(tmp_path / "src"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    top = str(tmp_path / "src")
    place = GitPlace(top, f"{top}/.git", f"{top}/.git")
    with pytest.raises(DistrustError):
        check_owner(place)
    monkeypatch.delenv("GIT_CONFIG_NOSYSTEM", raising=False)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", str(tmp_path / "gitconfig"))
    check_owner(place)


def test_docker_commands_in_docs_are_read_only_without_network() -> None:
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    started = re.findall(r"^\$ (docker run .*)$", text, flags=re.MULTILINE)
    assert started
    for command in started:
        assert "--read-only" in command
        assert f':{values(RUN, "WORKDIR")[0]}:ro"' in command
        assert ("--network none" in command) != ("--http" in command)


def test_dockerfile_never_imports_from_source() -> None:
    assert "PYTHONSAFEPATH=1" in ENVIRONMENT


def test_dockerfile_starts_server_on_mounted_source() -> None:
    assert json.loads(values(RUN, "ENTRYPOINT")[0]) == [main.name]
    assert json.loads(values(RUN, "CMD")[0]) == values(RUN, "WORKDIR")
