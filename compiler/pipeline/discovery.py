"""The discover phase: which files a source has.

A source is a directory (the files in it that are the project's and that a language reads) or a single file (and, as
parsing shows, what it imports), in a `Tree`: a folder of the file system, or anything else that lists paths and reads
files. What the walk cannot list becomes a diagnostic.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from compiler.languages.registry import LANGUAGES
from compiler.mentions.regions import code_style
from compiler.model.diagnostics import Code, Diagnostic, Phase
from compiler.model.language import Language
from compiler.model.source import Source, SourceError
from compiler.model.spans import whole_file
from compiler.pipeline.budget import MAX_FILES, Budget
from compiler.pipeline.selection.folder_names import STORES
from compiler.pipeline.selection.git_ignores import SourceIgnores
from compiler.pipeline.selection.walk import Walk
from compiler.pipeline.settings.settings_file import SETTINGS_FILE, read_file_choice
from compiler.text.ignore_patterns import IgnorePatterns

if TYPE_CHECKING:
    from compiler.pipeline.settings.file_choice import FileChoice

USUAL = Budget()  # where a build states none

LEADS_OUTSIDE = Code(
    "FRZ101", "warning", Phase.DISCOVER, "'{path}' is a link that leads out of the source and was not read."
)
NOT_REGULAR = Code("FRZ102", "warning", Phase.DISCOVER, "'{path}' is a device, pipe or socket and was not read.")
TOO_MANY_FILES = Code(
    "FRZ103",
    "error",
    Phase.DISCOVER,
    "The source has more than {limit} files to compile; {count} of them were left out, code first, such as '{path}'.",
)
TOO_MANY_BYTES = Code(
    "FRZ104",
    "error",
    Phase.DISCOVER,
    "The source has more than {limit} bytes to compile; '{path}' and all after it were left out.",
)
TOO_MANY_ENTRIES = Code(
    "FRZ114",
    "error",
    Phase.DISCOVER,
    "The revision has more than {limit} files and folders; '{path}' and the folders after it were not listed.",
)
DAMAGED_FOLDER = Code(
    "FRZ115", "error", Phase.DISCOVER, "The folder '{path}' of the revision is not as git writes it: {fault}."
)
UNREADABLE_FOLDER = Code("FRZ105", "warning", Phase.DISCOVER, "The folder '{path}' cannot be listed: {reason}.")
NOTHING_TO_COMPILE = Code(
    "FRZ106", "warning", Phase.DISCOVER, "The source holds no file that Frieze reads. It reads {kinds}."
)
BAD_NAME = Code("FRZ107", "warning", Phase.DISCOVER, "The name of '{path}' is {fault}, and the file was not read.")
STORE_IGNORED = Code(
    "FRZ109",
    "info",
    Phase.DISCOVER,
    "'{path}' holds records of the project, but git ignores it, so it was not read. "
    "To read it, name it under 'include' in frieze.toml.",
)

NOTHING_UNDERSTOOD = Code(
    "FRZ110",
    "info",
    Phase.DISCOVER,
    "Nothing was understood: no object of any language was found in {files}.",
)

CODES = (
    LEADS_OUTSIDE,
    NOT_REGULAR,
    TOO_MANY_FILES,
    TOO_MANY_BYTES,
    TOO_MANY_ENTRIES,
    DAMAGED_FOLDER,
    UNREADABLE_FOLDER,
    NOTHING_TO_COMPILE,
    BAD_NAME,
    STORE_IGNORED,
    NOTHING_UNDERSTOOD,
)


def discover(source: Source, budget: Budget | None = None) -> list[str]:
    """Return the paths to begin with, nothing read yet but the settings: the entry of a single-file source, or the
    files of a directory that a language reads and its settings, in bytewise order.

    What the walk met and passed over is recorded in `source`. Raises SourceError if no language claims the entry.
    """
    if source.entry is not None:
        if not claiming(source, source.entry):
            raise SourceError(f"'{source.entry}' is no file that Frieze reads. It reads {file_kinds()}.")
        source.chosen = [source.entry]
        return [source.entry]
    source.ignores = SourceIgnores(source.tree)
    choice = read_file_choice(source) if _has_settings(source) else None
    budget = budget or USUAL
    walk = _walk(source, choice, budget)
    found = list(walk.files())
    source.idle_patterns = tuple(choice.without_match(walk.seen)) if choice else ()
    source.links = _second_paths(source, found, walk.links)
    chosen = sorted((path for path in found if path not in source.links), key=str.encode)
    source.chosen = chosen
    _record(source, walk, chosen, budget)
    return chosen


def _walk(source: Source, choice: "FileChoice | None", budget: Budget) -> Walk:
    """The walk through a directory, which reads the files that its settings choose."""
    source.reads, source.is_project = (choice.reads, choice.is_project) if choice else ({}, None)
    source.wants = choice.wants if choice else {}
    exclude = IgnorePatterns((*(choice.exclude if choice else ()), *source.exclude))
    include = IgnorePatterns(choice.include if choice else ())

    def is_claimed(path: str) -> bool:
        return bool(claiming(source, path))

    noted = bool(choice and choice.patterns)
    return Walk(source, exclude, include, is_claimed, SETTINGS_FILE, budget.max_entries, noted=noted)


def _has_settings(source: Source) -> bool:
    return any(name == SETTINGS_FILE for name in source.tree.names(""))


def _second_paths(source: Source, paths: Iterable[str], links: Mapping[str, str]) -> dict[str, str]:
    """Return the links that would make second objects of the same text, and the paths that are read in their place.

    `links` says which file a path leads to that is a link. A link is left out if the same languages claim the other
    path. If one more claims it, that one alone reads it (`Source.twins`). The settings are read wherever they are.
    """
    if not links:
        return {}
    read: dict[str, str] = {}  # by the file
    second: dict[str, str] = {}
    for path in sorted(paths, key=lambda path: (path in links, path.encode())):
        first = read.setdefault(links.get(path, path), path)
        if first == path or path == SETTINGS_FILE:
            continue
        if _claimed_by(source, path) <= _claimed_by(source, first):
            second[path] = first
        else:
            source.twins[path] = first
    return second


def _claimed_by(source: Source, path: str) -> set[str]:
    return {language.name for language in claiming(source, path)}


def _record(source: Source, walk: Walk, found: Sequence[str], budget: Budget) -> None:
    """Record in a source what a walk met: problems, and what it passed over."""
    read = set(found)
    for path, problem in sorted(walk.problems.items()):
        if path not in read:  # a name that is not UTF-8 may be shown as that of another file is written
            source.problems[path or "."] = problem
        if problem.kind == "bad_name":
            fault = problem.reason.removeprefix("its name is ")
            source.diagnostics.append(BAD_NAME.at(whole_file(path), path=path, fault=fault))
        else:
            source.diagnostics.append(UNREADABLE_FOLDER.at(whole_file(path), path=path or ".", reason=problem.reason))
    for folder, faults in sorted(walk.faults.items()):
        told = (DAMAGED_FOLDER.at(whole_file(folder), path=folder or ".", fault=fault) for fault in faults)
        source.diagnostics += told
    if walk.cut_at:
        cut = TOO_MANY_ENTRIES.at(whole_file(walk.cut_at), limit=budget.max_entries, path=walk.cut_at)
        source.diagnostics.append(cut)
    source.diagnostics += [_store_ignored(path) for path in walk.passed_over.paths.get("ignored", ()) if is_store(path)]
    source.passed_over, source.telling = walk.passed_over.as_meta(), sorted(walk.telling, key=str.encode)
    ignored = (sha256(content).hexdigest() for _, content in sorted(walk.ignore_files.items()))
    idle = (f"{key} {pattern}" for key, pattern in source.idle_patterns)
    damage = (f"{folder} {fault}" for folder, faults in sorted(walk.faults.items()) for fault in faults)
    twins = (f"{path} {first}" for path, first in sorted(source.twins.items()))
    parts = (*found, *twins, *damage, json.dumps(source.passed_over, sort_keys=True), *ignored, *idle, *source.telling)
    source.discovered = sha256("\0".join(parts).encode()).hexdigest()


def _store_ignored(path: str) -> Diagnostic:
    return STORE_IGNORED.at(whole_file(path), path=path)


def is_store(path: str) -> bool:
    """Whether a file or folder (with a slash at its end) holds records of a project, by its name alone."""
    name = path.rstrip("/").rpartition("/")[2]
    return name in STORES if path.endswith("/") else any(language.is_named(path) for language in LANGUAGES)


def within_limits(source: Source, paths: Iterable[str], budget: Budget | None = None) -> Iterator[str]:
    """Give discovered paths until there are too many files or bytes, which is reported. Of too many files, code comes
    last: it only cites what the others state.

    The caller reads each path before it takes the next: the limit on bytes counts what was read.
    """
    budget, ordered = budget or USUAL, [*paths]
    left_out = len(ordered) - budget.max_files
    if left_out > 0:
        ordered.sort(key=_is_code)
    for count, path in enumerate(ordered):
        if count == budget.max_files:
            found = TOO_MANY_FILES.at(whole_file(path), limit=budget.max_files, count=left_out, path=path)
            source.diagnostics.append(found)
            return
        if source.total_bytes > budget.max_bytes:
            source.diagnostics.append(TOO_MANY_BYTES.at(whole_file(path), limit=budget.max_bytes, path=path))
            return
        yield path


def _is_code(path: str) -> bool:
    """Whether a file is code, by its name."""
    return code_style(path) is not None


def claiming(source: Source, path: str) -> tuple[Language, ...]:
    """Return the languages that read a path."""
    claims = _claims(path)
    if source.wants and path != SETTINGS_FILE:
        wanted = {name for name, wants in source.wants.items() if wants(path)}
        claims = (
            tuple(language for language in LANGUAGES if language in claims or language.name in wanted)
            if wanted
            else claims
        )
    if path in source.twins:
        elsewhere = {claim.name for claim in _claims(source.twins[path])}
        claims = tuple(claim for claim in claims if claim.name not in elsewhere)
    if not source.reads:  # as in most sources, of which a build asks four times a file
        return claims
    return tuple(claim for claim in claims if (allowed := source.reads.get(claim.name)) is None or allowed(path))


@lru_cache(2 * MAX_FILES)  # a build asks several times
def _claims(path: str) -> tuple[Language, ...]:
    """Return the languages of a path, by its name. None reads the settings, though some claim other TOML files."""
    return tuple(language for language in LANGUAGES if path != SETTINGS_FILE and language.claims(path))


def file_kinds() -> str:
    """Return the kinds of file that the languages read, for people."""
    return ", ".join(language.kinds for language in LANGUAGES)
