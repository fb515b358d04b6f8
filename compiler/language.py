"""What the pipeline needs to know of a source language.

A language is one folder of `compiler/` whose `__init__` declares a `Language`. Parsers and linkers are imported when
they are first called, so that opening a finished snapshot loads none of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.diagnostics import Code, Diagnostic
from compiler.facts import Fact, Link, LinkKind
from compiler.sources import Source


class Parsed(NamedTuple):
    """What a parser makes of one file: a frozen unit and its diagnostics. Parsing never fails.

    A unit None: the name of the file was promising, but nothing in it is of this language.
    """

    unit: Any
    diagnostics: Sequence[Diagnostic]


class InFolder(NamedTuple):
    """The files of one folder (not of those below) whose name is accepted; there may be none."""

    folder: str
    accepts: Callable[[str], bool]


@dataclass(slots=True)
class Linked:
    """What a linker makes of all units of its language.

    `as_of` is the newest time at which something in them happened (`2025-01-30T12:00:00Z`), None when they tell none.
    `pages` are files that turned out to be of a language only when all others were known, with its name.
    """

    facts: list[Fact] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    as_of: str | None = None
    pages: dict[str, str] = field(default_factory=dict)


Units = Mapping[str, Any]  # path -> unit, in the order of the paths


@dataclass(frozen=True, slots=True)
class Language:
    """One source language.

    `claims(path)` says whether a file is one of its own, by its name. `parse(path, text)` is pure and sees one file.
    `imports(path, unit)` names further files, below the root, that a single-file source needs: one by one, each of
    which is then missed if it is not there, or as those of a folder.
    `link(source, units)` resolves names over all units; `source` tells why a file is missing (`Source.problem`).
    `kinds` names its files for people; a file over `max_bytes` is not read. `version` is raised when the units or
    facts of the same text change.
    """

    name: str
    version: str
    kinds: str
    max_bytes: int
    claims: Callable[[str], bool]
    parse: Callable[[str, str], Parsed]
    imports: Callable[[str, Any], Iterable[str | InFolder]]
    link: Callable[[Source, Units], Linked]
    fact_classes: Callable[[], Sequence[type[Fact]]]
    link_kinds: Callable[[], Sequence[LinkKind]]
    codes: Callable[[], Sequence[Code]]
