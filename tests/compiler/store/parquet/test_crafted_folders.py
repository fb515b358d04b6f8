"""Folders of Parquet files that somebody made on purpose: they are refused as damaged, and nothing beside is read."""

import json
import os
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from time import process_time
from typing import Any

import pytest

from compiler import SourceError
from compiler.languages.registry import relations
from compiler.store.parquet.manifest import MANIFEST
from compiler.store.parquet.reader import open_parquet
from compiler.store.parquet.writer import write_parquet
from compiler.store.select.errors import SelectError
from tests.closing import compile_source

pytest.importorskip("duckdb", reason="no DuckDB: make test-extras installs the extra, and these tests run")

Content = dict[str, Any]
Change = Callable[[Content, Path], object]
ASKED = ("SELECT count(*) FROM object", "SELECT * FROM object", "SELECT * FROM link", "SELECT * FROM file")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("crafted")
    (place / "project").mkdir()
    (place / "project" / "a.md").write_text("# A\n\n[x](b.md)\n")
    with compile_source(place / "project") as snapshot:
        write_parquet(snapshot, relations(), place / "whole")
    return place / "whole"


def answers(folder: Path) -> list[str]:
    """The answers of a folder, those that say what is wrong among them. Raises SourceError if it is not opened."""
    found = []
    with open_parquet(folder) as opened:
        for sql in ASKED:
            try:
                found.append(str(opened.select(sql).rows))
            except (SelectError, SourceError) as error:
                found.append(str(error))
    return found


def crafted(whole: Path, folder: Path, change: Change) -> Path:
    rmtree(folder, ignore_errors=True)
    copytree(whole, folder)
    content = json.loads((folder / MANIFEST).read_text())
    change(content, folder)
    (folder / MANIFEST).write_text(json.dumps(content))
    return folder


def refused(whole: Path, tmp_path: Path, change: Change) -> str:
    """Why a crafted folder is refused."""
    folder = crafted(whole, tmp_path / "crafted", change)
    with pytest.raises(SourceError, match="is damaged") as error:
        answers(folder)
    return str(error.value)


def stated(**values: Any) -> Change:
    return lambda content, _: content.update(values)


def of_file(**values: Any) -> Change:
    return lambda content, _: content["files"][0].update(values)


PATHS = (
    *("", ".", "/etc/passwd", "object", "object/..", "object/../../x", "object//x", "object/./x", "object/\0"),
    *("object/" + "a" * 300, "object/" + "a/" * 100_000, 5, None, ["object"]),
)
STATEMENTS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("source", "snapshot", "compiler_version", "as_of"), (5, [], {"a": 1}, "x" * 20_000)),
    "columns": (None, [], {}, "abc", {"object": "ref"}, {"object": {"a b": "VARCHAR"}}, {"object": {"ref": "BLOB"}}),
    "files": (None, [], {}, "abc", [1], [{}]),
}
OF_A_FILE: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("rows", "bytes"), (-1, True, "1", 2**70)),
    "path": PATHS,
    "sha256": (None, 5, "", []),
    "kind": (5, [], {}),
}


def cases(stated: dict[str, tuple[Any, ...]], change: Callable[..., Change]) -> dict[str, Change]:
    return {f"{name} {value!r:.30}": change(**{name: value}) for name, values in stated.items() for value in values}


WRONG: dict[str, Change] = {
    **cases(OF_A_FILE, of_file),
    **cases(STATEMENTS, stated),
    "rows that are not there": lambda content, _: content["files"][0].update(rows=content["files"][0]["rows"] + 1),
    "one file very often": lambda content, _: content.update(files=content["files"][:1] * 50_000 + content["files"]),
    "very many relations": lambda content, _: content["columns"].update({f"r{n}": {} for n in range(50_000)}),
    "very many columns": lambda content, _: content["columns"]["object"].update(
        {f"c{n}": "VARCHAR" for n in range(5_000)}
    ),
    "a column that is missing": lambda content, _: content["columns"]["object"].update(further="VARCHAR"),
    "a column of another type": lambda content, _: content["columns"]["object"].update(line="VARCHAR"),
}


