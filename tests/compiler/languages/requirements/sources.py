"""Small sources of requirements as text, linked without a file system."""

from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from compiler.disk.folder_tree import FolderTree
from compiler.languages.requirements.declaration import REQUIREMENTS
from compiler.languages.requirements.records import Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.examples import Example
from compiler.model.facts import Fact
from compiler.model.language import Linked
from compiler.model.source import Problem, Source, SourceFile
from tests.compiler.languages.whole import whole

F = TypeVar("F", bound=Fact)

SPEC = "spec/a.md"
NEWER = """[project]
namespace = "REQ"
[levels.prd]
rank = 1
letter = "p"
implements = ["prd"]
[levels.dev]
rank = 2
letter = "d"
implements = ["dev", "prd"]
[scanning.spec]
directories = ["spec"]
"""
OLDER = """[patterns]
prefix = "REQ"
[directories]
spec = "spec"
code = ["src"]
"""


def requirement(
    native_id: str, *assertions: str, level: str = "PRD", status: str = "Active", end: str | None = "", **lists: str
) -> str:
    """A requirement with these assertions, `A` first, and fields such as `implements="REQ-p00001"`.

    Its hash is right by the sorted algorithm; `end` is another one, or None for no End marker.
    """
    fields = {"Level": level, "Status": status, **{name.capitalize(): text for name, text in lists.items()}}
    metadata = " | ".join(f"**{name}**: {text}" for name, text in fields.items())
    lines = [f"{chr(65 + at)}. {text}" for at, text in enumerate(assertions)]
    ending = "" if end is None else f"*End* *About {native_id}* | **Hash**: {end or right_hash(*lines)}\n"
    body = "\n".join(lines)
    return f"## {native_id}: About {native_id}\n\n{metadata}\n\n## Assertions\n\n{body}\n\n{ending}"


def right_hash(*lines: str) -> str:
    """The hash of assertions, each given as its whole line, whatever their order."""
    digests = sorted(sha256(line.encode()).hexdigest() for line in lines)
    return sha256("\n".join(digests).encode()).hexdigest()[:8]


def linked(
    files: str | dict[str, str],
    *,
    problems: dict[str, Problem] | None = None,
    examples: dict[str, Example] | None = None,
) -> Linked:
    """Parses and links files given as text: one specification, or several files by path.

    The findings of parsing come before those of linking.
    """
    texts = {SPEC: files} if isinstance(files, str) else files
    source = Source(Path("/nowhere"), "nowhere", FolderTree(Path("/nowhere")))
    source.files = {path: SourceFile(path, text, "", len(text)) for path, text in texts.items()}
    source.problems = problems or {}
    source.examples = examples or {}
    units, findings = parsed(texts)
    result = whole(REQUIREMENTS.link(source, units))
    result.diagnostics[:0] = findings
    return result


def parsed(texts: dict[str, str]) -> tuple[dict[str, Unit], list[Diagnostic]]:
    """The units of files given as text, and findings; files with a role are parsed again, as the pipeline does."""
    units: dict[str, Unit] = {}
    findings: list[Diagnostic] = []
    for path in sorted(texts, key=str.encode):
        assert REQUIREMENTS.claims(path), path
        unit, found = REQUIREMENTS.parse(path, texts[path])
        findings += found
        if unit is not None:
            units[path] = unit
    outlines = {path: REQUIREMENTS.outline(path, unit) for path, unit in units.items()}
    assert REQUIREMENTS.parse_as is not None
    for path, role in REQUIREMENTS.further(texts, outlines):
        unit, found = REQUIREMENTS.parse_as(path, texts[path], role)
        findings += found
        if unit is not None:
            units[path] = unit
    return units, findings


def facts_of(result: Linked, kind: type[F]) -> list[F]:
    return [one for one in result.facts if isinstance(one, kind)]


def fields(result: Linked, kind: type[Fact], names: str) -> list[tuple[object, ...]]:
    """The named fields of all facts of one class."""
    return [tuple(getattr(one, name) for name in names.split()) for one in facts_of(result, kind)]


def links(result: Linked, *kinds: str) -> list[str]:
    """The links of some kinds as `source kind target`, without the space."""
    return [
        f"{one.source.removeprefix('r:')} {one.kind} {one.target.removeprefix('r:')}"
        for one in result.links
        if one.kind in kinds
    ]


def findings(result: Linked) -> list[str]:
    """Code and line of each diagnostic; those of other files than the specification with their file."""
    return [
        f"{one.code.partition('-')[0]} {'' if one.span.file == SPEC else one.span.file + ':'}{one.span.start_line}"
        for one in result.diagnostics
    ]


def cited(files: dict[str, str]) -> list[str]:
    """What tasks, code and tests cite, in order."""
    return [
        f"{one.source.removeprefix('k:').removeprefix('r:')} {one.target.removeprefix('r:')}"
        for one in linked(files).links
        if one.kind in ("implements", "verifies")
    ]
