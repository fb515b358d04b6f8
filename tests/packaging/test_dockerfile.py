"""The Dockerfile, read as an engine reads it: what it copies is there, and what runs is small and unprivileged."""

import fnmatch
import json
import re
import tomllib
from pathlib import PurePosixPath
from typing import NamedTuple

from server.__main__ import main
from tests.paths import ROOT


class Instruction(NamedTuple):
    """One instruction, its continued lines joined."""

    name: str
    words: str


def stages() -> list[list[Instruction]]:
    """The instructions of each stage, from its FROM."""
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
PYTHON = r"python:3\.(\d+)-slim"


def ignored(name: str) -> bool:
    """Whether .dockerignore keeps a file or folder out of the context; its last line that fits decides."""
    kept_out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#") and fnmatch.fnmatch(name, line.lstrip("!")):
            kept_out = not line.startswith("!")
    return kept_out


def test_both_stages_stand_on_the_same_slim_python_that_we_support() -> None:
    bases = [stage[0].words.removesuffix(" AS build") for stage in (BUILD, RUN)]
    assert bases[0] == bases[1]
    version = re.fullmatch(PYTHON, bases[0])
    assert version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert int(version[1]) >= int(project["requires-python"].removeprefix(">=3."))


def test_what_is_copied_is_there_and_reaches_the_context() -> None:
    for words in values(BUILD, "COPY"):
        *names, _ = words.split()
        for name in names:
            assert (ROOT / name).exists(), name
            assert not ignored(name), name


def test_the_context_holds_nothing_else() -> None:
    copied = {name for words in values(BUILD, "COPY") for name in words.split()[:-1]}
    assert {path.name for path in ROOT.iterdir() if not ignored(path.name)} == copied
    assert "**/__pycache__" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


def test_all_that_the_package_is_made_of_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = {one.rstrip("*") for one in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    files = {"pyproject.toml", "constraints.txt", project["project"]["readme"], *project["project"]["license-files"]}
    copied = {name for words in values(BUILD, "COPY") for name in words.split()[:-1]}
    assert rooms | files == copied


def test_the_image_runs_what_the_build_stage_installed_and_installs_nothing() -> None:
    (environment,) = re.findall(r"-m venv --without-pip (\S+)", values(BUILD, "RUN")[0])
    assert f"-m pip --python {environment}/bin/python install" in values(BUILD, "RUN")[0]
    assert values(RUN, "COPY")[0] == f"--from=build {environment} {environment}"
    assert values(RUN, "RUN") == []
    assert f'PATH="{environment}/bin:$PATH"' in values(RUN, "ENV")[0]


def test_the_versions_are_the_pinned_ones() -> None:
    assert "PIP_CONSTRAINT=/build/constraints.txt" in values(BUILD, "RUN")[0]


def test_it_does_not_run_as_root() -> None:
    names = [one.name for one in RUN]
    assert names.index("USER") < names.index("ENTRYPOINT")
    user, group = values(RUN, "USER")[0].split(":")
    assert int(user) > 0
    assert int(group) > 0


def test_nothing_is_written_when_it_runs() -> None:
    assert "PYTHONDONTWRITEBYTECODE=1" in values(RUN, "ENV")[0]
    assert values(RUN, "VOLUME") == []


def test_the_cache_is_apart_from_the_source_whatever_home_the_engine_gives() -> None:
    (cache,) = re.findall(r"XDG_CACHE_HOME=(\S+)", values(RUN, "ENV")[0])
    source = PurePosixPath(values(RUN, "WORKDIR")[0])
    assert PurePosixPath(cache).is_absolute()
    assert source not in (PurePosixPath(cache), *PurePosixPath(cache).parents)


def test_a_volume_for_the_cache_belongs_to_who_runs() -> None:
    """A new volume takes the owner of the folder in the image, where there is one; else root would own it."""
    (cache,) = re.findall(r"XDG_CACHE_HOME=(\S+)", values(RUN, "ENV")[0])
    assert f"mkdir {cache} " in values(BUILD, "RUN")[0]
    assert values(RUN, "COPY")[1:] == [f"--from=build --chown={values(RUN, 'USER')[0]} {cache} {cache}"]


def test_what_the_docs_run_is_read_only_and_has_no_network() -> None:
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    started = re.findall(r"^\$ (docker run .*)$", text, flags=re.MULTILINE)
    assert started
    for command in started:
        assert "--read-only" in command
        assert f':{values(RUN, "WORKDIR")[0]}:ro"' in command
        assert ("--network none" in command) != ("--http" in command)


def test_a_source_is_never_taken_for_a_module() -> None:
    assert "PYTHONSAFEPATH=1" in values(RUN, "ENV")[0]


def test_it_starts_the_server_on_the_mounted_source() -> None:
    assert json.loads(values(RUN, "ENTRYPOINT")[0]) == [main.name]
    assert json.loads(values(RUN, "CMD")[0]) == values(RUN, "WORKDIR")
