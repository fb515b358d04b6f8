"""Which paths may hold memory, and which do by their names alone."""

from compiler.languages.memory.claims import claims, is_named
from compiler.languages.memory.facts import MemoryFact
from tests.compiler.languages.memory.sources import fact, facts_of, lines, linked
from tests.compiler.tables import table

NOTE = "---\ntitle: Pier\npermalink: pier\n---\n- [fact] It is long\n"


@table(
    ("path", "expected"),
    [
        ("a.md", True),
        ("A.MD", True),
        ("a.Markdown", True),
        ("a.urd.md", False),
        ("A.URD.MD", False),
        ("log.jsonl", True),
        ("log.JSONL", True),
        ("notes/memory.json", True),
        ("other.json", False),
    ],
)
def test_claims_suffixes_in_any_case(path: str, expected: bool) -> None:
    assert claims(path) == expected


@table(
    ("path", "expected"),
    [
        ("a/memory.jsonl", True),
        ("ferry.memory.jsonl", True),
        ("FERRY.MEMORY.JSONL", True),
        ("a/MEMORY.md", True),
        ("a/memory.md", False),
        ("log.jsonl", False),
    ],
)
def test_is_named_goes_by_the_name_alone(path: str, expected: bool) -> None:
    assert is_named(path) == expected


@table(("path", "text"), [("PIER.MD", NOTE), ("FERRY.MEMORY.JSONL", lines(fact("f", "It is long")))])
def test_files_with_suffixes_in_capitals_are_read(path: str, text: str) -> None:
    assert [one.text for one in facts_of(linked({path: text}), MemoryFact)] == ["It is long"]
