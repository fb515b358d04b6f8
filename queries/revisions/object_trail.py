"""Follows an object back through the history of its source.

At each commit that changed a file which the object is followed in, these files alone are compiled before and after it,
and both are compared as `compare_revisions` does (`queries.revisions.difference`). Where that tells of a field which
other files have a say in (`Object.linked`), the two revisions are compared as a whole.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, NamedTuple

from compiler.model.facts import File, Object
from compiler.store.snapshot import Snapshot, memoized
from compiler.workspace.git.logged import DAMAGED, TIME, ChangedFiles, renamed_from
from compiler.workspace.interface import WORKTREE, History
from queries.revisions.difference import Change, field_changes
from queries.revisions.steps import NOTHING, Step, Steps, linked_fields, own_only, sides

MAX_BESIDE = 20  # files that are followed beside that of the object
OWN_SETTINGS = "frieze.toml"
MAX_SETTINGS_BYTES = 64 * 1024  # of a file that says how others are read: longer ones are data
MAX_TEXTS = 2_000  # contents of files in which a decision may be named
MAX_CANDIDATES = 200  # files of a commit in which an object may have stood before
_SETTINGS = (".toml", ".yml", ".yaml", ".cfg", ".ini", "/conf.py")  # ends of files that may say how others are read
MAX_WHOLE_FILES = 2_000  # of a source that is compiled as a whole to check what some files tell
_IN_FOLDER = """
SELECT path FROM fact_file_read WHERE substr(path, 1, length(?)) = ? AND instr(substr(path, length(?1) + 1), '/') = 0
ORDER BY path
"""
_SUPERSEDING = re.compile("supersed|replac|obsolet", re.IGNORECASE)
_SUCCESSORS = """
SELECT DISTINCT o.file FROM link_full AS l JOIN object_row AS o ON o.ref = l.source
WHERE l.target = ? AND l.kind IN ('supersedes', 'replaces') ORDER BY o.file
"""


class Event(NamedTuple):
    """A change of the object, and its `ref` then. `commit`, `at` and `subject` are "" for files that are not committed.
    `change` is None where the object only got to other lines."""

    commit: str
    at: str
    subject: str
    ref: str
    change: Change | None


class Trail:
    """The way of one object back through the history. `events` yields its changes, the newest first; after that, `read`
    is how many commits were looked at, and `end` why no more (`compiler.workspace.git.logged`)."""

    def __init__(self, snapshot: Snapshot, steps: Steps, history: History, ref: str, file: str) -> None:
        self._snapshot = snapshot
        self._steps = steps
        self._history = history
        self._file = file
        self._is_whole = False
        self.ref = ref
        self.files = {file, OWN_SETTINGS, *islice(dict.fromkeys(_successors(snapshot, history, ref, file)), MAX_BESIDE)}
        self.read = 0
        self.end = history.log.end

    def events(self, *, is_of_files: bool) -> Iterator[Event]:
        """Yield the changes of the object. `is_of_files`: the snapshot is that of files, which may differ from the
        newest commit."""
        commits = self._history.log.commits
        if not commits:
            return
        settings = self._settings_needed(WORKTREE if is_of_files else commits[0].id)
        self._is_whole = settings is None
        self.files.update(settings or ())
        if is_of_files:
            yield from self._event(self._step(commits[0].id, WORKTREE, {}), "", "", "")
        for commit in commits:
            if self._history.is_over:
                self.end = TIME
                return
            self._follow_renamed(commit.files)
            step = NOTHING
            if not self.files.isdisjoint(commit.files):
                step = self._step(commit.base, commit.id, commit.files)
            if self._is_lost(step.changes.get(self.ref), commit.files):
                self.end = DAMAGED
                return
            self.read += 1
            if step is not NOTHING:
                yield from self._event(step, commit.id, commit.at, commit.subject)

    def value_after(self, event: Event, field: str) -> Any:
        """Return what a field of the object said after an event: None where it said nothing, or where files that are
        not followed may have a say in it."""
        kind = event.change.kind if event.change else ""
        linked = () if self._is_whole else linked_fields(self._snapshot, kind) or ()
        if not event.commit:
            fact = self._snapshot.fact_of(event.ref)
        elif field in {name.partition(".")[0] for name in linked}:
            return None
        else:
            fact = self._steps.object_at(event.commit, None if self._is_whole else self.files, event.ref)
        return getattr(fact, field, None)

    def _settings_needed(self, start: str) -> Collection[str] | None:
        """Return the settings with which the files say of the object what the whole source does: none if they do alone,
        None if they do not with all that are around."""
        known = self._snapshot.memoize("queries.revisions.settings", lambda _: dict[str, Collection[str] | None]())
        if self.ref not in known:
            whole = self._snapshot.fact_of(self.ref)
            around = [*settings_around(self._snapshot, self._file)]
            choices = (files for files in ([], around) if self._is_told_by(whole, self.files.union(files), start))
            known[self.ref] = next(choices, None)
        return known[self.ref]

    def _is_told_by(self, whole: Object | None, files: Collection[str], start: str) -> bool:
        """Whether files alone say of the object what the whole source does, in all fields that are its own."""
        if whole is None:  # it is gone, so that only its last file tells what it was
            return True
        if whole.linked is None:
            return False
        with closing(self._history.files(start, files)) as alone:
            fact = alone.fact_of(self.ref)
            if fact is None or type(fact) is not type(whole):
                return False
            return not any(sides(field, whole.linked).own for field in field_changes(whole, fact))

    def _follow_renamed(self, changed: ChangedFiles) -> None:
        """Follow the files that a commit only renamed at their former paths too."""
        came = self.files & changed.keys()
        self.files.update(former for path in came for former in renamed_from(changed, path))

    def _step(self, base: str, commit: str, changed: ChangedFiles) -> Step:
        """Return what a commit changed, as exactly as is needed for the object."""
        if self._is_whole:
            return self._steps.exact(base, commit)
        step = self._steps.of_files(base, commit, self.files)
        change = step.changes.get(self.ref)
        if change and change.change in ("added", "removed") and base:
            others = self._candidates(change, changed)
            if len(others) > MAX_CANDIDATES:
                return self._steps.exact(base, commit)
            if others:
                step = self._steps.of_files(base, commit, self.files | others)
                change = step.changes.get(self.ref)
        if change is None or not base or not self._needs_whole(change):
            return step
        return own_only(step, change, self._linked(change)) if self._is_large else self._steps.exact(base, commit)

    def _is_lost(self, change: Change | None, changed: ChangedFiles) -> bool:
        """Whether an object only seems to come or go, since its file cannot be read on the other side of a commit."""
        if change is None or change.change not in ("added", "removed"):
            return False
        path = str(change.after or change.before).rpartition(":")[0]
        other = changed.get(path, ("", ""))[0 if change.after else 1]
        return other != "" and other not in self._history.texts([other])

    def _candidates(self, change: Change, changed: ChangedFiles) -> set[str]:
        """The other files that a commit changed, in which the object may have stood before it, or may stand after. If
        its file was there on both sides, also those beside it, which may say what it is."""
        side = 0 if change.after else 1
        path = str(change.after or change.before).rpartition(":")[0]
        suffix = path.rpartition(".")[2]
        found = {other for other, ids in changed.items() if ids[side] and other.rpartition(".")[2] == suffix}
        if changed.get(path, ("", ""))[side]:
            folder = path.rpartition("/")[0]
            beside = self._snapshot.rows(_IN_FOLDER, (f"{folder}/" if folder else "",) * 2)
            found.update(islice((other for (other,) in beside), MAX_CANDIDATES - 1))
        return found - self.files

    @property
    def _is_large(self) -> bool:
        """Whether compiling the source as a whole takes too long to check what its files tell."""
        return self._snapshot.memoize(
            "queries.revisions.is_large", lambda snapshot: snapshot.count(File) > MAX_WHOLE_FILES
        )

    def _linked(self, change: Change) -> tuple[str, ...] | None:
        return linked_fields(self._snapshot, change.kind)

    def _needs_whole(self, change: Change) -> bool:
        """Whether other files may have a say in what a change tells."""
        linked = self._linked(change)
        return linked is None or any(sides(field, linked).linked for field in change.fields)

    def _event(self, step: Step, commit: str, at: str, subject: str) -> Iterator[Event]:
        """Yield what a step says of the object, and follow the object to where it was before."""
        change = step.changes.get(self.ref)
        if change:
            yield Event(commit, at, subject, self.ref, change)
        elif self.ref in step.shifted or self.ref in step.former:
            yield Event(commit, at, subject, self.ref, None)
        self.ref = step.former.get(self.ref, self.ref)
        if change and change.before:
            self._file = change.before.rpartition(":")[0]
            self.files.add(self._file)


def _successors(snapshot: Snapshot, history: History, ref: str, file: str) -> Iterator[str]:
    """Yield the files whose objects replace an object, and of a decision those of its folder that once did."""
    yield from (path for (path,) in snapshot.rows(_SUCCESSORS, (ref,)) if path != file)
    found = snapshot.object(ref)
    if found and found.kind == "decision":
        yield from _former_successors(history, found.id, file)


def _former_successors(history: History, own_id: str, file: str) -> Iterator[str]:
    """Yield the files in the folder of a decision that at some commit had a line of superseding with its number."""
    folder = file.rpartition("/")[0]
    changed = ((path, ids[1]) for commit in history.log.commits for path, ids in commit.files.items() if ids[1])
    beside = {blob: path for path, blob in changed if path != file and path.rpartition("/")[0] == folder}
    texts = history.texts([*islice(beside, MAX_TEXTS)])
    number = own_id.rstrip("0123456789")
    naming = re.compile(rf"(?<!\d)0*{re.escape(own_id[len(number) :].lstrip('0') or own_id)}(?!\d)")
    for blob, text in texts.items():
        if any(_SUPERSEDING.search(line) and naming.search(line) for line in text.split("\n")):
            yield beside[blob]


def settings_around(snapshot: Snapshot, file: str) -> Iterator[str]:
    """Yield the files in the folder of a file and above that may say how it is read."""
    folder = file.rpartition("/")[0]
    for path in _paths(snapshot):
        above = path.rpartition("/")[0]
        if path != file and (above in ("", folder) or folder.startswith(f"{above}/")):
            yield path


@memoized
def _paths(snapshot: Snapshot) -> Sequence[str]:
    """Return the files that may say how others are read, by their names."""
    sizes = "SELECT path FROM fact_file_read WHERE size <= ? ORDER BY path"
    paths = (path for (path,) in snapshot.rows(sizes, (MAX_SETTINGS_BYTES,)))
    return [path for path in paths if f"/{path}".endswith(_SETTINGS) or path.rpartition("/")[2].startswith(".")]
