"""Built grammars are kept in the user's cache directory, and never trusted blindly."""

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
    parser = grammars.load(grammar, start=["start"], rules=Rules())
    assert parser.parse("a,b") == ["a", "b"]


def entries() -> list[Path]:
    return sorted(cache_directory.entry("grammars", "").iterdir())


def test_a_grammar_is_built_once(grammar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(grammar)
    assert len(entries()) == 1
    monkeypatch.delattr(grammars, "_build")
    check(grammar)


def test_a_changed_grammar_is_another_entry(grammar: Path) -> None:
    check(grammar)
    grammar.write_text(GRAMMAR + "// changed\n", encoding="utf-8")
    check(grammar)
    assert len(entries()) == 2


def test_a_damaged_entry_is_built_again(grammar: Path) -> None:
    check(grammar)
    (entry,) = entries()
    sound = entry.read_bytes()
    for damaged in (b"", sound[:40], sound[:-1] + b"?", b"?" + sound[1:]):
        entry.write_bytes(damaged)
        check(grammar)
        assert len(entry.read_bytes()) == len(sound)


def test_a_directory_that_cannot_be_written_is_no_hindrance(grammar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(grammar))  # a file, below which nothing can stand
    check(grammar)


def test_importing_the_parser_builds_no_grammar() -> None:
    code = (
        "from compiler.languages.world.syntax import parse, content; assert content._grammar.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
