"""A source as data: files are read once, and what could not be read is listed for the language that expects it."""

from pathlib import Path

from compiler.model.source import MISSING, Entry, Problem, Source, SourceFile, Stamp


class Shelf:
    """A tree of texts. A path that it lacks has the problem that it is given."""

    def __init__(self, texts: dict[str, str], problems: dict[str, Problem]) -> None:
        self.texts, self.problems = texts, problems
        self.reads: list[str] = []

    is_worktree = False

    def listing(self, folder: str) -> list[Entry]:  # noqa: ARG002
        return [Entry(path, "file") for path in (*self.texts, *self.problems)]

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:  # noqa: ARG002
        self.reads.append(path)
        text = self.texts.get(path)
        return SourceFile(path, text, "", len(text)) if text is not None else self.problems.get(path, MISSING)

    def names(self, folder: str) -> list[str]:  # noqa: ARG002
        return ["b.md", "é.md", "a.md"]

    def stamp(self, path: str) -> Stamp | None:  # noqa: ARG002
        return None


def source(texts: dict[str, str] | None = None, **problems: Problem) -> tuple[Source, Shelf]:
    shelf = Shelf(texts or {}, {f"{name}.md": problem for name, problem in problems.items()})
    return Source(Path("shelf"), "shelf", shelf), shelf


def test_source_reads_a_file_once() -> None:
    shelved, shelf = source({"a.md": "text"})
    assert shelved.read("a.md") is shelved.read("a.md")
    assert (shelf.reads, shelved.total_bytes, shelved.problem("a.md")) == (["a.md"], 4, None)


def test_source_records_why_a_file_was_not_read() -> None:
    shelved, shelf = source(a=Problem("denied", "permission denied"))
    assert shelved.read("a.md") is None and shelved.read("a.md") is None
    assert shelf.reads == ["a.md"]
    assert shelved.problem("a.md") == Problem("denied", "permission denied")
    assert shelved.problem("never-asked.md") == MISSING


def test_source_unread_lists_expected_files_in_bytewise_order() -> None:
    denied, outside = Problem("denied", "permission denied"), Problem("outside", "it leads out of the source")
    shelved, _ = source(b=denied, a=denied, c=outside, d=MISSING, e=denied)
    for name in "bcdae":
        shelved.read(f"{name}.md")
    expected = [path for path, _ in shelved.unread(lambda path: path != "e.md")]
    assert expected == ["a.md", "b.md"]  # discovery reports c itself, and d is only missing
    assert [path for path, _ in shelved.unread(lambda path: path != "e.md", missing=True)] == ["a.md", "b.md", "d.md"]


def test_source_names_of_a_folder_are_in_bytewise_order() -> None:
    shelved, _ = source()
    assert shelved.names("") == ["a.md", "b.md", "é.md"]
