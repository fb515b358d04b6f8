"""The units of instructions: what one file says, before any path of it is looked for."""

from typing import Literal, NamedTuple

ReferenceForm = Literal["import", "path"]


class Reference(NamedTuple):
    """A path that a text names: as an import, or in code and links. `is_certain`: it can mean nothing but a file. The
    line counts from 1, columns are UTF-8 bytes + 1, the end is exclusive."""

    form: ReferenceForm
    path: str
    is_certain: bool
    line: int
    start_col: int
    end_col: int


class Pattern(NamedTuple):
    """A pattern of paths in front matter, and its line. `!` before it takes paths out."""

    text: str
    line: int


class Fault(NamedTuple):
    """What is wrong with a front matter: the name of a code, its line, and what the message tells."""

    code: Literal["malformed", "value", "no_patterns"]
    line: int
    text: str
    expected: str = ""


class Instructions(NamedTuple):
    """A file of instructions. `mode` says when a program reads it, `digest` is that of its text without front matter,
    with every blank alike, "" if the text is too short to tell anything, `checksum` that of the whole text."""

    format: str
    title: str
    description: str
    mode: str
    patterns: tuple[Pattern, ...]
    references: tuple[Reference, ...]
    faults: tuple[Fault, ...]
    last_line: int
    body_line: int
    digest: str
    checksum: int


class Outline(NamedTuple):
    """What finding imported pages, and what to look for in the source, needs to know of a file: the paths that it
    imports, and whether each can mean nothing but a file, other paths that it names, and its patterns."""

    format: str
    imports: tuple[tuple[str, bool], ...]
    paths: tuple[str, ...]
    patterns: tuple[str, ...]


def outline(path: str, unit: Instructions) -> Outline:  # noqa: ARG001
    """Return the outline of a file."""
    imports = tuple(
        (reference.path, reference.is_certain) for reference in unit.references if reference.form == "import"
    )
    paths = tuple(reference.path for reference in unit.references if reference.form == "path")
    return Outline(unit.format, imports, paths, tuple(pattern.text for pattern in unit.patterns))
