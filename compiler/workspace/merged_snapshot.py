"""Makes the merged snapshot of a federation, and keeps it in the cache of snapshots.

It is made of the kept snapshots of the members. Where one of them changed, a copy of the merged snapshot before gets
the rows of that one anew. What the members cite in each other is read again in all of them, for a name that came may be
cited anywhere.
"""

import contextlib
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from compiler.disk.regular_file import create_new
from compiler.disk.temporary import MEMORY
from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.diagnostics import SEVERITIES, Diagnostic
from compiler.model.source import Problem, SourceError, SourceFile
from compiler.model.source_names import qualified_path
from compiler.model.version import VERSION
from compiler.pipeline.foreign_citations import citations, diagnostics
from compiler.pipeline.foreign_codes import BROKEN_SOURCE
from compiler.pipeline.foreign_names import ForeignNames, SourceFacts
from compiler.pipeline.settings.codes import NOT_FOLLOWED
from compiler.store.cache.snapshot_cache import CachedDatabase, SnapshotCache
from compiler.store.connection import closed_on_error, connect
from compiler.store.fingerprint import digest
from compiler.store.merged.merged_database import MergedSource, write_merged
from compiler.store.opening import snapshot_of
from compiler.store.snapshot import Snapshot
from compiler.workspace.inputs import compile_options
from compiler.workspace.member_builds import BuiltMember, built_members, described
from compiler.workspace.work_process import Check, nothing
from compiler.workspace.workspace_file import Federation

CONTENT = "merged"  # in the name of an entry of the cache, where that of a folder has `folder`


def merged_into_cache(
    federation: Federation, exclude: tuple[str, ...] = (), *, jobs: int | None = None, check: Check = nothing
) -> CachedDatabase | None:
    """Return the cached database of a federation, made if need be. None if the cache cannot be written. Raises
    SourceError if no member can be read."""
    built = built_members(federation, exclude, use_cache=True, jobs=jobs, check=check)
    with contextlib.ExitStack() as opened:
        for member in built:
            if member.snapshot is not None:
                opened.callback(member.snapshot.close)
        _refuse_all_broken(built)
        cache = _MergedCache(federation, exclude, built)
        found = cache.found()
        if found is not None:
            return found
        with cache.lock() as waited:
            cache = _MergedCache(federation, exclude, built) if waited else cache
            return (cache.found() if waited else None) or cache.made()


def merged(
    federation: Federation,
    exclude: tuple[str, ...] = (),
    *,
    use_cache: bool,
    jobs: int | None = None,
    check: Check = nothing,
) -> Snapshot:
    """Return the merged snapshot of a federation. Raises SourceError if no member can be read."""
    if use_cache:
        cached = merged_into_cache(federation, exclude, jobs=jobs, check=check)
        snapshot = cached.open() if cached else None
        if snapshot is not None:
            return snapshot
    built = built_members(federation, exclude, use_cache=use_cache, jobs=jobs, check=check)
    _refuse_all_broken(built)
    with closed_on_error(connect(MEMORY)) as database:
        _write(database, federation, built, use_cache=use_cache)
        return snapshot_of(database, fact_classes, link_kinds)


@contextlib.contextmanager
def merged_in_file(federation: Federation, built: Sequence[BuiltMember], draft: Path) -> Iterator[Snapshot]:
    """Give the merged snapshot of members that are built, in the file `draft`, which is deleted at the end. Raises
    SourceError if no member could be read, OSError and sqlite3.Error."""
    _refuse_all_broken(built)
    create_new(draft).close()
    try:
        with closed_on_error(connect(os.fspath(draft))) as database:
            _write(database, federation, built, use_cache=False)
            snapshot = snapshot_of(database, fact_classes, link_kinds)
        with closing(snapshot):
            yield snapshot
    finally:
        draft.unlink(missing_ok=True)


def _refuse_all_broken(built: Sequence[BuiltMember]) -> None:
    if all(member.problem for member in built):
        reasons = "; ".join(f"{member.member.name}: {member.problem}" for member in built[:3])
        raise SourceError(f"No source of the workspace can be read. {reasons}")


@dataclass
class _Members:
    """What a merged snapshot is made of, as the cache records it (`compiler.store.cache.snapshot_cache.Recorded`):
    `files` has the key of each member in the place of a hash."""

    root: Path
    entry: str | None
    exclude: tuple[str, ...]
    files: dict[str, SourceFile]
    discovered: str
    problems: dict[str, Problem] = field(default_factory=dict)
    listed: dict[str, list[str]] = field(default_factory=dict)


