"""A crafted `.frieze` file is damaged, or is answered from: no exception, no endless question, nothing from outside."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import queries
from compiler import SourceError
from compiler.store.frozen import frozen_file
from compiler.store.frozen.frozen_file import seal, write_frozen
from queries.tools.listed import CORE_TOOLS
from server.cli import frieze
from tests.closing import compile_source
from tests.compiler.store.frozen.crafted import ANSWERED, REFUSED, craft
from tests.compiler.store.frozen.crafted_pages import repeat_index, repeat_table
from tests.paths import ROOT
from tests.server.in_memory import listed

SECONDS = 10.0  # of processor time of any call; a few hundred milliseconds are usual


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A frozen file that is as it was written."""
    path = tmp_path_factory.mktemp("frozen") / "whole.frieze"
    write_frozen(compile_source(ROOT / "worlds" / "broken-cellar"), path)
    return path


@pytest.fixture
def file(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "crafted.frieze"))


@contextmanager
def in_time() -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


def run(*words: object) -> tuple[int, str]:
    """Run a command in this process. Return its exit status, and all that it printed. What it raises is raised."""
    with in_time():
        done = CliRunner().invoke(frieze, [str(one) for one in words])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def test_crafted_files_are_at_least_sixty() -> None:
    assert len(REFUSED) + len(ANSWERED) >= 100


def test_frozen_file_that_is_whole_is_accepted(whole: Path) -> None:
    assert run("query", whole, "get_snapshot_info")[0] == 0


def test_crafted_file_is_refused_as_damaged(whole: Path, tmp_path: Path) -> None:
    """Every attack is refused when the file is opened."""
    missed = {}
    for at, (attack, statements) in enumerate(REFUSED.items()):
        file = Path(shutil.copy(whole, tmp_path / f"{at}.frieze"))
        craft(file, statements)
        with in_time():
            said = refusal(file)
        if not re.search(r"is damaged: .*Freeze the source again|facts differ", said):
            missed[attack] = said
        file.unlink()
    assert missed == {}


def refusal(file: Path) -> str:
    """Why a file is not opened; "" if it is."""
    try:
        compile_source(file)
    except SourceError as error:
        return str(error)
    return ""


OPENED_BY_ALL = ("endless view for meta", "foreign view", "no meta", "NULL for an id")
EACH_OPENED = pytest.mark.long("five commands open each crafted file")


@pytest.mark.parametrize(
    "attack", [attack if attack in OPENED_BY_ALL else pytest.param(attack, marks=EACH_OPENED) for attack in REFUSED]
)
def test_crafted_file_is_refused_by_each_command(file: Path, attack: str) -> None:
    craft(file, REFUSED[attack])
    for command in (("query", file, "get_snapshot_info"), ("check", file), ("dump", file)):
        assert run(*command) == (2, f"Error: {refusal(file)}\n")
    assert run("query", file, "query_facts", "--sql", "SELECT 1")[0] == 2


# Each attack is answered by all tools.
QUICK = ("objects without facts", "JSON of another shape", "full-text index of noise", "no texts")
LONG = pytest.mark.long("all tools are asked of each crafted file")


@pytest.mark.parametrize(
    "attack", [attack if attack in QUICK else pytest.param(attack, marks=LONG) for attack in ANSWERED]
)
def test_crafted_file_whose_rows_do_not_fit_is_answered(file: Path, attack: str) -> None:
    craft(file, ANSWERED[attack])
    for command in (("query", file, "get_snapshot_info"), ("check", file), ("dump", file)):
        assert run(*command)[0] in (0, 1, 2)
    try:
        snapshot = compile_source(file)
    except SourceError as error:
        assert "damaged" in str(error)
        return
    for name, arguments in questions():
        with in_time():
            answer = queries.answer(snapshot, name, arguments)
        assert queries.is_error(answer) or answer["schema_version"] == "1"
        assert "root:" not in str(answer)


