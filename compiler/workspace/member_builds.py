"""The members of a federation: each is built and kept by itself, exactly as it is alone."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.source import SourceError
from compiler.store.cache.snapshot_cache import CachedDatabase
from compiler.store.frozen.frozen_file import open_frozen, open_frozen_once_verified
from compiler.store.frozen.identity import is_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.work_process import Check, nothing
from compiler.workspace.workspace_file import Federation, Member


@dataclass(frozen=True, slots=True)
class BuiltMember:
    """A member as it was built: what opens its snapshot (`cached`, or `snapshot` where the cache was not used), and the
    revision that it is of. `problem` says why there is no snapshot. `key` names what it was made of."""

    member: Member
    key: str
    cached: CachedDatabase | None = None
    snapshot: Snapshot | None = None
    revision: Mapping[str, str] | None = None
    problem: str = ""
    exclude: tuple[str, ...] = ()

    def snapshot_of(self, *, use_cache: bool) -> Snapshot:
        """Open its snapshot. Raises SourceError if it is gone meanwhile, or if there was a problem."""
        if self.problem:
            raise SourceError(self.problem)
        if self.snapshot is not None:
            return self.snapshot
        if self.member.place == "frozen":
            return _open_frozen(self.member.path, use_cache=use_cache)
        snapshot = self.cached.open() if self.cached else None
        if snapshot is None:  # it was evicted meanwhile
            again = _built(self.member, self.exclude, use_cache=False, jobs=None).snapshot
            assert again is not None
            return again
        return snapshot.with_meta(revision=dict(self.revision)) if self.revision else snapshot


def built_members(
    federation: Federation,
    exclude: Sequence[str] = (),
    *,
    use_cache: bool,
    jobs: int | None = None,
    check: Check = nothing,
) -> list[BuiltMember]:
    """Build all members. One that cannot be read has a problem, and costs the others nothing."""
    found = []
    for member in federation.members:
        check()
        try:
            found.append(_built(member, tuple(exclude), use_cache=use_cache, jobs=jobs))
        except SourceError as error:
            reason = str(error).replace(member.path, member.stated)
            found.append(BuiltMember(member, f"problem {reason}", problem=reason))
    return found


def excluded(member: Member, exclude: Sequence[str]) -> tuple[str, ...]:
    """Return what is excluded of a member: what the workspace file says, and the caller for all."""
    return () if member.place == "frozen" else (*member.exclude, *exclude)


def refuse_wrong_place(member: Member) -> None:
    """Raise SourceError if the path of a member is not of the kind that the file says."""
    if member.place == "frozen" and not is_frozen(member.path):
        raise SourceError(f"'{member.stated}' is no frozen file: its name must end in '.frieze'.")
    if member.place != "frozen" and is_frozen(member.path):
        raise SourceError(f"'{member.stated}' is a frozen file: name it under 'frozen'.")


def _built(member: Member, exclude: tuple[str, ...], *, use_cache: bool, jobs: int | None) -> BuiltMember:
    refuse_wrong_place(member)
    if member.place == "frozen":
        snapshot = _open_frozen(member.path, use_cache=use_cache)
        return BuiltMember(member, f"frozen {snapshot.id}", snapshot=snapshot)
    from compiler.pipeline.build import build, build_into_cache
    from compiler.workspace.inputs import compile_options, source_input

    options = compile_options(use_cache=use_cache, jobs=jobs)
    with source_input(member.path, member.revision, excluded(member, exclude)) as given:
        cached = build_into_cache(given.build_input, options) if use_cache else None
        if cached is not None:
            key = f"{cached.path} {cached.stamp} {cached.checksum} {given.revision}"
            return BuiltMember(member, key, cached, revision=given.revision, exclude=exclude)
        snapshot = build(given.build_input, options)
    if given.revision:
        snapshot = snapshot.with_meta(revision=given.revision)
    return BuiltMember(member, snapshot.id, snapshot=snapshot, revision=given.revision)


def _open_frozen(path: str | os.PathLike[str], *, use_cache: bool) -> Snapshot:
    return open_frozen_once_verified(path) if use_cache else open_frozen(path)


def described(built: BuiltMember, snapshot: Snapshot | None, findings: Mapping[str, int]) -> dict[str, Any]:
    """Return what the merged snapshot says of a member."""
    member = built.member
    found: dict[str, Any] = {"name": member.name, "place": member.place, "path": member.stated}
    if member.near:
        found["near"] = sorted(member.near)
    if snapshot is None:
        return found | {"problem": built.problem}
    revision = snapshot.meta.get("revision")
    ((objects,),) = snapshot.rows("SELECT count(*) FROM object_row")
    ((files,),) = snapshot.rows("SELECT count(*) FROM fact_file_read")
    as_of = {"as_of": snapshot.meta["as_of"]} if snapshot.meta.get("as_of") else {}
    return {
        **found,
        **({"revision": dict(revision)} if revision else {}),
        "snapshot_id": snapshot.id,
        **as_of,
        "files": files,
        "objects": objects,
        "findings": dict(findings),
    }
