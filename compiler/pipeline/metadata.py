"""What a snapshot says of itself, and what was found before linking."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import orjson

from compiler.languages.diagrams.codes import FRAGMENTS, UNKNOWN_TYPE
from compiler.languages.documents.codes import MISSING_ANCHOR, MISSING_FILE
from compiler.languages.documents.declaration import DOCUMENTS
from compiler.languages.registry import LANGUAGES, fact_classes
from compiler.model.diagnostics import SEVERITIES, Diagnostic, Phase
from compiler.model.examples import WORK_KINDS
from compiler.model.facts import ExampleFile, File
from compiler.model.source import Source, SourceFile
from compiler.model.spans import whole_file
from compiler.model.version import VERSION
from compiler.pipeline.discovery import BAD_NAME, DAMAGED_FOLDER, NOTHING_UNDERSTOOD, STORE_IGNORED
from compiler.pipeline.mentions import DANGLING, MANY_DANGLE
from compiler.pipeline.parsed_files import ParsedFiles
from compiler.pipeline.settings.settings_file import SETTINGS_FILE
from compiler.store.diagnostic_table import PartDiagnostic
from compiler.store.schema import table_of
from compiler.store.vectors import META
from compiler.store.writer import Writer
from compiler.text.comment_styles import comment_style
from compiler.text.examples import is_of_tests

# What the relation `object` says of `is_example`, which looks each object's file up.
_OF_WORK = ", ".join(f"'{kind}'" for kind in WORK_KINDS)
_COUNT_EXAMPLES = f"""
WITH example (file, only_work) AS (SELECT id, only_work FROM fact_{ExampleFile.table} JOIN link_string ON string = path)
SELECT count(*), count(DISTINCT file) FROM link_string WHERE file IN (SELECT file FROM example)
  AND object IS NOT NULL AND kind <> '{File.kind}'
  AND (kind IN ({_OF_WORK}) OR file IN (SELECT file FROM example WHERE NOT only_work))
"""


def diagnostics_before_linking(source: Source, parsed: ParsedFiles) -> list[PartDiagnostic]:
    """Return what discovering and parsing found."""
    return [PartDiagnostic(0, diagnostic) for diagnostic in (*source.diagnostics, *parsed.diagnostics)]


def nothing_understood(database: sqlite3.Connection, source: Source, parsed: ParsedFiles) -> list[PartDiagnostic]:
    """Say that files were read and nothing was found in them: an empty list of findings would look like praise."""
    count = len(source.files.keys() - {SETTINGS_FILE})
    is_understood = any(units for name, units in parsed.units.items() if name != DOCUMENTS.name)
    objects = database.execute("SELECT 1 FROM object_row WHERE kind <> 'file' LIMIT 1").fetchone()
    if not count or is_understood or objects:
        return []
    files = "1 file" if count == 1 else f"{count} files"
    return [PartDiagnostic(0, NOTHING_UNDERSTOOD.at(whole_file(""), files=files))]


def one_per_unread_file(source: Source, found: list[PartDiagnostic]) -> list[PartDiagnostic]:
    """Keep one diagnostic for each file that cannot be read, though several languages may have reported it: the most
    severe, the first of equals."""
    about_unread = [diagnostic for diagnostic in found if _is_about_unread(source, diagnostic.diagnostic)]
    best: dict[str, PartDiagnostic] = {}
    for told in about_unread:
        path = told.diagnostic.span.file
        if path not in best or _severity(told) < _severity(best[path]):
            best[path] = told
    dropped = {id(diagnostic) for diagnostic in about_unread} - {id(diagnostic) for diagnostic in best.values()}
    return [diagnostic for diagnostic in found if id(diagnostic) not in dropped]


def about_the_project(source: Source, found: list[PartDiagnostic]) -> list[PartDiagnostic]:
    """Leave out what was found in files that are not the project: the blanks of a template are no mistakes, and ids in
    the comments of tests are made up. That a file was not read, or was left out, is said of every file."""
    found = [diagnostic for diagnostic in found if not _is_made_up(diagnostic.diagnostic)]
    examples = source.examples
    if not examples:
        return found
    of_work = _codes_of_work()
    return [
        diagnostic
        for diagnostic in found
        if (example := examples.get(diagnostic.diagnostic.span.file)) is None
        or (example.only_work and diagnostic.diagnostic.code not in of_work)
        or _is_about_reading(source, diagnostic.diagnostic)
    ]


def _is_made_up(diagnostic: Diagnostic) -> bool:
    """Whether a finding is about an id or a link among tests that leads nowhere: in a test or a page that tests read.
    What a README says, and a field that is there to cite, is meant."""
    if diagnostic.code not in (DANGLING.code, MANY_DANGLE.code, MISSING_FILE.code, MISSING_ANCHOR.code):
        return False
    name = diagnostic.span.file.rpartition("/")[2]
    if not is_of_tests(diagnostic.span.file) or name.lower().startswith("readme."):
        return False
    return diagnostic.code != DANGLING.code or diagnostic.severity == "info" or comment_style(name) is not None


def _codes_of_work() -> set[str]:
    """The codes of findings about what a prompt only seems to state: work, ids that it shows as examples, and fragments
    of diagrams."""
    languages = (language for language in LANGUAGES if language.name in ("requirements", "knowledge"))
    return {
        DANGLING.code,
        MANY_DANGLE.code,
        UNKNOWN_TYPE.code,
        FRAGMENTS.code,
        *(code.code for language in languages for code in language.codes()),
    }


def _is_about_reading(source: Source, diagnostic: Diagnostic) -> bool:
    is_remark_on_file = diagnostic.severity == "info" and diagnostic.span == whole_file(diagnostic.span.file)
    return diagnostic.phase is Phase.DISCOVER or is_remark_on_file or _is_about_unread(source, diagnostic)


def _severity(told: PartDiagnostic) -> int:
    return SEVERITIES.index(told.diagnostic.severity)


def _is_about_unread(source: Source, diagnostic: Diagnostic) -> bool:
    return diagnostic.span.file in source.problems and diagnostic.span == whole_file(diagnostic.span.file)


def paths_of(parsed: ParsedFiles) -> list[str]:
    """Return the paths of all files that have a unit, and that of the settings, sorted."""
    settings = {parsed.settings.file.path} if parsed.settings.file else set()
    return sorted(settings.union(*parsed.units.values()))


def meta_of(
    source: Source, parsed: ParsedFiles, times: Iterable[str | None], vectors: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the meta of a snapshot, JSON values by name. `times` are the newest times in its parts."""
    claimed = Counter({path: name for name, units in parsed.units.items() for path in units}.values())
    return {
        "id": snapshot_id(source, vectors),
        "source": source.name,
        "entry": source.entry,
        "revision": None,
        "as_of": max((time for time in times if time), default=None),  # all are UTC and written alike
        "compiler_version": VERSION,
        "languages": {
            language.name: {"version": language.version, "files": claimed[language.name]}
            for language in LANGUAGES
            if claimed[language.name]
        },
        "unread": {path: problem.reason for path, problem in sorted(source.problems.items())},
        **({"passed_over": source.passed_over} if source.passed_over else {}),
        "tables": {fact_class.table: table_of(fact_class).columns for fact_class in fact_classes()},
        **({META: vectors} if vectors else {}),
        **({"rules": rules} if (rules := parsed.settings.stated_rules) else {}),
        **({"check": dict(check)} if (check := parsed.settings.check) else {}),
    }


