"""The semantic difference of two snapshots.

Objects are the same when their refs are. One that stands in another place and says the same is no change: it has moved
when it is in another file, and a mere shift of its lines is only counted, also where its ref names its line. A file
whose whole content stands under another path was renamed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any, NamedTuple, cast

from compiler.model.facts import File, Object
from compiler.store.snapshot import Snapshot
from queries.revisions.changed_rows import Row, Side

# Where something stands, and as the how manieth, is no part of what it says: fields of facts, and what stands so within
# their JSON values. There all other names are those of the source: an edge has a line, a property may be called source.
PLACES = frozenset({"span", "content_line", "ordinal", "order_key", "position"})
PLACES_WITHIN: Mapping[str, type] = {"span": list, "status_line": int}
CHANGES = ("added", "removed", "changed", "moved", "renamed")


class FieldChange(NamedTuple):
    """A field with its values in the base and in the target; a list or map as JSON values."""

    field: str
    before: Any
    after: Any


class Change(NamedTuple):
    """One change. `about` is object, link or diagnostic; `kind` that of the object or link, or the code of the
    diagnostic; `name` the ref of the object, `source -> target` of the link, or the message of the diagnostic. `before`
    and `after` are `path:line` in the base and the target; `was` the ref that a renamed object had."""

    about: str
    change: str
    kind: str
    name: str
    title: str
    before: str | None
    after: str | None
    fields: tuple[FieldChange, ...] = ()
    was: str | None = None


class Difference:
    """All changes from a base to a target: objects by kind, then links by kind, then diagnostics; those of a kind
    added, removed, changed, moved, renamed; of a sort in the order of their names."""

    def __init__(self, base: Snapshot, target: Snapshot) -> None:
        self._base, self._target = base, target
        self._sides = Side(base), Side(target)
        self.shifted = 0  # objects that stand on other lines of the same file and say the same
        self._now: dict[str, str] = {}  # the refs in the target of those whose refs name their lines

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every change, in order."""
        if self._base.id == self._target.id:
            return ()
        found = [*self._objects(), *self._links(), *self._diagnostics()]
        return tuple(sorted(found, key=_order))

    def counts(self) -> dict[str, dict[str, dict[str, int]]]:
        """How many changes there are, by what they are about, kind and sort: `{objects: {choice: {added: 2}}}`."""
        counted: dict[str, dict[str, dict[str, int]]] = {"objects": {}, "links": {}, "diagnostics": {}}
        for one in self.changes:
            kind = counted[f"{one.about}s"].setdefault(one.kind, {})
            kind[one.change] = kind.get(one.change, 0) + 1
        return counted

    def _objects(self) -> Iterator[Change]:
        for name, fact_class in self._target.fact_classes.items():
            if issubclass(fact_class, Object) and name in self._base.fact_classes:
                yield from self._of_class(fact_class)

    def _of_class(self, fact_class: type[Object]) -> Iterator[Change]:
        base, target = self._sides
        before = _Rows(self._base, fact_class, base.facts(target, fact_class.table))
        after = _Rows(self._target, fact_class, target.facts(base, fact_class.table))
        gone = [ref for ref in before.by_ref if ref not in after.by_ref]
        new = [ref for ref in after.by_ref if ref not in before.by_ref]
        if fact_class is File:
            renamed = _renamed(before, gone, after, new)
            for old, ref in renamed.items():
                yield after.change("renamed", ref, before, was=old)
            gone = [ref for ref in gone if ref not in renamed]
            new = [ref for ref in new if ref not in renamed.values()]
        now = _on_other_lines(before, gone, after, new)
        self._now |= now
        self.shifted += len(now)
        gone, new = [ref for ref in gone if ref not in now], [ref for ref in new if ref not in now.values()]
        yield from (before.change("removed", ref) for ref in gone)
        yield from (after.change("added", ref) for ref in new)
        for ref, row in after.by_ref.items():
            other = before.by_ref.get(ref)
            if other is not None and other != row:
                yield from self._of_object(before, after, ref)

    def _of_object(self, before: "_Rows", after: "_Rows", ref: str) -> Iterator[Change]:
        old, new = before.fact(ref), after.fact(ref)
        changed = tuple(_field_changes(old, new))
        if changed:
            yield after.change("changed", ref, before, changed)
        elif old.span.file != new.span.file:
            yield after.change("moved", ref, before)
        elif old.span != new.span:
            self.shifted += 1

    def _links(self) -> Iterator[Change]:
        before, after = _links(*self._sides, self._now)
        for change, these, others in (("removed", before, after), ("added", after, before)):
            for (source, target, kind, dangling), places in these.items():
                for place in places[: len(places) - len(others.get((source, target, kind, dangling), ()))]:
                    title = "dangling" if dangling else ""
                    yield _with_place("link", change, kind, f"{source} -> {target}", title, place)

    def _diagnostics(self) -> Iterator[Change]:
        before, after = _diagnostics(self._base), _diagnostics(self._target)
        for change, these, others in (("removed", before, after), ("added", after, before)):
            for (severity, code, message, file), lines in these.items():
                for line in lines[: len(lines) - len(others.get((severity, code, message, file), ()))]:
                    yield _with_place("diagnostic", change, code, message, severity, f"{file}:{line}")


def _order(one: Change) -> tuple[Any, ...]:
    about = ("object", "link", "diagnostic").index(one.about)
    return (about, one.kind, CHANGES.index(one.change), one.name, one.after or "", one.before or "")


def _with_place(about: str, change: str, kind: str, name: str, title: str, place: str) -> Change:
    is_gone = change == "removed"
    return Change(about, change, kind, name, title, place if is_gone else None, None if is_gone else place)


