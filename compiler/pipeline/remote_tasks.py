"""Tasks for workers on other machines, as bytes: files to parse, and parts to link.

A task names each file by path and hash. The worker reads the file from its own copy of the source and checks the hash,
or finds the text in the task. What comes back are the bytes that a local worker makes. A file that the worker could not
read, or at which it failed, has none: the client then does the work, so that every finding is one of the client.
"""

import marshal
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from compiler.languages.registry import LANGUAGES
from compiler.model.language import Language
from compiler.model.source import Entry, Problem, Source, SourceError, SourceFile, Stamp
from compiler.pipeline.engine import Reader
from compiler.pipeline.failures import FAILED
from compiler.pipeline.lazy_files import LazyFile
from compiler.pipeline.parsed_files import ParseTask
from compiler.pipeline.part_linking import encode_result, link_part
from compiler.pipeline.parts import Build, LinkTask, linker
from compiler.store import codec
from compiler.store.cache.unit_cache import encode_file

PARSE, LINK = "parse", "link"
UNREAD = 1  # in place of a result: the worker could not read the file, or it has another hash there

_LANGUAGES = {language.name: language for language in LANGUAGES}


class Files(Protocol):
    """Where a worker reads files of the source."""

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return a file, with its bytes if `binary`, or why it cannot be read."""


def parse_task(reader: Reader, tasks: Sequence[ParseTask]) -> bytes:
    """Return the task to parse some files. With no reader it carries what is in them."""
    files = [
        (task.language.name, task.role, *_described(task.file, with_content=not reader), task.file.size)
        for task in tasks
    ]
    return marshal.dumps((PARSE, reader, files))


def link_task(build: Build, tasks: Sequence[LinkTask]) -> bytes:
    """Return the task to link some parts of languages, with the units of their files."""
    reader = build.parsed.reader
    parts = []
    for task in tasks:
        units = build.parsed.units[task.language]
        with_content = not reader and _LANGUAGES[task.language].links_texts
        files = [
            (*_described(units.file(path), with_content=with_content), units.file(path).size, units.encoded(path))
            for path in task.part.paths
        ]
        parts.append((task.number, task.language, codec.encode(task.part), files))
    return marshal.dumps((LINK, reader, build.source.name, parts))


def _described(file: SourceFile, *, with_content: bool) -> tuple[str, str, str | bytes | None]:
    """Path, hash, and what is in the file, if the worker cannot read it."""
    if not with_content:
        return file.path, file.sha256, None
    return file.path, file.sha256, file.text if file.content is None else file.content


def run_task(body: bytes, open_files: Callable[[Reader], Files]) -> bytes:
    """Run a task, in the worker. b"" if it failed: then the client does the work."""
    kind, reader, *rest = marshal.loads(body)
    files = open_files(tuple(reader)) if reader else NoFiles()
    if kind == PARSE:
        return marshal.dumps([_parsed(files, *one) for one in rest[0]])
    try:
        return marshal.dumps([_linked(files, rest[0], *one) for one in rest[1]])
    except SourceError:  # a file is not what it was
        return b""


def _parsed(
    files: Files, name: str, role: str, path: str, sha256: str, content: str | bytes | None, size: int
) -> tuple[bytes, bytes] | int | None:
    """Return the head and the unit of a file, `UNREAD`, or None if they have no exact form in bytes or it failed."""
    language = _LANGUAGES[name]
    file = _carried(path, sha256, content, size) if content is not None else _read(files, language, path)
    if file is None or file.sha256 != sha256:
        return UNREAD
    head, unit = ParseTask(language, file, role).parse()
    if any(diagnostic.code == FAILED.code for diagnostic in head.diagnostics):
        return None
    encoded = encode_file(head, unit)
    return encoded and (encoded.head, encoded.body)


def _carried(path: str, sha256: str, content: str | bytes, size: int) -> SourceFile:
    if isinstance(content, str):
        return SourceFile(path, content, sha256, size)
    return SourceFile(path, "", sha256, size, content=content)


def _read(files: Files, language: Language, path: str) -> SourceFile | None:
    file = files.read(path, language.max_bytes, binary=language.is_binary(path))
    return file if isinstance(file, SourceFile) else None


def _linked(
    files: Files, source_name: str, number: int, name: str, part_body: bytes, members: Sequence[tuple[Any, ...]]
) -> bytes | None:
    """Return the result of linking a part; None if a file failed or it has no exact form in bytes."""
    language, part = _LANGUAGES[name], codec.decode(part_body)
    given: dict[str, SourceFile] = {}
    units: dict[str, Any] = {}
    for path, sha256, content, size, unit in members:
        read = partial(files.read, path, language.max_bytes)
        given[path] = (
            LazyFile(path, sha256, size, (), read) if content is None else _carried(path, sha256, content, size)
        )
        units[path] = codec.decode(unit)
    source = Source(Path("/"), source_name, NoFiles(), files=given)
    sizes = {path: file.size for path, file in given.items()}
    task = LinkTask(number, name, part, "", sizes, linker(source, language, units, part), _no_key)
    result = link_part(task, tuple)
    if any(diagnostic.code == FAILED.code for diagnostic in result.diagnostics):
        return None
    return encode_result(result)


def _no_key(hashes: Mapping[str, str]) -> str:  # noqa: ARG001
    return ""


class NotToldError(SourceError):
    """Work on a part asked for something that its task does not tell."""


class NoFiles:
    """A tree of which nothing is known. Whatever is asked of it raises NotToldError: only the client can tell."""

    is_worktree = False

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Raise NotToldError."""
        raise NotToldError(folder)

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:  # noqa: ARG002
        """Raise NotToldError."""
        raise NotToldError(path)

    def names(self, folder: str) -> list[str]:
        """Raise NotToldError."""
        raise NotToldError(folder)

    def stamp(self, path: str) -> Stamp | None:
        """Raise NotToldError."""
        raise NotToldError(path)
