"""The parts of a source: what is linked together, and the key that names all that its facts depend on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.registry import LANGUAGES
from compiler.model.language import READS_REFS, Language, Linked, Part, Refs
from compiler.model.source import Source
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.failures import FailedError, finding, guarded, without_culprits
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.parsed_files import ParsedFiles
from compiler.store import codec
from compiler.store.fingerprint import digest


class LinkTask(NamedTuple):
    """A part that is to be linked. `number` is the one that it has in the snapshot from which an incremental build
    starts, else a negative one: it gets its own when its rows are known (`compiler.pipeline.numbering`).

    `key` names all that its facts depend on: parts with the same key have the same facts, unless it begins with
    `READS_REFS`. `key_for(hashes)` is the key that the part would have if its files, by path, had these hashes.
    `sizes` are those of its files, in bytes, by path. `link(paths, refs)` links those of them that are named.
    """

    number: int
    language: str
    part: Part
    key: str
    sizes: Mapping[str, int]
    link: Callable[[Sequence[str], Refs], Linked]
    key_for: Callable[[Mapping[str, str]], str]

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(self.sizes.values())


class Build(NamedTuple):
    """A parsed source, which is to be linked and frozen."""

    source: Source
    parsed: ParsedFiles
    tasks: tuple[LinkTask, ...]  # the parts of the languages, one after the other
    options: CompileOptions


def link_tasks(source: Source, parsed: ParsedFiles) -> tuple[LinkTask, ...]:
    """Return the parts of a source, in the order in which they are linked, with the numbers that they have in a build
    from nothing. Raises UnkeyedPartError."""
    return tuple(task._replace(number=-at) for at, task in enumerate(_unnumbered(source, parsed), 1))


def _unnumbered(source: Source, parsed: ParsedFiles) -> Iterator[LinkTask]:
    for language in LANGUAGES:
        units = parsed.units[language.name]
        if not units and not source.problems:
            continue
        asked = _asked(source, language, parsed)
        for part in _parts(source, language, parsed):
            files = [units.file(path) for path in part.paths]
            encoded = codec.canonical((part.context, asked))
            key_for = _key_function(source, language, part, encoded)
            key = key_for({file.path: file.sha256 for file in files})
            sizes = {file.path: file.size for file in files}
            yield LinkTask(0, language.name, part, key, sizes, linker(source, language, units, part), key_for)


def _parts(source: Source, language: Language, parsed: ParsedFiles) -> Sequence[Part]:
    """The parts of a language, without the files at which it fails to tell them apart."""
    units = parsed.units[language.name]

    def run(paths: Sequence[str]) -> Sequence[Part]:
        outlines = {path: units.heads[path].outline for path in paths}
        return tuple(language.parts(source, outlines))

    sizes = {path: units.file(path).size for path in units}
    parts, culprits = without_culprits(sizes, run, seconds_for)
    parsed.diagnostics += [finding(culprit, "looking at all files together", language.name) for culprit in culprits]
    return parts or ()


class UnkeyedPartError(TypeError):
    """The context of a part has no exact form in bytes, so that the part has no key: a mistake in a language."""


def linker(
    source: Source, language: Language, units: Mapping[str, Any], part: Part
) -> Callable[[Sequence[str], Refs], Linked]:
    """Return what links the files of a part that are named."""

    def link(paths: Sequence[str], refs: Refs) -> Linked:
        linked = part if len(paths) == len(part.paths) else part._replace(paths=tuple(paths))
        return language.linked(source, {path: units[path] for path in paths}, linked, refs)

    return link


def _asked(source: Source, language: Language, parsed: ParsedFiles) -> Any:
    """What a language of one part asks of the source. The others put into the context what their parts depend on."""
    if language.link_part:
        return ()
    outlines = parsed.outlines(language)
    try:
        size = parsed.units[language.name].size
        with guarded(seconds_for(size), size):
            return language.asks(source, outlines)
    except FailedError:
        return tuple(sorted(source.files)), tuple(sorted(source.problems.items()))


def _key_function(
    source: Source, language: Language, part: Part, context: bytes | None
) -> Callable[[Mapping[str, str]], str]:
    """Return what makes the key of a part from the hashes of its files. `context` are its context and what the language
    asks of the source, as bytes; None if they have no exact form in bytes."""
    if context is None:
        raise UnkeyedPartError(
            f"The part '{part.name}' of the language {language.name} has no key: its context holds values that are "
            "neither plain nor records of the compiler."
        )
    examples = tuple(f"{path} {source.examples[path]}" for path in part.paths if path in source.examples)
    prefix = READS_REFS if part.reads_refs else ""

    def key_for(hashes: Mapping[str, str]) -> str:
        fixed = language.name, language.version, part.name, context.hex(), *examples
        return prefix + digest([*fixed, *(word for path in part.paths for word in (path, hashes.get(path, "")))])

    return key_for
