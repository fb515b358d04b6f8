"""The tables of grammars are cached in the user's cache directory. A damaged cache entry is built again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.disk import cache_directory
from compiler.text import grammars

GRAMMAR = """
start: WORD ("," WORD)*
WORD: /[a-z]+/
"""


class Rules:
    def start(self, *words: str) -> list[str]:
        return [str(word) for word in words]


@pytest.fixture
def grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "words.lark"
    path.write_text(GRAMMAR, encoding="utf-8")
    return path


def check(grammar: Path) -> None:
    """Load the grammar and parse with it."""
    parser = grammars.load(grammar, start=["start"], rules=Rules())
    assert parser.parse("a,b") == ["a", "b"]


def entries() -> list[Path]:
    return sorted(cache_directory.entry("grammars", "").iterdir())


def test_grammar_is_built_once(grammar: Path) -> None:
    check(grammar)
    (entry,) = entries()
    written = entry.stat()
    check(grammar)
    assert (entry.stat().st_ino, entry.stat().st_mtime_ns) == (written.st_ino, written.st_mtime_ns)


def test_changed_grammar_has_another_cache_entry(grammar: Path) -> None:
    check(grammar)
    grammar.write_text(GRAMMAR + "// changed\n", encoding="utf-8")
    check(grammar)
    assert len(entries()) == 2


def test_damaged_cache_entry_is_built_again(grammar: Path) -> None:
    check(grammar)
    (entry,) = entries()
    sound = entry.read_bytes()
    for damaged in (b"", sound[:40], sound[:-1] + b"?", b"?" + sound[1:]):
        entry.write_bytes(damaged)
        check(grammar)
        assert len(entry.read_bytes()) == len(sound)


def test_unwritable_cache_directory_is_ignored(grammar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(grammar))  # a file, so that no directory can be made below it
    check(grammar)


def test_import_of_a_parser_builds_no_grammar(tmp_path: Path) -> None:
    code = "import compiler.languages.world.syntax.parse"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []
