"""`frieze propose` on the command line."""

from pathlib import Path

import orjson
import pytest

from tests.server.processes import frieze


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "hall.urd.md").write_text("# Hall\n\n-> out: Yard\n\n# Yard\n")
    return tmp_path / "source"


def edit_file(folder: Path, old_text: str, new_text: str) -> Path:
    path = folder / "edit.json"
    edit = {"file": "hall.urd.md", "old_text": old_text, "new_text": new_text}
    path.write_bytes(orjson.dumps({"edits": [edit]}))
    return path


def test_propose_prints_the_answer(source: Path, tmp_path: Path) -> None:
    done = frieze("propose", source, "--json", edit_file(tmp_path, "# Yard", "# Yard\n\n-> in: Hall"))
    assert done.returncode == 0
    assert orjson.loads(done.stdout)["counts"]["objects"]["exit"] == {"added": 1}


def test_propose_exits_with_1_for_a_new_error(source: Path, tmp_path: Path) -> None:
    done = frieze("propose", source, "--json", edit_file(tmp_path, "out: Yard", "out: Shed"))
    assert done.returncode == 1 and orjson.loads(done.stdout)["new_errors"] == 1


def test_propose_prints_the_patch_alone(source: Path, tmp_path: Path) -> None:
    done = frieze("propose", source, "--patch", "--json", edit_file(tmp_path, "# Yard", "# Yard\n\nWords."))
    assert done.returncode == 0 and done.stdout.startswith(b"diff --git a/hall.urd.md b/hall.urd.md\n")
    assert done.stdout.endswith(b"+Words.\n")


def test_propose_refuses_an_edit_that_cannot_be_made(source: Path, tmp_path: Path) -> None:
    done = frieze("propose", source, "--json", edit_file(tmp_path, "# Shed", "# Yard"))
    assert done.returncode == 1 and orjson.loads(done.stdout)["code"] == "invalid_argument"
    done = frieze("propose", source, "--patch", "--json", edit_file(tmp_path, "# Shed", "# Yard"))
    assert (done.returncode, done.stdout) == (1, b"") and b"not in 'hall.urd.md'" in done.stderr


def test_propose_refuses_what_is_no_json(source: Path, tmp_path: Path) -> None:
    (tmp_path / "edit.json").write_text("no")
    done = frieze("propose", source, "--json", tmp_path / "edit.json")
    assert done.returncode == 2 and b"not JSON" in done.stderr
