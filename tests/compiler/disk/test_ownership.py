"""Who may replace a file: its owner, whoever may write to it, and the same of each folder above it."""

import os
from pathlib import Path

import pytest

from compiler.disk.ownership import others_may_replace

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs users")
OTHER = 4_242
gives_files_away = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only the superuser may give files away"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a" / "b" / "file"
    path.parent.mkdir(parents=True)
    path.write_text("x")
    return path.resolve()


def test_own_file_is_replaced_by_nobody_else(file: Path) -> None:
    assert not others_may_replace(file)


@pytest.mark.parametrize("up", [0, 1, 2])
def test_file_and_folders_that_everybody_may_write_can_be_replaced(file: Path, up: int) -> None:
    (file, *file.parents)[up].chmod(0o777)
    assert others_may_replace(file)


def test_own_file_in_a_folder_like_tmp_is_replaced_by_nobody_else(file: Path) -> None:
    file.parent.chmod(0o1777)
    assert not others_may_replace(file)


@gives_files_away
@pytest.mark.parametrize("up", [0, 1, 2])
def test_what_another_user_owns_can_be_replaced(file: Path, up: int) -> None:
    os.chown((file, *file.parents)[up], OTHER, -1)
    assert others_may_replace(file)


@gives_files_away
def test_file_of_another_user_in_a_folder_like_tmp_can_be_replaced(file: Path) -> None:
    file.parent.chmod(0o1777)
    os.chown(file, OTHER, -1)
    assert others_may_replace(file)


@gives_files_away
def test_group_may_replace_unless_it_is_that_of_the_owner_alone(file: Path) -> None:
    file.parent.chmod(0o775)
    assert not others_may_replace(file)
    os.chown(file.parent, -1, OTHER)
    assert others_may_replace(file)
