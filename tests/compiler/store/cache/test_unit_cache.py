"""The unit cache: what was parsed before is not parsed again, and a damaged entry is never used."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import compiler
from compiler.disk import cache_directory
from compiler.languages.world.declaration import WORLD
from compiler.model.language import Parsed
from compiler.store import codec, fingerprint
from compiler.store.cache import snapshot_cache, unit_cache
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.paths import ROOT

NAMES = ("attic", "cellar", "hall")


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "source"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.urd.md").write_text(f"# {name.title()}\n\nSome *prose.\n\n-> out: {name.title()}\n")
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The paths that were parsed."""
    from compiler.languages.world.syntax import parse as parser

    paths: list[str] = []
    parse = parser.parse

    def counted(path: str, text: str) -> Parsed:
        paths.append(path)
        return parse(path, text)

    monkeypatch.setattr(parser, "parse", counted)
    yield paths


def database() -> Path:
    return cache_directory.entry(unit_cache.FOLDER, "units-1.sqlite")


def compiled(source: Path) -> Snapshot:
    """The source compiled, with the kept units only."""
    for entry in cache_directory.entry(snapshot_cache.FOLDER, "").glob("*"):
        entry.unlink()
    return compile_source(source, keep=True)


def rows(snapshot: Snapshot) -> list[object]:
    return [snapshot.rows("SELECT * FROM object_row"), snapshot.diagnostics(), snapshot.links()]


def test_unit_cache_parses_only_the_changed_file(source: Path, parsed: list[str]) -> None:
    compile_source(source, keep=True)
    assert sorted(parsed) == [f"{name}.urd.md" for name in NAMES]
    parsed.clear()
    (source / "hall.urd.md").write_text("# Great Hall\n")
    made = compile_source(source, keep=True)
    assert parsed == ["hall.urd.md"]
    assert rows(made) == rows(compile_source(source))


def test_unit_cache_holds_diagnostics_of_the_parser(source: Path, parsed: list[str]) -> None:
    (source / "torn.urd.md").write_text("---\nworld:\n# never closed\n")
    first = compiled(source)
    parsed.clear()
    again = compiled(source)
    assert parsed == []
    assert "URD101" in [one.code for one in again.diagnostics()]
    assert rows(again) == rows(first)


def test_unit_cache_depends_on_the_path(source: Path, parsed: list[str]) -> None:
    compile_source(source, keep=True)
    parsed.clear()
    (source / "hall.urd.md").rename(source / "lounge.urd.md")
    compile_source(source, keep=True)
    assert parsed == ["lounge.urd.md"]


@pytest.mark.parametrize("column", ["head", "body"])
@pytest.mark.parametrize(
    "damage",
    [
        "''",
        "zeroblob(40)",
        "NULL",
        "7",
        "substr({0}, 1, length({0}) - 1)",
        "(SELECT {0} FROM unit ORDER BY key LIMIT 1)",
    ],
)
def test_unit_cache_replaces_damaged_entries(source: Path, parsed: list[str], column: str, damage: str) -> None:
    first = compiled(source)
    with closing(sqlite3.connect(database())) as opened, opened:
        others = "key != (SELECT key FROM unit ORDER BY key LIMIT 1)"
        changed = opened.execute(f"UPDATE unit SET {column} = {damage.format(column)} WHERE {others}")
        assert changed.rowcount == 2
    parsed.clear()
    assert rows(compiled(source)) == rows(first)
    assert len(parsed) == 2
    assert rows(compiled(source)) == rows(first)


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_unit_cache_replaces_a_damaged_database(source: Path, parsed: list[str], damage: bytes) -> None:
    first = compiled(source)
    database().write_bytes(damage)
    assert rows(compiled(source)) == rows(first)
    compiled(source)
    parsed.clear()
    assert rows(compiled(source)) == rows(first)
    assert parsed == []


