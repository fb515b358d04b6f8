"""Worlds as the tests of the linker write them: linked sources, and their facts and findings."""

from pathlib import Path
from typing import TypeVar

from compiler.disk.folder_tree import FolderTree
from compiler.languages.world.facts import World
from compiler.languages.world.linking.link import link
from compiler.languages.world.records import Unit
from compiler.languages.world.syntax.parse import parse
from compiler.model.diagnostics import Phase
from compiler.model.facts import Fact
from compiler.model.language import Linked
from compiler.model.source import Problem, Source, SourceFile

F = TypeVar("F", bound=Fact)

MAIN = "main.urd.md"

CAST = """---
world:
  name: The Mill
  start: mill
types:
  Person [mobile, container]:
    mood: enum(calm, angry, glad) = calm
    trust: int(0, 10) = 1
    height: num = 1.5
    awake: bool = true
    nickname: str = "x"
    friend: ref(Person)
    tags: list(str)
    ~secret: str = "x"
  Thing [portable]:
    weight: num(0, 5) = 1
entities:
  @ada: Person { trust: 3 }
  @bo: Person
  @coin: Thing
---
"""


def linked(
    files: str | dict[str, str], *, entry: str | None = MAIN, problems: dict[str, Problem] | None = None
) -> Linked:
    """Links sources given as text: one file by itself, or several, as a directory when `entry` is None."""
    texts = {MAIN: files} if isinstance(files, str) else files
    source = Source(Path("/nowhere"), "nowhere", FolderTree(Path("/nowhere")), entry=entry)
    source.files = {path: SourceFile(path, text, "", len(text)) for path, text in texts.items()}
    source.problems = problems or {}
    units: dict[str, Unit] = {path: parse(path, texts[path]).unit for path in sorted(texts, key=str.encode)}
    return link(source, units)


def findings(result: Linked, *phases: Phase) -> list[str]:
    """Code and line of each diagnostic, of some phases or of all; those of other files than main with their file."""
    wanted = [one for one in result.diagnostics if one.phase in phases or not phases]
    places = [(one.code, str(one.span).removeprefix(f"{MAIN}:") if one.span.file else "-") for one in wanted]
    return sorted(" ".join(place) for place in places)


def facts_of(result: Linked, kind: type[F]) -> list[F]:
    """The facts of one class, in order."""
    return [one for one in result.facts if type(one) is kind]


def worlds(result: Linked) -> list[str]:
    return [one.world for one in facts_of(result, World)]


def content_findings(content: str, *phases: Phase, above: str = "") -> list[str]:
    """Code and line of each finding in content below CAST and `above`. Lines count from the first line of content."""
    head = CAST + above
    located = [one.rsplit(" ", 1) for one in findings(linked(head + content), *phases)]
    return sorted(f"{code} {int(line) - head.count(chr(10))}" for code, line in located)


def check_frontmatter(frontmatter: str, *expected: str) -> None:
    """Check the findings of validation in a frontmatter. Each is given as its code and a part of its message."""
    result = linked(f"---\n{frontmatter}---\n# Mill\n")
    found = [f"{one.code} {one.message}" for one in result.diagnostics if one.phase is Phase.VALIDATE]
    assert len(found) == len(expected), found
    for finding, wanted in zip(found, expected, strict=True):
        code, _, message = wanted.partition(" ")
        assert finding.startswith(code)
        assert message in finding