def example_counts(writer: Writer) -> dict[str, Any]:
    """Return how many objects are examples, and in how many files, for the meta of a snapshot; {} if there are none.
    Where no example changed since the snapshot that was copied, it has the counts."""
    paths = {path for (path,) in writer.columns(ExampleFile, ("path",))}
    if not paths:
        return {}
    same = writer.changes.is_same(ExampleFile, ("path", "only_work")) and paths.isdisjoint(writer.changes.files())
    if not writer.is_new and same:
        found = writer.database.execute("SELECT value FROM meta WHERE key = 'examples'").fetchone()
        return {"examples": orjson.loads(found[0])} if found else {}
    objects, files = writer.database.execute(_COUNT_EXAMPLES).fetchone()
    return {"examples": {"objects": objects, "files": files}} if objects else {}


def snapshot_id(source: Source, vectors: dict[str, Any] | None = None) -> str:
    """Return a hash of what compiled and what was compiled: the compiler, the languages, the entry, every file by path
    and content, what was looked for in vain and what of it git ignores, what the caller excludes, and the model of the
    vectors, if any."""
    files = {path: f"{file.sha256}{_reader(file)}" for path, file in source.files.items()}
    problems = {path: problem.kind for path, problem in source.problems.items()}
    parts = [
        VERSION,
        *(f"{language.name} {language.version}" for language in LANGUAGES),
        source.entry or "",
        *(f"{path}\0{content}" for path, content in sorted((files | problems).items())),
        *(f"exclude {pattern}" for pattern in source.exclude),
        *(
            f"{diagnostic.code} {diagnostic.span.file}"
            for diagnostic in source.diagnostics
            if diagnostic.code == STORE_IGNORED.code
        ),
        *(
            f"{diagnostic.code} {diagnostic.message}"
            for diagnostic in source.diagnostics
            if diagnostic.code in (BAD_NAME.code, DAMAGED_FOLDER.code)
        ),
        *(f"{path}\0absent" for path in sorted(source.absent)),
        *(f"{path}\0ignored" for path in sorted(source.ignored)),
        *(f"{key} {pattern}\0idle" for key, pattern in source.idle_patterns),
        *([f"vectors {vectors['model']} {vectors['version']}"] if vectors else []),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()


def source_state(source: Source) -> list[tuple[str, str, str]]:
    """Return what a build depended on, as rows of path, state and value: `read` and `imported` with the hash of the
    content, `unread` with the kind of problem, and what was only looked for: `present` and `absent`. An imported file
    was read because another file names it. So it can be told later, without building again, whether the source is still
    what it was."""
    chosen = frozenset(source.chosen)
    rows = [(path, "read" if path in chosen else "imported", file.sha256) for path, file in source.files.items()]
    rows += [(path, "unread", problem.kind) for path, problem in source.problems.items()]
    rows += [(path, "present", "") for path in source.present - source.files.keys()]
    rows += [(path, "absent", "") for path in source.absent]
    return sorted(rows)


def _reader(file: SourceFile) -> str:
    """Return the reader of a binary file, on which depends what is made of it; "" for a text file."""
    if file.content is None:
        return ""
    found = (
        language.binary.reader() for language in LANGUAGES if language.binary and language.binary.claims(file.path)
    )
    return f" {next(found, '')}"
