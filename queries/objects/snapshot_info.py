"""What a snapshot is of, in a few lines: `get_snapshot_info`, which clients call first."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from compiler.model.relations import is_example
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.lookup.by_name import object_counts
from queries.objects.detected_formats import DetectedFormat, detected_formats
from queries.objects.diagnostics import severity_counts
from queries.tools.not_understood import unread_counts
from queries.tools.packs import packs_of, unlisted_packs
from queries.tools.paging import CURSOR, Cursor, Rows, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.render import size, visible
from queries.tools.schemas import Schema, boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

MAX_SIZE = 1_500  # bytes of the answer without files
MIN_KINDS = 3  # of objects and of links, that are shown however long the rest is
MIN_FORMATS = 3
MAX_NAME = 80  # characters of a name in the answer
MAX_UNREAD = 3  # files that could not be read, shown with the reason
MAX_UNREAD_WITH_FILES = 100
MAX_SOURCES = 10  # of a workspace, shown
MAX_DIFFERENT = 5  # files that differ from the snapshot, shown

MORE: dict[str, Schema] = {
    "kinds": integer("How many further kinds there are."),
    "count": integer("How many there are of these kinds together."),
}


@tool(
    title="Snapshot",
    pack="core",
    parameters=(
        Parameter("files", "boolean", "List the files, and count every kind of object and link.", default=False),
        limit_of(100),
        CURSOR,
    ),
    result={
        "snapshot_id": string("Names exactly this source, compiled by this compiler."),
        "source": string("Name of the compiled file or directory."),
        "entry": string("The file it was compiled from, when it is one file."),
        "revision": mapping(
            "The git revision that was compiled; absent for the files as they are.",
            asked=string("The revision as it was named."),
            commit=string("Its commit."),
            at=string("When it was committed, in UTC."),
            subject=string("The first line of its message."),
        ),
        "served": mapping(
            "What a server knows of the source; absent on the command line, which compiles it anew.",
            compiled_at=string("When the server compiled the snapshot, in UTC."),
            is_stale=boolean("Whether the source has changed since."),
            file_count=integer("How many files differ, when it is stale."),
            files=objects(
                "The first five of them.",
                path=string("Path below the source's root."),
                change=string("added, changed or removed."),
            ),
            problem=string("Why the source cannot be read any more."),
        ),
        "checked_out": mapping(
            "How the files as they are now differ from the commit that is checked out; only of a server of a working "
            "tree.",
            commit=string("The commit."),
            branch=string("The branch; absent when HEAD is detached."),
            is_dirty=boolean("Whether files that are read differ from it, new and untracked ones too."),
            file_count=integer("How many files differ, when it is dirty."),
            files=objects(
                "The first five of them.",
                path=string("Path below the source's root."),
                change=string("added, changed or removed."),
            ),
            problem=string("Why they could not be compared."),
        ),
        "as_of": string("The reference time (now): that of --as-of, else the newest time that the source states."),
        "compiler_version": string("Version of the compiler."),
        "languages": mapping("By language: its version and how many files it read."),
        "embeddings": mapping(
            "The vectors for search by meaning; absent when compiled without frieze[semantic].",
            model=string("The model that made them."),
            version=string("Its version."),
            vectors=integer("How many texts have a vector."),
        ),
        "objects": mapping("How many objects of each kind, of the largest kinds if there are many."),
        "more_objects": mapping("The kinds that are not in objects; files shows them.", **MORE),
        "links": mapping("How many links of each kind, of the largest kinds if there are many."),
        "more_links": mapping("The kinds that are not in links; files shows them.", **MORE),
        "examples": mapping(
            "Objects that are no part of the project, such as templates; counted in objects too. Absent without any.",
            objects=integer("How many."),
            files=integer("In how many files."),
        ),
        "dangling_links": integer("Links whose target does not exist."),
        "diagnostics": mapping(
            "How many of each severity.",
            errors=integer("Errors."),
            warnings=integer("Warnings."),
            info=integer("Remarks."),
        ),
        "packs": strings("Groups of tools that apply to this source."),
        "unlisted_packs": strings("Of these, the ones that answer but are listed with --toolsets only."),
        "formats": strings(
            "The formats that were read, of languages with several: the language, the format, a file with it, and what "
            "proves it. Without files and where there is no room: how many files instead."
        ),
        "more_formats": integer("How many further formats there are; files shows them."),
        "not_understood": mapping(
            "How many places look like a thing of a kind and were not read as one: the relation unread."
        ),
        "unread": mapping("Files that could not be read, with the reason: the first 3, with files 100."),
        "unread_count": integer("How many files could not be read, when not all are shown."),
        "passed_over": mapping(
            "How many files and folders were not read, by the reason: a folder counts as one. files names them.",
            ignored=integer("Git ignores them, and does not track them."),
            excluded=integer("frieze.toml or --exclude excludes them."),
            third_party=integer("Folders of packages and virtual environments, such as node_modules and vendor."),
            built=integer("Folders that a build makes, such as dist and site."),
            repositories=integer("Submodules, linked worktrees and other repositories."),
            links=integer("Symbolic links to folders."),
            no_language=integer("Files of kinds that no language reads."),
        ),
        "passed_over_paths": mapping("With files: the first 100 paths by reason. A folder ends in a slash."),
        "passed_over_kinds": mapping("With files: how many files of which suffix no language reads."),
        "file_count": integer("How many files were read."),
        "files": objects(
            "With files: by path.",
            path=string("Path below the source's root."),
            language=string("The language that read it."),
            lines=integer("How many lines it has."),
            size=integer("In bytes."),
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def get_snapshot_info(workspace: Workspace, *, files: bool, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Overview of the project: languages, files, counts of objects and links, faults, what was not understood. Use it
    for a source that you do not know.

    Returns what was compiled: the source, the languages found, how many objects and links of each kind there are, how
    many links dangle, how many errors and warnings the source has, and which groups of tools apply. Use it first, to
    see what can be asked. At most 1.5 KB: of many kinds the largest are shown and the others counted. With files all
    kinds are shown, and the files by path, 100 a page. What was passed over is counted by the reason: ignored by git,
    excluded, of third parties, built, of no language. include in frieze.toml names what is to be read nonetheless.
    """
    snapshot = workspace.snapshot
    ((total,),) = snapshot.rows("SELECT count(*) FROM fact_file_read")
    answer = _overview(snapshot) | {"file_count": total} | _served(workspace) | checked_out(workspace)
    if not files:
        return _within_size(answer | _first_sources(answer), detected_formats(snapshot))
    listed = Rows(total, lambda start, count: snapshot.rows(FILES, (count, start)))
    answer |= _first_unread(answer, MAX_UNREAD_WITH_FILES) | _passed_over_in_detail(snapshot) | {"files": listed}
    return page(answer, "files", limit=limit, cursor=cursor, rows={"files": _file})