class _MergedCache:
    """The cache, seen from a federation."""

    def __init__(self, federation: Federation, exclude: tuple[str, ...], built: Sequence[BuiltMember]) -> None:
        self._federation, self._built = federation, built
        places = (f"{member.name} {member.place} {member.path} {member.revision}" for member in federation.members)
        keys = {member.member.name: member.key for member in built}
        stated = [f"{name} {key}" for name, key in keys.items()]
        stated += [f"{member.name} near {sorted(member.near)}" for member in federation.members]
        stated += [f"{diagnostic.code} {diagnostic.message}" for diagnostic in federation.diagnostics]
        stated.append(orjson.dumps(dict(federation.check)).decode())
        files = {name: SourceFile(name, "", key, 0) for name, key in keys.items()}
        self._members = _Members(Path(federation.file), "\n".join(places), exclude, files, digest(stated))
        self._cache = SnapshotCache(self._members, CONTENT, compile_options(use_cache=True).fingerprint)

    def lock(self) -> AbstractContextManager[bool]:
        """Hold the lock of the entry. Gives whether another process had it first."""
        return self._cache.lock()

    def found(self) -> CachedDatabase | None:
        """Return the database if it is that of the members as they are, and whole."""
        entry = self._cache.entry
        if entry is None or entry.record.discovered != self._members.discovered or not self._cache.is_whole(entry):
            return None
        self._cache.note_use()
        return entry.database

    def made(self) -> CachedDatabase | None:
        """Make the database: of that before if there is one of the same members, else of an empty one. None if the
        cache cannot be written."""
        base = self._base()
        try:
            for start in (base, None) if base else (None,):
                draft = self._cache.begin_draft(start)
                with contextlib.suppress(OSError, sqlite3.Error):
                    if draft is not None:
                        with closing(connect(os.fspath(draft))) as database:
                            _write(database, self._federation, self._built, use_cache=True)
                        return self._cache.save_draft(self._members, self._members.discovered)
            return None
        finally:
            self._cache.abandon_draft()

    def _base(self) -> CachedDatabase | None:
        """Return the database before, if it is of the same members and none of them was or is broken."""
        entry = self._cache.entry
        if entry is None or list(entry.record.files) != list(self._members.files):
            return None
        keys = [key for key, _, _ in entry.record.files.values()] + [member.key for member in self._built]
        is_broken = any(key.startswith("problem ") for key in keys)
        return None if is_broken or not self._cache.is_whole(entry) else entry.database


def _write(
    database: sqlite3.Connection,
    federation: Federation,
    built: Sequence[BuiltMember],
    *,
    use_cache: bool,
) -> None:
    """Write the merged snapshot: into an empty database, or what changed into a copy of the one before."""
    with ExitStack() as opened:
        snapshots: dict[str, Snapshot] = {}
        problems = {member.member.name: member.problem for member in built if member.problem}
        for built_member in built:
            if not built_member.problem:
                try:
                    snapshots[built_member.member.name] = opened.enter_context(
                        closing(built_member.snapshot_of(use_cache=use_cache))
                    )
                except SourceError as error:
                    problems[built_member.member.name] = str(error)
        sources = list(_sources(federation, snapshots))
        found = [*federation.diagnostics]
        found += (
            BROKEN_SOURCE.at(member.span, name=member.name, reason=problems[member.name])
            for member in federation.members
            if member.name in problems
        )
        meta = _meta(federation, built, sources)
        write_merged(database, sources, found, meta)


def _sources(federation: Federation, snapshots: Mapping[str, Snapshot]) -> Iterator[MergedSource]:
    near = {member.name: member.near for member in federation.members}
    names = ForeignNames(SourceFacts(snapshots), near)
    own = {member.name for member in federation.members if federation.file and _is_home(member.path, federation)}
    for name, snapshot in snapshots.items():
        found = citations(name, snapshots, names)
        reported = diagnostics(snapshot, name, found)
        if name in own:  # its settings are the workspace file itself
            reported = [diagnostic for diagnostic in reported if diagnostic.code != NOT_FOLLOWED.code]
        yield MergedSource(name, snapshot, found.resolved, found.mentions, found.links, reported)


def _is_home(path: str, federation: Federation) -> bool:
    """Whether a member is the folder of the workspace file."""
    return os.path.realpath(path) == os.path.dirname(os.path.realpath(federation.file))  # noqa: PTH120


def _meta(federation: Federation, built: Sequence[BuiltMember], sources: Sequence[MergedSource]) -> dict[str, Any]:
    by_name = {source.name: source for source in sources}
    listed = []
    for member in built:
        source = by_name.get(member.member.name)
        findings = _severities(source.diagnostics) if source else {}
        listed.append(described(member, source.snapshot if source else None, findings))
    metas = {source.name: source.snapshot.meta for source in sources}
    first = next(iter(metas.values()))
    return {
        "id": _id(federation, listed),
        "source": federation.name,
        "entry": None,
        "revision": None,
        "as_of": max((meta["as_of"] for meta in metas.values() if meta.get("as_of")), default=None),
        "compiler_version": VERSION,
        "languages": _languages(metas.values()),
        "unread": {
            qualified_path(name, path): reason
            for name, meta in metas.items()
            for path, reason in (meta.get("unread") or {}).items()
        },
        "tables": first["tables"],
        **_examples(metas.values()),
        **({"rules": rules} if (rules := [rule for meta in metas.values() for rule in meta.get("rules", ())]) else {}),
        **({"check": dict(federation.check)} if federation.check else {}),
        "sources": listed,
    }


def _id(federation: Federation, listed: Sequence[Mapping[str, Any]]) -> str:
    """Return a hash of the names and snapshots of the members, and of what the workspace file says of them."""
    parts = [VERSION, *(f"{diagnostic.code} {diagnostic.message}" for diagnostic in federation.diagnostics)]
    for source in listed:
        near = ",".join(source.get("near", ()))
        parts.append(f"{source['name']}\0{source.get('snapshot_id', source.get('problem'))}\0{near}")
    return sha256("\n".join(parts).encode()).hexdigest()


def _severities(found: Sequence[Diagnostic]) -> dict[str, int]:
    counts = Counter(diagnostic.severity for diagnostic in found)
    return {severity: counts[severity] for severity in SEVERITIES if counts[severity]}


def _languages(metas: Any) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {}
    for meta in metas:
        for name, language_meta in (meta.get("languages") or {}).items():
            known = found.setdefault(name, {**language_meta, "files": 0})
            known["files"] += language_meta["files"]
    return {name: found[name] for name in sorted(found)}


def _examples(metas: Any) -> dict[str, Any]:
    counted: Counter[str] = Counter()
    for meta in metas:
        counted.update(meta.get("examples") or {})
    return {"examples": dict(counted)} if counted else {}
