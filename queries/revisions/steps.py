"""Compares commits with those before them, in some files or in the whole source, for what follows an object."""

from collections.abc import Collection, Mapping
from contextlib import closing, nullcontext
from typing import NamedTuple

from compiler.model.facts import Object
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import History, Revisions, Workspace
from queries.lookup.by_name import object_kinds
from queries.revisions.difference import Change, Difference, FieldChange

MAX_STEPS = 2_000  # that a workspace keeps

_Key = tuple[str, str, frozenset[str] | None]  # a commit before, the commit, and files; None for the whole source


class Step(NamedTuple):
    """What one commit changed in some files: the changes of objects by their refs; by refs after it the other ones that
    objects had before it; and the objects that only stand on other lines."""

    changes: Mapping[str, Change]
    former: Mapping[str, str]
    shifted: Collection[str]


NOTHING = Step({}, {}, ())


class Steps:
    """Compares commits with those before them, for one answer. What was compared is kept with the workspace. Closing
    closes the snapshot that may serve once more."""

    def __init__(self, workspace: Workspace, revisions: Revisions, history: History) -> None:
        self._check = workspace.check
        self._revisions = revisions
        self._history = history
        self._known: dict[_Key, Step] = workspace.memoize("queries.revisions.steps", lambda _: {})
        self._before: tuple[frozenset[str], Snapshot] | None = None

    def of_files(self, base: str, commit: str, files: Collection[str]) -> Step:
        """Return what a commit changed in some files, by these alone. `base` is "" for the first commit. Between two
        calls for the same files, the later one of an older commit, none of them was changed."""
        key = base, commit, frozenset(files)
        kept, self._before = self._before, None
        with closing(kept[1]) if kept else nullcontext():
            if key in self._known:
                return self._known[key]
            self._check()
            before = self._history.files(base or commit, files if base else ())
            self._before = key[2], before
            if kept and kept[0] == key[2]:
                return self._keep(key, _step(before, kept[1]))
            with closing(self._history.files(commit, files)) as after:
                return self._keep(key, _step(before, after))

    def exact(self, base: str, commit: str) -> Step:
        """Return what a commit changed in the whole source."""
        key = base, commit, None
        if key in self._known:
            return self._known[key]
        after = self._revisions.open(commit).snapshot
        if base:
            return self._keep(key, _step(self._revisions.open(base).snapshot, after))
        with closing(self._history.files(commit, ())) as nothing:
            return self._keep(key, _step(nothing, after))

    def object_at(self, commit: str, files: Collection[str] | None, ref: str) -> Object | None:
        """Return an object as a commit has it, by some files alone; by the whole source for None."""
        if files is None:
            return self._revisions.open(commit).snapshot.fact_of(ref)
        with closing(self._history.files(commit, files)) as alone:
            return alone.fact_of(ref)

    def close(self) -> None:
        if self._before:
            self._before[1].close()

    def _keep(self, key: _Key, step: Step) -> Step:
        self._known[key] = step
        while len(self._known) > MAX_STEPS:
            self._known.pop(next(iter(self._known)), None)
        return step


def _step(before: Snapshot, after: Snapshot) -> Step:
    difference = Difference(before, after)
    changes = {change.name: change for change in difference.changes if change.about == "object"}
    return Step(changes, difference.former_refs, frozenset(difference.shifted_refs))


def own_only(step: Step, change: Change, linked: Collection[str] | None) -> Step:
    """Return a step in which a change tells only of fields that no other file has a say in, if any."""
    fields = tuple(
        field for field in change.fields if linked is not None and sides(field, linked) == Sides(True, False)
    )
    changes = {name: other_change for name, other_change in step.changes.items() if name != change.name}
    return step._replace(changes=changes | ({change.name: change._replace(fields=fields)} if fields else {}))


def linked_fields(snapshot: Snapshot, kind: str) -> tuple[str, ...] | None:
    """Return the fields of a kind of objects that other files have a say in; None if they may have it in all."""
    found = object_kinds(snapshot).get(kind)
    return found.linked if found else None


class Sides(NamedTuple):
    """Whether what the file of an object tells of a field has changed, and what other files have a say in."""

    own: bool
    linked: bool


def sides(field: FieldChange, linked: Collection[str]) -> Sides:
    """Return who tells of a field that it has changed. `linked` is that of the class."""
    if field.field in linked:
        return Sides(own=False, linked=True)
    keys = {name.partition(".")[2] for name in linked if name.startswith(f"{field.field}.")}
    if not keys or not isinstance(field.before, Mapping) or not isinstance(field.after, Mapping):
        return Sides(own=True, linked=False)
    changed = {key for key in {**field.before, **field.after} if field.before.get(key) != field.after.get(key)}
    return Sides(own=not changed <= keys, linked=not changed.isdisjoint(keys))