def _served(workspace: Workspace) -> dict[str, Any]:
    """Return what a server knows of the source, compared now; {} without a server."""
    if workspace.current is None:
        return {}
    status = workspace.current.look()
    served: dict[str, Any] = {"compiled_at": workspace.compiled_at, "is_stale": status.is_stale}
    if status.files:
        served |= {"file_count": len(status.files), "files": [file._asdict() for file in status.files[:MAX_DIFFERENT]]}
    return {"served": {**served, **({"problem": status.problem} if status.problem else {})}}


def checked_out(workspace: Workspace, most: int = MAX_DIFFERENT) -> dict[str, Any]:
    """Return how the files differ now from the commit that is checked out, the first `most` of them by name; {} without
    a server, and of what is no working tree."""
    found = workspace.current.checked_out() if workspace.current else None
    if found is None:
        return {}
    named = {"commit": found.commit, "branch": found.branch, "problem": found.problem}
    answer: dict[str, Any] = {name: value for name, value in named.items() if value}
    if not found.problem:
        answer["is_dirty"] = bool(found.files)
    if found.files:
        answer["file_count"] = len(found.files)
    if found.files[:most]:
        answer["files"] = [{"path": _shortened(file.path), "change": file.change} for file in found.files[:most]]
    return {"checked_out": answer}


FILES = "SELECT path, language, lines, size FROM fact_file_read ORDER BY path LIMIT ? OFFSET ?"
# CROSS JOIN makes SQLite start from the few kinds, instead of scanning all strings in their order.
LINKS_BY_KIND = "SELECT string, count FROM link_count CROSS JOIN link_string ON id = link_count.kind ORDER BY string"


def _overview(snapshot: Snapshot) -> dict[str, Any]:
    meta = {name: snapshot.meta.get(name) for name in ("source", "entry", "revision", "as_of", "compiler_version")}
    return {
        "snapshot_id": snapshot.id,
        **{name: value for name, value in meta.items() if value is not None},
        "languages": snapshot.meta.get("languages", {}),
        **({"embeddings": snapshot.meta["embeddings"]} if snapshot.meta.get("embeddings") else {}),
        "objects": object_counts(snapshot),
        "links": snapshot.memoize("queries.link_counts", _link_counts),
        **({"examples": snapshot.meta["examples"]} if snapshot.meta.get("examples") else {}),
        "dangling_links": snapshot.memoize("queries.dangling_links", _dangling_links),
        "diagnostics": severity_counts(snapshot),
        "packs": packs_of(snapshot),
        **({"unlisted_packs": unlisted} if (unlisted := unlisted_packs(snapshot)) else {}),
        **({"passed_over": counts} if (counts := passed_over_counts(snapshot)) else {}),
        **(
            {"formats": [_proven(detected_format) for detected_format in formats]}
            if (formats := detected_formats(snapshot))
            else {}
        ),
        **({"not_understood": counts} if (counts := unread_counts(snapshot)) else {}),
        **({"unread": snapshot.meta["unread"]} if snapshot.meta.get("unread") else {}),
        **({"sources": [dict(source) for source in snapshot.sources]} if snapshot.sources else {}),
    }


