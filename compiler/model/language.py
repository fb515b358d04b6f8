"""What the pipeline needs to know of a source language.

A language is a folder of `compiler/languages/` whose module `declaration` makes a `Language`. Parsers and linkers are
named there by import strings (`imported`) and loaded at their first call, so that opening a finished snapshot loads
none of them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.facts import Fact, Link, LinkKind
from compiler.model.source import Source


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
    """

    facts: list[Fact] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    as_of: str | None = None


Units = Mapping[str, Any]  # path -> unit, in the order of the paths


class Part(NamedTuple):
    """Files that are linked without a look at the others of their language.

    `context` is all else that their facts, links and findings depend on: what was worked out over all files, as
    records and plain values. `name` is unique in the language and stays when the content of the files changes. With
    `reads_refs` they also depend on which objects there are in the parts before.
    """

    name: str
    paths: tuple[str, ...]
    context: Any = None
    reads_refs: bool = False


READS_REFS = "*"  # begins the key of a part that does: those of one key need not have the same facts

Refs = Callable[[], Collection[str]]  # of all objects of the parts before


def imported(target: str) -> Callable[..., Any]:
    """A function that calls `target` ("package.module:name"). Its module is imported at first."""

    def call(*arguments: Any) -> Any:
        return _loaded(target)(*arguments)

    return call


def imported_value(target: str) -> Callable[[], Any]:
    """A function that returns the value `target` ("package.module:NAME"). Its module is imported at first."""
    return lambda: _loaded(target)


def _loaded(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def _not_named(path: str) -> bool:  # noqa: ARG001
    return False


def _no_outline(path: str, unit: Any) -> None:  # noqa: ARG001
    return None


def _nothing_further(paths: Iterable[str], outlines: Mapping[str, Any]) -> Sequence[tuple[str, str]]:  # noqa: ARG001
    return ()


def _unit_tells_all(unit: Any) -> bool:  # noqa: ARG001
    return True


def _one_part(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:  # noqa: ARG001
    return (Part("", tuple(outlines)),)


@dataclass(frozen=True, slots=True)
class BinaryFiles:
    """The files of a language that are no text.

    `claims(path)` says which they are, by their names. `parse(path, content)` is to their bytes what `Language.parse`
    is to a text, and `shown(unit)` the text that stands for such a file in a snapshot. `reader()` names what is
    installed to read them with, "" when nothing is: what is made of a file depends on that too.
    """

    claims: Callable[[str], bool]
    parse: Callable[[str, bytes], Parsed]
    shown: Callable[[Any], str]
    reader: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Language:
    """One source language.

    `claims(path)` says whether a file is one of its own, by its name. `parse(path, text)` is pure and sees one file.
    `imports(path, unit)` names further files, below the root, that a single-file source needs: one by one, each of
    which is then missed if it is not there, or as those of a folder.
    `link(source, units)` resolves names over all units; `source` tells why a file is missing (`Source.problem`).
    A language whose files fall into parts that are linked one by one says so by `parts(source, outlines)`, in the order
    in which they are linked, and `link_part(source, units, part, refs)`, which is given the units of that part; `link`
    is then not called. `outline(path, unit)` is what `parts` needs to know of a file: plain values, few and small.
    What a file is may depend on others: a page is a note because a folder above it is a vault. So when all files are
    parsed, `further(paths, outlines)` says which of those that were read are to be parsed in a role, and
    `parse_as(path, text, role)` does that.
    `unit_tells_all(unit)`: linking looks at the unit of a file alone, and not at the text that it was made of.
    `binary` are those of its files that are no text, which `claims` names too. `is_named(path)` says of which files the
    name tells for sure, whatever is in them.
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
    outline: Callable[[str, Any], Any] = _no_outline
    further: Callable[[Iterable[str], Mapping[str, Any]], Sequence[tuple[str, str]]] = _nothing_further
    parse_as: Callable[[str, str, str], Parsed] | None = None
    parts: Callable[[Source, Mapping[str, Any]], Sequence[Part]] = _one_part
    link_part: Callable[[Source, Units, Part, Refs], Linked] | None = None
    binary: BinaryFiles | None = None
    is_named: Callable[[str], bool] = _not_named
    unit_tells_all: Callable[[Any], bool] = _unit_tells_all

    def is_binary(self, path: str) -> bool:
        """Whether a file of this name is no text."""
        return self.binary is not None and self.binary.claims(path)

    def linked(self, source: Source, units: Units, part: Part, refs: Refs) -> Linked:
        """The facts, links and findings of one part."""
        return self.link_part(source, units, part, refs) if self.link_part else self.link(source, units)
