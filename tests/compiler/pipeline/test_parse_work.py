"""What workers are given to parse, and what they need not import."""

from hashlib import sha256

from compiler.languages.registry import LANGUAGES
from compiler.model.language import imported, load
from compiler.model.source import SourceFile
from compiler.pipeline.parse_work import _chunks
from compiler.pipeline.parsed_files import ParseTask


def tasks(*names: str, size: int = 100) -> list[ParseTask]:
    files = [SourceFile(name, "# Oven\n", sha256(name.encode()).hexdigest(), size) for name in names]
    return [ParseTask(language, file) for file in files for language in LANGUAGES[:3]]


def test_chunks_keep_the_languages_of_a_file_together() -> None:
    given = tasks("a.md", "b.md", "c.md", "d.md")
    chunks = list(_chunks(given, 400))
    assert [{given[at].file.path for at in chunk} for chunk in chunks] == [{"a.md", "b.md"}, {"c.md", "d.md"}]
    assert [at for chunk in chunks for at in chunk] == list(range(len(given)))


def test_chunk_is_as_large_as_it_may_be_at_least() -> None:
    assert [len(chunk) for chunk in _chunks(tasks("a.md", "b.md"), 100)] == [3, 3]
    assert [len(chunk) for chunk in _chunks(tasks("a.md", "b.md"), 10_000)] == [6]
    assert list(_chunks([], 100)) == []


def test_function_of_another_module_is_loaded_ahead() -> None:
    function = imported("posixpath:basename")
    load(function)
    load(len)
    assert function("a/b.md") == "b.md"