class _Rows:
    """Objects of one class in one snapshot, by ref: file, line, and the row as it is stored."""

    def __init__(self, snapshot: Snapshot, fact_class: type[Object], rows: Iterable[Row]) -> None:
        self._snapshot = snapshot
        self._kind = fact_class.kind
        self.by_ref: dict[str, tuple[Any, ...]] = {row[0]: row for row in rows}

    def fact(self, ref: str) -> Object:
        fact = self._snapshot.fact_of(ref)
        assert fact is not None  # every row of a class of objects is one
        return fact

    def by_meaning(self, refs: Iterable[str]) -> dict[str, list[str]]:
        """Those of the refs that name the line where the object stands, by all else that is said of it."""
        found: dict[str, list[str]] = {}
        for ref in refs:
            _, _, line, *_ = self.by_ref[ref]
            if ref.endswith(f":{line}"):
                found.setdefault(_meaning(self.fact(ref)), []).append(ref)
        return found

    def change(
        self,
        change: str,
        ref: str,
        base: "_Rows | None" = None,
        changed: tuple[FieldChange, ...] = (),
        was: str | None = None,
    ) -> Change:
        """A change of an object of these rows; `base` has what it was before."""
        here = "{}:{}".format(*self.by_ref[ref][1:3])
        there = "{}:{}".format(*base.by_ref[was or ref][1:3]) if base else None
        found = self._snapshot.object(ref)
        before, after = (here, None) if change == "removed" else (there, here)
        return Change("object", change, self._kind, ref, found.title if found else "", before, after, changed, was)


def _field_changes(old: Object, new: Object) -> Iterator[FieldChange]:
    """The fields of an object that say something else in the target."""
    for one in fields(new):
        if one.name not in PLACES:
            values = getattr(old, one.name), getattr(new, one.name)
            if values[0] != values[1] and _without_places(values[0]) != _without_places(values[1]):
                yield FieldChange(one.name, *values)


def _meaning(fact: Object) -> str:
    """All that is said of an object, without its place and the names that it has from there."""
    said = [(one.name, getattr(fact, one.name)) for one in fields(fact) if one.name not in PLACES]
    return repr(
        (fact.span.file, [(name, _without_places(one)) for name, one in said if one not in (fact.ref, fact.id)])
    )


def _without_places(value: Any) -> Any:
    """A JSON value without the places that it holds."""
    if isinstance(value, Mapping):
        return {name: _without_places(one) for name, one in value.items() if type(one) is not PLACES_WITHIN.get(name)}
    if isinstance(value, list | tuple):
        return [_without_places(one) for one in value]
    return value


def _on_other_lines(before: _Rows, gone: Iterable[str], after: _Rows, new: Iterable[str]) -> dict[str, str]:
    """Of objects whose refs name their lines (`r:code/src/kettle.py:12`) those that say the same on another line of the
    file: their refs in the base, and those in the target. Of several that say the same the first is the first."""
    old = before.by_meaning(gone)
    there = after.by_meaning(new) if old else {}
    pairs = (zip(refs, there.get(said, ()), strict=False) for said, refs in old.items())
    return {one: other for some in pairs for one, other in some}


def _renamed(before: _Rows, gone: Iterable[str], after: _Rows, new: Iterable[str]) -> dict[str, str]:
    """The files of the base, by ref, that stand in the target under another path: those whose content is unlike that
    of any other file that came or went."""
    old = _by_content(before, gone)
    return {
        old[content][0]: refs[0] for content, refs in _by_content(after, new).items() if _is_one(old, content, refs)
    }


def _is_one(old: Mapping[str, list[str]], content: str, refs: list[str]) -> bool:
    return len(refs) == 1 and len(old.get(content, ())) == 1


def _by_content(files: _Rows, refs: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for ref in refs:
        found.setdefault(cast(File, files.fact(ref)).sha256, []).append(ref)
    return found


Places = dict[tuple[str, str, str, int], list[str]]  # of links, by what they say


def _links(base: Side, target: Side, now: Mapping[str, str]) -> tuple[Places, Places]:
    """The links that are not the same in both, each with its place: those of the base and those of the target. `now`
    has the refs in the target of objects that have another there."""
    before, after = base.links(target), target.links(base)
    gone, new = before - after, after - before
    return _by_meaning(gone | _turned(new, base), now), _by_meaning(new | _turned(gone, target), {})


def _turned(links: Iterable[Row], other: Side) -> set[Row]:
    """Those of the links that the other side has too, where they dangle when they do not here, and the other way."""
    turned = {(*link[:3], 1 - link[3], *link[4:]) for link in links if link[3]}
    return {link for link in turned if other.has(link)}


def _by_meaning(rows: Iterable[Row], now: Mapping[str, str]) -> Places:
    found: Places = {}
    for source, target, kind, dangling, file, line, _ in sorted(rows, key=lambda one: one[4:]):
        ends = now.get(source, source), now.get(target, target)
        found.setdefault((*ends, kind, dangling), []).append(f"{file}:{line}")
    return found


def _diagnostics(snapshot: Snapshot) -> dict[tuple[str, str, str, str], list[int]]:
    """The lines of the diagnostics, by what they say and of which file."""
    found: dict[tuple[str, str, str, str], list[int]] = {}
    for severity, code, message, file, line in snapshot.rows(
        "SELECT severity, code, message, file, start_line FROM diagnostic ORDER BY rowid"
    ):
        found.setdefault((severity, code, message, file), []).append(line)
    return found