def test_unit_cache_depends_on_the_compiler(source: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(source)
    parsed.clear()
    monkeypatch.setattr(unit_cache, "compiler_digest", lambda: "another")
    compiled(source)
    assert len(parsed) == len(NAMES)


def test_unit_cache_evicts_oldest_entries(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_cache, "MAX_BYTES", 60_000)
    for number in range(40):
        (source / "hall.urd.md").write_text("".join(f"# Hall {number}.{line}\n" for line in range(100)))
        compiled(source)
    with closing(sqlite3.connect(database())) as opened:
        assert 0 < opened.execute("SELECT sum(length(head) + length(body)) FROM unit").fetchone()[0] <= 60_000
        pages = opened.execute("PRAGMA page_count").fetchone()[0]
    assert pages * 4096 <= 120_000


def test_unit_cache_may_be_unwritable(source: Path, tmp_path: Path) -> None:
    first = rows(compile_source(source))
    (tmp_path / "cache").write_text("in the way")
    assert rows(compile_source(source, keep=True)) == first


def test_unit_cache_is_not_written_without_keep(source: Path, tmp_path: Path) -> None:
    compile_source(source)
    assert [path for path in (tmp_path / "cache").rglob("*") if path.parent.name != "grammars" and path.is_file()] == []


def test_unit_cache_is_shared_by_processes(source: Path) -> None:
    program = """
import sys
from compiler import compile_source
for number in range(12):
    made = compile_source(sys.argv[1], keep=True)
    with open(f"{sys.argv[1]}/extra-{sys.argv[2]}.urd.md", "w") as file:
        file.write(f"# Extra {number}\\n")
print(len(made.objects(kind="location")))
"""
    command = [sys.executable, "-c", program, str(source)]
    processes = [
        subprocess.Popen([*command, str(number)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for number in range(3)
    ]
    for process in processes:
        _, errors = process.communicate(timeout=100)
        assert (process.returncode, errors) == (0, b"")
    assert rows(compile_source(source, keep=True)) == rows(compile_source(source))
    units = unit_cache.UnitCache()
    with closing(sqlite3.connect(database())) as opened:
        keys = [key for (key,) in opened.execute("SELECT key FROM unit WHERE length(body) > 32")]
    assert keys
    assert all(units.unit(key) is not None for key in keys)
    units.close()


def test_unit_cache_key_depends_on_language_version_path_and_content() -> None:
    keys = {
        unit_cache.key_of(WORLD, "a", "hash"),
        unit_cache.key_of(replace(WORLD, version="next"), "a", "hash"),
        unit_cache.key_of(replace(WORLD, name="other"), "a", "hash"),
        unit_cache.key_of(WORLD, "b", "hash"),
        unit_cache.key_of(WORLD, "a", "other"),
    }
    assert len(keys) == 5


def test_compiler_digest_covers_all_files() -> None:
    own = Path(compiler.__file__).parent
    files = {str(path.relative_to(own)) for path in own.rglob("*") if path.suffix in (".py", ".lark")}
    named = {line.split(" ")[0] for line in fingerprint._code()}
    assert {"pipeline/build.py", "languages/world/syntax/content.lark"} <= files <= named


def test_cache_is_readable_by_its_user_only(source: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        compile_source(source, keep=True)
    finally:
        os.umask(before)
    folders = [path for path in (tmp_path / "cache" / "frieze").rglob("*") if path.is_dir()]
    assert {"units", "snapshots"} <= {path.name for path in folders}
    assert all(path.stat().st_mode & 0o077 == 0 for path in [tmp_path / "cache" / "frieze", *folders])


def test_linking_does_not_change_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Invariant: a unit may be linked twice."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = Path(shutil.copytree(ROOT / "worlds", tmp_path / "worlds"))
    units: dict[bytes, object] = {}
    first: dict[bytes, bytes | None] = {}
    read = unit_cache.UnitCache.unit

    def noted(self: unit_cache.UnitCache, key: bytes) -> object:
        if key not in units:
            units[key] = read(self, key)
            first[key] = codec.canonical(units[key])
        return units[key]

    monkeypatch.setattr(unit_cache.UnitCache, "unit", noted)
    compile_source(source, keep=True, jobs=1)
    for path in source.rglob("*.md"):
        path.write_text(path.read_text() + "\n\nA word more.\n")
    compile_source(source, keep=True, jobs=1)
    assert len(units) > 100
    assert {key: codec.canonical(unit) for key, unit in units.items()} == first
