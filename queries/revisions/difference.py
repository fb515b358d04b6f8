"""The semantic difference of two snapshots.

Objects are identified by their refs. An object with the same content has moved if it is in another file. If it is on
other lines of the same file, it is only counted as shifted, even if its ref names its line. A file is renamed if its
whole content is at another path.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, NamedTuple, cast

import orjson

from compiler.languages.documents.facts import Document, DocumentSection
from compiler.model.facts import File, Object
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.snapshot import Snapshot
from queries.revisions.changed_rows import ComparedSnapshot, Row

# Fields with a place or a position, which are not compared: of facts, and of JSON values in facts (by their type: other
# keys of JSON values come from the source, so that a property may be called `source`).
PLACES = frozenset({"span", "content_line", "ordinal", "order_key", "position", "there"})
PLACES_WITHIN: Mapping[str, type] = {"span": list, "status_line": int}
_OWN_FILES = f"""
SELECT ref FROM json_each(?) AS file CROSS JOIN object_row ON ref = file.value AND fact_table = '{File.table}'
"""
_COLUMNS_AT = 3  # in a row, behind its ref, file and line
CHANGES = ("added", "removed", "changed", "moved", "renamed")


class FieldChange(NamedTuple):
    """A field with its values in the base and in the target; a list or map as JSON values."""

    field: str
    before: Any
    after: Any


class Change(NamedTuple):
    """One change. `about` is object, link or diagnostic. `kind` is that of the object or link, or the code of the
    diagnostic. `name` is the ref of the object, `source -> target` of the link, or the message of the diagnostic.
    `before` and `after` are `path:line` in the base and the target. `was` is the former ref of a renamed object."""

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
    """All changes from a base to a target: objects by kind, then links by kind, then diagnostics. Within a kind they
    are sorted by sort of change (added, removed, changed, moved, renamed), then by name.

    Rows that both snapshots have are not read, unless `read_all`.
    """

    def __init__(self, base: Snapshot, target: Snapshot, *, read_all: bool = False) -> None:
        self._base, self._target = base, target
        replaced = None if read_all else target.replaced
        if replaced and base.database == replaced.base:
            self._compared = ComparedSnapshot(base, rows=replaced.gone), ComparedSnapshot(target, rows=replaced.new)
        else:
            self._compared = ComparedSnapshot(base, read_all=read_all), ComparedSnapshot(target, read_all=read_all)
        self.shifted = 0  # objects with the same content on other lines of the same file
        self.shifted_refs: set[str] = set()  # of these, the refs that are the same
        self._shifted_refs: dict[str, str] = {}  # from refs that name lines, in the base, to those in the target
        self._renamed: dict[str, str] = {}  # files and pages
        self._came_or_went: set[str] = set()  # refs

    @property
    def reads_replaced_rows_alone(self) -> bool:
        """Whether the target was built from this base, so that all rows in which they differ are known."""
        return all(snapshot.rows is not None for snapshot in self._compared)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """All changes, in order."""
        if self._base.id == self._target.id:
            return ()
        found = [*self._objects(), *self._links(), *self._diagnostics()]
        return tuple(sorted(found, key=_order))

    @property
    def former_refs(self) -> dict[str, str]:
        """The refs in the base of the objects that have another one in the target, by that: those of renamed files, and
        those whose ref names their line. Known once `changes` were asked for."""
        return {ref: old for old, ref in (*self._renamed.items(), *self._shifted_refs.items())}

    def counts(self) -> dict[str, dict[str, dict[str, int]]]:
        """Return the numbers of changes by subject, kind and sort: `{objects: {choice: {added: 2}}}`."""
        counted: dict[str, dict[str, dict[str, int]]] = {"objects": {}, "links": {}, "diagnostics": {}}
        for change in self.changes:
            kind = counted[f"{change.about}s"].setdefault(change.kind, {})
            kind[change.change] = kind.get(change.change, 0) + 1
        return counted

    def _objects(self) -> Iterator[Change]:
        for name, fact_class in self._target.fact_classes.items():
            if issubclass(fact_class, Object) and name in self._base.fact_classes:
                yield from self._of_class(fact_class)

    def _of_class(self, fact_class: type[Object]) -> Iterator[Change]:
        base, target = self._compared
        rows = base.facts(target, fact_class), target.facts(base, fact_class)
        same = {*rows[0]}.intersection(rows[1])
        before = _Rows(self._base, fact_class, (row for row in rows[0] if row not in same))
        after = _Rows(self._target, fact_class, (row for row in rows[1] if row not in same))
        if not before.by_ref and not after.by_ref:
            return
        gone = [ref for ref in before.by_ref if ref not in after.by_ref]
        new = [ref for ref in after.by_ref if ref not in before.by_ref]
        self._came_or_went.update(gone, new)
        if fact_class in (File, Document):
            renamed = _renamed(before, gone, after, new)
            self._renamed |= renamed
            for old, ref in renamed.items():
                yield after.change("renamed", ref, before, was=old)
            gone = [ref for ref in gone if ref not in renamed]
            new = [ref for ref in new if ref not in renamed.values()]
        shifted = _on_other_lines(before, gone, after, new)
        if fact_class is DocumentSection:
            shifted |= _of_renamed_pages(gone, new, self._renamed)
        self._shifted_refs |= shifted
        self.shifted += len(shifted)
        gone, new = [ref for ref in gone if ref not in shifted], [ref for ref in new if ref not in shifted.values()]
        yield from (before.change("removed", ref) for ref in gone)
        yield from (after.change("added", ref) for ref in new)
        for ref, row in after.by_ref.items():
            other = before.by_ref.get(ref)
            if other is not None and other != row:
                yield from self._of_object(before, after, ref)

    def _of_object(self, before: "_Rows", after: "_Rows", ref: str) -> Iterator[Change]:
        changed: tuple[FieldChange, ...] = ()
        if before.content(ref) != after.content(ref):  # most objects after a new one differ by their order only
            changed = tuple(field_changes(before.fact(ref), after.fact(ref)))
        if changed:
            yield after.change("changed", ref, before, changed)
        elif before.span(ref)[0] != after.span(ref)[0]:
            yield after.change("moved", ref, before)
        elif before.span(ref) != after.span(ref):
            self.shifted += 1
            self.shifted_refs.add(ref)

    def _links(self) -> Iterator[Change]:
        before, after = _links(*self._compared, self._came_or_went, self._shifted_refs)
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


def _order(change: Change) -> tuple[Any, ...]:
    about = ("object", "link", "diagnostic").index(change.about)
    return (about, change.kind, CHANGES.index(change.change), change.name, change.after or "", change.before or "")


def _with_place(about: str, change: str, kind: str, name: str, title: str, place: str) -> Change:
    is_gone = change == "removed"
    return Change(about, change, kind, name, title, place if is_gone else None, None if is_gone else place)


class _Rows:
    """Objects of one class in one snapshot. `by_ref` has their rows: ref, file, line, and all columns."""

    def __init__(self, snapshot: Snapshot, fact_class: type[Object], rows: Iterable[Row]) -> None:
        self._snapshot = snapshot
        self._kind = fact_class.kind
        columns = table_of(fact_class).columns
        self._compared = [at for at, name in enumerate(columns, _COLUMNS_AT) if name not in PLACES]
        self.by_ref: dict[str, tuple[Any, ...]] = {row[0]: row for row in rows}
        if fact_class is File:  # that of a page is a `Document`
            files = {ref for (ref,) in snapshot.rows(_OWN_FILES, (orjson.dumps([*self.by_ref]).decode(),))}
            self.by_ref = {ref: row for ref, row in self.by_ref.items() if ref in files}

    def content(self, ref: str) -> list[Any]:
        """Return the columns of an object that are no places, as they are stored."""
        row = self.by_ref[ref]
        return [row[at] for at in self._compared]

    def span(self, ref: str) -> Sequence[Any]:
        """Return where an object stands."""
        return self.by_ref[ref][-len(SPAN_COLUMNS) :]

    def fact(self, ref: str) -> Object:
        fact = self._snapshot.fact_of(ref)
        assert fact is not None  # the ref was read from the snapshot
        return fact

    def by_content(self, refs: Iterable[str]) -> dict[str, list[str]]:
        """Return the refs that name the line of their object, by the content of the object."""
        found: dict[str, list[str]] = {}
        for ref in refs:
            _, _, line, *_ = self.by_ref[ref]
            if ref.endswith(f":{line}"):
                found.setdefault(_content(self.fact(ref)), []).append(ref)
        return found

    def change(
        self,
        change: str,
        ref: str,
        base: "_Rows | None" = None,
        changed: tuple[FieldChange, ...] = (),
        was: str | None = None,
    ) -> Change:
        """Return a change of an object of these rows. `base` has its row before the change."""
        here = "{}:{}".format(*self.by_ref[ref][1:3])
        there = "{}:{}".format(*base.by_ref[was or ref][1:3]) if base else None
        found = self._snapshot.object(ref)
        before, after = (here, None) if change == "removed" else (there, here)
        return Change("object", change, self._kind, ref, found.title if found else "", before, after, changed, was)


def field_changes(old: Object, new: Object) -> Iterator[FieldChange]:
    """Yield the fields of an object whose values differ, places aside."""
    for field in fields(new):
        if field.name not in PLACES:
            values = getattr(old, field.name), getattr(new, field.name)
            if values[0] != values[1] and _without_places(values[0]) != _without_places(values[1]):
                yield FieldChange(field.name, *values)


def _content(fact: Object) -> str:
    """Return the content of an object as a key: its file and fields, without places, ref and id."""
    values = [(field.name, getattr(fact, field.name)) for field in fields(fact) if field.name not in PLACES]
    content = [(name, _without_places(value)) for name, value in values if value not in (fact.ref, fact.id)]
    return repr((fact.span.file, content))


def _without_places(value: Any) -> Any:
    """Return a JSON value without the places in it."""
    if isinstance(value, Mapping):
        return {
            name: _without_places(item) for name, item in value.items() if type(item) is not PLACES_WITHIN.get(name)
        }
    if isinstance(value, list | tuple):
        return [_without_places(item) for item in value]
    return value


def _on_other_lines(before: _Rows, gone: Iterable[str], after: _Rows, new: Iterable[str]) -> dict[str, str]:
    """Match objects whose refs name their lines (`r:code/src/kettle.py:12`) and that have the same content on another
    line of the file. Return their refs in the target by those in the base. Equal objects are matched in order."""
    old = before.by_content(gone)
    others = after.by_content(new) if old else {}
    pairs = (zip(refs, others.get(content, ()), strict=False) for content, refs in old.items())
    return {name: other for some in pairs for name, other in some}


def _renamed(before: _Rows, gone: Iterable[str], after: _Rows, new: Iterable[str]) -> dict[str, str]:
    """Return the renamed files, refs in the target by refs in the base: files with the same content, which no other
    added or removed file has."""
    old = _by_hash(before, gone)
    unique = {content: refs[0] for content, refs in _by_hash(after, new).items() if len(refs) == 1}
    return {old[content][0]: ref for content, ref in unique.items() if len(old.get(content, ())) == 1}


def _of_renamed_pages(gone: Iterable[str], new: Iterable[str], renamed: Mapping[str, str]) -> dict[str, str]:
    """Return the sections of renamed pages, refs in the target by refs in the base."""
    existing = set(new)
    moved = {ref: f"{renamed.get(page)}#{anchor}" for ref in gone for page, _, anchor in (ref.partition("#"),)}
    return {old: ref for old, ref in moved.items() if ref in existing}


def _by_hash(files: _Rows, refs: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for ref in refs:
        found.setdefault(cast(File | Document, files.fact(ref)).sha256, []).append(ref)
    return found


LinkPlaces = dict[tuple[str, str, str, int], list[str]]  # places of links by source, target, kind, dangling


def _links(
    base: ComparedSnapshot, target: ComparedSnapshot, refs: Collection[str], shifted_refs: Mapping[str, str]
) -> tuple[LinkPlaces, LinkPlaces]:
    """Return the links of the base and those of the target that may differ, with their places. `refs` are those of
    objects that came or went. Ends with another ref in the target (`shifted_refs`) get that."""
    before, after = base.links(target, refs), target.links(base, refs)
    gone, new = _only_here(before - after, target), _only_here(after - before, base)
    of_base = _link_places(gone | _not_dangling(new, base), shifted_refs)
    return of_base, _link_places(new | _not_dangling(gone, target), {})


def _only_here(links: Iterable[Row], other: ComparedSnapshot) -> set[Row]:
    """Return the links that the other snapshot does not have anywhere: another part, or a row that was not replaced,
    may state the same one."""
    return {link for link in links if not ((link[3] or other.rows is not None) and other.has(link))}


def _not_dangling(links: Iterable[Row], other: ComparedSnapshot) -> set[Row]:
    """Return the dangling ones of these links as the other snapshot has them when they do not dangle there."""
    resolved = {(*link[:3], 1 - link[3], *link[4:]) for link in links if link[3]}
    return {link for link in resolved if other.has(link)}


def _link_places(rows: Iterable[Row], shifted_refs: Mapping[str, str]) -> LinkPlaces:
    found: LinkPlaces = {}
    for source, target, kind, dangling, file, line, _ in sorted(rows, key=lambda row: row[4:]):
        ends = shifted_refs.get(source, source), shifted_refs.get(target, target)
        found.setdefault((*ends, kind, dangling), []).append(f"{file}:{line}")
    return found


def _diagnostics(snapshot: Snapshot) -> dict[tuple[str, str, str, str], list[int]]:
    """Return the lines of the diagnostics by severity, code, message and file."""
    found: dict[tuple[str, str, str, str], list[int]] = {}
    for severity, code, message, file, line in snapshot.rows(
        "SELECT severity, code, message, file, start_line FROM diagnostic_row ORDER BY rowid"
    ):
        found.setdefault((severity, code, message, file), []).append(line)
    return found
