"""Loro documents are read in a process of their own. A bad document costs only itself.

Most of these tests need the extra `loro`, and are skipped where it is not installed.
"""

import random
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.knowledge.syntax.medulla import loro, loro_program
from tests.closing import compile_source
from tests.compiler.languages.knowledge.sources import blocked, codes, entities, linked
from tests.compiler.languages.knowledge.stores import (
    STORE,
    Maps,
    document,
    entity,
    name,
    relation,
    stored,
    unreadable,
    written,
)
from tests.paths import ROOT

MAPS: Maps = {
    "decisions": entity(1, consequences=["a", "b"], context="Why ⛔\u2028\n"),
    "tasks": entity(2, tags=["x"], estimate=1.5) | entity(3),
    "relations": relation(2, "blocks", 3),
    "_meta": {},
}


def reason(content: bytes, program: Path = loro.PROGRAM) -> str:
    """Why a document cannot be read."""
    with pytest.raises(loro.UnreadableError) as raised:
        loro.lines_of(content, program)
    return str(raised.value)


def install(patch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    """Install a package with this text as `loro`."""
    (folder / "loro").mkdir()
    (folder / "loro" / "__init__.py").write_text(text, "utf-8")
    patch.setattr(loro, "installed_in", lambda: str(folder))


def test_loro_document_links_like_its_lines() -> None:
    found = linked({STORE: stored(MAPS)})
    assert blocked(found) == {name(3): [name(2)]}
    assert entities(found)[name(1)].properties["context"] == "Why ⛔\u2028\n"
    assert entities(found)[name(2)].native == {"estimate": 1.5}
    assert codes(found) == []


def test_loro_document_gives_its_records_as_lines() -> None:
    """What other tests read in place of documents is what a document gives."""
    pytest.importorskip("loro")
    lines = loro.lines_of(stored(MAPS)).split("\n")
    assert lines[0] == '{"format":"loro","maps":["decisions","relations","tasks"],"records":4}'
    assert len(lines) == 6 and not lines[5]


def test_loro_output_is_independent_of_encoding() -> None:
    library = pytest.importorskip("loro")
    made = document(MAPS)
    other = document({key: dict(reversed(one.items())) for key, one in reversed(MAPS.items())})
    exports = [
        made.export(library.ExportMode.Snapshot()),
        made.export(library.ExportMode.Updates(library.VersionVector())),
        other.export(library.ExportMode.Snapshot()),
    ]
    assert len({loro.lines_of(one) for one in exports}) == 1


def test_loro_merged_texts_are_plain_texts() -> None:
    library = pytest.importorskip("loro")

    def change(made: Any) -> None:
        made.get_map("notes").get(name(4)).container.insert_container("content", library.LoroText()).insert(0, "Merged")

    found = linked({STORE: stored({"notes": entity(4)}, change)})
    assert entities(found)[name(4)].content == "Merged"


def test_loro_value_without_json_form_costs_only_itself() -> None:
    deep: Any = 1
    for _ in range(loro_program.MAX_DEPTH * 2):
        deep = [deep]
    wrong = {"odd": float("nan"), "bytes": b"\xff", "deep": {"a": deep}, "due_date": float("inf")}

    def change(made: Any) -> None:
        for key, value in wrong.items():
            made.get_map("tasks").get(name(5)).container.insert(key, value)
        made.get_list("board").push("x")

    found = linked({STORE: stored({"tasks": entity(5)}, change)})
    assert list(entities(found)) == [name(5)]
    assert entities(found)[name(5)].native["bytes"] == {"bytes": 1}
    assert codes(found) == []


def test_loro_store_without_remaining_entities_is_valid() -> None:
    def change(made: Any) -> None:
        made.get_map("tasks").delete(name(5))

    found = linked({STORE: stored({"tasks": entity(5)}, change)})
    assert (entities(found), codes(found)) == ({}, [])


def test_loro_document_of_other_program_is_no_store() -> None:
    assert codes(linked({STORE: stored({"board": entity(1)})})) == ["KNO108"]
    library = pytest.importorskip("loro")
    assert codes(linked({STORE: library.LoroDoc().export(library.ExportMode.Snapshot())})) == ["KNO108"]


def test_loro_update_without_its_base_is_refused() -> None:
    library = pytest.importorskip("loro")
    made = document(MAPS)
    before = made.oplog_vv
    made.get_map("tasks").get(name(2)).container.insert("title", "Later")
    made.commit()
    assert "does not hold" in reason(made.export(library.ExportMode.Updates(before)))


def test_loro_damaged_document_is_reported() -> None:
    whole = stored(MAPS)
    assert reason(whole[: len(whole) // 2]).startswith("Loro says '")
    chance = random.Random(7)
    for _ in range(5):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(loro.MAGIC), len(damaged))] ^= 0xFF
        found = linked({STORE: bytes(damaged)})
        assert set(codes(found)) <= {"KNO108"}


SANE = "class LoroDoc:\n    def import_(self, content):\n        {}\n"


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("raise BaseException('a  panic\\nof it.')", "Loro says 'a panic of it'"),
        ("import os; os.abort()", "ended early"),
        ("import os; os._exit(0)", "ended early"),
        ("import sys; sys.exit(9)", "Loro says '9'"),
        ("b'x' * (1 << 42)", "4 GB of memory are not enough"),
        ("import sys; sys.stdout.write('no JSON'); sys.stdout.flush(); import os; os._exit(0)", "ended early"),
    ],
)
def test_loro_crash_of_the_library_is_reported(
    does: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, tmp_path, SANE.format(does))
    found = linked({STORE: loro.MAGIC})
    assert codes(found) == ["KNO108"]
    assert said in found.diagnostics[0].message


def test_loro_small_document_that_holds_very_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    holds = 'return type("Status", (), {"pending": None})()\n    def get_deep_value(self):\n        return {}'
    install(monkeypatch, tmp_path, SANE.format(holds.replace("{}", '{"tasks": {"a": {"title": "x" * 5_000_000}}}')))
    assert "what it holds has more than 4,194,432 characters" in reason(loro.MAGIC)
    assert len(loro.lines_of(loro.MAGIC + b" " * 50_000)) > 5_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits on processor time")
def test_loro_slow_document_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, tmp_path, SANE.format("\n        while True: pass"))
    lines = Path(loro_program.__file__).read_text("utf-8").replace(f"SECONDS = {loro_program.SECONDS}", "SECONDS = 1")
    impatient = tmp_path / "loro_program.py"
    impatient.write_text(lines, "utf-8")
    assert "takes longer than" in reason(loro.MAGIC, impatient)


def test_loro_missing_interpreter_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert "cannot be run" in reason(loro.MAGIC)


def test_loro_folder_of_that_name_is_not_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loro, "find_spec", lambda name: ModuleSpec(name, None, is_package=True))
    assert loro.installed_in.__wrapped__() == ""


def test_loro_is_not_looked_up_without_a_store(tmp_path: Path) -> None:
    (tmp_path / "tasks.md").write_text("- [ ] T001 A\n")
    code = (
        "import sys; from compiler import compile_source; compile_source(sys.argv[1])\n"
        "print([one for one in sys.modules if one.rpartition('.')[2].startswith('loro')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_loro_document_needs_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unreadable(monkeypatch)
    (tmp_path / ".medulla").mkdir()
    (tmp_path / STORE).write_bytes(written({"tasks": entity(1)}))
    snapshot = compile_source(tmp_path)
    assert [one.code for one in snapshot.diagnostics()] == ["KNO503"]
    assert snapshot.text(STORE) == '{"format":"loro","maps":null,"records":null}\n'