@pytest.mark.parametrize(
    "attack", [attack if attack in QUICK else pytest.param(attack, marks=LONG) for attack in ANSWERED]
)
def test_crafted_file_whose_rows_do_not_fit_has_a_list_of_tools(file: Path, attack: str) -> None:
    craft(file, ANSWERED[attack])
    try:
        snapshot = compile_source(file)
    except SourceError as error:
        assert "damaged" in str(error)
        return
    with in_time():
        assert {*CORE_TOOLS} <= {one.name for one in listed(snapshot)}


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every tool that needs no argument, and others about what a world has."""
    free = (one.name for one in queries.TOOLS.values() if not any(parameter.required for parameter in one.parameters))
    yield from ((name, {}) for name in free)
    yield "search", {"query": "cellar"}
    yield "search", {"query": "cellar|kitchen", "regex": True}
    yield "object_get", {"ref": "w:broken-cellar"}
    yield "object_get", {"ref": "w:broken-cellar/location/kitchen"}
    yield "list_objects", {"kind": "location"}
    yield "get_links", {"ref": "w:broken-cellar/location/kitchen", "depth": 3}
    yield "get_impact", {"ref": "w:broken-cellar/location/kitchen"}
    yield "get_reachable_locations", {"from": "kitchen"}
    for relation in ("object", "link", "mention", "tag", "diagnostic", "file", "location", "exit", "property", "world"):
        yield "query_facts", {"sql": f"SELECT * FROM {relation}"}
    yield "query_facts", {"sql": "SELECT ref FROM search WHERE search MATCH 'cellar' ORDER BY rank"}
    yield "query_facts", {"sql": "SELECT dependents('w:broken-cellar')"}


@pytest.mark.long("unpacks gigabytes, as far as it may")
def test_crafted_file_whose_texts_unpack_to_very_much_is_refused_in_time(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two texts, SQLite does not look at the clock."""
    monkeypatch.setattr(frozen_file, "OPENING_SECONDS", 0.5)
    bomb = zlib.compress(bytes(60_000_000), 9)
    file = Path(shutil.copy(whole, tmp_path / "bomb.frieze"))
    with closing(sqlite3.connect(file)) as database, database:
        database.executemany("INSERT INTO source_text_row VALUES (?, ?)", ((f"{at}.md", bomb) for at in range(100)))
    seal(file)
    start = time.process_time()
    with pytest.raises(SourceError, match="is damaged"):
        compile_source(file)
    assert time.process_time() - start < 3.0


@pytest.mark.parametrize(
    ("index", "values"),
    [
        ("object_kind", ["location", 1, 1]),
        ("object_id", ["broken-cellar", 1]),
        ("link_string_string", ["w:broken-cellar", 1]),
    ],
)
def test_crafted_index_of_uncountable_entries_is_refused(file: Path, index: str, values: list[str | int]) -> None:
    repeat_index(file, index, values)
    with in_time(), pytest.raises(SourceError, match=r"is damaged: The pages of its table 'link_string' do not fit"):
        compile_source(file)


@pytest.mark.parametrize(
    "table", ["sqlite_master", "meta", "link_string", "link_row", "search_index_body", "search_index_data"]
)
def test_crafted_table_of_uncountable_rows_is_refused(file: Path, table: str) -> None:
    repeat_table(file, table)
    with in_time(), pytest.raises(SourceError, match="is damaged"):
        compile_source(file)


@pytest.mark.parametrize("attack", ["endless view for meta", "endless relation", "text that is not UTF-8"])
def test_crafted_file_is_not_served(file: Path, tmp_path: Path, attack: str) -> None:
    craft(file, REFUSED[attack])
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "server", str(file)]
    done = subprocess.run(command, input=b"", capture_output=True, cwd=ROOT, env=environment, timeout=60, check=False)
    assert done.returncode == 2
    assert b"is damaged" in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("attack", ["endless view for objects", "line of many digits"])
def test_crafted_file_is_refused_beside_another_source(file: Path, attack: str) -> None:
    craft(file, REFUSED[attack])
    status, output = run("query", "--beside", f"other={file}", ROOT / "worlds" / "locked-garden", "get_snapshot_info")
    assert (status, "is damaged" in output) == (2, True)


def test_crafted_file_is_refused_again_when_its_stamp_is_noted(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    craft(file, REFUSED["endless relation"])
    for _ in range(2):
        with pytest.raises(SourceError, match="is damaged"):
            compile_source(file, keep=True)
