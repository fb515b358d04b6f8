"""The discover phase: which files a source has.

A source is a directory (every file in it that a language claims) or a single file (and, as parsing shows, what it
imports), in a `Tree`: a folder of the file system, or anything else that lists paths and reads files. What the walk
cannot list becomes a diagnostic.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Code, Phase
from compiler.model.language import Language
from compiler.model.source import Entry, Source, SourceError
from compiler.model.spans import whole_file
from compiler.pipeline.folder_tree import FolderTree
from compiler.pipeline.settings.settings_file import SETTINGS_FILE

MAX_FILES = 20_000
MAX_TOTAL_BYTES = 512 * 1024 * 1024

LEADS_OUTSIDE = Code(
    "FRZ101", "warning", Phase.DISCOVER, "'{path}' is a link that leads out of the source and was not read."
)
NOT_REGULAR = Code("FRZ102", "warning", Phase.DISCOVER, "'{path}' is a device, pipe or socket and was not read.")
TOO_MANY_FILES = Code(
    "FRZ103",
    "error",
    Phase.DISCOVER,
    "The source has more than {limit} files to compile; '{path}' and all after it were left out.",
)
TOO_MANY_BYTES = Code(
    "FRZ104",
    "error",
    Phase.DISCOVER,
    "The source has more than {limit} bytes to compile; '{path}' and all after it were left out.",
)
UNREADABLE_FOLDER = Code("FRZ105", "warning", Phase.DISCOVER, "The folder '{path}' cannot be listed: {reason}.")
NOTHING_TO_COMPILE = Code(
    "FRZ106", "warning", Phase.DISCOVER, "The source holds no file that Frieze reads. It reads {kinds}."
)
BAD_NAME = Code("FRZ107", "warning", Phase.DISCOVER, "The name of '{path}' is not UTF-8, and the file was not read.")
SUBMODULE = Code(
    "FRZ108",
    "warning",
    Phase.DISCOVER,
    "'{path}' is a submodule: its files are in another repository, and were not read.",
)

CODES = (
    LEADS_OUTSIDE,
    NOT_REGULAR,
    TOO_MANY_FILES,
    TOO_MANY_BYTES,
    UNREADABLE_FOLDER,
    NOTHING_TO_COMPILE,
    BAD_NAME,
    SUBMODULE,
)


def open_source(path: str | os.PathLike[str]) -> Source:
    """Return the source at a path, nothing read yet. Raises SourceError if there is neither a file nor a directory.

    An empty path is refused: it usually comes from a variable that is not set, and does not mean the current directory.
    """
    if not os.fspath(path):
        raise SourceError("The path of the source is empty: give a file or a directory, such as '.'")
    try:
        real = Path(path).resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError):
        raise SourceError(f"No such file or directory: '{path}'") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceError(f"Cannot open '{path}': {getattr(error, 'strerror', None) or error}") from None
    # Answers cannot hold a name that is not UTF-8. They do not need the name of a folder, but that of a file.
    name = real.name.encode(errors="replace").decode()
    if real.is_dir():
        return Source(real, name, FolderTree(real))
    if not real.is_file():
        raise SourceError(f"'{path}' is neither a file nor a directory")
    if name != real.name:
        raise SourceError(f"The name of '{name}' is not UTF-8, and no answer could name the file: give it another.")
    return Source(real.parent, name, FolderTree(real.parent), entry=name)


def discover(source: Source) -> list[str]:
    """Return the paths to begin with, nothing read yet: the entry of a single-file source, or the files of a directory
    that a language claims and its settings, in bytewise order.

    What the walk met on its way is recorded in `source`. Raises SourceError if no language claims the entry.
    """
    if source.entry is not None:
        if not claiming(source.entry):
            raise SourceError(f"'{source.entry}' is no file that Frieze reads. It reads {file_kinds()}.")
        return [source.entry]
    found = {one.path: one.leads_to for one in _walk(source)}
    chosen = [path for path in found if path == SETTINGS_FILE or claiming(path)]
    source.links = _second_paths(chosen, found)
    return sorted((path for path in chosen if path not in source.links), key=str.encode)


def _second_paths(paths: Iterable[str], found: Mapping[str, str]) -> dict[str, str]:
    """Return the links that would make second objects of the same text, and the paths that are read in their place.

    `found` says of each path which file it leads to, if it is a link. A link is left out if the same languages claim
    the other path. The settings are read wherever they are.
    """
    read: dict[str, str] = {}  # by the file
    second: dict[str, str] = {}
    for path in sorted(paths, key=lambda one: (found[one] != "", one.encode())):
        first = read.setdefault(found[path] or path, path)
        if first != path and path != SETTINGS_FILE and _claimed_by(path) <= _claimed_by(first):
            second[path] = first
    return second


def _claimed_by(path: str) -> set[str]:
    return {one.name for one in claiming(path)}


def within_limits(source: Source, paths: Iterable[str]) -> Iterator[str]:
    """Give discovered paths until there are too many files or bytes, which is reported.

    The caller reads each path before it takes the next: the limit on bytes counts what was read.
    """
    for count, path in enumerate(paths):
        if count == MAX_FILES:
            source.diagnostics.append(TOO_MANY_FILES.at(whole_file(path), limit=MAX_FILES, path=path))
            return
        if source.total_bytes > MAX_TOTAL_BYTES:
            source.diagnostics.append(TOO_MANY_BYTES.at(whole_file(path), limit=MAX_TOTAL_BYTES, path=path))
            return
        yield path


def claiming(path: str) -> list[Language]:
    """Return the languages that claim a path: none of them the settings, though they may claim other TOML files."""
    return [language for language in LANGUAGES if language.claims(path)] if path != SETTINGS_FILE else []


def file_kinds() -> str:
    """Return the kinds of file that the languages read, for people."""
    return ", ".join(language.kinds for language in LANGUAGES)


def _walk(source: Source) -> Iterator[Entry]:
    """Every file of the tree. Problems of the walk are reported."""
    for entry in source.tree.entries():
        path, problem, _ = entry
        if problem is None:
            yield entry
            continue
        source.problems[path or "."] = problem
        if problem.kind == "bad_name":
            source.diagnostics.append(BAD_NAME.at(whole_file(path), path=path))
        elif problem.kind == "submodule":
            source.diagnostics.append(SUBMODULE.at(whole_file(path), path=path))
        else:
            source.diagnostics.append(UNREADABLE_FOLDER.at(whole_file(path), path=path or ".", reason=problem.reason))
