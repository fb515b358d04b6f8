"""The lines of what may drift: which decision, requirement, assertion or file of code each of them cites."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from compiler.model.verdicts import LINES_OVER
from compiler.store.snapshot import ObjectRow, Snapshot
from compiler.text.comment_styles import code_suffixes
from queries.lookup.examples import is_example
from queries.lookup.paths import normal_parts

_CITATIONS = """
SELECT file, start_line, target FROM fact_mention_found WHERE target IS NOT NULL
UNION SELECT file, start_line, target FROM link_full WHERE NOT dangling AND kind IN ('links_to', 'references')
ORDER BY 1, 2, 3
"""
_HOLDERS = "SELECT {columns} FROM object_row WHERE kind IN ('decision', 'requirement', 'memory_fact', 'document')"
_REPLACING = "SELECT source, target FROM link_full WHERE kind IN ('supersedes', 'replaces')"
TARGETS = ("decision", "requirement", "assertion")
# Statuses, roles and levels of what is over, and of proposals, which name what they are going to change.
_NOT_HELD = ("superseded", "deprecated", "retired", "archived", "obsolete", "proposed", "change")
_OF_THE_PAST = re.compile(
    r"(?:^|/)(?:versioned_docs/.*|(?:changelog|changes|history|news|releases?)(?:[-_.][^/]*)?)$", re.IGNORECASE
)
_OF_A_DAY = re.compile(r"(?:^|/)\d{4}-?\d\d-?\d\d(?!\d)[^/]*$")  # pages: notes of a meeting, of a session
_SUPERSEDED = re.compile(r"supersed", re.IGNORECASE)  # lines that say what replaced what, in whole or in part
_PATH = re.compile(r"[\w.@/-]+")  # and any word
_WORD = re.compile(r"\w+")
_CODE = tuple(f".{suffix}" for suffix in code_suffixes())
MIN_WORDS = 4  # of the line of a page, beside what it cites: a line with fewer lists what there is


class Citation(NamedTuple):
    """A line of an object that cites another object, or with `ref` "" a file of code."""

    holder: ObjectRow
    file: str
    line: int
    text: str
    ref: str
    cited_file: str


def citations(snapshot: Snapshot, changed: Collection[str]) -> Iterator[Citation]:
    """Yield the citations of what stands in changed files, by file and line."""
    holders = _Holders(snapshot)
    replacing = {frozenset(pair) for pair in snapshot.rows(_REPLACING)}
    by_file: dict[str, list[tuple[int, str]]] = {}
    for file, line, target in snapshot.rows(_CITATIONS):
        by_file.setdefault(file, []).append((line, target))
    for file in sorted(holders.files):
        text = snapshot.text(file)
        if text is None or _OF_THE_PAST.search(file):
            continue
        lines = text.split("\n")
        cited = [(line, one) for line, target in by_file.get(file, ()) if (one := _target(snapshot, target, changed))]
        cited += [(line, ("", path)) for line, path in _paths(file, lines, changed)]
        for line, (ref, cited_file) in sorted({*cited}):
            holder = holders.of(file, line)
            stated = lines[line - 1].strip()
            if holder and ref != holder.ref and frozenset((ref, holder.ref)) not in replacing:
                if ref and _SUPERSEDED.search(stated):
                    continue
                is_page = holder.kind == "document"
                if not is_page or (ref and not _OF_A_DAY.search(file) and _says_something(snapshot, stated, ref)):
                    yield Citation(holder, file, line, stated, ref, cited_file)


def _target(snapshot: Snapshot, ref: str, changed: Collection[str]) -> tuple[str, str] | None:
    """Return the ref and file of what a citation leads to, for a page the decision that it states; None for others."""
    found = snapshot.object(ref)
    if found and found.kind == "document" and found.file in changed:
        decisions = snapshot.objects(file=found.file, kind="decision")
        found = decisions[0] if len(decisions) == 1 else None
    return (found.ref, found.file) if found and found.kind in TARGETS and found.file in changed else None


def _paths(file: str, lines: Sequence[str], changed: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the paths of changed code that lines name, from the root or from their file."""
    folder = file.rpartition("/")[0]
    for number, line in enumerate(lines, 1):
        for written in {*_PATH.findall(line)}:
            if "/" in written and written.endswith(_CODE):
                paths = {"/".join(normal_parts(f"{base}/{written}") or ()) for base in (folder, "")}
                yield from ((number, path) for path in paths if path in changed)


def _says_something(snapshot: Snapshot, line: str, ref: str) -> bool:
    """Whether a line has words beside the name of what it cites."""
    found = snapshot.object(ref)
    named = {*_WORD.findall(f"{found.id} {found.title} {found.file}".lower())} if found else set()
    text = " ".join(word for word in _PATH.findall(line.lower()) if "/" not in word)
    words = [word for word in _WORD.findall(text) if word not in named]
    return len(words) >= MIN_WORDS


class _Holders:
    """The objects that may drift, by their files."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.files: dict[str, list[ObjectRow]] = {}
        rows = snapshot.rows(_HOLDERS.format(columns=", ".join(ObjectRow._fields)))
        for row in sorted(map(ObjectRow._make, rows), key=lambda row: (row.kind == "document", -row.start_line)):
            self.files.setdefault(row.file, []).append(row)
        self._snapshot = snapshot
        self._over: dict[str, list[range]] = {}  # the lines of tasks that are done or archived, by their files
        for file, first, last in snapshot.rows(LINES_OVER):
            self._over.setdefault(file, []).append(range(first, last + 1))

    def of(self, file: str, line: int) -> ObjectRow | None:
        """Return what a line belongs to: the innermost object, else the page. None for an example, a
        proposal, and what is over."""
        around = (row for row in self.files[file] if row.kind == "document" or row.start_line <= line <= row.end_line)
        found = next(around, None)
        if (
            found is None
            or is_example(self._snapshot, found)
            or any(line in lines for lines in self._over.get(file, ()))
        ):
            return None
        fact = self._snapshot.fact_of(found.ref)
        states = (str(getattr(fact, name, "")).lower() for name in ("status", "role", "level"))
        return None if any(state in _NOT_HELD for state in states) else found