@pytest.mark.parametrize("name", WRONG)
def test_crafted_manifest_is_refused_in_time(name: str, whole: Path, tmp_path: Path) -> None:
    began = process_time()
    refused(whole, tmp_path, WRONG[name])
    assert process_time() - began < 5


def object_file(content: Content, folder: Path) -> Path:
    return folder / str(next(one["path"] for one in content["files"] if one["relation"] == "object"))


@pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")
@pytest.mark.parametrize("kind", ["link", "folder link", "link to the same bytes", "pipe"])
def test_crafted_folder_leads_to_nothing_beside_it(kind: str, whole: Path, tmp_path: Path) -> None:
    """What stands in place of a file tells nothing, not even its size."""

    def change(content: Content, folder: Path) -> None:
        file = object_file(content, folder)
        beside = tmp_path / "beside" / file.name
        beside.parent.mkdir()
        beside.write_bytes(file.read_bytes() if kind == "link to the same bytes" else b"secret" * 1_000)
        if kind == "folder link":
            rmtree(file.parent)
            file.parent.symlink_to(beside.parent)
            return
        file.unlink()
        os.mkfifo(file) if kind == "pipe" else file.symlink_to(beside)

    told = refused(whole, tmp_path, change)
    assert "6,000" not in told
    assert ("device" if kind == "pipe" else "leads out of") in told


def restated(content: Content, path: Path, data: bytes) -> None:
    """Write a file, and state its size and checksum as somebody would who made it on purpose."""
    path.write_bytes(data)
    one = next(one for one in content["files"] if path.as_posix().endswith(one["path"]))
    one.update(bytes=len(data), sha256=sha256(data).hexdigest())


@pytest.mark.parametrize("length", [0, 3, 4, 8, 100, -1, -8])
def test_crafted_file_that_is_cut_is_refused(length: int, whole: Path, tmp_path: Path) -> None:
    def change(content: Content, folder: Path) -> None:
        file = object_file(content, folder)
        restated(content, file, file.read_bytes()[:length])

    refused(whole, tmp_path, change)


def test_crafted_file_of_another_relation_is_refused(whole: Path, tmp_path: Path) -> None:
    def change(content: Content, folder: Path) -> None:
        links = next(one["path"] for one in content["files"] if one["relation"] == "link")
        restated(content, object_file(content, folder), (folder / links).read_bytes())

    refused(whole, tmp_path, change)


def test_crafted_bytes_of_files_are_answered_or_refused(whole: Path, tmp_path: Path) -> None:
    """The checksums fit; the bytes are any."""
    for seed in range(60):
        chance = random.Random(seed)

        def change(content: Content, folder: Path, chance: random.Random = chance) -> None:
            file = object_file(content, folder)
            data = bytearray(file.read_bytes())
            for _ in range(chance.randint(1, 6)):
                data[chance.randrange(len(data))] = chance.choice((0, 127, 128, 255, chance.randrange(256)))
            restated(content, file, bytes(data))

        folder = crafted(whole, tmp_path / "crafted", change)
        try:
            assert len(answers(folder)) == len(ASKED)
        except SourceError as error:
            assert "is damaged" in str(error)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs users")
def test_files_that_others_may_replace_are_read_as_they_were_checked(whole: Path, tmp_path: Path) -> None:
    folder = copytree(whole, tmp_path / "shared")
    folder.chmod(0o777)
    with open_parquet(folder) as opened:
        expected = opened.select("SELECT ref FROM object").rows
        for path in folder.rglob("*.parquet"):
            path.write_bytes(b"PAR1")
        assert opened.select("SELECT ref FROM object").rows == expected
        assert expected


def test_copies_of_files_are_gone_once_a_folder_is_closed(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    folder = copytree(whole, tmp_path / "shared")
    folder.chmod(0o777)
    with open_parquet(folder) as opened:
        assert opened.select("SELECT count(*) FROM object").rows
        assert list((tmp_path / "tmp").iterdir()) or not hasattr(os, "getuid")
    assert list((tmp_path / "tmp").iterdir()) == []
