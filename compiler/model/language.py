"""The protocol of a source language: what the pipeline needs to know of it.

A language is a folder of `compiler/languages/` whose module `declaration` makes a `Language`. It names parsers and
linkers by import strings (`imported`), which are loaded at their first call: opening a finished snapshot loads none.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.facts import Fact, Link, LinkKind
from compiler.model.relations import Relation
from compiler.model.source import Source


class Parsed(NamedTuple):
    """The result of parsing one file: a frozen unit, and diagnostics. Parsing never fails.

    The unit is None if, in spite of the file's name, nothing in it is of this language.
    """

    unit: Any
    diagnostics: Sequence[Diagnostic]


class InFolder(NamedTuple):
    """The files of one folder, not of those below, whose name is accepted. There may be none."""

    folder: str
    accepts: Callable[[str], bool]


@dataclass(slots=True)
class Linked:
    """The result of linking a part.

    `as_of` is the newest time at which something in it happened (`2025-01-30T12:00:00Z`), None if no file of the
    project states one. `later` are facts and links that come behind the others. They are made while they become rows,
    so that a language that is linked as a whole never holds all of them.
    """

    facts: list[Fact] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    later: Iterable[Fact | Link] = ()
    diagnostics: list[Diagnostic] = field(default_factory=list)
    as_of: str | None = None


Units = Mapping[str, Any]  # path -> unit, in the order of the paths


class Part(NamedTuple):
    """Files that are linked together, without the other files of their language.

    `context` is all else that their facts, links and diagnostics depend on, derived from all files: records and plain
    values. `name` is unique in the language, and stays when the content of the files changes. With `reads_refs` they
    also depend on which objects the parts before have whose refs begin so.
    """

    name: str
    paths: tuple[str, ...]
    context: Any = None
    reads_refs: str = ""


READS_REFS = "*"  # begins the key of a part that reads refs: two with the same key may have different facts

Refs = Callable[[], Collection[str]]  # of the objects of the parts before, those that a part reads


class _Imported:
    """A function that stands in a module, which is imported when it is first needed."""

    __slots__ = ("_module", "_name", "_of_module")

    def __init__(self, target: str) -> None:
        self._of_module, _, self._name = target.partition(":")
        self._module: ModuleType | None = None

    def __call__(self, *arguments: Any) -> Any:
        return getattr(self._module or self.load(), self._name)(*arguments)

    def load(self) -> ModuleType:
        """Import the module."""
        self._module = import_module(self._of_module)
        return self._module


def imported(target: str) -> Callable[..., Any]:
    """Return a function that calls `target` ("package.module:name"), whose module is imported at the first call."""
    return _Imported(target)


def load(function: Callable[..., Any]) -> None:
    """Import the module of a function that `imported` returned, so that processes to be forked need not. Other
    functions are there."""
    if isinstance(function, _Imported):
        function.load()


def imported_value(target: str) -> Callable[[], Any]:
    """Return a function that returns `target` ("package.module:NAME"), whose module is imported at the first call."""
    module, _, name = target.partition(":")
    return lambda: getattr(import_module(module), name)


def _not_named(path: str) -> bool:  # noqa: ARG001
    return False


def _no_outline(path: str, unit: Any) -> None:  # noqa: ARG001
    return None


def _nothing_further(paths: Iterable[str], outlines: Mapping[str, Any]) -> Sequence[tuple[str, str]]:  # noqa: ARG001
    return ()


def _none_unneeded(units: Units) -> Collection[str]:  # noqa: ARG001
    return ()


def _all_files(source: Source, outlines: Mapping[str, Any]) -> Any:  # noqa: ARG001
    return tuple(sorted(source.files)), tuple(sorted(source.problems.items()))


def _one_part(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:  # noqa: ARG001
    return (Part("", tuple(outlines)),)


def _no_mistakes(table: str, values: Mapping[str, Any]) -> Iterable[tuple[tuple[str, ...], str]]:  # noqa: ARG001
    return ()


@dataclass(frozen=True, slots=True)
class LanguageSettings:
    """What a project may say of a language in `frieze.toml`: `[<language>.<table>]` with `paths`, files that are read
    as that whatever their names say, and `status`, words of the project and what they mean.

    `tables` maps the name of each table to the states that a word may mean. `may_read(path)` says whether the language
    can read a file of this name if `paths` selects it. `further` are other keys of a table, whose values
    `mistakes(table, values)` looks at: it gives those that are wrong, each with what would be right. The language is
    given the file of settings to parse.
    """

    tables: Mapping[str, tuple[str, ...]]
    may_read: Callable[[str], bool]
    further: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mistakes: Callable[[str, Mapping[str, Any]], Iterable[tuple[tuple[str, ...], str]]] = _no_mistakes


@dataclass(frozen=True, slots=True)
class BinaryFiles:
    """The binary files of a language.

    `claims(path)` says which files these are, by their names. `parse(path, content)` parses bytes as `Language.parse`
    does a text, and `shown(unit)` is the text that a snapshot holds of such a file. `reader()` names the installed
    library that reads them, "" if there is none: the unit depends on it.
    """

    claims: Callable[[str], bool]
    parse: Callable[[str, bytes], Parsed]
    shown: Callable[[Any], str]
    reader: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Language:
    """One source language.

    `claims(path)` says whether a file is of this language, by its name. `parse(path, text)` is pure and sees one file.
    `imports(path, unit)` names further files, below the root, that a single-file source needs: single ones, each of
    which is reported if it is missing, or those of a folder. `link(source, units)` resolves names over all units.
    `source` says why a file is missing (`Source.problem`). A language whose files fall into parts that are linked one
    by one has `parts(source, outlines)`, in the order of linking, and `link_part(source, units, part, refs)`, which
    gets the units of that part; `link` is then not called. Of any other language `asks(source, outlines)` returns, as
    plain values and records, all that `link` asks of the source beside its units; it is called in every build.
    `outline(path, unit)` is what `parts` needs to know of a file: few, small, plain values. What a file is may depend
    on others: a page is a note because a folder above it is a vault. So when all files are parsed, `further(paths,
    outlines)` names those to parse in a role, and `parse_as(path, text, role)` parses them. `unneeded(units)` says
    which files are of this language only beside others that are not there: tests where nothing states a requirement.
    `settings` is what a project may say of it. `proofs` maps the names of its formats to what proves each, for people;
    a language of one format has the name "". `binary` describes its binary files, which `claims` names too.
    `is_named(path)` says for which files the name alone is proof, whatever they contain. `makes_file_object(path)` says
    for which files an object of the language has the ref of the file and stands for it. `links_texts`: linking a part
    reads the texts of its files. `relations` are the public views of its facts. `kinds` names its files for people. A
    file over `max_bytes` is not read. `version` is raised when the units or facts of the same text change."""

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
    relations: Callable[[], Sequence[Relation]] = tuple
    outline: Callable[[str, Any], Any] = _no_outline
    further: Callable[[Iterable[str], Mapping[str, Any]], Sequence[tuple[str, str]]] = _nothing_further
    parse_as: Callable[[str, str, str], Parsed] | None = None
    unneeded: Callable[[Units], Collection[str]] = _none_unneeded
    parts: Callable[[Source, Mapping[str, Any]], Sequence[Part]] = _one_part
    link_part: Callable[[Source, Units, Part, Refs], Linked] | None = None
    asks: Callable[[Source, Mapping[str, Any]], Any] = _all_files
    binary: BinaryFiles | None = None
    settings: LanguageSettings | None = None
    proofs: Callable[[], Mapping[str, str]] = dict
    is_named: Callable[[str], bool] = _not_named
    makes_file_object: Callable[[str], bool] = _not_named
    links_texts: bool = False

    def is_binary(self, path: str) -> bool:
        """Whether a file of this name is binary."""
        return self.binary is not None and self.binary.claims(path)

    def linked(self, source: Source, units: Units, part: Part, refs: Refs) -> Linked:
        """Link one part."""
        return self.link_part(source, units, part, refs) if self.link_part else self.link(source, units)