def passed_over_counts(snapshot: Snapshot) -> dict[str, int]:
    """Return how many files and folders of the source were passed over, by the reason."""
    found = snapshot.meta.get("passed_over", {})
    return {reason: counts.get("files", 0) + counts.get("folders", 0) for reason, counts in found.items()}


def _passed_over_in_detail(snapshot: Snapshot) -> dict[str, Any]:
    found = snapshot.meta.get("passed_over", {})
    paths = {reason: counts["paths"] for reason, counts in found.items() if "paths" in counts}
    kinds = found.get("no_language", {}).get("kinds")
    return {**({"passed_over_paths": paths} if paths else {}), **({"passed_over_kinds": kinds} if kinds else {})}


def _link_counts(snapshot: Snapshot) -> dict[str, int]:
    return dict(snapshot.rows(LINKS_BY_KIND))


def _dangling_links(snapshot: Snapshot) -> int:
    """How many links of the project dangle. Those of templates and fixtures may lead nowhere."""
    of_project = f"NOT {is_example(file='link_full.file')}"
    return int(snapshot.rows(f"SELECT count(*) FROM link_full WHERE dangling AND {of_project}")[0][0])


def _file(row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(("path", "language", "lines", "size"), row, strict=True))


def _within_size(answer: Mapping[str, Any], formats: Sequence[DetectedFormat]) -> dict[str, Any]:
    """Return the answer without files, with as much of it as there is room for."""
    shown = {name: _with_short_names(value) for name, value in answer.items()}
    shown |= _first_unread(shown, MAX_UNREAD)
    for shorter in _reductions(answer, formats):
        if size(visible(shown)) + VERSION_SIZE <= MAX_SIZE:
            break
        shown |= shorter
    return shown


def _reductions(answer: Mapping[str, Any], formats: Sequence[DetectedFormat]) -> Iterator[dict[str, Any]]:
    """Yield what makes the answer shorter step by step: formats without their proofs, then fewer kinds of objects and
    links, of which the largest stay, then fewer formats."""
    for proven in reversed(range(len(formats))):
        yield _first_formats(formats, proven, len(formats))
    for most in reversed(range(MIN_KINDS, max(len(answer["objects"]), len(answer["links"])))):
        yield _largest("objects", answer["objects"], most) | _largest("links", answer["links"], most)
    for count in reversed(range(MIN_FORMATS, len(formats))):
        yield _first_formats(formats, 0, count)


VERSION_SIZE = len('"schema_version":"1",')


def _largest(name: str, counts: Mapping[str, int], most: int) -> dict[str, Any]:
    """Return the counts of the `most` largest kinds, and how much there is of the others."""
    if len(counts) <= most:
        return {}
    ranked = sorted(counts.items(), key=lambda count: (-count[1], count[0]))
    left = [count for _, count in ranked[most:]]
    return {name: dict(ranked[:most]), f"more_{name}": {"kinds": len(left), "count": sum(left)}}


def _proven(detected_format: DetectedFormat) -> str:
    return f"{detected_format.language}: {detected_format.name}: {detected_format.at}: {detected_format.proof}"


def _first_formats(formats: Sequence[DetectedFormat], proven: int, count: int) -> dict[str, Any]:
    """Return the first `count` formats, `proven` of them with their proofs and the others with their numbers of files,
    and how many formats are left."""
    numbers = [(detected_format, len(detected_format.files)) for detected_format in formats[proven:count]]
    counted = [
        f"{detected_format.language}: {detected_format.name}: {number:,} file{'s' * (number != 1)}"
        for detected_format, number in numbers
    ]
    left = len(formats) - count
    return {"formats": [*map(_proven, formats[:proven]), *counted], **({"more_formats": left} if left else {})}


def _first_unread(answer: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the first unread files and how many there are; {} when all are shown."""
    unread = answer.get("unread", {})
    return {"unread": dict(islice(unread.items(), most)), "unread_count": len(unread)} if len(unread) > most else {}


def _first_sources(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first sources of a workspace and how many there are; {} when all are shown."""
    sources = answer.get("sources", ())
    return {"sources": sources[:MAX_SOURCES], "source_count": len(sources)} if len(sources) > MAX_SOURCES else {}


def _with_short_names(value: Any) -> Any:
    """Return a field of the answer with its long names shortened: of the source, of a branch, of unread files."""
    if isinstance(value, str):
        return _shortened(value)
    if isinstance(value, Mapping) and any(isinstance(item, str) for item in value.values()):
        return {_shortened(key): _with_short_names(item) for key, item in value.items()}
    return value


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_NAME else f"{text[: MAX_NAME - 1]}…"
