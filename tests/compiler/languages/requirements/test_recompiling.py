"""Recompiling with a cache gives the same as compiling without, also when the roles of files change."""

from pathlib import Path

import pytest

from compiler.languages.requirements.facts import Reference, Requirement
from tests.closing import compile_source
from tests.compiler.languages.requirements.sources import NEWER, OLDER, requirement

TEXT = requirement("REQ-p00001", "It SHALL.") + "##REQ-p00002: Near\n\n## FOO-p00001: Foreign\n\nText.\n"
EDITS = (
    (".elspais.toml", NEWER),
    (".elspais.toml", OLDER),
    ("spec/a.md", TEXT.replace("FOO-p00001", "REQ-p00003")),
    ("spec/a.md", f"\n{TEXT}"),
    (".elspais.toml", OLDER.replace("REQ", "FOO")),
    ("spec/a.md", TEXT),
    (".elspais.toml", f'version = 4\n{NEWER}[[scanning.test.targets]]\nresults = "out/*.xml"\n'),
    ("out/a.xml", "<a/>"),
    ("out/a.xml", "<testsuite/>"),
)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_recompiling_follows_changes_of_configuration_and_headers(tmp_path: Path) -> None:
    source = tmp_path / "source"
    write(source / "spec" / "a.md", TEXT)
    write(source / "spec" / "b.md", requirement("REQ-d00009", "It SHALL.", level="DEV") * 20)
    for path, text in EDITS:
        write(source / path, text)
        assert state(source, keep=True) == state(source, keep=False), (path, text[:40])


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def state(source: Path, *, keep: bool) -> tuple[list[str], list[tuple[str, str]]]:
    """The ids of all requirements, and the code and message of each finding."""
    with compile_source(source, keep=keep) as snapshot:
        ids = [one.id for one in snapshot.facts(Requirement)]
        return ids, list(snapshot.rows("SELECT code, message FROM diagnostic_row ORDER BY rowid"))


def test_recompiling_follows_files_that_a_map_names(tmp_path: Path) -> None:
    source = tmp_path / "source"
    write(source / "docs/requirements.md", "# Requirements\n\n- **REQ-1**: It boils.\n- **REQ-2**: It whistles.\n")
    write(source / "docs/trace.yaml", "REQ-1: [src/*.py]\nREQ-2: [src/lid.py]\n")
    write(source / "src/kettle.py", "x = 1\n")
    seen = []
    for path, text in (("src/spout.py", "y = 1\n"), ("src/lid.py", "z = 1\n"), ("src/lid.py", None)):
        if text is None:
            (source / path).unlink()
        else:
            write(source / path, text)
        assert covered(source, keep=True) == covered(source, keep=False), path
        seen.append(covered(source, keep=True))
    assert seen[0] == ["src/kettle.py REQ-1", "src/spout.py REQ-1"]
    assert seen[1] == ["src/kettle.py REQ-1", "src/lid.py REQ-1", "src/lid.py REQ-2", "src/spout.py REQ-1"]
    assert seen[2] == seen[0]


def covered(source: Path, *, keep: bool) -> list[str]:
    """Which file covers which requirement."""
    with compile_source(source, keep=keep) as snapshot:
        return sorted(f"{one.source} {one.requirement}" for one in snapshot.facts(Reference))
